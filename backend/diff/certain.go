package diff

import "slices"

// change is what one side of a merge did to a stretch of the base.
type change struct {
	wide  Range // lines of the base: what it replaces, with the lines that can be matched in more than one way
	core  int   // where, as git places it, it begins
	grown int   // by how many lines it is longer than what it replaces
}

// changesOf finds what a side did to the base, and how far around each change the
// lines are uncertain: lines that occur more than once can be matched in several
// ways, all of them right for a diff, but a merge must not depend on which.
func changesOf(x, y []int32, n int) []change {
	// As git places them, for which changes touch.
	core := slid(match(x, y, n).changes(), x, y, lowest)
	kept := keptLines(len(x), core)
	agree(kept, keptLines(len(x), slid(fewestOf(x, y, n).changes(), x, y, lowest)))
	agree(kept, fromBehind(x, y, n))
	embedded(kept, x, y)
	var out []change
	for i, j := 0, 0; i < len(x) || j < len(y); {
		c := change{wide: Range{i, i}}
		from := j
		for i < len(x) && kept[i] < 0 {
			i++
		}
		if j = len(y); i < len(x) {
			j = kept[i]
		}
		if c.wide.To = i; c.wide.From < i || from < j {
			c.grown = j - from - (i - c.wide.From)
			if c.core, core = coreOf(c.wide, core); c.core >= 0 {
				out = append(out, c)
			}
		}
		i, j = i+1, j+1
	}
	return out
}

// coreOf takes the changes that lie in a wide one off the list, and gives the line
// at which the first of them begins.
func coreOf(wide Range, core []box) (first int, rest []box) {
	first = -1
	for len(core) > 0 && core[0].a1 <= wide.To {
		if first < 0 {
			first = core[0].a0
		}
		core = core[1:]
	}
	return first, core
}

// keptLines gives for each old line the new line that it is, or -1.
func keptLines(n int, changes []box) []int {
	kept := make([]int, n)
	i, shift := 0, 0
	for _, c := range changes {
		for ; i < c.a0; i++ {
			kept[i] = i + shift
		}
		for ; i < c.a1; i++ {
			kept[i] = -1
		}
		shift = c.b1 - c.a1
	}
	for ; i < n; i++ {
		kept[i] = i + shift
	}
	return kept
}

// agree takes for changed whatever the other doesn't match alike.
func agree(kept, other []int) {
	for i := range kept {
		if kept[i] != other[i] {
			kept[i] = -1
		}
	}
}

func fewestOf(x, y []int32, n int) *matcher {
	m := newMatcher(x, y, n)
	m.fewest(trimmed(box{0, len(x), 0, len(y)}, x, y), false)
	return m
}

// fromBehind is keptLines of a comparison that begins at the end.
func fromBehind(x, y []int32, n int) []int {
	x, y = slices.Clone(x), slices.Clone(y)
	slices.Reverse(x)
	slices.Reverse(y)
	kept := keptLines(len(x), slid(fewestOf(x, y, n).changes(), x, y, lowest))
	slices.Reverse(kept)
	for i, j := range kept {
		if j >= 0 {
			kept[i] = len(y) - 1 - j
		}
	}
	return kept
}

// embedded takes for changed what, of the lines that are kept, could as well be
// another line of either side, the others being where they are or not.
func embedded(kept []int, x, y []int32) {
	var at []int
	var row []int32
	for i, j := range kept {
		if j >= 0 {
			at, row = append(at, i), append(row, x[i])
		}
	}
	inX, inY := fixed(row, x), fixed(row, y)
	for k, i := range at {
		if !inX[k] || !inY[k] {
			kept[i] = -1
		}
	}
}

// fixed tells for each part of a row, which occurs in order in all, whether it can
// be found there in one place alone.
func fixed(row, all []int32) []bool {
	first := make([]int, len(row))
	for i, k := 0, 0; k < len(row); i++ {
		if all[i] == row[k] {
			first[k] = i
			k++
		}
	}
	out := make([]bool, len(row))
	for i, k := len(all)-1, len(row)-1; k >= 0; i-- {
		if all[i] == row[k] {
			out[k] = first[k] == i
			k--
		}
	}
	return out
}
