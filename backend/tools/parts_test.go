package tools

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"redline/backend/approvals"
)

// A spot is one change of a file: so many lines from `at` on become others. Between two
// spots stands a line that stays, and no two lines of a file are alike, so that each
// spot is one hunk of the diff that the person sees.
type spot struct {
	at, gone int
	come     []string
	decision approvals.HunkDecision
}

// partFile is a file of a random patch, and what the person makes of it.
type partFile struct {
	name, to string // to is "" where it keeps its name
	lines    []string
	spots    []spot
	add      bool
	remove   bool
	taken    bool // of one that goes: the person agrees
}

// randomFile makes a file and its changes, with a decision on each.
func randomFile(r *rand.Rand, n int) *partFile {
	f := &partFile{name: fmt.Sprintf("d%d/f%d", n%3, n), add: r.IntN(6) == 0}
	if !f.add {
		for i := range 4 + r.IntN(40) {
			f.lines = append(f.lines, fmt.Sprintf("file %d line %d", n, i))
		}
		f.remove = r.IntN(8) == 0
		if r.IntN(5) == 0 {
			f.to = fmt.Sprintf("m%d/g%d", n%2, n)
		}
	}
	f.taken = r.IntN(2) == 0
	if f.remove {
		f.to = ""
		return f
	}
	for at := r.IntN(3); f.add && len(f.spots) == 0 || at < len(f.lines); at += 1 + r.IntN(9) {
		s := spot{at: at}
		if f.add {
			s.at = 0
		} else {
			s.gone = min(r.IntN(3), len(f.lines)-at)
		}
		if at == 0 && !f.add {
			s.gone = max(s.gone, 1) // without old lines a block's hunk stands at the end
		}
		for i := range r.IntN(3) {
			s.come = append(s.come, fmt.Sprintf("file %d new %d.%d", n, at, i))
		}
		if s.gone == 0 && len(s.come) == 0 {
			s.come = []string{fmt.Sprintf("file %d new %d", n, at)}
		}
		at += s.gone
		s.decision = randomDecision(r, len(f.spots))
		f.spots = append(f.spots, s)
	}
	return f
}

func randomDecision(r *rand.Rand, hunk int) approvals.HunkDecision {
	d := approvals.HunkDecision{Hunk: hunk, Action: []approvals.Action{approvals.Approve, approvals.Reject, approvals.Amend}[r.IntN(3)]}
	if d.Action == approvals.Amend {
		d.Text = []byte(fmt.Sprintf("the person's %d\n", r.IntN(1000)))
	}
	return d
}

// patch gives the file's part of the patch, a hunk for each spot.
func (f *partFile) patch(block bool, r *rand.Rand) string {
	var b strings.Builder
	name := f.name
	if f.to != "" {
		name = f.to
	}
	switch {
	case block && f.add:
		fmt.Fprintf(&b, "*** Add File: %s\n", f.name)
	case block && f.remove:
		fmt.Fprintf(&b, "*** Delete File: %s\n", f.name)
		return b.String()
	case block:
		fmt.Fprintf(&b, "*** Update File: %s\n", f.name)
		if f.to != "" {
			fmt.Fprintf(&b, "*** Move to: %s\n", f.to)
		}
	case f.add:
		fmt.Fprintf(&b, "--- /dev/null\n+++ b/%s\n@@ -0,0 +1,%d @@\n", f.name, len(f.spots[0].come))
	case f.remove:
		fmt.Fprintf(&b, "--- a/%s\n+++ /dev/null\n@@ -1,%d +0,0 @@\n-%s\n", f.name, len(f.lines), strings.Join(f.lines, "\n-"))
		return b.String()
	default:
		if f.to != "" {
			fmt.Fprintf(&b, "diff --git a/%s b/%s\nrename from %s\nrename to %s\n", f.name, f.to, f.name, f.to)
		}
		fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", f.name, name)
	}
	shift, last := 0, 0
	for i, s := range f.spots {
		next := len(f.lines)
		if i+1 < len(f.spots) {
			next = f.spots[i+1].at
		}
		before := min(s.at-last, 1+r.IntN(3))
		after := min(next-s.at-s.gone, r.IntN(3))
		if i+1 < len(f.spots) {
			after = min(after, next-s.at-s.gone-1) // the line between is the next one's
		}
		last = s.at + s.gone + max(after, 0)
		after = max(after, 0)
		if old := before + s.gone + after; block && !f.add {
			b.WriteString("@@\n")
		} else if !f.add {
			start := s.at - before + 1
			if old == 0 {
				start--
			}
			fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@\n", start, old, start+shift, before+len(s.come)+after)
		}
		mark := func(sign string, lines []string) {
			for _, l := range lines {
				b.WriteString(sign + l + "\n")
			}
		}
		if !f.add {
			mark(" ", f.lines[s.at-before:s.at])
			mark("-", f.lines[s.at:s.at+s.gone])
		}
		mark("+", s.come)
		if !f.add {
			mark(" ", f.lines[s.at+s.gone:s.at+s.gone+after])
		}
		shift += len(s.come) - s.gone
	}
	return b.String()
}

func text(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

// result gives what the person's decisions make of the file: its content, and whether
// anything of it was taken. It is worked out from the lines alone.
func (f *partFile) result() (content string, taken bool) {
	var b strings.Builder
	from := 0
	for _, s := range f.spots {
		b.WriteString(text(f.lines[from:s.at]))
		switch s.decision.Action {
		case approvals.Approve:
			b.WriteString(text(s.come))
			taken = true
		case approvals.Amend:
			b.Write(s.decision.Text)
			taken = true
		default:
			b.WriteString(text(f.lines[s.at : s.at+s.gone]))
		}
		from = s.at + s.gone
	}
	return b.String() + text(f.lines[from:]), taken
}

// Whatever the person takes of a patch, file by file and hunk by hunk, and rewrites,
// is what stands on the disk after, no more and no less; it is one step of the timeline,
// which undo takes back whole (FS-53, FS-54).
func TestPatchTakenInParts(t *testing.T) {
	for seed := range uint64(150) {
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { takeParts(t, rand.New(rand.NewPCG(seed, 6))) }) {
			break
		}
	}
}

func takeParts(t *testing.T, r *rand.Rand) {
	files := map[string]*partFile{} // by the name that the question has
	disk := map[string]string{}
	var all []*partFile
	for n := range 1 + r.IntN(6) {
		f := randomFile(r, n)
		all = append(all, f)
		files[f.name] = f
		if f.to != "" {
			files[f.to] = f
		}
		if !f.add {
			disk[f.name] = text(f.lines)
		}
	}
	block := r.IntN(2) == 0
	var patch strings.Builder
	for _, f := range all {
		patch.WriteString(f.patch(block, r))
	}
	whole := patch.String()
	if block {
		whole = "*** Begin Patch\n" + whole + "*** End Patch\n"
	}
	d := newDesk(t, disk)
	for name := range disk {
		d.call("read_file", map[string]any{"path": name})
	}
	before := contents(d.files())
	gate := d.c.Writer.Gate
	gate.Always = nil
	gate.Announce = func() {
		if waiting := gate.Waiting(); len(waiting) > 0 {
			f := files[waiting[0].Path]
			must(t, gate.Resolve(waiting[0].ID, f.decide(t, waiting[0])))
		}
	}
	want, rejected, entries := maps.Clone(before), []string{}, 0
	for _, f := range all {
		content, taken := f.result()
		switch at := f.name; {
		case f.remove && f.taken:
			delete(want, at)
			entries++
		case f.remove || !taken:
			if f.to != "" {
				at = f.to
			}
			rejected = append(rejected, at)
		case f.to != "":
			delete(want, at)
			want[f.to] = content
			entries += 2
		default:
			want[at] = content
			entries++
		}
	}
	result := d.call("apply_patch", map[string]any{"patch": whole})
	if entries == 0 {
		d.says(result, "the person rejected the change")
	} else {
		d.says(result)
		var got []string
		if list, ok := result["rejected"].([]any); ok {
			for _, name := range list {
				got = append(got, name.(string))
			}
		}
		if !slices.Equal(got, rejected) && len(got)+len(rejected) > 0 {
			t.Errorf("told as rejected: %q, want %q", got, rejected)
		}
	}
	if now := contents(d.files()); !maps.Equal(now, want) {
		t.Fatalf("the patch\n%s\nleft %q\nwant %q", whole, now, want)
	}
	store := d.c.Writer.Store
	if got := len(store.Entries(store.Head())); got != entries {
		t.Errorf("%d entries, want %d", got, entries)
	}
	if entries > 0 {
		plan, err := store.PlanUndo(d.c.Writer.Disk)
		must(t, err)
		must(t, d.c.Writer.Move(t.Context(), plan, false))
		if now := contents(d.files()); !maps.Equal(now, before) {
			t.Errorf("undone, there is %q, want %q", now, before)
		}
	}
}

// decide answers for the person.
func (f *partFile) decide(t *testing.T, r *approvals.Request) approvals.Decision {
	if f.remove {
		if f.taken {
			return approvals.Decision{All: approvals.Approve}
		}
		return approvals.Decision{All: approvals.Reject}
	}
	if len(r.Diff.Hunks) != len(f.spots) {
		t.Fatalf("%s is shown as %d hunks, made of %d", r.Path, len(r.Diff.Hunks), len(f.spots))
	}
	d := approvals.Decision{All: approvals.Reject}
	for _, s := range f.spots {
		d.Hunks = append(d.Hunks, s.decision)
	}
	return d
}

// contents leaves the folders out.
func contents(all map[string]string) map[string]string {
	files := map[string]string{}
	for name, content := range all {
		if content != "/" {
			files[name] = content
		}
	}
	return files
}
