//go:build verify

package pdftext

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"redline/backend/export"
)

// words splits text where it isn't letters or digits, so that neither a hyphen nor a
// bracket makes two readers differ.
func words(s string) []string {
	return strings.FieldsFunc(norm.NFKC.String(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// share tells which part of want's words got has, each as often.
func share(want, got []string) float64 {
	have := map[string]int{}
	for _, w := range got {
		have[w]++
	}
	found := 0
	for _, w := range want {
		if have[w] > 0 {
			have[w]--
			found++
		}
	}
	return float64(found) / float64(max(1, len(want)))
}

// inOrder tells which part of want's neighbours are neighbours in got.
func inOrder(want, got []string) float64 {
	pairs := func(w []string) (p []string) {
		for i := 1; i < len(w); i++ {
			p = append(p, w[i-1]+" "+w[i])
		}
		return p
	}
	return share(pairs(want), pairs(got))
}

// What pdftotext reads is read here, in the same order, from PDFs of several makers.
func TestAgainstPdftotext(t *testing.T) {
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Skip("pdftotext (poppler-utils) is not installed")
	}
	dir := t.TempDir()
	makeFiles(t, dir)
	names, err := filepath.Glob(filepath.Join(dir, "*.pdf"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := Read(t.Context(), content)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
			continue
		}
		var ours strings.Builder
		for _, p := range doc.Pages {
			ours.WriteString(p.Text + "\n")
		}
		// pdftotext reads tables by columns, and with -raw by rows, as we do.
		got := words(ours.String())
		byBlock, raw := pdftotext(t, name), pdftotext(t, name, "-raw")
		found, ordered := share(byBlock, got), max(inOrder(byBlock, got), inOrder(raw, got))
		t.Logf("%-28s %5d words: %.3f found, %.3f in order", filepath.Base(name), len(byBlock), found, ordered)
		if found < 0.99 || ordered < 0.95 {
			t.Errorf("%s: %.3f of the words, %.3f in order", filepath.Base(name), found, ordered)
		}
	}
}

// pdftotext gives the words that it reads.
func pdftotext(t *testing.T, name string, how ...string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "pdftotext", append(how, "-enc", "UTF-8", name, "-")...).Output()
	if err != nil {
		t.Fatalf("pdftotext %s: %v", name, err)
	}
	return words(string(out))
}

// scripts is a text in several scripts, with what a page can have.
const scripts = "# Überschrift\n\nÉtudes, naïve café. Ελληνικά κείμενα. Русский текст с заглавными.\n\n| name | age |\n| --- | --- |\n| Ann | 7 |\n| Bob | 42 |\n\n" +
	"1. first *em* **strong**\n2. second `code`\n\n> a quote\n\n```go\nfunc main() { println(\"x\") }\n```\n\nEnd.[^1]\n\n[^1]: A footnote with words.\n"

func makeFiles(t *testing.T, dir string) {
	t.Helper()
	sources := map[string]string{"scripts": scripts}
	for _, name := range []string{"../../README.md", "../../docs/architecture.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sources[strings.TrimSuffix(filepath.Base(name), ".md")] = string(text)
	}
	for name, source := range sources {
		for _, format := range []export.Format{export.PDF, export.DOCX} {
			var b bytes.Buffer
			if _, err := export.Convert(context.Background(), &b, []byte(source), format, export.Options{}); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name+"."+string(format)), b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		tool(t, dir, "qpdf", "--object-streams=generate", "--linearize", name+".pdf", name+"-streams.pdf")
		tool(t, dir, "qpdf", "--encrypt", "", "owner", "256", "--", name+".pdf", name+"-locked.pdf")
		if err := os.MkdirAll(filepath.Join(dir, "office"), 0o700); err != nil {
			t.Fatal(err)
		}
		if tool(t, dir, "libreoffice", "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", "pdf", "--outdir", "office", name+".docx") {
			if err := os.Rename(filepath.Join(dir, "office", name+".pdf"), filepath.Join(dir, name+"-office.pdf")); err != nil {
				t.Error(err)
			}
		}
	}
}

// tool runs another program in dir; one that is not installed makes no file.
func tool(t *testing.T, dir, name string, args ...string) bool {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Logf("%s is not installed", name)
		return false
	}
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return true
}
