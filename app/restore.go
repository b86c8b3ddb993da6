package app

import (
	"bytes"
	"context"
	"fmt"

	"redline/backend"
	"redline/backend/checkpoints"
	"redline/backend/diff"
	"redline/backend/workspace"
)

// choicesOf gives a person's choices as the backend takes them.
func choicesOf(keep []string, files []FileChoice) []checkpoints.Choice {
	var all []checkpoints.Choice
	for _, path := range keep {
		all = append(all, checkpoints.Choice{Path: path, Take: checkpoints.TakeNow})
	}
	for _, f := range files {
		c := checkpoints.Choice{Path: f.Path, Take: checkpoints.Take(f.Take)}
		for _, p := range f.Picks {
			pick := checkpoints.Pick{Take: checkpoints.Take(p.Take), Text: p.Text}
			if p.Take == "text" {
				pick.Take = ""
			}
			c.Picks = append(c.Picks, pick)
		}
		all = append(all, c)
	}
	return all
}

// RestorePlan shows what restoring one file as of a turn does to it, change by change.
func (t *Timeline) RestorePlan(r AsOfRequest) (RestorePlan, error) {
	p, err := t.app.open()
	if err != nil {
		return RestorePlan{}, err
	}
	plan, err := p.PlanRestore(r.Turn, checkpoints.Side(r.Side), r.Path)
	if err != nil {
		return RestorePlan{}, AsError(err)
	}
	v := RestorePlan{
		Path: plan.Path, Change: checkpoints.Became(plan.Now.State, plan.Then.State), Prose: prose(plan.Path),
		Binary: plan.Diff == nil, Hunks: []FileDiff{}, Now: plan.Now.Hash.String(),
	}
	if plan.Diff == nil {
		return v, nil
	}
	shown := 0
	for _, h := range plan.Diff.Hunks {
		if shown += h.OldLines + h.NewLines; shown > maxDiffLines {
			v.Cut = fmt.Sprintf("Only the first %d of %d changes are shown; all can be restored together.", len(v.Hunks), len(plan.Diff.Hunks))
			break
		}
		v.Hunks = append(v.Hunks, fileDiff(plan.Path, only(plan.Diff, h)))
	}
	return v, nil
}

// only is the difference that one change alone makes.
func only(d *diff.Diff, h diff.Hunk) *diff.Diff {
	return &diff.Diff{Before: d.Before, After: d.After, Hunks: []diff.Hunk{h}, Added: h.NewLines, Removed: h.OldLines}
}

// Restore brings one file, or some changes of it, back as of a turn, as a new turn.
func (t *Timeline) Restore(r RestoreRequest) (RewindResult, error) {
	if _, err := t.app.open(); err != nil {
		return RewindResult{}, err
	}
	part := backend.Part{Hunks: r.Hunks}
	if r.Whole {
		part.Hunks = nil
	} else if part.Hunks == nil {
		part.Hunks = []int{}
	}
	if err := part.Now.UnmarshalText([]byte(r.Now)); err != nil {
		return RewindResult{}, &Error{Code: CodeBadRequest, Message: "What was compared is not named rightly; nothing was changed."}
	}
	return t.move(func(ctx context.Context, p *backend.Project) (backend.Moved, error) {
		return p.Restore(ctx, r.Turn, checkpoints.Side(r.Side), r.Path, part)
	})
}

// Compare shows the difference of a file between two moments around a turn.
func (t *Timeline) Compare(r CompareRequest) (FileDiff, error) {
	p, err := t.app.open()
	if err != nil {
		return FileDiff{}, err
	}
	var sides [2]workspace.File
	for i, side := range []string{r.From, r.To} {
		if sides[i], err = p.FileOn(r.Turn, side, r.Path); err != nil {
			return FileDiff{}, AsError(err)
		}
	}
	return differ(r.Path, sides[0].Bytes, sides[1].Bytes), nil
}

// differ shows the difference of two contents of a file.
func differ(path string, before, after []byte) FileDiff {
	d, _, ok := checkpoints.Compare(before, after)
	if !ok {
		return FileDiff{Path: path, Prose: prose(path), Binary: true, Blocks: []DiffBlock{}}
	}
	return fileDiff(path, d)
}

// TakeOutPlan shows what taking a turn out of the line does. Nothing on disk is touched.
func (t *Timeline) TakeOutPlan(r TurnRequest) (TakeOutPlan, error) {
	p, err := t.app.open()
	if err != nil {
		return TakeOutPlan{}, err
	}
	plan, err := p.PlanTakeOut(r.Turn)
	if err != nil {
		return TakeOutPlan{}, AsError(err)
	}
	v := TakeOutPlan{Turn: r.Turn, Files: []TakeOutFile{}, Shown: plan.Shown()}
	if turn, ok := p.Store.Turn(r.Turn); ok {
		v.Label = turn.Label
	}
	for _, f := range plan.Files {
		file := TakeOutFile{
			Path: f.Path, From: f.From, Change: checkpoints.Became(f.Now.State, f.Then.State), Prose: prose(f.Path),
			Clash: string(f.Clash), Reason: f.Reason,
		}
		if f.From != "" {
			file.Change = checkpoints.Moved
		}
		d := differ(f.Path, taken(f), f.Then.Bytes)
		file.Added, file.Removed = d.Added, d.Removed
		v.Files = append(v.Files, file)
	}
	return v, nil
}

// taken is the content that a file of a plan has now, under whatever name.
func taken(f checkpoints.Taken) []byte {
	if f.From != "" {
		return f.Source.Bytes
	}
	return f.Now.Bytes
}

// TakeOutDiff shows what taking a turn out does to one file.
func (t *Timeline) TakeOutDiff(r TurnFileRequest) (FileDiff, error) {
	_, f, err := t.taken(r)
	if err != nil {
		return FileDiff{}, err
	}
	return differ(r.Path, taken(f), f.Then.Bytes), nil
}

// TakeOutMerge shows the merge of a file whose clash is lines.
func (t *Timeline) TakeOutMerge(r TurnFileRequest) (MergePlan, error) {
	_, f, err := t.taken(r)
	if err != nil {
		return MergePlan{}, err
	}
	if f.Merge == nil {
		return MergePlan{}, AsError(fmt.Errorf("%s %w", r.Path, checkpoints.ErrNoMerge))
	}
	return mergePlan(r.Path, f.Merge.Merge), nil
}

func (t *Timeline) taken(r TurnFileRequest) (checkpoints.TakeOut, checkpoints.Taken, error) {
	p, err := t.app.open()
	if err != nil {
		return checkpoints.TakeOut{}, checkpoints.Taken{}, err
	}
	plan, err := p.PlanTakeOut(r.Turn)
	if err != nil {
		return plan, checkpoints.Taken{}, AsError(err)
	}
	for _, f := range plan.Files {
		if f.Path == r.Path {
			return plan, f, nil
		}
	}
	return plan, checkpoints.Taken{}, &Error{Code: CodeNotFound, Path: r.Path, Message: fmt.Sprintf("Taking out turn %d would leave %s as it is.", r.Turn, r.Path)}
}

// TakeOut takes a turn out of the line while later ones stay, as a new turn.
func (t *Timeline) TakeOut(r TakeOutRequest) (RewindResult, error) {
	return t.move(func(ctx context.Context, p *backend.Project) (backend.Moved, error) {
		return p.TakeOut(ctx, r.Turn, choicesOf(nil, r.Choices), r.Shown, r.Force)
	})
}

// Merge shows the merge of a file that a rewind to a turn finds edited outside.
func (t *Timeline) Merge(r TurnFileRequest) (MergePlan, error) {
	p, err := t.app.open()
	if err != nil {
		return MergePlan{}, err
	}
	plan, err := p.PlanRewind(r.Turn)
	if err != nil {
		return MergePlan{}, AsError(err)
	}
	m, err := p.Store.MergeConflict(plan, r.Path, p.Writer.File)
	if err != nil {
		return MergePlan{}, AsError(err)
	}
	return mergePlan(r.Path, m.Merge), nil
}

var origins = map[diff.Origin]string{
	diff.Unchanged: "unchanged", diff.Ours: "now", diff.Theirs: "then", diff.Both: "both", diff.Conflict: "conflict",
}

func mergePlan(path string, m *diff.Merge) MergePlan {
	v := MergePlan{Path: path, Stretches: []MergeStretch{}, Conflicts: len(m.Conflicts())}
	for _, s := range m.Stretches {
		out := MergeStretch{Origin: origins[s.Origin], Line: s.Line}
		base := m.Base[s.Base.From:s.Base.To]
		if s.Origin == diff.Unchanged {
			base, out.Left = ends(base)
			out.Base = newShown(base).text
			out.Now, out.Then = out.Base, out.Base
		} else {
			out.Base = newShown(base).text
			out.Now = newShown(m.Ours[s.Ours.From:s.Ours.To]).text
			out.Then = newShown(m.Theirs[s.Theirs.From:s.Theirs.To]).text
		}
		v.Stretches = append(v.Stretches, out)
	}
	return v
}

// ends gives the first and the last three lines of a run that is longer, and how many
// are left out between.
func ends(text []byte) ([]byte, int) {
	all := bytes.SplitAfter(text, []byte("\n"))
	if len(all[len(all)-1]) == 0 {
		all = all[:len(all)-1]
	}
	if len(all) <= 6 {
		return text, 0
	}
	return bytes.Join(append(all[:3:3], all[len(all)-3:]...), nil), len(all) - 6
}
