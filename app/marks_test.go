package app

import (
	"fmt"
	"testing"

	"redline/backend/checkpoints"
)

// A page sees what was changed outside between turns, looks at it, restores it, pins and
// finds turns, and is told what is kept.
func TestMarksPinsAndFinds(t *testing.T) {
	f := newFace(t, map[string]string{"a.md": "1\n"})
	f.approve(`replace "1" with "2" in a.md`)
	p, err := f.app.open()
	must(t, err)
	f.write("a.md", "mine\n")
	look, _ := p.Store.Look("a.md")
	file, err := p.Writer.File("a.md")
	must(t, err)
	_, _, err = p.Store.Observe(checkpoints.ByOutside, []checkpoints.Seen{{Sight: look, File: file}}, 2)
	must(t, err)

	s, err := f.timeline.State()
	must(t, err)
	if len(s.Outside) != 1 || s.Outside[0].Count != 3 || s.Outside[0].After != 1 || fmt.Sprint(s.Outside[0].Files) != "[a.md]" {
		t.Fatalf("outside %+v", s.Outside)
	}
	if s.Usage.Bytes == 0 || s.Usage.MaxBytes != checkpoints.DefaultMaxBytes || s.Usage.MaxAgeDays != 30 || s.Usage.Oldest != 1 {
		t.Errorf("usage %+v", s.Usage)
	}
	id := s.Outside[0].ID
	c, err := f.timeline.Outside(MarkRequest{id})
	must(t, err)
	if len(c.Files) != 1 || c.Files[0] != (OutsideFile{"a.md", "edited", true, true, true}) || c.More != 2 {
		t.Errorf("change %+v", c)
	}
	d, err := f.timeline.OutsideDiff(MarkFileRequest{Mark: id, Path: "a.md"})
	if must(t, err); changedLines(d) != "-2 +mine" {
		t.Errorf("diff %q", changedLines(d))
	}
	_, err = f.timeline.RestoreOutside(MarkFileRequest{Mark: id, Path: "a.md", Side: "before"})
	must(t, err)
	f.holds("a.md", "2\n")
	_, err = f.timeline.RestoreOutside(MarkFileRequest{Mark: id, Path: "a.md", Side: "after"})
	must(t, err)
	f.holds("a.md", "mine\n")
	for _, r := range []MarkFileRequest{{"o9", "a.md", "after"}, {id, "b.md", "after"}} {
		if _, err := f.timeline.RestoreOutside(r); codeIs(err) != CodeNotFound {
			t.Errorf("%+v: %v", r, err)
		}
	}

	s, err = f.timeline.Pin(PinRequest{1, "  the draft "})
	if must(t, err); s.Turns[0].Pin != "the draft" || s.Usage.Pinned != 1 {
		t.Errorf("pinned %+v", s.Turns[0])
	}
	if _, err := f.timeline.Pin(PinRequest{99, "x"}); codeIs(err) != CodeNotFound {
		t.Errorf("a pin of no turn: %v", err)
	}
	found, err := f.timeline.Find(FindRequest{"DRAFT a.md"})
	if must(t, err); fmt.Sprint(found) != "[{1 [a.md]}]" {
		t.Errorf("found %v", found)
	}
	turn, err := f.timeline.Turn(TurnRequest{1})
	must(t, err)
	if turn.Pin != "the draft" || turn.State != "kept" || len(turn.Files) != 1 || turn.Files[0] != (TurnChange{"a.md", "", "edited", 1, 1, true}) {
		t.Errorf("turn %+v", turn)
	}
	if _, err := f.timeline.Turn(TurnRequest{99}); codeIs(err) != CodeNotFound {
		t.Errorf("no turn: %v", err)
	}
}
