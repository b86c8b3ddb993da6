package diff

import (
	"bytes"
	"hash/maphash"
	"slices"
)

// splitLines cuts a text after every LF. The parts share its bytes.
func splitLines(text []byte) [][]byte {
	lines := make([][]byte, 0, bytes.Count(text, []byte("\n"))+1)
	for len(text) > 0 {
		n := bytes.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		lines = append(lines, text[:n:n])
		text = text[n:]
	}
	return lines
}

// numbered gives equal parts of two texts equal numbers, from 0 in order of first
// appearance, and says how many numbers there are.
func numbered(a, b [][]byte) (x, y []int32, n int) {
	t := newNumbers(len(a) + len(b))
	x = t.all(a)
	return x, t.following(b, a, x), len(t.parts)
}

// numbers is an open table of parts by hash. A map of strings would copy every
// part once more.
type numbers struct {
	seed  maphash.Seed
	slots []int32 // 1 + the number of the part, 0 for an empty slot
	parts [][]byte
}

func newNumbers(most int) *numbers {
	size := 8
	for size < 2*most {
		size *= 2
	}
	return &numbers{seed: maphash.MakeSeed(), slots: make([]int32, size), parts: make([][]byte, 0, most/2+most/8+1)}
}

func (t *numbers) all(parts [][]byte) []int32 {
	ids := make([]int32, len(parts))
	for i, p := range parts {
		ids[i] = t.of(p)
	}
	return ids
}

// following numbers parts that are mostly those of a text before, whose numbers are x,
// in the same order: most are found without a look into the table.
func (t *numbers) following(parts, before [][]byte, x []int32) []int32 {
	first := make([]int, len(t.parts)) // where the text before has each number first
	for i, id := range slices.Backward(x) {
		first[id] = i
	}
	ids := make([]int32, len(parts))
	next := 0
	for i, p := range parts {
		if next < len(before) && bytes.Equal(before[next], p) {
			ids[i] = x[next]
			next++
			continue
		}
		ids[i] = t.of(p)
		if id := int(ids[i]); id < len(first) {
			next = first[id] + 1
		}
	}
	return ids
}

func (t *numbers) of(part []byte) int32 {
	mask := uint64(len(t.slots) - 1)
	for at := maphash.Bytes(t.seed, part) & mask; ; at = (at + 1) & mask {
		id := t.slots[at] - 1
		if id < 0 {
			t.parts = append(t.parts, part)
			t.slots[at] = int32(len(t.parts))
			return int32(len(t.parts) - 1)
		}
		if bytes.Equal(t.parts[id], part) {
			return id
		}
	}
}
