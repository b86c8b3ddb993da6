package checkpoints

import (
	"redline/backend/diff"
	"redline/backend/workspace"
)

// Compare finds the difference of two files as texts, and what makes bytes of such
// a text again. UTF-16 is compared decoded: cut at its bytes, it could be put
// together wrongly. UTF-8 is compared as it is, stray bytes included. ok is false
// where either is not text.
func Compare(before, after []byte) (d *diff.Diff, encoding workspace.Text, ok bool) {
	if workspace.IsPlain(before) && workspace.IsPlain(after) {
		return diff.Compare(before, after), workspace.Text{}, true
	}
	a, errA := workspace.Decode(before)
	b, errB := workspace.Decode(after)
	switch {
	case errA != nil || errB != nil:
		return nil, workspace.Text{}, false
	case !a.Wide() && !b.Wide():
		return diff.Compare(before, after), workspace.Text{}, true
	}
	return diff.Compare([]byte(a.Content), []byte(b.Content)), b, true
}
