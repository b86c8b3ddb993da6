package diff

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func all(c Choice) func(Hunk) Choice { return func(Hunk) Choice { return c } }

// Accepting every hunk gives the new content and rejecting every hunk the old, to
// the byte, whatever line endings, stray bytes or byte order mark they hold; so
// does picking every line or none.
func TestApplyAllOrNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := draw(t)
		d := Compare(before, after)
		if (len(d.Hunks) == 0) != bytes.Equal(before, after) {
			t.Fatalf("%d hunks between %q and %q", len(d.Hunks), before, after)
		}
		for _, tc := range []struct {
			name   string
			choice Choice
			want   []byte
		}{
			{"all accepted", Accept(), after},
			{"every line picked", Pick(func(Line) bool { return true }), after},
			{"all rejected", Reject(), before},
			{"no line picked", Pick(func(Line) bool { return false }), before},
		} {
			if got := d.Apply(all(tc.choice)); !bytes.Equal(got, tc.want) {
				t.Fatalf("%s: %q, want %q", tc.name, got, tc.want)
			}
		}
	})
}

// Any choice of hunks, own texts and single lines gives what a list of all lines,
// put in order and struck through, gives.
func TestApplyAnyChoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := draw(t)
		d := Compare(before, after)
		choices := map[int]Choice{}
		picked := map[int]func(Line) bool{}
		for _, h := range d.Hunks {
			chosen := rapid.Uint64().Draw(t, "lines")
			pick := func(l Line) bool { return chosen>>(uint(l.Old-l.New)%64)&1 == 1 }
			switch rapid.IntRange(0, 3).Draw(t, "choice") {
			case 0:
				choices[h.Index], picked[h.Index] = Accept(), func(Line) bool { return true }
			case 1:
				choices[h.Index], picked[h.Index] = Reject(), func(Line) bool { return false }
			case 2:
				choices[h.Index] = Replace([]byte("mine\n"))
			case 3:
				choices[h.Index], picked[h.Index] = Pick(pick), pick
			}
		}
		got := d.Apply(func(h Hunk) Choice { return choices[h.Index] })
		if want := modelOf(d, picked); !bytes.Equal(got, want) {
			t.Fatalf("%q, want %q, of\n%s", got, want, Unified(d, "a", "b", 1))
		}
	})
}

// modelOf writes every line of a diff that stays or was picked; a hunk that isn't
// in picked is replaced by the person's line.
func modelOf(d *Diff, picked map[int]func(Line) bool) []byte {
	var out []byte
	hunk := -1
	if len(d.Hunks) == 0 {
		return d.Before
	}
	for _, b := range d.Lines(1 << 30) {
		for len(b.Lines) > 0 {
			n := slices.IndexFunc(b.Lines, func(l Line) bool { return l.Kind != Keep })
			if n != 0 {
				if n < 0 {
					n = len(b.Lines)
				}
				for _, l := range b.Lines[:n] {
					out = append(out, l.Text...)
				}
				b.Lines = b.Lines[n:]
				continue
			}
			n = slices.IndexFunc(b.Lines, func(l Line) bool { return l.Kind == Keep })
			if n < 0 {
				n = len(b.Lines)
			}
			hunk++
			if take := picked[hunk]; take == nil {
				out = append(out, "mine\n"...)
			} else {
				out = append(out, struckOut(b.Lines[:n], take, d.ending())...)
			}
			b.Lines = b.Lines[n:]
		}
	}
	return out
}

func struckOut(lines []Line, take func(Line) bool, ending string) []byte {
	// Every line gets the number of an old line to stand at: its own, its
	// counterpart's, or that of the next old line with a counterpart.
	type placed struct {
		at, rank int
		line     Line
	}
	var rows []placed
	next := 1 << 30
	for _, l := range slices.Backward(lines) {
		switch {
		case l.Kind == Delete:
			rows = append(rows, placed{l.Old, 1, l})
		case l.Pair > 0:
			next = l.Pair
			rows = append(rows, placed{l.Pair, 2, l})
		default:
			rows = append(rows, placed{next, 0, l})
		}
	}
	slices.Reverse(rows)
	slices.SortStableFunc(rows, func(a, b placed) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.rank - b.rank
	})
	var out []byte
	for _, r := range rows {
		if take(r.line) != (r.line.Kind == Insert) {
			continue
		}
		if len(out) > 0 && out[len(out)-1] != '\n' {
			out = append(out, ending...)
		}
		out = append(out, r.line.Text...)
	}
	return out
}

// Single lines are chosen as one would by hand: a new line takes the place of the
// old one that it is a version of.
func TestPick(t *testing.T) {
	const before, after = "one apple\ntwo pears\nthree plums\n", "one ripe apple\ntwo ripe pears\nthree ripe plums\n"
	for _, tc := range []struct {
		name, before, after string
		old, new            []int
		want                string
	}{
		{"one pair", before, after, []int{1}, []int{1}, "one ripe apple\ntwo pears\nthree plums\n"},
		{"the last pair", before, after, []int{3}, []int{3}, "one apple\ntwo pears\nthree ripe plums\n"},
		{"only the new line", before, after, nil, []int{2}, "one apple\ntwo pears\ntwo ripe pears\nthree plums\n"},
		{"only the old line", before, after, []int{2}, nil, "one apple\nthree plums\n"},
		{"some of what is put in", "a\nd\n", "a\nb\nc\nd\n", nil, []int{3}, "a\nc\nd\n"},
		{"below a line without an ending", "a\r\nb", "a\r\nB\r\nC\r\n", nil, []int{3}, "a\r\nb\r\nC\r\n"},
		{"below the only line, without an ending", "b", "B\nC", nil, []int{1, 2}, "b\nB\nC"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := Compare([]byte(tc.before), []byte(tc.after)).Apply(all(Pick(func(l Line) bool {
				return slices.Contains(tc.old, l.Old) || slices.Contains(tc.new, l.New)
			})))
			if string(got) != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}
