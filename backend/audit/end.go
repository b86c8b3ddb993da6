package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// point is a place in the chain: a record and its hash. The zero point is before the
// first.
type point struct {
	Seq  int64
	Hash string
}

// headOf names the file that says how far the record in file has come.
func headOf(file string) string { return file + ".head" }

// text has always the same length, so that it is written over in place.
func (p point) text() []byte { return fmt.Appendf(nil, "%020d %064s\n", p.Seq, p.Hash) }

var errHead = errors.New("it is not of the form that is written")

// readHead reads how far a record has come; an empty file is its beginning.
func readHead(f io.ReaderAt) (point, error) {
	buf := make([]byte, len(point{}.text())+1)
	n, err := f.ReadAt(buf, 0)
	if !errors.Is(err, io.EOF) {
		return point{}, errors.Join(err, errHead)
	}
	if n == 0 {
		return point{}, nil
	}
	var p point
	if _, err := fmt.Sscanf(string(buf[:n]), "%d %64s\n", &p.Seq, &p.Hash); err != nil || !bytes.Equal(p.text(), buf[:n]) {
		return point{}, errHead
	}
	return p, nil
}

// pointOf checks one line, without its end, and gives its place.
func pointOf(text []byte) (point, error) {
	e, hash, err := parse(text)
	return point{e.Seq, hash}, err
}

var errHash = errors.New("its content doesn't match its hash")

// parse reads one line. A line that isn't exactly as it is written is refused: the
// hash covers the record's bytes, not what stands around it.
func parse(text []byte) (Entry, string, error) {
	var l line
	var e Entry
	if err := json.Unmarshal(text, &l); err != nil {
		return e, "", errors.New("it is no record")
	}
	if l.Hash != hashOf(l.Entry) {
		return e, "", errHash
	}
	if again, err := json.Marshal(l); err != nil || !bytes.Equal(bytes.TrimSuffix(text, []byte("\n")), again) {
		return e, "", errHash
	}
	if err := json.Unmarshal(l.Entry, &e); err != nil {
		return e, "", errors.New("it is no record")
	}
	return e, l.Hash, nil
}

// tailBlock is how much is read at once while the last line is looked for.
const tailBlock = 1 << 16

// lastLine gives the last whole line of the first end bytes, with its line end, and
// where it begins.
func lastLine(f *os.File, end int64) (text []byte, from int64, err error) {
	var tail []byte // what stands from here to the end
	for from = end; from > 0; {
		block := make([]byte, min(tailBlock, from))
		from -= int64(len(block))
		if _, err := f.ReadAt(block, from); err != nil {
			return nil, 0, err
		}
		tail = append(block, tail...)
		if stop := bytes.LastIndexByte(tail, '\n'); stop >= 0 {
			if start := bytes.LastIndexByte(tail[:stop], '\n'); start >= 0 || from == 0 {
				return tail[start+1 : stop+1], from + int64(start) + 1, nil
			}
		}
	}
	return nil, 0, nil
}
