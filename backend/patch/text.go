package patch

import (
	"hash/maphash"
	"iter"
	"strings"
)

// text is a file as lines whose bytes stay where they are.
type text struct {
	s      string
	starts []int32 // of each line, and the end
	index  *index  // made when it is needed
	// work is how many lines may still be compared: many times what a patch needs that
	// was made for the file, and an end to one that is like all of it.
	work int
}

// lineWork and someWork are how many comparisons a file gets, for each line and anyway.
const (
	lineWork = 32
	someWork = 1 << 20
)

func split(b []byte) *text {
	s := string(b)
	t := &text{s: s, starts: starts(s)}
	t.work = someWork + lineWork*t.len()
	return t
}

// starts gives where the lines of a text begin, and its end. Texts are far shorter
// than 2 GiB.
func starts(s string) []int32 {
	all := make([]int32, 1, strings.Count(s, "\n")+2)
	for at := 0; at < len(s); {
		if i := strings.IndexByte(s[at:], '\n'); i >= 0 {
			at += i + 1
		} else {
			at = len(s)
		}
		all = append(all, int32(at))
	}
	return all
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

// index finds lines by what they say but for the space around them. It is two numbers a
// line: a file may be nothing but line endings.
type index struct {
	seed  maphash.Seed
	first []int32 // 1 + the first line of each bucket, 0 for none
	next  []int32 // likewise, for each line the next of its bucket
}

func (x *index) bucket(trimmed string) int {
	return int(maphash.String(x.seed, trimmed) & uint64(len(x.first)-1))
}

func (t *text) indexed() *index {
	if t.index != nil {
		return t.index
	}
	size := 1
	for size < t.len()/2 {
		size *= 2
	}
	x := &index{maphash.MakeSeed(), make([]int32, size), make([]int32, t.len())}
	for i := t.len() - 1; i >= 0; i-- { // backward, so that each row rises
		b := x.bucket(strings.TrimSpace(t.line(i)))
		x.next[i], x.first[b] = x.first[b], int32(i+1)
	}
	t.index = x
	return x
}

// lines gives, in order, the numbers of the lines that are s but for the space around
// them.
func (t *text) lines(s string) iter.Seq[int] {
	s = strings.TrimSpace(s)
	return func(yield func(int) bool) {
		x := t.indexed()
		for i := int(x.first[x.bucket(s)]); i > 0; i = int(x.next[i-1]) {
			if strings.TrimSpace(t.line(i-1)) == s && !yield(i-1) {
				return
			}
		}
	}
}

// count gives how many lines are s but for the space around them, as far as most.
func (t *text) count(s string, most int) (n int) {
	for range t.lines(s) {
		if n++; n >= most {
			break
		}
	}
	return n
}
