package checkpoints

import (
	"slices"
	"strings"
)

// Found is a turn that was looked for, and which of its files were meant.
type Found struct {
	Turn  int
	Files []string
}

// Find gives the turns, the latest first, in whose prompt, name or files every word of
// the query stands, whatever its case. An empty query finds none.
func (s *Store) Find(query string) []Found {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	var all []Found
	for _, t := range slices.Backward(s.Turns()) {
		if f, ok := t.match(words); ok {
			all = append(all, f)
		}
	}
	return all
}

func (t Turn) match(words []string) (Found, bool) {
	f := Found{Turn: t.Number}
	label := strings.ToLower(t.Label + "\n" + t.Pin)
	left := slices.Clone(words)
	left = slices.DeleteFunc(left, func(w string) bool { return strings.Contains(label, w) })
	for _, file := range t.Files {
		path := strings.ToLower(file.Path + "\n" + file.From)
		if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(path, w) }) {
			f.Files = append(f.Files, file.Path)
			left = slices.DeleteFunc(left, func(w string) bool { return strings.Contains(path, w) })
		}
	}
	return f, len(left) == 0
}
