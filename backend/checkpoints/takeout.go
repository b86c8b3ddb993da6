package checkpoints

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"redline/backend/workspace"
)

// Clash is why a file can't be freed of a turn without somebody choosing.
type Clash string

// The clashes, with what may be chosen besides keeping the file.
const (
	ClashLines    Clash = "lines"    // later changes touch the same lines: restore, merge
	ClashChanged  Clash = "changed"  // the turn made it, or it is no text, and it was changed since: restore
	ClashReturned Clash = "returned" // the turn removed it, and another is there now: restore
	ClashTaken    Clash = "taken"    // the turn moved it away, and another has its old name: restore
	ClashLost     Clash = "lost"     // what it was is not kept any more, or it can't be reached: nothing
)

// Taken is what becomes of one file when a turn is taken out.
type Taken struct {
	Path   string
	From   string         // where the content is now, of a file that goes back to the name that it had
	Now    workspace.File // what stands at Path
	Source workspace.File // what stands at From
	Then   workspace.File // what is to stand at Path; no content unless it differs from Now
	Clash  Clash          // "" when nobody has to choose, or somebody did
	Merge  *Merging       // with ClashLines
	Reason string         // with ClashLost, a sentence

	before workspace.State // what stood there before the turn
}

// Stays tells whether the file is left as it is.
func (t Taken) Stays() bool {
	return t.From == "" && t.Now.Same(t.Then.State) && t.Now.Mode == t.Then.Mode
}

// TakeOut is what taking one turn out of the line does, while everything that came
// after it stays. Nothing is written by it: it is carried out as a new turn.
type TakeOut struct {
	Turn    int
	Files   []Taken  // in the order of their paths
	Folders []string // that the turn made, outermost first; empty ones are to go too
}

// Reader gives what stands at a path, in display form.
type Reader func(path string) (workspace.File, error)

// PlanTakeOut plans to take out a kept turn: what it did to each file is taken back by
// a three-way merge with what stands there now, also under the name that a later turn
// gave it, so that later changes and edits from outside stay.
func (s *Store) PlanTakeOut(number int, read Reader) (TakeOut, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.turn(number)
	if t == nil || t.state != Kept {
		return TakeOut{}, fmt.Errorf("turn %d: %w", number, ErrNoTurn)
	}
	out := TakeOut{Turn: number}
	kept := newTally(t.entries, func(e *entry) bool { return e.state == Kept })
	for _, c := range kept.changes() {
		if !isFolder(c.Path) {
			out.Files = append(out.Files, s.takeOut(kept, t, c, read)...)
		}
	}
	for _, e := range t.entries {
		if e.state == Kept {
			out.Folders = append(out.Folders, e.Folders...)
		}
	}
	slices.Sort(out.Folders)
	out.Folders = slices.Compact(out.Folders)
	out.Files = slices.DeleteFunc(out.Files, func(f Taken) bool { return f.Clash == "" && f.Stays() })
	slices.SortFunc(out.Files, func(a, b Taken) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// Clashes are the paths that somebody has to choose for.
func (o TakeOut) Clashes() []string {
	var paths []string
	for _, f := range o.Files {
		if f.Clash != "" {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// Shown names what the plan shows, so that what is carried out is what was looked at.
func (o TakeOut) Shown() string {
	h := sha256.New()
	for _, f := range o.Files {
		fmt.Fprintf(h, "%q %q %s %s %s %s\n", f.Path, f.From, f.Now.Hash, f.Source.Hash, f.Then.Hash, f.Clash)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// span is a run of a turn's changes of one file that no other turn's stand between.
type span struct{ before, after workspace.State }

// spans gives the runs of a turn's kept changes of a path, in order, and the number of
// the last change.
func (s *Store) spans(turn int, path string) (all []span, last int) {
	joined := false
	for _, e := range s.paths[path] {
		switch {
		case e.state != Kept:
			continue
		case e.Turn != turn:
			joined = false
			continue
		case joined:
			all[len(all)-1].after = e.After
		default:
			all = append(all, span{e.Before, e.After})
		}
		joined, last = true, e.seq
	}
	return all, last
}

// whereNow follows the moves that kept turns made of a file after a change.
func (s *Store) whereNow(path string, seq int) string {
	for {
		i := slices.IndexFunc(s.moved[path], func(e *entry) bool { return e.state == Kept && e.seq > seq })
		if i < 0 {
			return path
		}
		e := s.moved[path][i]
		path, seq = e.Path, e.seq
	}
}

// takeOut works out what becomes of one file, and of what was moved over in its place.
func (s *Store) takeOut(kept *tally, t *turn, c FileChange, read Reader) []Taken {
	spans, last := s.spans(t.number, c.Path)
	at := s.whereNow(c.Path, last)
	if c.Kind != Moved {
		return []Taken{s.without(Taken{Path: at, before: spans[0].before}, spans, read)}
	}
	// All that the turn did to the content is one step, from its old name to the new.
	sum := kept.files[c.Path]
	if kept.files[c.From].last.Exists {
		// The turn put another file under the old name: each is freed by itself.
		return []Taken{s.without(Taken{Path: at, before: sum.first}, []span{{sum.first, sum.last}}, read)}
	}
	whole := []span{{sum.before, sum.last}}
	if at != c.Path {
		return []Taken{s.without(Taken{Path: at, before: sum.before}, whole, read)}
	}
	moved := s.without(Taken{Path: at, before: sum.before}, whole, read)
	if !moved.Now.Exists || moved.Clash == ClashLost {
		return []Taken{moved}
	}
	old, err := read(c.From)
	back := moved
	back.Path, back.From, back.Source, back.Now = c.From, c.Path, moved.Now, old
	switch {
	case err != nil:
		back.Clash, back.Reason = ClashLost, err.Error()
	case old.Exists:
		back.Clash, back.Merge = ClashTaken, nil
		if moved.Clash != "" {
			back.Then, err = s.file(sum.before)
		}
		if err != nil {
			back.Clash, back.Reason = ClashLost, err.Error()
		}
	}
	if !sum.first.Exists || back.Clash != "" {
		return []Taken{back}
	}
	// Another file stood under the new name, and comes back as the moved one goes.
	over := Taken{Path: c.Path, Now: moved.Now, before: sum.first}
	if over.Then, err = s.file(sum.first); err != nil {
		over.Clash, over.Reason = ClashLost, err.Error()
	}
	back.From, back.Source = "", workspace.File{}
	return []Taken{back, over}
}

// without takes the spans out of what stands at the path, the last one first.
func (s *Store) without(f Taken, spans []span, read Reader) Taken {
	now, err := read(f.Path)
	if err != nil {
		f.Clash, f.Reason = ClashLost, err.Error()
		return f
	}
	f.Now, f.Then = now, now
	for i, sp := range slices.Backward(spans) {
		var clash Clash
		f.Then, f.Merge, clash, err = s.unmake(f.Then, sp)
		if errors.Is(err, ErrNoMerge) {
			clash, err = ClashChanged, nil
		}
		switch {
		case err != nil:
			f.Clash, f.Reason, f.Then = ClashLost, err.Error(), now
		case clash == ClashLines && i > 0:
			f.Clash, f.Merge, f.Then = ClashChanged, nil, now // in more than one step: it can't be shown as one merge
		case clash != "":
			f.Clash, f.Then = clash, now
		default:
			continue
		}
		break
	}
	return f
}

// unmake takes one span out of a content.
func (s *Store) unmake(now workspace.File, sp span) (workspace.File, *Merging, Clash, error) {
	switch {
	case now.Same(sp.after):
		then, err := s.file(sp.before)
		if now.Mode != sp.after.Mode && then.Exists && now.Exists {
			then.Mode = now.Mode // somebody changed it since
		}
		return then, nil, "", err
	case !now.Exists:
		return now, nil, "", nil // it was removed since: nothing of the turn is left in it
	case !sp.after.Exists:
		return now, nil, ClashReturned, nil
	case !sp.before.Exists:
		return now, nil, ClashChanged, nil
	}
	base, err := s.blobs.get(sp.after.Hash)
	if err != nil {
		return now, nil, "", err
	}
	then, err := s.blobs.get(sp.before.Hash)
	if err != nil {
		return now, nil, "", err
	}
	m, err := Merge(base, now.Bytes, then)
	if err != nil {
		return now, nil, "", err
	}
	if len(m.Conflicts()) > 0 {
		return now, m, ClashLines, nil
	}
	content, err := m.Settle(nil)
	return fileWith(content, now.Mode), nil, "", err
}

// file gives a state with its content.
func (s *Store) file(of workspace.State) (workspace.File, error) {
	content, err := s.content(of)
	if err != nil {
		return workspace.File{}, err
	}
	return workspace.File{State: of, Bytes: content}, nil
}

// ChooseTakeOut settles clashes as a person chose. Restore puts back what stood there before
// the turn, whatever was made of it since.
func (s *Store) ChooseTakeOut(o TakeOut, choices []Choice) (TakeOut, error) {
	o.Files = slices.Clone(o.Files)
	for _, c := range choices {
		i := slices.IndexFunc(o.Files, func(f Taken) bool { return f.Path == c.Path })
		if i < 0 || o.Files[i].Clash == "" {
			return o, fmt.Errorf("%s %w", c.Path, ErrNoConflict)
		}
		f, err := s.chosen(o.Files[i], c)
		if err != nil {
			return o, fmt.Errorf("%s %w", c.Path, err)
		}
		f.Clash, f.Merge = "", nil
		o.Files[i] = f
	}
	return o, nil
}

func (s *Store) chosen(f Taken, c Choice) (Taken, error) {
	switch {
	case c.Take == TakeNow:
		f.Then, f.From, f.Source = f.Now, "", workspace.File{}
		return f, nil
	case c.Take == TakeThen && f.Clash == ClashTaken:
		return f, nil
	case c.Take == TakeThen && f.Clash != ClashLost:
		then, err := s.file(f.before)
		f.Then = then
		return f, err
	case c.Take == TakeMerge && f.Merge != nil:
		content, err := f.Merge.Settle(c.Picks)
		f.Then = fileWith(content, f.Now.Mode)
		if f.From != "" {
			f.Then.Mode = f.Source.Mode
		}
		return f, err
	case c.Take == TakeMerge:
		return f, ErrNoMerge
	case f.Clash == ClashLost:
		return f, fmt.Errorf("it can only be kept as it is: %s", f.Reason)
	}
	return f, fmt.Errorf("(%q) %w", c.Take, ErrChoice)
}

func fileWith(content []byte, mode fs.FileMode) workspace.File {
	return workspace.File{
		State: workspace.State{Exists: true, Hash: workspace.HashOf(content), Size: int64(len(content)), Mode: mode},
		Bytes: content,
	}
}
