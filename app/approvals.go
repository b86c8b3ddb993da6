package app

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"redline/backend/approvals"
	"redline/backend/diff"
	"redline/backend/match"
	"redline/backend/workspace"
)

// Approvals is the area of edits that wait for an answer.
type Approvals struct{ app *App }

// Waiting gives the edits that wait, in the order of asking.
func (a *Approvals) Waiting() ([]EditSlip, error) {
	p, err := a.app.open()
	if err != nil {
		return nil, err
	}
	slips := []EditSlip{}
	heads := map[string]bool{} // chats whose first edit was met
	for _, r := range p.Gate.Waiting() {
		slips = append(slips, waitingSlip(r, heads[r.Session]))
		heads[r.Session] = true
	}
	return slips, nil
}

func waitingSlip(r *approvals.Request, queued bool) EditSlip {
	s := EditSlip{
		ID: r.ID, Path: r.Path, From: r.From, Change: r.Change, Summary: r.Summary,
		Status: EditWaiting, Prose: prose(r.Path),
	}
	s.asks(r)
	if queued {
		s.Status = EditQueued
	}
	switch {
	case r.Diff != nil:
		s.Added, s.Removed, s.Changes = r.Diff.Added, r.Diff.Removed, len(r.Diff.Hunks)
	case r.View != nil:
		s.Added, s.Removed = r.View.Added, r.View.Removed
	}
	return s
}

// asks puts into a slip what a person needs to answer from it alone.
func (s *EditSlip) asks(r *approvals.Request) {
	s.Excerpt, s.Shown, s.MustAsk, s.Hides = excerpt(r), r.Shown(), r.MustAsk(), strings.Join(hides(r), "; ")
}

// Review gives one waiting edit with everything needed to decide on it.
func (a *Approvals) Review(req EditRequest) (Review, error) {
	p, err := a.app.open()
	if err != nil {
		return Review{}, err
	}
	r, err := p.Gate.Request(req.Edit)
	if err != nil {
		return Review{}, AsError(err)
	}
	v := Review{
		ID: r.ID, Chat: r.Session, Turn: r.Turn, Path: r.Path, Change: r.Change, Summary: r.Summary,
		Prose: prose(r.Path), Language: language(r.Path), Binary: r.Diff == nil,
		Hunks: []Hunk{}, Notices: []string{}, Findings: []Finding{}, Shown: r.Shown(), MustAsk: r.MustAsk(),
	}
	for i, w := range p.Gate.Waiting() {
		if w.ID == r.ID {
			v.Position = i + 1
		}
	}
	if path, err := p.Workspace.Resolve(cmp.Or(r.From, r.Path)); err == nil {
		now, err := p.Workspace.State(path)
		v.Stale = err != nil || now.Exists != r.Before.Exists || now.Hash != r.Before.Hash
	}
	if r.MatchedBy != "" && r.MatchedBy != string(match.Exact) {
		v.Notices = append(v.Notices, fmt.Sprintf("The text to replace was not given quite as it stands in the file. It was found by: %s.", r.MatchedBy))
	}
	v.Notices = append(v.Notices, hides(r)...)
	switch {
	case r.Diff != nil:
		showDiff(&v, r)
	case r.View != nil:
		view := fileDiff(r.Path, r.View)
		v.View, v.Added, v.Removed = &view, view.Added, view.Removed
	}
	return v, nil
}

// hides says what an edit does that its diff doesn't show.
func hides(r *approvals.Request) []string {
	said := r.Findings.Summary()
	if mode := modeNotice(r); mode != "" {
		said = append(said, mode)
	}
	return said
}

// modeNotice says how an edit changes what may be done with the file, which no diff shows.
func modeNotice(r *approvals.Request) string {
	const runs fs.FileMode = 0o111
	was, is := r.Before.Mode.Perm(), r.Mode.Perm()
	switch {
	case is == 0 || r.Kind == approvals.DeleteFile || r.Before.Exists && is == was:
		return ""
	case is&runs != 0 && was&runs == 0:
		return "the file becomes one that can be run as a program"
	case !r.Before.Exists:
		return ""
	case is&runs == 0 && was&runs != 0:
		return "the file can no longer be run as a program"
	}
	return fmt.Sprintf("the file's permissions change from %o to %o", was, is)
}

// finding places a finding of a line in the text that an editor shows.
func finding(f diff.Finding, after shownText) Finding {
	return Finding{Kind: string(f.Kind), Line: f.Line, From: after.at(f.Range.From), To: after.at(f.Range.To), Text: f.Text}
}

func showDiff(v *Review, r *approvals.Request) {
	before, after := newShown(r.Diff.Before), newShown(r.Diff.After)
	v.Before, v.After = before.text, after.text
	v.Added, v.Removed = r.Diff.Added, r.Diff.Removed
	for _, f := range r.Findings.List {
		if f.Line > 0 {
			v.Findings = append(v.Findings, finding(f, after))
		}
	}
	marks := wordMarks(r.Diff, before, after)
	for _, h := range r.Diff.Hunks {
		hunk := Hunk{
			Index: h.Index, Title: titleOf(r.Diff.Before, h.Old.From, r.Path),
			OldStart: h.OldStart, OldLines: h.OldLines, NewStart: h.NewStart, NewLines: h.NewLines,
			FromA: before.at(h.Old.From), ToA: before.at(h.Old.To),
			FromB: after.at(h.New.From), ToB: after.at(h.New.To),
			MarksA: []Mark{}, MarksB: []Mark{}, Rows: rows(r.Diff, h),
		}
		for _, m := range marks {
			if m.hunk == h.Index && m.old {
				hunk.MarksA = append(hunk.MarksA, m.Mark)
			}
			if m.hunk == h.Index && !m.old {
				hunk.MarksB = append(hunk.MarksB, m.Mark)
			}
		}
		v.Hunks = append(v.Hunks, hunk)
	}
}

// maxRows is how many lines of one change can be chosen one by one. In a longer list
// nobody finds anything; such a change is taken whole or amended.
const maxRows = 400

// rows gives the lines of a change in the order in which chosen ones stand.
func rows(d *diff.Diff, h diff.Hunk) []Row {
	all := []Row{}
	if n := h.OldLines + h.NewLines; n < 2 || n > maxRows {
		return all
	}
	for _, l := range d.Rows(h) {
		all = append(all, Row{l.Old, l.New})
	}
	return all
}

// Decide answers an edit. The first answer holds. An answer that doesn't say what it
// was given for, or was given for something else, decides nothing.
func (a *Approvals) Decide(req DecideRequest) (EditSlip, error) {
	p, err := a.app.open()
	if err != nil {
		return EditSlip{}, err
	}
	r, err := p.Gate.Request(req.Edit)
	if err != nil {
		return EditSlip{}, AsError(err)
	}
	if req.Shown == "" {
		return EditSlip{}, AsError(approvals.ErrOtherEdit)
	}
	d := approvals.Decision{
		All: approvals.Action(req.All), Note: strings.TrimSpace(req.Note),
		Scope: approvals.Scope(req.Scope), Shown: req.Shown,
	}
	for _, given := range req.Decisions {
		h := approvals.HunkDecision{Hunk: given.Hunk, Action: approvals.Action(given.Action), Note: strings.TrimSpace(given.Note)}
		if h.Action == approvals.Amend && r.Diff != nil {
			h.Text = amended(r, given.Hunk, given.Text)
		}
		if h.Action == approvals.Pick {
			h.Old, h.New = given.Old, given.New
		}
		d.Hunks = append(d.Hunks, h)
	}
	if err := p.Gate.Resolve(r.ID, d); err != nil {
		return EditSlip{}, AsError(err)
	}
	s := waitingSlip(r, false)
	s.Status = EditWriting
	if req.All == string(approvals.Reject) && len(req.Decisions) == 0 {
		s.Status = EditRejected
	}
	return s, nil
}

// amended gives the person's lines the line ends and the byte order mark that the
// file has: a text field knows only LF, and no mark. Where lines follow, the last
// one is ended, so that it doesn't run into them.
func amended(r *approvals.Request, hunk int, text string) []byte {
	sample := r.Diff.Before
	if len(sample) == 0 {
		sample = r.Diff.After
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if hunk < 0 || hunk >= len(r.Diff.Hunks) {
		return []byte(text) // the gate refuses it
	}
	h := r.Diff.Hunks[hunk]
	if h.Old.To < len(r.Diff.Before) && text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if t, err := workspace.Decode(sample); err == nil && t.LineEnding == "crlf" {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if bytes.HasPrefix(r.Diff.After[h.New.From:h.New.To], byteOrderMark) {
		text = string(byteOrderMark) + text
	}
	return []byte(text)
}

// maxTitle is how many characters of a heading or a function's line are shown.
const maxTitle = 60

// titleOf names the place of a change: the nearest heading or definition above it.
func titleOf(text []byte, at int, name string) string {
	lines := bytes.Split(bytes.TrimPrefix(text[:at], byteOrderMark), []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		if t := title(strings.TrimRight(string(lines[i]), "\r"), name); t != "" {
			r := []rune(t)
			return string(r[:min(len(r), maxTitle)])
		}
	}
	return ""
}

// definitions are the words that begin a named part of a program, by which
// people find their place.
var definitions = []string{"func ", "type ", "class ", "def ", "fn ", "impl ", "function ", "export ", "interface ", "struct ", "module "}

func title(line, name string) string {
	if language(name) == "markdown" {
		if t := strings.TrimLeft(line, "#"); t != line && strings.HasPrefix(t, " ") {
			return strings.TrimSpace(t)
		}
		return ""
	}
	for _, d := range definitions {
		if strings.HasPrefix(line, d) {
			return strings.TrimRight(line, " {:(")
		}
	}
	return ""
}

// languages names the syntax of a file by its extension.
var languages = map[string]string{
	".md": "markdown", ".markdown": "markdown", ".go": "go", ".py": "python", ".js": "javascript", ".mjs": "javascript",
	".ts": "typescript", ".tsx": "typescript", ".jsx": "javascript", ".svelte": "html", ".html": "html", ".css": "css",
	".json": "json", ".rs": "rust", ".c": "cpp", ".h": "cpp", ".cpp": "cpp", ".java": "java", ".sql": "sql",
	".xml": "xml", ".yaml": "yaml", ".yml": "yaml", ".php": "php",
}

func language(name string) string { return languages[strings.ToLower(path.Ext(name))] }
