package fonts

import (
	"io/fs"
	"testing"
)

var all = []Name{Serif, SerifItalic, SerifBold, SerifBoldItalic, Title, Mono, MonoItalic, MonoBold, MonoBoldItalic,
	Fill, FillItalic, FillBold, Symbols1, Symbols2, Symbols3}

func TestEveryFaceOpens(t *testing.T) {
	for _, name := range all {
		if face, err := Open(name); err != nil || len(face.Data) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open("no-such-face"); err == nil {
		t.Error("a face that isn't there opened")
	}
}

func TestTextFacesHaveLatinGreekAndCyrillic(t *testing.T) {
	for _, name := range []Name{Serif, SerifItalic, SerifBold, SerifBoldItalic, Title, Mono, MonoItalic, MonoBold, MonoBoldItalic} {
		face, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range "The quick ÀÉÎõüßŁčşž ẞ Αθήνα Πειραιάς ΐώς Кронштадт ёЩъ «„“”’–—…» €£ × ± ≤" {
			if _, ok := face.Advance(r); !ok && r != 'ẞ' && r != '≤' {
				t.Errorf("%s lacks %c (U+%04X)", name, r, r)
			}
		}
	}
}

func TestSomeFaceShowsWhatIsMissing(t *testing.T) {
	for _, name := range all {
		face, err := Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := face.Advance(Missing); ok {
			return
		}
	}
	t.Errorf("no face has U+FFFD")
}

func TestCodeIsSetInColumns(t *testing.T) {
	face, err := Open(Mono)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := face.Advance('m')
	for _, r := range "il. ─│ЖΩ→" {
		if got, ok := face.Advance(r); !ok || got != want {
			t.Errorf("%c is %d wide (there: %v), and m %d", r, got, ok, want)
		}
	}
}

func TestPairsAreKerned(t *testing.T) {
	face, err := Open(Serif)
	if err != nil {
		t.Fatal(err)
	}
	if face.Kern('A', 'V') >= 0 || face.Kern('n', 'n') != 0 {
		t.Errorf("AV %d, nn %d: want the first set nearer and the second as it is", face.Kern('A', 'V'), face.Kern('n', 'n'))
	}
}

// The program carries the fonts in every build.
func TestTheFontsStaySmall(t *testing.T) {
	const limit = 2 << 20
	total := int64(0)
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total == 0 || total > limit {
		t.Errorf("the fonts have %d bytes, want at most %d", total, limit)
	}
}
