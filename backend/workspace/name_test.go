package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// A name that can't be a file's here is refused with its reason, by every operation,
// and nothing is made.
func TestRefusedNames(t *testing.T) {
	for _, tc := range []struct{ name, path, says string }{
		{"empty", "", "empty"},
		{"NUL", "a\x00b", "NUL"},
		{"too long", strings.Repeat("a/", 2049), "4098 bytes"},
		{"parent", "..", "outside"},
		{"another's home folder", "~root/x", "home folder"},
		{"URL of a file", "file:///etc/passwd", "URL"},
		{"URL", "https://example.org/a.md", "URL"},
		{"file with a slash at its end", "file/", "slash"},
		{"file with a slash and a dot at its end", "file/.", "slash"},
		{"below a file", "file/below", "below a file"},
	} {
		for op, do := range operations {
			t.Run(tc.name+"/"+op, func(t *testing.T) {
				w := folder(t, Options{}, map[string]string{"file": "secret"})
				err := do(w, tc.path)
				if err == nil || !strings.Contains(err.Error(), tc.says) {
					t.Errorf("%.50q: %v", tc.path, err)
				}
				if names := tree(t, w.Dir()); len(names) != 1 {
					t.Errorf("left %q", names)
				}
			})
		}
	}
}

// Only a folder ends in a slash: no file is made under such a name.
func TestNewNameWithSlash(t *testing.T) {
	w := folder(t, Options{}, map[string]string{"d/": ""})
	for _, name := range []string{"new/", "d/", "d/.", ".", "d/new/"} {
		if _, err := replace(w, name, State{}, "x"); err == nil {
			t.Errorf("%q was written", name)
		}
	}
	if names := tree(t, w.Dir()); len(names) != 1 {
		t.Errorf("left %q", names)
	}
}

// Every other name means the file of just that name, however odd (sandbox, Names).
func TestOddNames(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems refuse or change some of these names")
	}
	w := folder(t, Options{}, nil)
	for _, name := range []string{
		"-rf", "a b", "a\tb", "a\nb", "%2e%2e", "file:", "..a", "a..", "$HOME", "~", "~$report.docx", "~note", "\u202Egnp.exe",
		"e\u0301", "\u00e9", "a\xff", `a\xFF`, `a\x2e`, `C:\x`, "NUL.txt", "a.", "a ", "x:y", "ENV~1", " ",
	} {
		path := name
		if strings.HasPrefix(name, "~") && name == "~" {
			path = "./~"
		}
		made, err := replace(w, path, State{}, "x")
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if _, err := os.Lstat(filepath.Join(w.Dir(), name)); err != nil {
			t.Errorf("%q is not the file that was written: %v", name, err)
		}
		p := resolve(t, w, path)
		if !utf8.ValidString(p.String()) {
			t.Errorf("%q is shown as %q", name, p)
		}
		again := resolve(t, w, "./"+p.String())
		if f, err := w.Read(again); err != nil || f.Hash != made.Hash {
			t.Errorf("%q can't be read under the name that is shown, %q: %v", name, p, err)
		}
	}
}

func TestDisplayedName(t *testing.T) {
	for _, tc := range []struct{ name, shown string }{
		{"plain", "plain"},
		{"\u00e9\u202e\n", "\u00e9\u202e\n"},
		{"a\xffb", `a\xffb`},
		{"\xc3\x28", `\xc3(`},
		{`a\xff`, `a\x5cxff`},
		{`a\x5c`, `a\x5cx5c`},
		{`\xFF \x41 \`, `\xFF \x41 \`},
		{"\\x5\xff", `\x5\xff`},
	} {
		if got := escapeName(tc.name); got != tc.shown {
			t.Errorf("%q is shown as %q, want %q", tc.name, got, tc.shown)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom([]string{`\`, "x", "5", "c", "f", "8", "\xff", "\xc3", "\xa9", "\u00e9", "/", "F"})
		name := strings.Join(rapid.SliceOf(alphabet).Draw(t, "name"), "")
		shown := escapeName(name)
		if !utf8.ValidString(shown) || unescapeName(shown) != name {
			t.Fatalf("%q is shown as %q and means %q then", name, shown, unescapeName(shown))
		}
	})
}

// What Windows would take for something else is refused there.
func TestWindowsNames(t *testing.T) {
	for _, tc := range []struct {
		path string
		says string // "" for a name that is fine
	}{
		{"notes.md", ""}, {"a/b.c/d e", ""}, {"..", ""}, {"./a", ""}, {"a/../b", ""}, {`C:\work\a`, ""}, {"C:/work/a", ""}, {"//server/share/a", ""},
		{"CONTACTS", ""}, {"com10", ""}, {"null", ""}, {".env", ""}, {"lpt", ""},
		{"NUL", "device"}, {"nul.txt", "device"}, {"a/CON", "device"}, {"aux.tar.gz", "device"}, {"COM1", "device"}, {"com¹.log", "device"},
		{"LPT9.x", "device"}, {"conin$", "device"}, {"PRN .txt", "device"}, {`a\prn\b`, "device"},
		{`\\?\C:\work\a`, "device"}, {`\\.\pipe\x`, "device"}, {"//./PhysicalDrive0", "device"},
		{".env.", "dot or a blank"}, {".env ", "dot or a blank"}, {"a./b", "dot or a blank"}, {"...", "dot or a blank"}, {".. /a", "dot or a blank"},
		{".env::$DATA", "stream"}, {"a.txt:b", "stream"}, {"d:x/y", "current folder"}, {"C:", "current folder"},
		{"a?b", "holds"}, {"a\nb", "holds"}, {`a"b`, "holds"}, {"a<b", "holds"}, {"a|b", "holds"}, {"*", "holds"},
	} {
		if got := windowsRefuses(tc.path); (got == "") != (tc.says == "") || !strings.Contains(got, tc.says) {
			t.Errorf("%q: %q, want %q in it", tc.path, got, tc.says)
		}
	}
	for name, short := range map[string]bool{
		"ENV~1": true, "PROGRA~1": true, "id_rsa~1.pub": true, "A~10.TXT": true, ".env~1": false, "notes~1.markdown": false, "a~b": false, "notes.md~1": false,
	} {
		if windowsShort(name) != short {
			t.Errorf("%q: taken for a short name: %v", name, !short)
		}
	}
}

// Names that a file system takes for one are one to the sandbox (FS-12).
func TestSpellings(t *testing.T) {
	linux, windows, mac := spelling{}, spelling{fold: true}, spelling{fold: true, normal: true}
	for _, tc := range []struct {
		a, b                string
		linux, windows, mac bool
	}{
		{"a", "a", true, true, true},
		{".env", ".ENV", false, true, true},
		{".env", ".eNv", false, true, true},
		{"caf\u00e9", "cafe\u0301", false, true, true}, // folding normalises too: it refuses more, never less
		{"CAF\u00c9", "cafe\u0301", false, true, true},
		{".g\u200cit", ".git", false, false, true},
		{"\ufeff.env", ".env", false, false, true},
		{"\u212A.pem", "k.pem", false, true, true},    // the Kelvin sign
		{"\u017F", "s", false, true, true},            // the long s
		{"stra\u00dfe", "STRASSE", false, true, true}, // APFS folds so
		{"\u0130", "i", false, false, false},          // the Turkish dotted I
		{"\uff0eenv", ".env", false, false, false},    // a full-width full stop
		{"\ufb01le", "file", false, true, true},       // a ligature
		{".env", ".envrc", false, false, false},
	} {
		for name, s := range map[string]struct {
			of   spelling
			want bool
		}{"linux": {linux, tc.linux}, "windows": {windows, tc.windows}, "mac": {mac, tc.mac}} {
			if got := s.of.key(tc.a) == s.of.key(tc.b); got != s.want {
				t.Errorf("%s: %q and %q are one: %v", name, tc.a, tc.b, got)
			}
		}
	}
	for _, s := range []spelling{windows, mac} {
		for _, tc := range []struct {
			dir, abs, rel string
			ok            bool
		}{
			{"/w/App", "/W/aPP/Sub/F", "Sub/F", true},
			{"/w/App", "/w/app", ".", true},
			{"/w/App", "/w/app-secret", "", false},
			{"/w/App", "/w", "", false},
		} {
			if rel, ok := s.inside(tc.dir, tc.abs); ok != tc.ok || filepath.ToSlash(rel) != tc.rel {
				t.Errorf("%+v: %q is at %q in %q: %v", s, tc.abs, rel, tc.dir, ok)
			}
		}
	}
}

// git's own files are those under every name that some system takes for ".git".
func TestGitNames(t *testing.T) {
	for name, is := range map[string]bool{
		".git": true, ".GIT": true, ".Git": true, ".git.": true, ".git ": true, ".git. .": true, ".g\u200cit": true, ".gi\ufefft": true,
		"git~1": true, "GIT~1": true, ".git::$INDEX_ALLOCATION": true, ".git:x": true,
		".gitignore": false, "git": false, "x.git": false, ".github": false, "git~2": false,
	} {
		if isGit(name) != is {
			t.Errorf("%q is git's own: %v", name, !is)
		}
		w := folder(t, Options{}, nil)
		_, err := replace(w, "sub/"+name+"/config", State{}, "x")
		var blocked *BlockedError
		if errors.As(err, &blocked) != is {
			t.Errorf("%q: %v", name, err)
		}
	}
}
