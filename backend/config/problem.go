package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// problemOf words what the decoder met in the file at path.
func problemOf(path string, err error) *Problem {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		first := strict.Errors[0]
		row, _ := first.Position()
		key := strings.Join(first.Key(), ".")
		what := fmt.Sprintf("there is no setting %q", key)
		if near := nearestKey(key); near != "" {
			what += fmt.Sprintf("; the nearest is %q", near)
		}
		return &Problem{File: path, Line: row, What: what}
	}
	p := &Problem{File: path, What: "it can't be understood (" + strings.TrimPrefix(err.Error(), "toml: ") + ")"}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		p.Line, _ = decode.Position()
		if m := misfit.FindStringSubmatch(decode.Error()); m != nil && len(decode.Key()) > 0 {
			p.What = fmt.Sprintf("%q can't be set to %s %s", strings.Join(decode.Key(), "."), article(m[1]), m[1])
		}
	}
	return p
}

// misfit finds the kind of a value that doesn't fit its key in what the decoder says,
// which goes on to name Go's types.
var misfit = regexp.MustCompile(`^toml: cannot (?:decode TOML|store an?) ([a-z ]+?) (?:into|in) `)

func article(noun string) string {
	if strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an"
	}
	return "a"
}

// lineOf finds the line that a message about a key, which begins with the key,
// is about.
func lineOf(data []byte, what string) int {
	key, _, _ := strings.Cut(what, " ")
	for i, line := range strings.Split(string(data), "\n") {
		name, _, ok := strings.Cut(line, "=")
		name = name[strings.LastIndexAny(name, ".{")+1:]
		if ok && strings.Trim(name, " \t\"'") == key {
			return i + 1
		}
	}
	return 0
}

func keys() []string {
	return []string{
		"ui", "ui.theme", "ui.added_text", "ui.sidebar", "ui.inspector", "ui.acceleration",
		"pdf", "pdf.page_size", "lsp",
		"sandbox", "sandbox.allowed_paths", "sandbox.read_only_paths", "sandbox.blocked_paths",
		"tools", "tools.max_file_size_bytes",
		"checkpoints", "checkpoints.max_bytes", "checkpoints.max_age_days",
	}
}

// serverKeys are those of each lsp.<language>.
func serverKeys() []string { return []string{"command", "args", "extensions", "disabled"} }

// nearestKey gives the known key that is closest to key, or "".
func nearestKey(key string) string {
	at := strings.LastIndexByte(key, '.') + 1
	if strings.HasPrefix(key, "lsp.") && strings.Count(key, ".") > 1 {
		if near := Nearest(key[at:], serverKeys()); near != "" {
			return key[:at] + near
		}
		return ""
	}
	return Nearest(key, keys())
}
