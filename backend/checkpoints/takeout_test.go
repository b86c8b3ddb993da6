package checkpoints

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// lines joins single letters to lines.
func lines(s string) string { return strings.ReplaceAll(s, "", "\n")[1:] }

// carryOut takes a turn out on the disk in memory.
func (d tree) carryOut(o TakeOut) {
	for _, f := range o.Files {
		if f.From != "" {
			d.set(f.From, "", false)
		}
	}
	for _, f := range o.Files {
		if !f.Stays() {
			d.set(f.Path, string(f.Then.Bytes), f.Then.Exists)
		}
	}
}

// A turn in the middle goes, and what came after it stays, whoever made it.
func TestTakeOut(t *testing.T) {
	type step struct {
		turn             int
		from, path, text string // text "" removes
	}
	w := func(turn int, path, text string) step { return step{turn, "", path, text} }
	const outside = 0
	for _, tc := range []struct {
		name    string
		before  tree
		steps   []step // turn 2 is taken out
		clashes string
		choices []Choice
		want    tree
	}{
		{"nothing since", tree{"f": lines("abc")}, []step{w(2, "f", lines("aBc"))}, "", nil, tree{"f": lines("abc")}},
		{"later lines stay", tree{"f": lines("abcdefg")}, []step{w(1, "f", lines("Abcdefg")), w(2, "f", lines("AbcDefg")), w(3, "f", lines("AbcDefG"))},
			"", nil, tree{"f": lines("AbcdefG")}},
		{"a person's lines stay", tree{"f": lines("abcdefg")}, []step{w(2, "f", lines("Abcdefg")), w(outside, "f", lines("AbcdefG"))}, "", nil, tree{"f": lines("abcdefG")}},
		{"in two runs", tree{"f": lines("abcdefg")}, []step{w(2, "f", lines("Abcdefg")), w(3, "f", lines("AbcDefg")), w(2, "f", lines("AbcDefG"))},
			"", nil, tree{"f": lines("abcDefg")}},
		{"created", tree{}, []step{w(2, "f", "x")}, "", nil, tree{}},
		{"created, gone since", tree{}, []step{w(2, "f", "x"), w(3, "f", "")}, "", nil, tree{}},
		{"deleted", tree{"f": "x"}, []step{w(2, "f", "")}, "", nil, tree{"f": "x"}},
		{"deleted since", tree{"f": "x"}, []step{w(2, "f", "y"), w(3, "f", "")}, "", nil, tree{}},
		{"several files", tree{"f": "x", "g": "y"}, []step{w(2, "f", "X"), w(2, "h", "z"), w(2, "g", "")}, "", nil, tree{"f": "x", "g": "y"}},
		{"one line, kept", tree{"f": "a\n"}, []step{w(2, "f", "b\n"), w(3, "f", "c\n")}, "f lines", []Choice{{"f", TakeNow, nil}}, tree{"f": "c\n"}},
		{"one line, restored", tree{"f": "a\n"}, []step{w(2, "f", "b\n"), w(3, "f", "c\n")}, "f lines", []Choice{{"f", TakeThen, nil}}, tree{"f": "a\n"}},
		{"one line, then", tree{"f": "a\n"}, []step{w(2, "f", "b\n"), w(3, "f", "c\n")}, "f lines", []Choice{{"f", TakeMerge, []Pick{{Take: TakeThen}}}}, tree{"f": "a\n"}},
		{"one line, rewritten", tree{"f": "a\n"}, []step{w(2, "f", "b\n"), w(3, "f", "c\n")}, "f lines", []Choice{{"f", TakeMerge, []Pick{{Text: "d\n"}}}}, tree{"f": "d\n"}},
		{"created and changed", tree{}, []step{w(2, "f", "x"), w(3, "f", "y")}, "f changed", []Choice{{"f", TakeThen, nil}}, tree{}},
		{"no text", tree{"f": "\x00a"}, []step{w(2, "f", "\x00b"), w(outside, "f", "\x00c")}, "f changed", []Choice{{"f", TakeNow, nil}}, tree{"f": "\x00c"}},
		{"made again", tree{"f": "x"}, []step{w(2, "f", ""), w(3, "f", "y")}, "f returned", []Choice{{"f", TakeThen, nil}}, tree{"f": "x"}},
		{"moved", tree{"f": "x"}, []step{{2, "f", "g", "x"}}, "", nil, tree{"f": "x"}},
		{"moved, edited since", tree{"f": lines("abc")}, []step{{2, "f", "g", lines("abc")}, w(3, "g", lines("abC"))}, "", nil, tree{"f": lines("abC")}},
		{"moved on", tree{"f": lines("abcde")}, []step{{2, "f", "g", lines("Abcde")}, {3, "g", "h", lines("AbcdE")}}, "", nil, tree{"h": lines("abcdE")}},
		{"edited, moved since", tree{"f": lines("abc")}, []step{w(2, "f", lines("Abc")), {3, "f", "g", lines("Abc")}}, "", nil, tree{"g": lines("abc")}},
		{"moved over another", tree{"f": "x", "g": "y"}, []step{{2, "f", "g", "x"}}, "", nil, tree{"f": "x", "g": "y"}},
		{"moved, another in its place", tree{"f": "x"}, []step{{2, "f", "g", "x"}, w(2, "f", "z")}, "", nil, tree{"f": "x"}},
		{"old name taken, kept", tree{"f": "x"}, []step{{2, "f", "g", "x"}, w(3, "f", "z")}, "f taken", []Choice{{"f", TakeNow, nil}}, tree{"f": "z", "g": "x"}},
		{"old name taken, restored", tree{"f": "x"}, []step{{2, "f", "g", "x"}, w(3, "f", "z")}, "f taken", []Choice{{"f", TakeThen, nil}}, tree{"f": "x"}},
		{"moved and gone", tree{"f": "x"}, []step{{2, "f", "g", "x"}, w(3, "g", "")}, "", nil, tree{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, disk := openStore(t, t.TempDir()), tc.before
			for n := range 3 {
				begin(t, s, string(rune('0'+n+1)), 1)
			}
			for _, st := range tc.steps {
				session := string(rune('0' + st.turn))
				switch {
				case st.turn == outside:
					disk.set(st.path, st.text, st.text != "")
				case st.from != "":
					moveFile(t, s, disk, session, st.from, st.path, st.text)
				default:
					edit(t, s, disk, session, st.path, st.text)
				}
			}
			o, err := s.PlanTakeOut(2, disk.read)
			must(t, err)
			var clashes []string
			for _, f := range o.Files {
				if f.Clash != "" {
					clashes = append(clashes, f.Path+" "+string(f.Clash))
				}
			}
			if got := strings.Join(clashes, ", "); got != tc.clashes {
				t.Fatalf("clashes %q, want %q", got, tc.clashes)
			}
			o, err = s.ChooseTakeOut(o, tc.choices)
			must(t, err)
			if left := o.Clashes(); len(left) > 0 {
				t.Errorf("left to choose: %q", left)
			}
			if disk.carryOut(o); !equalTrees(disk, tc.want) {
				t.Errorf("the folder holds %q, want %q", disk, tc.want)
			}
		})
	}
}

func equalTrees(a, b tree) bool {
	for _, path := range slices.Concat(keys(a), keys(b)) {
		if !a.same(b, path) {
			return false
		}
	}
	return true
}

func keys(d tree) (all []string) {
	for path := range d {
		all = append(all, path)
	}
	return all
}

// What can't be followed is refused, and what is shown has a name that changes with it.
func TestTakeOutRefuses(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{"f": "a\n", "b": "\x00"}
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", "b\n")
	edit(t, s, disk, "a", "b", "\x00b")
	begin(t, s, "a", 2)
	edit(t, s, disk, "a", "f", "c\n")
	edit(t, s, disk, "a", "b", "\x00c")
	if _, err := s.PlanTakeOut(7, disk.read); !errors.Is(err, ErrNoTurn) {
		t.Errorf("no such turn: %v", err)
	}
	o, err := s.PlanTakeOut(1, disk.read)
	must(t, err)
	for _, c := range []struct {
		choice Choice
		want   error
	}{
		{Choice{"f", TakeMerge, nil}, ErrPicks},
		{Choice{"f", TakeMerge, []Pick{{Take: TakeNow}, {Take: TakeNow}}}, ErrPicks},
		{Choice{"b", TakeMerge, nil}, ErrNoMerge},
		{Choice{"g", TakeNow, nil}, ErrNoConflict},
	} {
		if _, err := s.ChooseTakeOut(o, []Choice{c.choice}); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.choice, err, c.want)
		}
	}
	if _, err := s.ChooseTakeOut(o, []Choice{{"f", "perhaps", nil}}); err == nil {
		t.Error("a choice that is none was taken")
	}
	shown := o.Shown()
	disk["f"] = "d\n"
	if o, err = s.PlanTakeOut(1, disk.read); err != nil || o.Shown() == shown {
		t.Errorf("another plan has the same name (%v)", err)
	}
}

// A person's edit can be merged with what a rewind restores; it stays an edit from
// outside, and redo takes the merge back.
func TestMergeInRewind(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{"f": lines("abcde"), "g": "x\n"}
	begin(t, s, "a", 1)
	edit(t, s, disk, "a", "f", lines("Abcde"))
	edit(t, s, disk, "a", "g", "y\n")
	disk["f"], disk["g"] = lines("AbcdE"), "z\n"
	plan, err := s.PlanUndo(disk.state)
	must(t, err)
	if _, err := s.Choose(plan, []Choice{{"g", TakeMerge, nil}}, disk.read); !errors.Is(err, ErrPicks) {
		t.Errorf("an unsettled merge: %v", err)
	}
	if _, err := s.Choose(plan, []Choice{{"f", "perhaps", nil}}, disk.read); err == nil {
		t.Error("a choice that is none was taken")
	}
	plan, err = s.Choose(plan, []Choice{{"f", TakeMerge, nil}, {"g", TakeMerge, []Pick{{Text: "w\n"}}}}, disk.read)
	must(t, err)
	if len(plan.Conflicts) > 0 {
		t.Fatalf("left in conflict: %+v", plan.Conflicts)
	}
	carry(t, s, disk, plan, nil)
	if disk["f"] != lines("abcdE") || disk["g"] != "w\n" {
		t.Errorf("merged to %q", disk)
	}
	plan, err = s.PlanRedo(disk.state)
	must(t, err)
	if len(plan.Conflicts) > 0 {
		t.Errorf("FS-63: what the rewind itself merged is in conflict: %+v", plan.Conflicts)
	}
	carry(t, s, disk, plan, nil)
	if disk["f"] != lines("AbcdE") || disk["g"] != "z\n" {
		t.Errorf("redo gives %q", disk)
	}
	plan, err = s.PlanUndo(disk.state)
	if must(t, err); len(plan.Conflicts) != 2 {
		t.Errorf("the person's edits are forgotten: %+v", plan.Conflicts)
	}
}
