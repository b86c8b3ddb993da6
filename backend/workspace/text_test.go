package workspace

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestDecode(t *testing.T) {
	for _, tc := range []struct {
		name                      string
		bytes                     string
		content, encoding, ending string
		binary                    bool
	}{
		{name: "empty", encoding: "utf-8", ending: "none"},
		{name: "one line", bytes: "a", content: "a", encoding: "utf-8", ending: "none"},
		{name: "LF", bytes: "a\nb\n", content: "a\nb\n", encoding: "utf-8", ending: "lf"},
		{name: "CRLF", bytes: "a\r\nb", content: "a\r\nb", encoding: "utf-8", ending: "crlf"},
		{name: "mixed", bytes: "a\r\nb\n", content: "a\r\nb\n", encoding: "utf-8", ending: "mixed"},
		{name: "byte order mark", bytes: "\xef\xbb\xbfa\n", content: "a\n", encoding: "utf-8-bom", ending: "lf"},
		{name: "UTF-16, little end first", bytes: "\xff\xfea\x00\n\x00", content: "a\n", encoding: "utf-16le", ending: "lf"},
		{name: "UTF-16, big end first", bytes: "\xfe\xff\x00a\x00\n", content: "a\n", encoding: "utf-16be", ending: "lf"},
		{name: "UTF-16 beyond 16 bits", bytes: "\xfe\xff\xd8\x3d\xde\x00", content: "\U0001F600", encoding: "utf-16be", ending: "none"},
		{name: "stray bytes", bytes: "a\xffb\n", content: "a\xffb\n", encoding: "utf-8", ending: "lf"},
		{name: "NUL", bytes: "a\x00b", binary: true},
		{name: "NUL at byte 8,000", bytes: strings.Repeat("a", 7999) + "\x00", binary: true},
		{name: "UTF-16 cut in a unit", bytes: "\xff\xfea", binary: true},
		{name: "UTF-16 with half a pair", bytes: "\xfe\xff\xd8\x3d", binary: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Decode([]byte(tc.bytes))
			if tc.binary {
				if !errors.Is(err, ErrBinary) {
					t.Errorf("error %v", err)
				}
				return
			}
			must(t, err)
			if want := (Text{Content: tc.content, Encoding: tc.encoding, LineEnding: tc.ending}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// Whatever is taken for text comes back to the byte.
func TestTextComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mark := rapid.SampledFrom([]string{"", "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff"}).Draw(t, "mark")
		b := append([]byte(mark), rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "bytes")...)
		if text, err := Decode(b); err == nil && !bytes.Equal(text.Encode(text.Content), b) {
			t.Fatalf("%q came back as %q", b, text.Encode(text.Content))
		}
	})
}

func TestHashAsText(t *testing.T) {
	for _, h := range []Hash{{}, HashOf(nil), HashOf([]byte("a"))} {
		text, err := h.MarshalText()
		must(t, err)
		back := HashOf([]byte("something else"))
		must(t, back.UnmarshalText(text))
		if back != h {
			t.Errorf("%v came back as %v", h, back)
		}
	}
	for _, text := range []string{"zz", strings.Repeat("g", 64), strings.Repeat("0", 63), strings.Repeat("0", 66)} {
		var h Hash
		if h.UnmarshalText([]byte(text)) == nil {
			t.Errorf("%q was taken for a hash", text)
		}
	}
}
