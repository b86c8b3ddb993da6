package match

import "strings"

// The anchored block (Blade): at least three lines, of which so many in a hundred
// between the first and the last are those of the file.
const (
	minAnchored    = 3
	enoughAnchored = 85
)

// maxComparisons bounds the search where a file repeats the first line of the text
// over and over; past it, the step finds nothing.
const maxComparisons = 20_000_000

// findAnchored looks for a block of as many lines, whose first and last are those
// of the target, and enough of those between.
func findAnchored(f *Found, text string) bool {
	given := lineKeys(f.target)
	if len(given) < minAnchored || given[0] == "" || given[len(given)-1] == "" {
		return false
	}
	folds := foldLines(text)
	there := splitKeys(folds.text)
	ids := newIDs(given, there)
	var equal [][]bool
	f.Places = nil
	comparisons, at := 0, 0
	for i := 0; i+len(given) <= len(there); i++ {
		if ids.there[i] == ids.given[0] && ids.there[i+len(given)-1] == ids.given[len(given)-1] {
			same, n := ids.compare(i)
			comparisons += n
			if same != nil {
				to := at + 1
				for _, key := range there[i : i+len(given)] {
					to += len(key) + 1
				}
				f.Places = append(f.Places, f.lines(text, folds, at, to))
				equal = append(equal, same)
			}
		}
		if comparisons > maxComparisons {
			return false
		}
		at += len(there[i]) + 1
	}
	return len(f.Places) > 0 && f.indent(text, func(place, line int) bool {
		return line < len(equal[place]) && equal[place][line]
	})
}

// lineKeys gives what the lines of a text are compared by.
func lineKeys(s string) []string { return splitKeys(foldLines(s).text) }

func splitKeys(lines string) []string {
	lines = strings.TrimSuffix(strings.TrimPrefix(lines, "\n"), "\n")
	return strings.Split(lines, "\n")
}

// lineIDs is two lists of lines, equal lines having equal numbers; 0 is a line of
// the file that the target doesn't have.
type lineIDs struct{ given, there []int32 }

func newIDs(given, there []string) lineIDs {
	known := map[string]int32{}
	ids := lineIDs{make([]int32, len(given)), make([]int32, len(there))}
	for i, line := range given {
		if known[line] == 0 {
			known[line] = int32(len(known) + 1)
		}
		ids.given[i] = known[line]
	}
	for i, line := range there {
		ids.there[i] = known[line]
	}
	return ids
}

// compare tells which lines of the block that begins at line i of the file are those
// of the target, nil when too few are, and how many it looked at.
func (ids lineIDs) compare(i int) (same []bool, looked int) {
	between := len(ids.given) - 2
	wrong := 0
	for k, id := range ids.given {
		if id != ids.there[i+k] {
			wrong++
		}
		if wrong*100 > between*(100-enoughAnchored) {
			return nil, k
		}
	}
	same = make([]bool, len(ids.given))
	for k, id := range ids.given {
		same[k] = id == ids.there[i+k]
	}
	return same, len(ids.given)
}
