package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func settings(t *testing.T, content string) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// What is set holds, and what isn't is the default.
func TestLoad(t *testing.T) {
	for content, want := range map[string]func(*Config){
		"":                           func(*Config) {},
		"# nothing\n":                func(*Config) {},
		"[ui]\ntheme = \"dark\"":     func(c *Config) { c.UI.Theme = "dark" },
		"ui.sidebar = false":         func(c *Config) { c.UI.Sidebar = false },
		"[pdf]\npage_size='letter'":  func(c *Config) { c.PDF.PageSize = "letter" },
		"pdf = {page_size = \"a4\"}": func(c *Config) { c.PDF.PageSize = "a4" },
		"[lsp.go]\ncommand='/bin/gopls'\nextensions=['.go']\n": func(c *Config) {
			c.LSP = map[string]LanguageServer{"go": {Command: "/bin/gopls", Extensions: []string{".go"}}}
		},
	} {
		expected := Default()
		want(&expected)
		if got, err := Load(settings(t, content)); err != nil || !reflect.DeepEqual(got, expected) {
			t.Errorf("%q: %+v, %v", content, got, err)
		}
	}
	if got, err := Load(filepath.Join(t.TempDir(), "nope")); err != nil || !reflect.DeepEqual(got, Default()) {
		t.Errorf("no file: %+v, %v", got, err)
	}
}

// A file that can't be understood is told with its line, what is wrong and the nearest
// known key; the defaults hold and the file stays as it is.
func TestLoadProblem(t *testing.T) {
	for content, want := range map[string]string{
		"[ui]\nteme = \"dark\"\n":                      `config.toml, line 2: there is no setting "ui.teme"; the nearest is "ui.theme"`,
		"\n\nui.sidbar = true\n":                       `config.toml, line 3: there is no setting "ui.sidbar"; the nearest is "ui.sidebar"`,
		"theme = \"dark\"\n":                           `config.toml, line 1: there is no setting "theme"; the nearest is "ui.theme"`,
		"[ui]\npage_size = \"a4\"\n":                   `config.toml, line 2: there is no setting "ui.page_size"; the nearest is "pdf.page_size"`,
		"[pfd]\npage_size = \"a4\"\n":                  `config.toml, line 1: there is no setting "pfd"; the nearest is "pdf"`,
		"[telemetry]\non = true\n":                     `config.toml, line 1: there is no setting "telemetry"`,
		"[lsp.go]\ncomand = \"gopls\"\n":               `config.toml, line 2: there is no setting "lsp.go.comand"; the nearest is "lsp.go.command"`,
		"[ui]\ntheme = \"pink\"\n":                     `config.toml, line 2: theme can be system, light or dark, not "pink"`,
		"\nui.theme = \"pink\"\n":                      `config.toml, line 2: theme can be system, light or dark, not "pink"`,
		"[ui]\n\"theme\" = \"\"\n":                     `config.toml, line 2: theme can be system, light or dark, not ""`,
		"[ui]\nacceleration = \"gpu\"":                 `config.toml, line 2: acceleration can be auto, on or off, not "gpu"`,
		"[pdf]\n# page_size = 1\npage_size = \"a5\"\n": `config.toml, line 3: page_size can be auto, a4 or letter, not "a5"`,
		"[ui\n":                               `config.toml, line 1: it can't be understood (`,
		"[ui]\ntheme = dark\n":                `config.toml, line 2: it can't be understood (`,
		"[ui]\nsidebar = \"yes\"\n":           `config.toml, line 2: "ui.sidebar" can't be set to a string`,
		"[ui]\ntheme='dark'\ntheme='light'\n": `config.toml`,
		"\xff\xfe[\x00u\x00":                  `config.toml, line 1: it can't be understood (`,
	} {
		path := settings(t, content)
		got, err := Load(path)
		var problem *Problem
		if !errors.As(err, &problem) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q says\n%v, want\n%s", content, err, want)
			continue
		}
		if !strings.HasSuffix(err.Error(), ". The default settings are used until it is mended; the file was not changed.") {
			t.Errorf("%q: it isn't said what holds: %v", content, err)
		}
		if !reflect.DeepEqual(got, Default()) {
			t.Errorf("%q: the defaults don't hold: %+v", content, got)
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != content {
			t.Errorf("%q became %q", content, now)
		}
	}
	if _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "it can't be read (is a directory)") && runtime.GOOS != "windows" {
		t.Errorf("a folder: %v", err)
	}
}

// The keys that are suggested are those that there are.
func TestKeys(t *testing.T) {
	var want []string
	var walk func(prefix string, of reflect.Type)
	walk = func(prefix string, of reflect.Type) {
		for i := range of.NumField() {
			name, _, _ := strings.Cut(of.Field(i).Tag.Get("toml"), ",")
			if name == "-" {
				continue
			}
			want = append(want, prefix+name)
			if of.Field(i).Type.Kind() == reflect.Struct {
				walk(prefix+name+".", of.Field(i).Type)
			}
		}
	}
	for _, c := range []struct {
		got []string
		of  reflect.Type
	}{{keys(), reflect.TypeFor[Config]()}, {serverKeys(), reflect.TypeFor[LanguageServer]()}} {
		want = nil
		walk("", c.of)
		if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(c.got)), want) {
			t.Errorf("keys are %v, suggested are %v", want, c.got)
		}
	}
}

// The nearest name is suggested, and none when nothing is near.
func TestNearest(t *testing.T) {
	known := []string{"path", "content", "overwrite", "ui"}
	for name, want := range map[string]string{
		"paht": "path", "pat": "path", "Path": "path", "contents": "content", "over_write": "overwrite", "overwrit": "overwrite",
		"colour": "", "x": "", "": "", "u": "ui", "ab": "", "påth": "path",
	} {
		if got := Nearest(name, known); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// What is saved comes back, is the owner's only, and replaces the file whole; a value
// that can't be is refused and nothing is written.
func TestSave(t *testing.T) {
	c := Default()
	c.UI.Theme, c.UI.Sidebar, c.PDF.PageSize = "light", false, "letter"
	c.LSP = map[string]LanguageServer{"go": {Command: "/bin/gopls", Args: []string{"-v"}, Extensions: []string{".go"}, Disabled: true}}
	path := settings(t, "[ui]\ntheme = \"dark\"\n")
	if err := Save(path, c); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(path); err != nil || !reflect.DeepEqual(got, c) {
		t.Errorf("it comes back as %+v, %v", got, err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	c.UI.Theme = "pink"
	if err := Save(path, c); err == nil || !strings.Contains(err.Error(), "theme can be") {
		t.Errorf("pink: %v", err)
	}
	if got, err := Load(path); err != nil || got.UI.Theme != "light" {
		t.Errorf("after a refusal: %+v, %v", got, err)
	}
	if err := Save(filepath.Join(t.TempDir(), "nope", "config.toml"), Default()); err == nil {
		t.Error("a folder that isn't there is made")
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Settings that are kept elsewhere and linked to stay there.
func TestSaveThroughALink(t *testing.T) {
	real := settings(t, "")
	link := filepath.Join(t.TempDir(), "config.toml")
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	c := Default()
	c.UI.Theme = "dark"
	if err := Save(link, c); err != nil {
		t.Fatal(err)
	}
	if got, err := Load(real); err != nil || got.UI.Theme != "dark" {
		t.Errorf("the file that is linked to has %+v, %v", got, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
}

// Whatever stands in the file, loading gives settings that can be saved, and a problem
// when it gives none but the defaults.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{"", "[ui]\ntheme='dark'\n", "ui={theme=1}", "[lsp.go]\ncommand=''", "[[ui]]", "a.b.c=1", "\x00", "ui.theme=\"\\u12\"", "[sandbox]\nblocked_paths=[1]", "pdf=2020-01-01"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(path)
		var problem *Problem
		if err != nil && !errors.As(err, &problem) {
			t.Errorf("no problem: %v", err)
		}
		if err := Save(path, c); err != nil {
			t.Errorf("what was loaded can't be saved: %v", err)
		}
		if again, err := Load(path); err != nil || again.UI != c.UI || again.PDF != c.PDF {
			t.Errorf("%+v comes back as %+v, %v", c, again, err)
		}
	})
}
