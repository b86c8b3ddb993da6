package tools

import (
	"strings"
	"testing"
)

// A LaTeX command whose backslash was written once, so that JSON made a control
// character of it, is put back; no other text is changed.
func TestRepairMaths(t *testing.T) {
	for _, tc := range []struct{ name, given, want, commands string }{
		{"n.md", "$\frac{1}{2}$", `$\frac{1}{2}$`, `\frac`},
		{"n.md", "\beta and \bar{x}, \begin{cases}", `\beta and \bar{x}, \begin{cases}`, `\beta \bar \begin`},
		{"n.txt", "\forall x", `\forall x`, `\forall`},
		{"n.md", "$a \times b$ and $$x \to \theta \rho \neq \nabla$$", `$a \times b$ and $$x \to \theta \rho \neq \nabla$$`, `\times \to \theta \rho \neq \nabla`},
		{"N.TEX", "$\text{a}$", `$\text{a}$`, `\text`},
		{"n.md", `$\frac{1}{2} \times$`, `$\frac{1}{2} \times$`, ""},
		{"n.md", "a\text\n\nneq\nnot $x$\tto", "a\text\n\nneq\nnot $x$\tto", ""},
		{"n.md", "$5\n\n\times more\n\n$6", "$5\n\n\times more\n\n$6", ""},
		{"n.md", `costs \$5` + "\times two $", `costs \$5` + "\times two $", ""},
		{"n.md", "$$\na = b\nu = c\nnot d\n$$", "$$\na = b\nu = c\nnot d\n$$", ""},
		{"n.md", "$\textual \thetas$", "$\textual \thetas$", ""},
		{"n.md", "$a$\r\n$b$\r\n", "$a$\r\n$b$\r\n", ""},
		{"Makefile", "$x\text$", "$x\text$", ""},
		{"page.c", "\f\nint main\b", "\f\nint main\b", ""},
		{"n.md", "\f", "\f", ""},
		{"n.md", "$\\", "$\\", ""},
	} {
		got, commands := repairMaths(tc.name, tc.given)
		if got != tc.want || strings.Join(commands, " ") != tc.commands {
			t.Errorf("%s: %q became %q (%q), want %q", tc.name, tc.given, got, commands, tc.want)
		}
	}
}

// Every tool that takes a text repairs it, also one that is looked for, and says so.
func TestToolsRepairMaths(t *testing.T) {
	d := newDesk(t, nil)
	note := func(r map[string]any) {
		t.Helper()
		d.says(r)
		if got, _ := r["note"].(string); !strings.HasPrefix(got, `\frac was meant`) {
			t.Errorf("note %q", got)
		}
	}
	note(d.call("create_file", `{"path":"n.md","content":"$\frac12$ and $\frac34$ x"}`))
	note(d.call("replace_in_file", `{"path":"n.md","target_content":"$\frac12$","replacement_content":"$\\frac13$"}`))
	note(d.call("delete_snippet", `{"path":"n.md","snippet":" and $\frac34$"}`))
	if got := d.files()["n.md"]; got != `$\frac13$ x` {
		t.Errorf("holds %q", got)
	}
	note(d.call("export_docx", `{"markdown":"$\frac12$","output":"o"}`))
	if r := d.call("create_file", `{"path":"plain.md","content":"x"}`); r["note"] != nil {
		t.Errorf("a note on a plain text: %v", r)
	}
}
