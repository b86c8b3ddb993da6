package tools

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// swallowed are the control characters that JSON makes of a backslash and a letter,
// and how the LaTeX commands go on that models write so: "\frac" without a second
// backslash arrives as a form feed and "rac".
var swallowed = map[byte]struct {
	letter string
	tails  []string
	// everywhere says that the character has no other use before such letters; the
	// others are looked for in formulas only.
	everywhere bool
}{
	'\f': {"f", []string{"rac", "orall", "rown", "lat", "box"}, true},
	'\b': {"b", []string{
		"eta", "ar", "inom", "ig", "igl", "igr", "igg", "igcup", "igcap", "igoplus", "igotimes", "oldsymbol", "egin", "f",
		"mod", "ot", "ullet", "ecause", "oxed", "ackslash", "reve", "eth",
	}, true},
	'\t': {"t", []string{"heta", "imes", "ext", "extbf", "extit", "extrm", "au", "an", "anh", "ilde", "herefore", "riangle", "o", "op", "frac", "binom"}, false},
	'\r': {"r", []string{"ho", "ight", "ightarrow", "angle", "m", "ceil", "floor"}, false},
	'\n': {"n", []string{"abla", "eq", "otin", "geq", "leq"}, false},
}

// repairMaths puts back the backslashes of LaTeX commands in a text for the file
// name, and gives the commands. No text that people write is changed by it: see
// swallowed.
func repairMaths(name, s string) (repaired string, commands []string) {
	if !strings.ContainsAny(s, "\f\b\t\r\n") {
		return s, nil
	}
	formulas := slices.Contains([]string{".md", ".markdown", ".tex"}, strings.ToLower(path.Ext(name)))
	var b strings.Builder
	inside, from := false, 0
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "\n\n"), strings.HasPrefix(s[i:], "\n\r\n"):
			inside = false // a formula ends with its paragraph
		case s[i] == '\\':
			i++
			continue
		case strings.HasPrefix(s[i:], "$$"):
			inside = !inside
			i++
			continue
		case s[i] == '$':
			inside = !inside
			continue
		}
		what, ok := swallowed[s[i]]
		if !ok || !what.everywhere && !(formulas && inside) {
			continue
		}
		if tail := letters(s[i+1:]); slices.Contains(what.tails, tail) {
			b.WriteString(s[from:i] + `\` + what.letter)
			from = i + 1
			commands = append(commands, `\`+what.letter+tail)
		}
	}
	return b.String() + s[from:], commands
}

// letters gives the letters that s begins with.
func letters(s string) string {
	n := 0
	for n < len(s) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
		n++
	}
	return s[:n]
}

// repairedNote tells a model what was made of its text.
func repairedNote(commands []string) string {
	if len(commands) == 0 {
		return ""
	}
	slices.Sort(commands)
	commands = slices.Compact(commands)
	return fmt.Sprintf("%s was meant and is what was used: in JSON a backslash is written twice", strings.Join(commands, ", "))
}
