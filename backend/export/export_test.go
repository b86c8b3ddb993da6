package export_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"redline/backend/export"
	"redline/backend/export/document"
)

var update = flag.Bool("update", false, "write what is compared with, instead of comparing")

var formats = []export.Format{export.PDF, export.DOCX, export.HTML}

// made is when the documents of these tests are made.
var made = time.Date(2026, 6, 16, 9, 30, 0, 0, time.UTC)

func convert(t *testing.T, src string, format export.Format, opts export.Options) ([]byte, export.Result) {
	t.Helper()
	if opts.Time.IsZero() {
		opts.Time = made
	}
	var out bytes.Buffer
	result, err := export.Convert(context.Background(), &out, []byte(src), format, opts)
	if err != nil {
		t.Fatalf("convert to %s: %v", format, err)
	}
	if result.Bytes != out.Len() {
		t.Errorf("%s: the result says %d bytes and %d were written", format, result.Bytes, out.Len())
	}
	return out.Bytes(), result
}

func note(t *testing.T) string {
	t.Helper()
	src, err := os.ReadFile("testdata/newlyn.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func TestHTMLOfARichNoteIsAsBefore(t *testing.T) {
	got, _ := convert(t, note(t), export.HTML, export.Options{
		PictureURL: func(ref string) (string, bool) { return "/pictures/" + ref, true }})
	golden := filepath.Join("testdata", "newlyn.html")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the HTML differs from %s; look at it and run go test -update\n%s", golden, firstDifference(want, got))
	}
}

func firstDifference(want, got []byte) string {
	wanted, found := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(wanted), len(found)) {
		if wanted[i] != found[i] {
			return "want: " + wanted[i] + "\n got: " + found[i]
		}
	}
	return "one is longer than the other"
}

func TestTheSameMarkdownGivesTheSameBytes(t *testing.T) {
	opts := export.Options{Picture: func(string) ([]byte, error) { return testPNG(60, 40), nil }}
	for _, format := range formats {
		first, _ := convert(t, note(t), format, opts)
		second, _ := convert(t, note(t), format, opts)
		if !bytes.Equal(first, second) {
			t.Errorf("%s: two exports of the same text differ", format)
		}
	}
}

func TestAMissingPictureLeavesItsTextAndAWarning(t *testing.T) {
	opts := export.Options{Picture: func(string) ([]byte, error) { return nil, errors.New("no such file") }}
	for _, format := range []export.Format{export.PDF, export.DOCX} {
		_, result := convert(t, "![the pier](pier.png) and ![again](pier.png)", format, opts)
		if len(result.Warnings) != 1 || !strings.Contains(result.Warnings[0], "pier.png") || !strings.Contains(result.Warnings[0], "no such file") {
			t.Errorf("%s: warnings %q, want one that names pier.png and why", format, result.Warnings)
		}
	}
}

func TestCancellingLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, format := range []export.Format{export.PDF, export.DOCX} {
		var out bytes.Buffer
		_, err := export.Convert(ctx, &out, []byte(note(t)), format, export.Options{})
		if !errors.Is(err, context.Canceled) || out.Len() > 0 {
			t.Errorf("%s: error %v and %d bytes, want a cancellation and none", format, err, out.Len())
		}
	}
}

func TestCancellingWhilePagesAreSetStopsThere(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	pages := 0
	src := strings.Repeat("A paragraph that takes a line.\n\n", 2000)
	_, err := export.Convert(ctx, &bytes.Buffer{}, []byte(src), export.PDF, export.Options{Progress: func(page int) {
		if pages = page; page == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || pages != 3 {
		t.Errorf("error %v after page %d, want a cancellation after page 3", err, pages)
	}
}

func TestPageSizeFollowsTheCountry(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want document.PageSize
	}{
		{nil, document.A4},
		{map[string]string{"LANG": "en_US.UTF-8"}, document.Letter},
		{map[string]string{"LANG": "en_GB.UTF-8"}, document.A4},
		{map[string]string{"LANG": "en_US.UTF-8", "LC_PAPER": "de_DE.UTF-8"}, document.A4},
		{map[string]string{"LC_ALL": "fr_CA", "LC_PAPER": "de_DE.UTF-8"}, document.Letter},
		{map[string]string{"LC_ALL": "C.UTF-8", "LANG": "en_US.UTF-8"}, document.A4},
		{map[string]string{"LANG": "es_MX@euro"}, document.Letter},
	} {
		if got := export.PageSizeFor(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %s, want %s", c.env, got, c.want)
		}
	}
}

func TestAnUnknownFormatIsRefused(t *testing.T) {
	var out bytes.Buffer
	if _, err := export.Convert(context.Background(), &out, []byte("x"), "odt", export.Options{}); err == nil || out.Len() > 0 {
		t.Errorf("error %v, %d bytes; want an error and none", err, out.Len())
	}
}

// Sizes at which a careless layout hangs, panics or fills memory.
func TestHugeAndCrookedTexts(t *testing.T) {
	deep := func(mark string, n int) string {
		var out strings.Builder
		for i := range n {
			out.WriteString(strings.Repeat("  ", i) + mark + " x\n")
		}
		return out.String()
	}
	wide := func(columns int) string {
		row := strings.Repeat("| cell ", columns) + "|\n"
		return row + strings.Repeat("| --- ", columns) + "|\n" + strings.Repeat(row, 5)
	}
	texts := map[string]string{
		"quotes within quotes":     strings.Repeat(">", 1<<20) + " end",
		"lists within lists":       deep("-", 300),
		"lists on one line":        strings.Repeat("- ", 1<<19) + "end",
		"numbers on one line":      strings.Repeat("1. ", 50_000) + "end",
		"emphasis within emphasis": strings.Repeat("*_", 20_000) + "end" + strings.Repeat("_*", 20_000),
		"open brackets":            strings.Repeat("[", 100_000),
		"dollars":                  strings.Repeat("$a ", 100_000),
		"double dollars":           strings.Repeat("$$\n", 100_000),
		"a table of 200 columns":   wide(200),
		"a long word":              strings.Repeat("x", 100_000),
		"a long word in a table":   "| a | b |\n| - | - |\n| " + strings.Repeat("x", 100_000) + " | y |\n",
		"a long line of code":      "```go\n" + strings.Repeat("x", 100_000) + "\n```\n",
		"300 headings":             strings.Repeat("# Heading\n\n", 300),
		"lines of tall headings":   "# " + strings.Repeat("word ", 3000),
		"an alert that never ends": "> [!NOTE]\n" + strings.Repeat("> line\n>\n", 3000),
		"nothing":                  "",
		"only a mark":              "\ufeff",
		"no text":                  "\x00\x01\x02\xff\xfe\x80",
		"surrogates and planes":    "\xed\xa0\x80 😀👨‍👩‍👧 𝔘 \U0010ffff \ufffe",
	}
	for name, src := range texts {
		t.Run(name, func(t *testing.T) {
			for _, format := range formats {
				if out, result := convert(t, src, format, export.Options{}); format == export.PDF && result.Pages < 1 || format != export.HTML && len(out) == 0 {
					t.Errorf("%s: %d pages, %d bytes", format, result.Pages, len(out))
				}
			}
		})
	}
}

func TestATextThatIsTooLargeIsRefusedWhole(t *testing.T) {
	var out bytes.Buffer
	_, err := export.Convert(context.Background(), &out, make([]byte, 33<<20), export.HTML, export.Options{})
	if err == nil || !strings.Contains(err.Error(), "32 MB") || out.Len() > 0 {
		t.Errorf("error %v, want one that names the limit", err)
	}
}

func testPNG(width, height int) []byte {
	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		for y := range height {
			picture.Set(x, y, color.NRGBA{uint8(x), uint8(y), 120, uint8(255 - x%3)})
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func testGIF() []byte {
	var out bytes.Buffer
	if err := gif.Encode(&out, image.NewPaletted(image.Rect(0, 0, 20, 10), color.Palette{color.Black, color.White}), nil); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func FuzzConvert(f *testing.F) {
	f.Add([]byte("# a\n\n- [x] b\n\n> [!NOTE]\n> c\n\n| a | b |\n| - | - |\n| `x` | y[^1] |\n\n[^1]: d"))
	f.Add([]byte("$$\nx\n$$ ![a](b) <img src=x> ```math\n\\frac\n```"))
	f.Add([]byte("---\ntitle: x\n---\nterm\n: detail\n\n\x00\xff😀"))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, format := range formats {
			if _, err := export.Convert(context.Background(), &bytes.Buffer{}, src, format, export.Options{
				Picture: func(string) ([]byte, error) { return testGIF(), nil }}); err != nil {
				t.Fatalf("%s: %v", format, err)
			}
		}
	})
}
