package notebook

import (
	"errors"
	"strings"
	"testing"
)

// book is a notebook as Jupyter writes it, with numbers and fields that no program
// should touch.
const book = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {
    "small": 1e-7
   },
   "source": [
    "# Tides\n",
    "of *Newlyn*"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 12345678901234567890,
   "id": "sum",
   "metadata": {},
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "3\n"
     ]
    }
   ],
   "source": [
    "1 + 2"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "language": "python"
  },
  "vendor": [1.10, -0.0, 1E+400]
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func parse(t *testing.T, text string) *Notebook {
	t.Helper()
	return must[*Notebook](t)(Parse(text))
}

func ptr(s string) *string { return &s }

// A replaced cell is written as Jupyter writes it, its outputs cleared; every other
// byte stays (006 section 6: notebook_edit).
func TestReplace(t *testing.T) {
	for _, tc := range []struct {
		name     string
		cell     int
		source   *string
		cellType string
		old, new string // what of the file changes
	}{
		{"markdown", 0, ptr("# New\nx"), "", `"# Tides\n",
    "of *Newlyn*"`, `"# New\n",
    "x"`},
		{"code, its outputs cleared", 1, ptr("é \"q\" \\ \x01\t</a>\u2028\n"), "", book[strings.Index(book, "12345678901"):strings.Index(book, " ],\n \"metadata\"")], `null,
   "id": "sum",
   "metadata": {},
   "outputs": [],
   "source": [
    "é \"q\" \\ \u0001\t</a>` + "\u2028" + `\n"
   ]
  }
`},
		{"to nothing", 0, ptr(""), "", `[
    "# Tides\n",
    "of *Newlyn*"
   ]`, `[]`},
		{"code to markdown", 1, ptr("x"), Markdown, book[strings.Index(book, `"cell_type": "code"`):strings.Index(book, " ],\n \"metadata\"")], `"cell_type": "markdown",
   "id": "sum",
   "metadata": {},
   "source": [
    "x"
   ]
  }
`},
		{"code to raw, its source kept", 1, nil, Raw, book[strings.Index(book, `"cell_type": "code"`):strings.Index(book, " ],\n \"metadata\"")], `"cell_type": "raw",
   "id": "sum",
   "metadata": {},
   "source": [
    "1 + 2"
   ]
  }
`},
		{"markdown to code", 0, nil, Code, `"markdown",
   "id": "intro",
   "metadata": {
    "small": 1e-7
   },
`, `"code",
   "execution_count": null,
   "id": "intro",
   "metadata": {
    "small": 1e-7
   },
   "outputs": [],
`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for name, layout := range map[string]func(string) string{
				"as it is": func(s string) string { return s },
				"CRLF":     func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
				"tabs":     func(s string) string { return indented(s, "\t") },
			} {
				want := layout(strings.Replace(book, tc.old, tc.new, 1))
				if got := must[string](t)(parse(t, layout(book)).Replace(tc.cell, tc.source, tc.cellType)); got != want {
					t.Errorf("%s: gave %s, want %s", name, got, want)
				}
			}
		})
	}
}

// indented gives the lines of s another unit of indentation than one space.
func indented(s, unit string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		text := strings.TrimLeft(line, " ")
		lines[i] = strings.Repeat(unit, len(line)-len(text)) + text
	}
	return strings.Join(lines, "\n")
}

// A file without lines stays without, and with its own spaces.
func TestCompact(t *testing.T) {
	for before, want := range map[string]string{
		`{"nbformat":4,"cells":[{"source":"a","id":"u","cell_type":"raw","x":1e-7}]}`:            `{"nbformat":4,"cells":[{"source":["b\n","c"],"id":"u","cell_type":"raw","x":1e-7}]}`,
		`{"nbformat": 4, "cells": [{"cell_type": "code", "source": "a"}, {"cell_type": "raw"}]}`: `{"nbformat": 4, "cells": [{"cell_type": "code", "execution_count": null, "outputs": [], "source": ["b\n", "c"]}, {"cell_type": "raw"}]}`,
		`{"nbformat":4,"cells":[{"cell_type":"markdown","source":["a"],"source":["z"]}]}`:        `{"nbformat":4,"cells":[{"cell_type":"markdown","source":["a"],"source":["b\n","c"]}]}`,
		`{"nbformat":4,"cells":[{}]}`: `{"nbformat":4,"cells":[{"cell_type":"","source":["b\n","c"]}]}`,
	} {
		if got := must[string](t)(parse(t, before).Replace(0, ptr("b\nc"), "")); got != want {
			t.Errorf("%s became %s", before, got)
		}
	}
}

// A new cell is written as Jupyter does, with an id only from nbformat 4.5 on.
func TestInsert(t *testing.T) {
	n := parse(t, book)
	got := must[string](t)(n.Insert(0, "x\n", ""))
	id := parse(t, got).Cells[1].ID
	if len(id) != 8 || strings.Trim(id, "0123456789abcdef") != "" {
		t.Errorf("its id is %q", id)
	}
	cell := `  {
   "cell_type": "code",
   "execution_count": null,
   "id": "` + id + `",
   "metadata": {},
   "outputs": [],
   "source": [
    "x\n"
   ]
  }`
	if want := strings.Replace(book, "\n  },\n", "\n  },\n"+cell+",\n", 1); got != want {
		t.Errorf("gave %s", got)
	}
	old := strings.Replace(book, `"nbformat_minor": 5`, `"nbformat_minor": 4`, 1)
	first := "  {\n   \"cell_type\": \"markdown\",\n   \"metadata\": {},\n   \"source\": []\n  },\n"
	if got := must[string](t)(parse(t, old).Insert(-1, "", Markdown)); got != strings.Replace(old, "[\n", "[\n"+first, 1) {
		t.Errorf("first: %s", got)
	}
	last := must[string](t)(parse(t, old).Insert(1, "", Raw))
	if all := parse(t, last).Cells; len(all) != 3 || all[2].Type != Raw || !strings.HasPrefix(last, old[:all[1].span.to]) {
		t.Errorf("last: %s", last)
	}
	for before, want := range map[string]string{
		"{\n \"cells\": [],\n \"nbformat\": 4\n}\n": "{\n \"cells\": [\n  {\n   \"cell_type\": \"raw\",\n   \"metadata\": {},\n   \"source\": [\n    \"x\"\n   ]\n  }\n ],\n \"nbformat\": 4\n}\n",
		`{"cells":[ ],"nbformat":4}`:                `{"cells":[{"cell_type":"raw","metadata":{},"source":["x"]}],"nbformat":4}`,
		`{"cells":[{}],"nbformat":4}`:               `{"cells":[{"cell_type":"raw","metadata":{},"source":["x"]},{}],"nbformat":4}`,
	} {
		if got := must[string](t)(parse(t, before).Insert(-1, "x", Raw)); got != want {
			t.Errorf("%q became %q, want %q", before, got, want)
		}
	}
}

// Whichever cell goes, the others stay as they are.
func TestDelete(t *testing.T) {
	n := parse(t, book)
	for i, want := range []string{
		book[:n.Cells[0].span.from] + book[n.Cells[1].span.from:],
		book[:n.Cells[0].span.to] + book[n.Cells[1].span.to:],
	} {
		if got := n.Delete(i); got != want || len(parse(t, got).Cells) != 1 {
			t.Errorf("without cell %d: %s", i, got)
		}
	}
	one := parse(t, n.Delete(0))
	if got := one.Delete(0); !strings.Contains(got, "\"cells\": [],\n") || len(parse(t, got).Cells) != 0 {
		t.Errorf("without any: %s", got)
	}
}

// What is no notebook of format 4 is told what it is; what names no cell, or two, is
// told which there are.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "not valid JSON",
		"{\n\"cells\": [\n1e-7, NaN]}":      "not valid JSON: line 3",
		`{"nbformat": 3, "worksheets": []}`: "it is nbformat 3",
		`{"nbformat": "4", "cells": []}`:    `it is nbformat "4"`,
		`{"cells": []}`:                     "does not say which nbformat",
		`[1]`:                               "does not say which nbformat",
		`4`:                                 "does not say which nbformat",
		`{"nbformat": 4}`:                   "no list of cells",
		`{"nbformat": 4, "cells": {}}`:      "no list of cells",
		`{"nbformat": 4, "cells": [{}, 1]}`: "cell 1 is no object",
		strings.Repeat(`{"a":`, 20_000):     "not valid JSON",
		strings.TrimSuffix(book, "}\n") + "\xff}": "not valid JSON",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
	n := parse(t, strings.Replace(book, `"id": "sum"`, `"id": "intro"`, 1))
	for ref, want := range map[string]string{
		"intro": `cells 0 and 1 both have the id "intro"`, "": `no cell has the id ""`, "nobody": "the notebook has cells 0 to 1",
		"2": "there is no cell 2; the notebook has cells 0 to 1", "-1": "there is no cell -1", "1.0": `no cell has the id "1.0"`,
	} {
		if _, err := n.Find(ref); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", ref, err, want)
		}
	}
	if i, err := parse(t, strings.Replace(book, `"id": "sum"`, `"id": "0"`, 1)).Find("0"); i != 1 || err != nil {
		t.Errorf("an id that is a number: cell %d, %v", i, err)
	}
	if _, err := n.Replace(0, ptr("x"), "heading"); err == nil || !strings.Contains(err.Error(), "known are code, markdown and raw") {
		t.Errorf("heading: %v", err)
	}
	if _, err := n.Insert(0, "x", "heading"); err == nil {
		t.Error("a heading was inserted")
	}
	for _, cellType := range []string{"", Markdown} {
		if _, err := n.Replace(0, nil, cellType); !errors.Is(err, ErrNothing) {
			t.Errorf("nothing to replace: %v", err)
		}
	}
}

// Cells are shown with their number, type and id, code in a fence that nothing in it
// ends, and of outputs what a person would see, 2,000 characters each (006 section 6).
func TestText(t *testing.T) {
	long := strings.Repeat("ä", 2001)
	text := `{"nbformat":4,"nbformat_minor":2,"metadata":{"language_info":{"name":"julia"}},"cells":[
		{"cell_type":"code","id":"c\n1","source":["s = \"` + "```" + `\"\n","t"],"outputs":[
			{"output_type":"stream","text":["a\n","\u001b[31mred\u001b[0m"]},
			{"output_type":"execute_result","data":{"text/html":"<b>","text/plain":["4"],"image/png":"AAAA"}},
			{"output_type":"display_data","data":{"application/x-thing":{}}},
			{"output_type":"error","ename":"ValueError","evalue":"bad","traceback":["..."]},
			{"output_type":"stream","text":"` + long + `"},
			{"output_type":"display_data"}]},
		{"cell_type":"markdown","source":"# One\n"},
		{"cell_type":"raw","source":[]}]}`
	want := "## Cell 0 [code] id=c 1\n\n````julia\ns = \"```\"\nt\n````\n" +
		"\nOutput 0:\na\nred\n\nOutput 1:\n[image/png image]\n4\n\nOutput 2:\n[application/x-thing]\n\nOutput 3:\nValueError: bad\n" +
		"\nOutput 4:\n" + long[:4000] + "\n[cut: 2000 of 2001 characters are shown]\n" +
		"\n## Cell 1 [markdown]\n\n# One\n\n## Cell 2 [raw]\n\n"
	if got := parse(t, text).Text(); got != want {
		t.Errorf("shows %q, want %q", got, want)
	}
}

// Any text is a notebook or an error; of a notebook any cell can be replaced, followed
// and deleted, and every other byte stays.
func FuzzEdit(f *testing.F) {
	f.Add(book, "x\ny")
	f.Add(`{"cells":[{"a":[{}, "\"]"], "source":""} ,{}],"nbformat":4 , "nbformat_minor":5}`, "")
	f.Add("{\r\n\t\"nbformat\": 4,\r\n\t\"cells\": [ ]\r\n}", "é")
	f.Fuzz(func(t *testing.T, text, source string) {
		n, err := Parse(text)
		if err != nil {
			return
		}
		n.Text()
		if first := must[string](t)(n.Insert(-1, source, Raw)); len(parse(t, first).Cells) != len(n.Cells)+1 {
			t.Fatalf("nothing was inserted: %q", first)
		}
		for i, c := range n.Cells {
			head, tail := text[:c.span.from], text[c.span.to:]
			for _, cellType := range []string{Code, Markdown} {
				got := must[string](t)(n.Replace(i, &source, cellType))
				cell := parse(t, got).Cells[i]
				if !strings.HasPrefix(got, head) || !strings.HasSuffix(got, tail) || cell.Type != cellType || cell.ID != c.ID {
					t.Fatalf("cell %d became %q", i, got)
				}
			}
			got := must[string](t)(n.Insert(i, source, Code))
			if !strings.HasPrefix(got, text[:c.span.to]) || !strings.HasSuffix(got, tail) || len(parse(t, got).Cells) != len(n.Cells)+1 {
				t.Fatalf("after cell %d: %q", i, got)
			}
			if got := parse(t, n.Delete(i)); len(got.Cells) != len(n.Cells)-1 {
				t.Fatalf("without cell %d: %q", i, got.text)
			}
		}
	})
}
