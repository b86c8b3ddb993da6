package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"
)

// Folders are listed folders first, now with what waits and what the latest turn did,
// and as of a turn with what was there then.
func TestFiles(t *testing.T) {
	f := newFace(t, map[string]string{"b.md": "1\n", "A.md": "1\n", "sub/x": "1", "key.pem": "", ".env": "", "gone": "1\n"})
	f.do("create new/deep/n.md: x")
	f.do("replace 1 with 22 in b.md")
	f.do("delete gone")
	f.send("replace 1 with 3 in A.md")
	f.asked(1)
	names := func(l FileList, err error) string {
		t.Helper()
		must(t, err)
		var all []string
		for _, e := range l.Entries {
			s := e.Path
			if e.Dir {
				s += "/"
			}
			if e.Blocked {
				s += " blocked"
			}
			if e.Status != "" {
				s += fmt.Sprintf(" %s +%d-%d", e.Status, e.Added, e.Removed)
			}
			all = append(all, fmt.Sprintf("%s %d", s, e.Size))
		}
		return strings.Join(all, ", ")
	}
	for _, tc := range []struct {
		r    ListRequest
		want string
	}{
		{ListRequest{}, "new/ 0, sub/ 0, A.md edited +1-1 2, b.md 3, key.pem blocked 0"},
		{ListRequest{Dir: "."}, "new/ 0, sub/ 0, A.md edited +1-1 2, b.md 3, key.pem blocked 0"},
		{ListRequest{Dir: "./new/../sub"}, "sub/x 1"},
		{ListRequest{Turn: 1}, "new/ 0, sub/ 0, A.md 2, b.md 2, gone 2, key.pem blocked 0"},
		{ListRequest{Turn: 2}, "new/ 0, sub/ 0, A.md 2, b.md edited +1-1 3, gone 2, key.pem blocked 0"},
		{ListRequest{Dir: "new/deep", Turn: 1}, "new/deep/n.md created +1-0 2"},
	} {
		if got := names(f.files.List(tc.r)); got != tc.want {
			t.Errorf("%+v: %s\nwant %s", tc.r, got, tc.want)
		}
	}
	for r, want := range map[ListRequest]Code{{Dir: "none"}: CodeNotFound, {Dir: "b.md"}: CodeBadFolder, {Dir: ".."}: CodeForbidden, {Turn: 99}: CodeNotFound, {Turn: -1}: CodeNotFound} {
		if _, err := f.files.List(r); code(err) != want {
			t.Errorf("%+v: %v", r, err)
		}
	}
	for i := range maxListed + 1 {
		f.write(fmt.Sprintf("many/%04d", i), "")
	}
	if l, err := f.files.List(ListRequest{Dir: "many"}); err != nil || len(l.Entries) != maxListed || l.Cut != "Only the first 2000 entries are listed." {
		t.Errorf("%d entries, %q, %v", len(l.Entries), l.Cut, err)
	}
}

// A file's text is shown as an editor holds it, now and as of a turn; what can't be
// shown is said.
func TestReadFiles(t *testing.T) {
	f := newFace(t, map[string]string{
		"n.md": "\ufeffa\r\nb\r\n", "open": "a", "empty": "", "bin": "\x00", "wide": "\xff\xfea\x00\n\x00", "stray": "caf\xe9\n", ".env": "K=1",
		"long": strings.Repeat("line\n", maxTextSent/5+1), "line": strings.Repeat("x", maxTextSent+1), "huge": strings.Repeat("x", 10<<20+1),
	})
	f.do("delete open")
	for _, tc := range []struct {
		r    TurnFileRequest
		want FileText
	}{
		{TurnFileRequest{0, "n.md"}, FileText{Text: "a\nb\n", Exists: true, Size: 9, Lines: 2, Language: "markdown", Prose: true}},
		{TurnFileRequest{1, "n.md"}, FileText{Text: "a\nb\n", Exists: true, Size: 9, Lines: 2, Language: "markdown", Prose: true}},
		{TurnFileRequest{0, "open"}, FileText{}},
		{TurnFileRequest{1, "open"}, FileText{}},
		{TurnFileRequest{0, "none/x.go"}, FileText{Language: "go"}},
		{TurnFileRequest{0, "empty"}, FileText{Exists: true}},
		{TurnFileRequest{0, "bin"}, FileText{Exists: true, Size: 1, Binary: true}},
		{TurnFileRequest{0, "wide"}, FileText{Text: "a\n", Exists: true, Size: 6, Lines: 1}},
		{TurnFileRequest{0, "stray"}, FileText{Text: "caf\uFFFD\n", Exists: true, Size: 5, Lines: 1}},
		{TurnFileRequest{0, "long"}, FileText{Text: strings.Repeat("line\n", cutLines), Exists: true, Size: maxTextSent + 5, Lines: maxTextSent/5 + 1, Cut: "The first 2000 of 1048577 lines are shown."}},
		{TurnFileRequest{0, "line"}, FileText{Text: strings.Repeat("x", maxTextSent), Exists: true, Size: maxTextSent + 1, Lines: 1, Cut: "Only the first 5 MB are shown."}},
	} {
		tc.want.Path = tc.r.Path
		if got, err := f.files.Read(tc.r); err != nil || got != tc.want {
			got.Text, tc.want.Text = fmt.Sprintf("%.20q", got.Text), fmt.Sprintf("%.20q", tc.want.Text)
			t.Errorf("%+v\nwant %+v, %v", got, tc.want, err)
		}
	}
	for r, want := range map[TurnFileRequest]Code{{0, ".env"}: CodeForbidden, {0, "../x"}: CodeForbidden, {0, "huge"}: CodeForbidden, {9, "n.md"}: CodeNotFound, {0, "."}: CodeForbidden} {
		if _, err := f.files.Read(r); code(err) != want {
			t.Errorf("%+v: %v", r, err)
		}
	}
	if data, err := f.app.FileBytes("n.md"); err != nil || string(data) != "\ufeffa\r\nb\r\n" {
		t.Errorf("its bytes: %q, %v", data, err)
	}
	if _, err := f.app.FileBytes(".env"); code(err) != CodeForbidden {
		t.Errorf("bytes of .env: %v", err)
	}
}

// The preview is the file as it is, as a waiting edit proposes it, or as it was
// after a turn.
func TestPreview(t *testing.T) {
	f := newFace(t, map[string]string{"d/n.md": "# Old *title*\n\ntext\n\n![p](p.png)\n\n## Two\n", "bin.md": "\x00", "t.md": "---\ntitle: Front\n---\nx\n"})
	must(t, os.Symlink("d/n.md", filepath.Join(f.dir, "link.md")))
	page := func(r PreviewRequest) PreviewPage {
		t.Helper()
		v, err := f.preview.Render(r)
		must(t, err)
		return v
	}
	v := page(PreviewRequest{Path: "./d/n.md"})
	if v.Path != "d/n.md" || v.Title != "Old title" || len(v.Outline) != 2 || v.Outline[1].Line != 7 || v.Outline[0].Anchor == "" || v.Words != 7 || len(v.Warnings) != 1 || v.LastTurn != 0 || !strings.Contains(v.HTML, "<em>title</em>") {
		t.Errorf("%+v", v)
	}
	if v := page(PreviewRequest{Path: "t.md"}); v.Title != "Front" {
		t.Errorf("%+v", v)
	}
	chat := f.send("replace Old with New in d/n.md")
	slip := f.asked(1)
	for _, r := range []PreviewRequest{{Path: "d/n.md"}, {Path: "d/n.md", Edit: slip.ID}} {
		if v := page(r); v.Title != "New title" || v.Changes != 1 || len(v.Changed) != 1 || v.Changed[0] != (LineRange{1, 1}) {
			t.Errorf("%+v: %+v", r, v)
		}
	}
	if v := page(PreviewRequest{Path: "d/n.md", Edit: "another"}); v.Title != "Old title" || v.Changes != 0 {
		t.Errorf("by another edit: %+v", v)
	}
	_, err := f.approvals.Decide(DecideRequest{Edit: slip.ID, Shown: slip.Shown, All: "approve"})
	must(t, err)
	f.ended(chat)
	f.do("replace New with Newer in link.md")
	for r, want := range map[PreviewRequest]string{{Path: "d/n.md"}: "Newer title", {Path: "d/n.md", Turn: 1}: "New title", {Path: "link.md", Turn: 1}: "New title", {Path: "link.md"}: "Newer title"} {
		if v := page(r); v.Title != want || v.LastTurn != 2 {
			t.Errorf("%+v: %q, last turn %d", r, v.Title, v.LastTurn)
		}
	}
	_, err = f.timeline.Undo(ForceRequest{})
	must(t, err)
	if v := page(PreviewRequest{Path: "d/n.md"}); v.Title != "New title" || v.LastTurn != 1 {
		t.Errorf("after undo: %q, last turn %d", v.Title, v.LastTurn)
	}
	chat = f.send("delete d/n.md")
	f.asked(1)
	if v := page(PreviewRequest{Path: "d/n.md"}); v.Title != "New title" {
		t.Errorf("with its deletion waiting: %q", v.Title)
	}
	must(t, f.chats.Stop(ChatRequest{chat}))
	for r, want := range map[PreviewRequest]Code{{Path: "none.md"}: CodeNotFound, {Path: "bin.md"}: CodeBadRequest, {Path: "../x.md"}: CodeForbidden, {Path: "d/n.md", Turn: 9}: CodeNotFound} {
		if _, err := f.preview.Render(r); code(err) != want {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

// A page that can't keep up is cut off and nobody else is held up; the numbers of
// events tell what was missed.
func TestSlowPage(t *testing.T) {
	var e Events
	slow, _, endSlow := e.Subscribe()
	fast, last, endFast := e.Subscribe()
	for i := range 2 * subscriberBuffer {
		e.Emit("topic", i)
		if got := <-fast; got.Seq != last+uint64(i)+1 || got.Data != i {
			t.Fatalf("event %+v", got)
		}
	}
	n := 0
	for range slow {
		n++
	}
	if n != subscriberBuffer {
		t.Errorf("the slow page got %d events before it was cut off", n)
	}
	endSlow()
	endFast()
	endFast()
	if _, open := <-fast; open {
		t.Error("an ended subscription goes on")
	}
	if _, seq, end := e.Subscribe(); seq != 2*subscriberBuffer {
		t.Errorf("joined at %d", seq)
	} else {
		end()
	}
}

// An offset into a file's bytes becomes the offset of the same place in the text that
// an editor holds.
func FuzzShown(f *testing.F) {
	for _, s := range []string{"", "a\r\nb", "\ufeffx\r\n\r\n🌊é\n", "\xff\xfe\r", "\r\r\n\n\ufeff", "e\u0301\U0010FFFF\r\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		b = b[:min(len(b), 200)] // every place is compared with every rest
		s := newShown(b)
		length := len(utf16.Encode([]rune(s.text)))
		last := 0
		for i := 0; i <= len(b); i++ {
			at := s.at(i)
			// Between the bytes of one character no offset means anything.
			if i < len(b) && i > 0 && b[i]&0xC0 == 0x80 {
				continue
			}
			if at < last || at > length {
				t.Fatalf("%q: byte %d is at %d, after %d, of %d", b, i, at, last, length)
			}
			last = at
			if rest := newShown(b[i:]).text; i > 0 && !strings.HasPrefix(string(b[i:]), "\ufeff") && !strings.HasPrefix(string(b[i-1:]), "\r\n") {
				if got := string(utf16.Decode(utf16.Encode([]rune(s.text))[at:])); got != rest {
					t.Fatalf("%q: from byte %d the text is %q, want %q", b, i, got, rest)
				}
			}
		}
		if last != length {
			t.Fatalf("%q: the end is at %d of %d", b, last, length)
		}
	})
}
