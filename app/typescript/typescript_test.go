package typescript

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const generated = "../../frontend/src/api/types.gen.ts"

// The front end is compiled against what the Go side offers now.
func TestGeneratedFileIsCurrent(t *testing.T) {
	var want bytes.Buffer
	if err := Write(&want); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(generated)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not what the Go types give; run go generate ./app/typescript", generated)
	}
}

// What is written is TypeScript that says something: every field has a plain name and a
// type, and every type that is named is declared once.
func TestDeclarations(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b); err != nil {
		t.Fatal(err)
	}
	field := regexp.MustCompile(`^  [a-zA-Z]\w*: (string|number|boolean|([A-Z]\w*))((?:\[\])*)( \| null)?;$`)
	declared, used := map[string]int{}, map[string]bool{}
	inside := false
	for line := range strings.Lines(b.String()) {
		line = strings.TrimSuffix(line, "\n")
		name, begins := strings.CutPrefix(line, "export interface ")
		switch {
		case begins:
			declared[strings.TrimSuffix(name, " {")]++
			inside = true
		case line == "}":
			inside = false
		case inside:
			m := field.FindStringSubmatch(line)
			if m == nil {
				t.Errorf("no field: %s", line)
			} else if m[2] != "" {
				used[m[2]] = true
			}
		}
	}
	for name, times := range declared {
		if times != 1 {
			t.Errorf("%s is declared %d times", name, times)
		}
	}
	for name := range used {
		if declared[name] == 0 {
			t.Errorf("%s is used and not declared", name)
		}
	}
}

// Every topic that is emitted has its type.
func TestTopics(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../events.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "Topic") {
			name, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Error(err)
			}
			want = append(want, name)
		}
		return true
	})
	var got []string
	for _, topic := range topics {
		got = append(got, topic.name)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || len(want) == 0 {
		t.Errorf("types are known for %v, topics are %v", got, want)
	}
}
