package match

import "strings"

// enoughAlike is how much of a text, in a hundred of its letters taken by threes,
// must stand together somewhere for that to be called near.
const enoughAlike = 50

// triples is a set of runs of three letters, kept by a hash: one in 65,536 too many
// does no harm.
type triples [1 << 16 / 64]uint64

func (t *triples) add(h uint16)      { t[h>>6] |= 1 << (h & 63) }
func (t *triples) has(h uint16) bool { return t[h>>6]&(1<<(h&63)) != 0 }

// eachTriple gives the runs of three in a line, without its white space and without
// regard to small and capital letters.
func eachTriple(line string, do func(h uint16)) (n int) {
	var last [3]uint32
	seen := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		if c == ' ' || c == '\t' {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		last[0], last[1], last[2] = last[1], last[2], uint32(c)
		if seen++; seen >= len(last) {
			do(uint16((last[0]*0x9e3779b1 ^ last[1]*0x85ebca6b ^ last[2]*0xc2b2ae35) >> 15))
			n++
		}
	}
	return n
}

// nearest finds the lines, as many as the target has, that have most in common with
// it.
func nearest(text, target string) (from, to int, ok bool) {
	var wanted triples
	given := strings.Split(strings.TrimSuffix(target, "\n"), "\n")
	want := 0
	for _, line := range given {
		want += eachTriple(line, wanted.add)
	}
	type line struct{ at, hits, all int }
	var window []line // the last lines, as many as were given
	hits, all, best := 0, 0, 0.0
	for at := 0; at < len(text); {
		end := at + strings.IndexByte(text[at:], '\n')
		if end < at {
			end = len(text)
		}
		l := line{at: at}
		l.all = eachTriple(text[at:end], func(h uint16) {
			if wanted.has(h) {
				l.hits++
			}
		})
		window = append(window, l)
		hits, all = hits+l.hits, all+l.all
		if len(window) > len(given) {
			hits, all = hits-window[0].hits, all-window[0].all
			window = window[1:]
		}
		whole := len(window) == len(given) || end+1 >= len(text)
		if score := float64(2*hits) / float64(max(1, all+want)); whole && score > best {
			best, from, to = score, window[0].at, end
		}
		at = end + 1
	}
	return from, to, want > 0 && best*100 >= enoughAlike
}
