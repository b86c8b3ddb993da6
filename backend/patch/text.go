package patch

import "strings"

// text is a file as lines whose bytes stay where they are.
type text struct {
	s      string
	starts []int            // of each line, and the end
	index  map[string][]int // the lines without the space around them, made when it is needed
}

func split(b []byte) *text {
	t := &text{s: string(b)}
	t.starts = make([]int, 1, strings.Count(t.s, "\n")+2)
	for at := 0; at < len(t.s); {
		if i := strings.IndexByte(t.s[at:], '\n'); i >= 0 {
			at += i + 1
		} else {
			at = len(t.s)
		}
		t.starts = append(t.starts, at)
	}
	return t
}

func (t *text) len() int { return len(t.starts) - 1 }

// raw gives lines from..to with their endings, counted from 0.
func (t *text) raw(from, to int) string { return t.s[t.starts[from]:t.starts[to]] }

// line gives line i without its ending.
func (t *text) line(i int) string {
	return strings.TrimSuffix(strings.TrimSuffix(t.raw(i, i+1), "\n"), "\r")
}

// ending gives the line ending of line i: "\n", "\r\n", or "" of a last line that
// has none.
func (t *text) ending(i int) string {
	switch raw := t.raw(i, i+1); {
	case strings.HasSuffix(raw, "\r\n"):
		return "\r\n"
	case strings.HasSuffix(raw, "\n"):
		return "\n"
	}
	return ""
}

// style gives the line ending of the lines around i: of the one before, else of the
// one there, else "\n".
func (t *text) style(i int) string {
	for at := i - 1; at <= i+1; at++ {
		if at >= 0 && at < t.len() {
			if e := t.ending(at); e != "" {
				return e
			}
		}
	}
	return "\n"
}

// lines gives the numbers of the lines that are s but for the space around them.
func (t *text) lines(s string) []int {
	if t.index == nil {
		t.index = make(map[string][]int, t.len())
		for i := range t.len() {
			key := strings.TrimSpace(t.line(i))
			t.index[key] = append(t.index[key], i)
		}
	}
	return t.index[strings.TrimSpace(s)]
}
