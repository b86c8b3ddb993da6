package cli

import (
	"bytes"
	"encoding/json"
	"testing"

	"redline/backend"
	"redline/backend/approvals"
	"redline/backend/config"
)

// Whatever stands in a line, it is answered by one line with a result, results or an
// error, under the line's own id, and the next line is read.
func FuzzLine(f *testing.F) {
	for _, s := range []string{
		`{"id":1,"tool":"read_file","args":{"path":"a.md"}}`, `{"id":[1],"turn":"x"}`, `{"parallel":[{"tool":"list_files"},{}]}`,
		`{"tool":"rewind","args":{"turn":0}}`, `{"tool":"undo","args":[]}`, `{"tool":"preview","args":{"path":"../x"}}`, `{"tool":"checkpoints"}`,
		`{"tool":"create_file","args":{"path":"a.md","content":"# x"}}`, "[]", "null", "{", "\xff", `{"tool":1}`, `{"turn":null}`, `{"id":{"a":"\ud800"},"tool":"x"}`,
		`{"tool":"apply_patch","args":{"patch":"--- a/x\n+++ b/x\n"}}`, `{"tool":"glob","args":{"pattern":"**"}}`,
	} {
		f.Add([]byte(s))
	}
	f.Setenv("REDLINE_HOME", f.TempDir())
	home, err := config.FindHome()
	if err != nil {
		f.Fatal(err)
	}
	p, err := backend.Open(f.Context(), f.TempDir(), backend.Options{Home: home, Config: config.Default(), Always: &approvals.Decision{All: approvals.Approve}})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := p.Close(); err != nil {
			f.Error(err)
		}
	})
	f.Fuzz(func(t *testing.T, line []byte) {
		line = bytes.ReplaceAll(bytes.ReplaceAll(line, []byte("\n"), nil), []byte("\r"), nil)
		if len(bytes.TrimSpace(line)) == 0 {
			return
		}
		var out bytes.Buffer
		in := append(bytes.Clone(line), "\n{\"id\":\"after\"}\n"...)
		if err := (&caller{project: p}).serve(t.Context(), bytes.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		answers := bytes.SplitAfter(out.Bytes(), []byte("\n"))
		if len(answers) != 3 || len(answers[2]) > 0 || !bytes.HasPrefix(answers[1], []byte(`{"id":"after","error":`)) {
			t.Fatalf("%q is answered by %q", line, out.String())
		}
		var asked, got map[string]json.RawMessage
		if err := json.Unmarshal(answers[0], &got); err != nil {
			t.Fatalf("%q: %v", answers[0], err)
		}
		if n := len(got); n-len(pick(got, "id")) != 1 || len(pick(got, "result", "results", "error")) != 1 {
			t.Errorf("%q is answered by %s", line, answers[0])
		}
		if json.Unmarshal(line, &asked) == nil && asked["id"] != nil && !sameJSON(asked["id"], got["id"]) {
			t.Errorf("%q is answered under the id %s", line, got["id"])
		}
	})
}

func pick(in map[string]json.RawMessage, names ...string) (found []string) {
	for _, name := range names {
		if in[name] != nil {
			found = append(found, name)
		}
	}
	return found
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}
