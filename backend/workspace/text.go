package workspace

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// binaryProbe is how many bytes at the start of a file tell whether it is text: a
// NUL among them is none (006 section 6).
const binaryProbe = 8000

// Text is a file's content as text, and what is needed to write it back as it was.
type Text struct {
	// Content is without byte order mark. Bytes of a UTF-8 file that are no UTF-8
	// stay in it as they are.
	Content    string
	Encoding   string // utf-8, utf-8-bom, utf-16le, utf-16be
	LineEnding string // lf, crlf, mixed, none
}

var (
	markUTF8    = []byte("\xef\xbb\xbf")
	markUTF16LE = []byte("\xff\xfe")
	markUTF16BE = []byte("\xfe\xff")
)

// Decode reads a content as text: UTF-8, or UTF-16 with its byte order mark.
// Whatever else is ErrBinary. Encode(Content) gives the same bytes again.
func Decode(b []byte) (Text, error) {
	var t Text
	switch {
	case bytes.HasPrefix(b, markUTF8):
		t = Text{Content: string(b[len(markUTF8):]), Encoding: "utf-8-bom"}
	case bytes.HasPrefix(b, markUTF16LE):
		t = Text{Content: decodeUTF16(b[2:], binary.LittleEndian), Encoding: "utf-16le"}
	case bytes.HasPrefix(b, markUTF16BE):
		t = Text{Content: decodeUTF16(b[2:], binary.BigEndian), Encoding: "utf-16be"}
	case !IsPlain(b):
		return Text{}, ErrBinary
	default:
		t = Text{Content: string(b), Encoding: "utf-8"}
		t.LineEnding = lineEnding(t.Content)
		return t, nil
	}
	if !bytes.Equal(t.Encode(t.Content), b) {
		return Text{}, ErrBinary // half a UTF-16 character: it would not come back as it was
	}
	t.LineEnding = lineEnding(t.Content)
	return t, nil
}

// IsPlain tells whether Decode takes a content for UTF-8 without a byte order mark:
// its bytes are then its text.
func IsPlain(b []byte) bool {
	for _, mark := range [][]byte{markUTF8, markUTF16LE, markUTF16BE} {
		if bytes.HasPrefix(b, mark) {
			return false
		}
	}
	return bytes.IndexByte(b[:min(len(b), binaryProbe)], 0) < 0
}

// Encode gives the bytes of a text in the encoding of this one.
func (t Text) Encode(content string) []byte {
	switch t.Encoding {
	case "utf-8-bom":
		return append(bytes.Clone(markUTF8), content...)
	case "utf-16le":
		return encodeUTF16(markUTF16LE, content, binary.LittleEndian)
	case "utf-16be":
		return encodeUTF16(markUTF16BE, content, binary.BigEndian)
	}
	return []byte(content)
}

// Wide tells whether the text stands in UTF-16, so that a line's bytes are not the line.
func (t Text) Wide() bool { return t.Encoding == "utf-16le" || t.Encoding == "utf-16be" }

func decodeUTF16(b []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = order.Uint16(b[2*i:])
	}
	return string(utf16.Decode(units))
}

func encodeUTF16(mark []byte, content string, order binary.AppendByteOrder) []byte {
	out := bytes.Clone(mark)
	for _, u := range utf16.Encode([]rune(content)) {
		out = order.AppendUint16(out, u)
	}
	return out
}

func lineEnding(s string) string {
	crlf := strings.Count(s, "\r\n")
	lf := strings.Count(s, "\n") - crlf
	switch {
	case crlf > 0 && lf > 0:
		return "mixed"
	case crlf > 0:
		return "crlf"
	case lf > 0:
		return "lf"
	}
	return "none"
}
