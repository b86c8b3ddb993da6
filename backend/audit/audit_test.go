package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// record makes a record of n entries beside its beginning and gives its file.
func record(t *testing.T, n int) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "audit.jsonl")
	l, problems, err := Open(file, "/w", nil)
	must(t, err)
	if len(problems) > 0 {
		t.Errorf("a new one has problems: %q", problems)
	}
	for i := range n {
		must(t, l.Append(Entry{Kind: Prompt, Chat: "c", Turn: i + 1, Text: fmt.Sprintf("prompt %d", i+1)}))
	}
	must(t, l.Close())
	return file
}

func verify(t *testing.T, file string) Report {
	t.Helper()
	r, err := Verify(file)
	must(t, err)
	return r
}

func lines(t *testing.T, file string) [][]byte {
	t.Helper()
	data, err := os.ReadFile(file)
	must(t, err)
	return slices.Collect(bytes.Lines(data))
}

// A record that nobody touched is whole, also over several openings and while it is
// written to by many; and it is its owner's alone.
func TestWhole(t *testing.T) {
	file := record(t, 3)
	for range 3 {
		l, problems, err := Open(file, "/w", nil)
		must(t, err)
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				if err := l.Append(Entry{Kind: Call, Tool: &Tool{Name: "read_file", Args: json.RawMessage(fmt.Sprintf(`{"n":%d}`, i))}}); err != nil {
					t.Error(err)
				}
			})
		}
		for range 5 {
			if r := verify(t, file); !r.Whole() {
				t.Errorf("while it is written: %q", r.Findings)
			}
		}
		wg.Wait()
		must(t, l.Close())
		if len(problems) > 0 {
			t.Errorf("opened again, it has problems: %q", problems)
		}
	}
	r := verify(t, file)
	if !r.Whole() || r.Torn || r.Records != 64 || r.Folder != "/w" || r.First.IsZero() || r.Last.Before(r.First) {
		t.Errorf("%+v", r)
	}
	for _, name := range []string{file, headOf(file)} {
		if info, err := os.Stat(name); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// Whatever single byte is changed, it is found.
func TestEveryByteCounts(t *testing.T) {
	file := record(t, 3)
	data, err := os.ReadFile(file)
	must(t, err)
	head, err := readHeadFile(headOf(file))
	must(t, err)
	for i := range data {
		for _, b := range []byte{data[i] ^ 1, data[i] ^ 0x20, '\n', ' '} {
			if b == data[i] {
				continue
			}
			changed := bytes.Clone(data)
			changed[i] = b
			c := check{head: head}
			must(t, c.read(bytes.NewReader(changed)))
			if c.end(nil); c.report.Whole() {
				t.Fatalf("byte %d may be %q instead of %q", i, b, data[i])
			}
		}
	}
}

// Records that are taken away, put in, doubled or exchanged are found, and said
// plainly; so is a chain made anew up to the end.
func TestTamper(t *testing.T) {
	whole := lines(t, record(t, 5))
	forged := func() [][]byte {
		all := slices.Clone(whole[:3])
		last, err := pointOf(all[2])
		must(t, err)
		for i := 3; i < len(whole); i++ {
			e := Entry{Seq: last.Seq + 1, Prev: last.Hash, Kind: Prompt, Text: "forged"}
			entry, err := json.Marshal(e)
			must(t, err)
			last = point{e.Seq, hashOf(entry)}
			text, err := json.Marshal(line{last.Hash, entry})
			must(t, err)
			all = append(all, append(text, '\n'))
		}
		return all
	}
	for name, tc := range map[string]struct {
		lines [][]byte
		want  string
	}{
		"the first gone":      {whole[1:], "records 1 to 1 are missing before line 1"},
		"one gone":            {slices.Concat(whole[:2], whole[3:]), "records 3 to 3 are missing before line 3"},
		"two gone":            {slices.Concat(whole[:2], whole[4:]), "records 3 to 4 are missing before line 3"},
		"the last gone":       {whole[:5], "records 6 to 6 are missing at its end"},
		"all gone":            {nil, "records 1 to 6 are missing at its end"},
		"one twice":           {slices.Concat(whole[:3], whole[2:]), "line 4 holds record 3 again"},
		"two exchanged":       {slices.Concat(whole[:2], whole[3:4], whole[2:3], whole[4:]), "records 3 to 3 are missing before line 3"},
		"something put in":    {slices.Concat(whole[:2], [][]byte{[]byte("{}\n")}, whole[2:]), "line 3 was changed"},
		"an empty line":       {slices.Concat(whole[:2], [][]byte{[]byte("\n")}, whole[2:]), "line 3 was changed"},
		"a new end":           {forged(), "line 6 is not the record 6 that was written"},
		"more than it had":    {append(forged(), whole[5]), "line 7 holds record 6 again"},
		"one of another file": {slices.Concat(whole[:2], lines(t, record(t, 5))[2:3], whole[3:]), "line 3 doesn't follow from the one before"},
	} {
		t.Run(name, func(t *testing.T) {
			file := record(t, 5)
			// The head of this record, but the lines of the other.
			head := headOf(file)
			last, err := pointOf(whole[5])
			must(t, err)
			must(t, os.WriteFile(head, last.text(), 0o600))
			must(t, os.WriteFile(file, bytes.Join(tc.lines, nil), 0o600))
			r := verify(t, file)
			if !slices.ContainsFunc(r.Findings, func(f string) bool { return strings.Contains(f, tc.want) }) {
				t.Errorf("it says %q, not %q", r.Findings, tc.want)
			}
			// To open it and go on doesn't hide it.
			l, _, err := Open(file, "/w", nil)
			must(t, err)
			must(t, l.Append(Entry{Kind: Prompt, Text: "later"}))
			must(t, l.Close())
			if r := verify(t, file); r.Whole() {
				t.Error("after it was opened it is whole")
			}
		})
	}
}

// Cut at any byte, the record says what is missing: whole records, or a torn line,
// and never anything before it.
func TestTruncation(t *testing.T) {
	file := record(t, 3)
	data, err := os.ReadFile(file)
	must(t, err)
	for n := range data {
		must(t, os.WriteFile(file, data[:n], 0o600))
		kept := bytes.Count(data[:n], []byte("\n"))
		r := verify(t, file)
		want := fmt.Sprintf("records %d to 4 are missing at its end", kept+1)
		if len(r.Findings) != 1 || r.Findings[0] != want || r.Records != kept || r.Torn != (n > 0 && data[n-1] != '\n') {
			t.Fatalf("cut at %d: %+v", n, r)
		}
	}
	must(t, os.Remove(file))
	if r := verify(t, file); len(r.Findings) != 1 || r.Findings[0] != "records 1 to 4 are missing at its end" {
		t.Errorf("with the file gone: %+v", r)
	}
}

// A last line that a crash cut short is said to be that, is no damage to what stands
// before, and is taken off when the record is opened, which the record notes.
func TestTornLastLine(t *testing.T) {
	file := record(t, 2)
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	_, err = f.WriteString(`{"hash":"12`)
	must(t, err)
	must(t, f.Close())
	if r := verify(t, file); !r.Whole() || !r.Torn || r.Records != 3 {
		t.Errorf("before it is opened: %+v", r)
	}
	l, problems, err := Open(file, "/w", nil)
	must(t, err)
	must(t, l.Append(Entry{Kind: Prompt, Text: "later"}))
	must(t, l.Close())
	if len(problems) != 1 || !strings.Contains(problems[0], "cut short by a crash") || !strings.Contains(problems[0], "(11 bytes)") {
		t.Errorf("opening says %q", problems)
	}
	r := verify(t, file)
	if len(r.Findings) != 1 || !strings.Contains(r.Findings[0], "cut short by a crash") || r.Torn || r.Records != 5 {
		t.Errorf("after it was opened: %+v", r)
	}
}

// How far the record had come is part of the evidence: without it the end could be
// cut off unnoticed, and that is said.
func TestHead(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(head string) error
		want   string
	}{
		"gone":    {os.Remove, "how far it had come can't be read"},
		"emptied": {func(h string) error { return os.Truncate(h, 0) }, "how far it had come was wiped out"},
		"garbage": {func(h string) error { return os.WriteFile(h, []byte("99"), 0o600) }, "how far it had come can't be read"},
	} {
		t.Run(name, func(t *testing.T) {
			file := record(t, 3)
			must(t, tc.change(headOf(file)))
			if r := verify(t, file); len(r.Findings) != 1 || !strings.Contains(r.Findings[0], tc.want) {
				t.Errorf("it says %q", r.Findings)
			}
			l, problems, err := Open(file, "/w", nil)
			must(t, err)
			must(t, l.Close())
			if len(problems) != 1 {
				t.Errorf("opening says %q", problems)
			}
			if r := verify(t, file); r.Whole() {
				t.Error("after it was opened it is whole")
			}
		})
	}
	// One that lags behind, as a crash leaves it, is none.
	file := record(t, 3)
	old, err := os.ReadFile(headOf(file))
	must(t, err)
	l, _, err := Open(file, "/w", nil)
	must(t, err)
	must(t, l.Append(Entry{Kind: Prompt, Text: "later"}))
	must(t, l.Close())
	must(t, os.WriteFile(headOf(file), old, 0o600))
	if r := verify(t, file); !r.Whole() {
		t.Errorf("a head that lags behind: %q", r.Findings)
	}
}

// A record that others can read is a finding.
func TestOthersCanRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it has no such bits")
	}
	file := record(t, 1)
	must(t, os.Chmod(file, 0o644))
	if r := verify(t, file); len(r.Findings) != 1 || !strings.Contains(r.Findings[0], "read by others") {
		t.Errorf("it says %q", r.Findings)
	}
}

// A file full of something else is told of in few words.
func TestNoRecordAtAll(t *testing.T) {
	file := record(t, 1)
	must(t, os.WriteFile(file, bytes.Repeat([]byte("no record\n"), 1000), 0o600))
	if r := verify(t, file); len(r.Findings) != maxFindings+1 || !strings.Contains(r.Findings[maxFindings], "980 more") {
		t.Errorf("%d findings, the last %q", len(r.Findings), r.Findings[len(r.Findings)-1])
	}
}

// Entries that are added together follow one another, and all of them are there.
func TestTogether(t *testing.T) {
	file := record(t, 1)
	l, _, err := Open(file, "/w", nil)
	must(t, err)
	must(t, l.Append())
	must(t, l.Append(Entry{Kind: Approval, Text: "a"}, Entry{Kind: Call, Text: "b"}, Entry{Kind: Approval, Text: "c"}))
	must(t, l.Close())
	if r := verify(t, file); !r.Whole() || r.Records != 5 {
		t.Errorf("%+v", r)
	}
	if e, _, err := parse(lines(t, file)[4]); err != nil || e.Seq != 5 || e.Text != "c" {
		t.Errorf("the last is %+v, %v", e, err)
	}
}

// A log that is nil, of a folder without a record, takes everything and keeps nothing.
func TestNil(t *testing.T) {
	var l *Log
	must(t, l.Append(Entry{Kind: Prompt}))
	must(t, l.Close())
}

// Whatever stands in the file, checking and opening it neither fail by surprise nor
// hang, and what is appended then is read back.
func FuzzFile(f *testing.F) {
	f.Add([]byte(nil), []byte(nil))
	f.Add([]byte("{}\n"), []byte("1"))
	f.Add([]byte(`{"hash":"","entry":null}`+"\n\n"), point{7, "x"}.text())
	f.Fuzz(func(t *testing.T, log, head []byte) {
		file := filepath.Join(t.TempDir(), "audit.jsonl")
		must(t, os.WriteFile(file, log, 0o600))
		must(t, os.WriteFile(headOf(file), head, 0o600))
		verify(t, file)
		l, _, err := Open(file, "/w", nil)
		must(t, err)
		must(t, l.Append(Entry{Kind: Prompt, Text: "later"}))
		must(t, l.Close())
		all := lines(t, file)
		if e, _, err := parse(all[len(all)-1]); err != nil || e.Text != "later" {
			t.Errorf("the last record is %+v, %v", e, err)
		}
	})
}
