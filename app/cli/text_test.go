package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
)

// --format text prints a result's lists as product.md says: grep as path:line:text,
// glob and list_files a path a line; what isn't the result goes to standard error.
func TestPrintReadable(t *testing.T) {
	for _, c := range []struct{ result, out, err string }{
		{`{"matches":[{"path":"a.md","line":3,"text":"a: b"},{"path":"b.md","line":1,"text":""}],"files_searched":2}`, "a.md:3:a: b\nb.md:1:\n", ""},
		{`{"files":["b.md","a b.md"],"truncated":true,"truncated_reason":"only 2 are shown"}`, "b.md\na b.md\n", "redline: only 2 are shown\n"},
		{`{"files":[]}`, "", ""},
		{`{"matches":[]}`, "", ""},
		{`{"files":[{"path":"b","from":"a","change":"moved"},{"path":"c","change":"created"}]}`, "moved a to b\ncreated c\n", ""},
		{`{"entries":[{"path":"a","is_dir":true}]}`, "a\n", ""},
		{`{"diff":"-a\n+b\n","person":"The person took 1 of 2 changes."}`, "-a\n+b\n", "redline: The person took 1 of 2 changes.\n"},
		{`{"content":"   1: a\n"}`, "   1: a\n", ""},
		{`{"output":"sub/a.pdf","pages":2,"bytes":1025,"warnings":["one","two"]}`, "a.pdf, 2 pages, 2 KB\n", "redline: one\nredline: two\n"},
		{`{"restored":["a","b"],"conflicts":[]}`, "Restored: a, b\n", ""},
		{`{"restored":[],"conflicts":[]}`, "No file had to change.\n", ""},
		{`{"error":"no","conflicts":["a"]}`, "", "redline: no\nredline: edited outside: a\n"},
		{`{"path":"b","from":"a","change":"moved"}`, "moved a to b\n", ""},
		{`{"path":"x/y","change":"created"}`, "created x/y\n", ""},
		{`{"turns":[],"head":0}`, "", ""},
		{`{"unknown":1}`, "{\"unknown\":1}\n", ""},
	} {
		var out, said bytes.Buffer
		if err := printReadable(&env{out: &out, err: &said}, []byte(c.result)); err != nil {
			t.Error(err)
		}
		if out.String() != c.out || said.String() != c.err {
			t.Errorf("%s\nprints %q and %q\nwant   %q and %q", c.result, out.String(), said.String(), c.out, c.err)
		}
	}
}

// Lines come whole, whatever their length, up to a limit; a longer one is passed over
// and the next is read.
func TestReadLine(t *testing.T) {
	const limit = 100
	in := strings.Repeat("x", limit-1) + "\n" + strings.Repeat("y", limit) + "\n" + strings.Repeat("z", 3*limit) + "\n\nlast"
	r := bufio.NewReaderSize(strings.NewReader(in), 16)
	for _, want := range []inputLine{
		{text: []byte(strings.Repeat("x", limit-1) + "\n")}, {tooLong: true}, {tooLong: true}, {text: []byte("\n")},
	} {
		if got, err := readLine(r, limit); err != nil || got.tooLong != want.tooLong || !bytes.Equal(got.text, want.text) {
			t.Errorf("%q %v %v, want %q %v", got.text, got.tooLong, err, want.text, want.tooLong)
		}
	}
	if got, err := readLine(r, limit); !errors.Is(err, io.EOF) || string(got.text) != "last" {
		t.Errorf("%q %v", got.text, err)
	}
}
