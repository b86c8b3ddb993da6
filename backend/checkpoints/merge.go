package checkpoints

import (
	"errors"
	"fmt"

	"redline/backend/diff"
	"redline/backend/workspace"
)

// Take is what a person chooses for a file that both they, or a later turn, and the
// timeline have a claim to.
type Take string

// What can be chosen.
const (
	TakeNow   Take = "keep"    // what stands there now
	TakeThen  Take = "restore" // what stood there then
	TakeMerge Take = "merge"   // both: the changes since, on what stood there then
)

// Choice is a person's answer for one file.
type Choice struct {
	Path string
	Take Take
	// Picks settle the conflicts of a merge, in their order; a merge without conflicts
	// needs none.
	Picks []Pick
}

// Pick is what is put in place of one conflict of a merge: the lines as they are now,
// as they were then, or Text.
type Pick struct {
	Take Take // TakeNow or TakeThen; "" for Text
	Text string
}

// Why a choice can't be followed. Nothing is changed then.
var (
	ErrNoMerge = errors.New("can't be merged: it is not text, or one of the sides is not there. Keep it or restore it")
	ErrPicks   = errors.New("has conflicts that the choice doesn't settle; nothing was changed. Choose for each of them")
	// ErrNoConflict says that nobody has to choose for the file.
	ErrNoConflict = errors.New("is in no conflict; nothing was changed. Look at it again")
	// ErrChoice says that the choice is none that there is.
	ErrChoice = errors.New("can't be chosen: it is keep, restore or merge; nothing was changed")
)

// Merging is a file that two sides changed: ours as it is now, theirs as it was then.
type Merging struct {
	*diff.Merge
	encoding workspace.Text
}

// Merge merges two changes of a content as texts; in UTF-16 they are merged decoded,
// and the result has the encoding of ours. It fails with ErrNoMerge when one is no text.
func Merge(base, ours, theirs []byte) (*Merging, error) {
	var texts [3]workspace.Text
	isWide := false
	for i, b := range [][]byte{base, ours, theirs} {
		t, err := workspace.Decode(b)
		if err != nil {
			return nil, ErrNoMerge
		}
		texts[i], isWide = t, isWide || t.Wide()
	}
	if !isWide {
		return &Merging{diff.Merge3(base, ours, theirs), workspace.Text{}}, nil
	}
	m := diff.Merge3([]byte(texts[0].Content), []byte(texts[1].Content), []byte(texts[2].Content))
	return &Merging{m, texts[1]}, nil
}

// Settle gives the merged content, with a pick for each conflict.
func (m *Merging) Settle(picks []Pick) ([]byte, error) {
	if conflicts := m.Conflicts(); len(picks) != len(conflicts) {
		return nil, fmt.Errorf("%w (%d of %d)", ErrPicks, len(picks), len(conflicts))
	}
	next := 0
	merged := m.Apply(func(s diff.Stretch) []byte {
		p := picks[next]
		next++
		switch p.Take {
		case TakeNow:
			return m.Ours[s.Ours.From:s.Ours.To]
		case TakeThen:
			return m.Theirs[s.Theirs.From:s.Theirs.To]
		}
		return []byte(p.Text)
	})
	return m.encoding.Encode(string(merged)), nil
}

// MergeConflict merges what a person made of a file with what a plan would put in its
// place. read gives what stands at a path now.
func (s *Store) MergeConflict(p Plan, path string, read Reader) (*Merging, error) {
	step, ok := p.step(path)
	if !ok {
		return nil, fmt.Errorf("%s %w", path, ErrNoConflict)
	}
	if !step.Now.Exists || !step.Then.Exists || !step.Expected.Exists {
		return nil, fmt.Errorf("%s %w", path, ErrNoMerge)
	}
	now, err := read(path)
	if err != nil {
		return nil, err
	}
	if !now.Same(step.Now) {
		return nil, fmt.Errorf("%s %w", path, workspace.ErrStale)
	}
	base, err := s.Blob(step.Expected.Hash)
	if err != nil {
		return nil, fmt.Errorf("%s can't be merged: %w. Keep it or restore it", path, err)
	}
	then, err := s.Blob(step.Then.Hash)
	if err != nil {
		return nil, fmt.Errorf("%s can't be merged: %w. Keep it", path, err)
	}
	m, err := Merge(base, now.Bytes, then)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return m, nil
}

// Choose settles conflicts of a plan as a person chose. What is merged stays an edit
// from outside for the timeline, as what is kept does: the next move finds it again.
func (s *Store) Choose(p Plan, choices []Choice, read Reader) (Plan, error) {
	for _, c := range choices {
		switch c.Take {
		case TakeNow:
			p = p.Keep(c.Path)
		case TakeThen:
			p = p.settled(c.Path)
		case TakeMerge:
			m, err := s.MergeConflict(p, c.Path, read)
			if err != nil {
				return p, err
			}
			content, err := m.Settle(c.Picks)
			if err != nil {
				return p, fmt.Errorf("%s %w", c.Path, err)
			}
			p = p.settled(c.Path).write(c.Path, content)
		default:
			return p, fmt.Errorf("%q for %q %w", c.Take, c.Path, ErrChoice)
		}
	}
	return p, nil
}
