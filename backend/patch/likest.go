package patch

import "strings"

const (
	likeLines = 20_000 // are looked at for one that is like another, around the hint
	likeBytes = 400    // of a line are compared
	likeLeast = 40     // per cent of two lines' pairs of bytes make them alike
)

// likest gives the line that is most like a text, by the pairs of bytes that both have,
// if one is like it at all.
func likest(t *text, want string, near int) (at int, ok bool) {
	want = like(want)
	if len(want) < 2 {
		return 0, false
	}
	var has, seen [1 << 16]int16
	for i := range len(want) - 1 {
		has[pair(want, i)]++
	}
	from := min(max(near-likeLines/2, 0), max(t.len()-likeLines, 0))
	best := likeLeast - 1
	for line := from; line < min(t.len(), from+likeLines); line++ {
		if n := shared(&has, &seen, want, like(t.line(line))); n > best || ok && n == best && abs(line-near) < abs(at-near) {
			at, best, ok = line, n, true
		}
	}
	return at, ok
}

func like(s string) string {
	s = strings.TrimSpace(s)
	return s[:min(len(s), likeBytes)]
}

func pair(s string, i int) int { return int(s[i])<<8 | int(s[i+1]) }

// shared gives how many per cent of the pairs of two texts both have; has are those of
// the first. seen is room, all 0.
func shared(has, seen *[1 << 16]int16, a, b string) int {
	if len(b) < 2 || len(b) > 3*len(a) || len(a) > 3*len(b) {
		return 0
	}
	n := 0
	for i := range len(b) - 1 {
		p := pair(b, i)
		if seen[p] < has[p] {
			n++
		}
		seen[p]++
	}
	for i := range len(b) - 1 {
		seen[pair(b, i)] = 0
	}
	return 200 * n / (len(a) + len(b) - 2)
}
