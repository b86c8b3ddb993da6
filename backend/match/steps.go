package match

import (
	"strings"
	"unicode"
)

func findTrailing(f *Found, text string) bool {
	return f.findFolded(text, foldTrailing)
}

func findTypography(f *Found, text string) bool {
	return f.findFolded(text, foldTypography)
}

// findWhiteSpace compares line by line first, and then as prose that may be wrapped
// otherwise.
func findWhiteSpace(f *Found, text string) bool {
	return f.findFolded(text, foldInner) || f.findWrapped(text)
}

// findWrapped takes only what really is wrapped otherwise: lines that are indented
// otherwise are for the next step.
func (f *Found) findWrapped(text string) bool {
	target := strings.TrimSuffix(f.target, "\n")
	if blank(target) || strings.TrimFunc(target, unicode.IsSpace) != target {
		return false
	}
	f.Places = nil
	for _, p := range foldWrapped(text).places(foldWrapped(target).text) {
		if strings.Count(text[p.From:p.To], "\n") == strings.Count(target, "\n") {
			return false
		}
		if target != f.target && !endsLine(text, p.To) {
			continue
		}
		if i := strings.IndexByte(text[p.To:], '\n'); target != f.target && i >= 0 {
			p.To += i + 1
		}
		f.Places = append(f.Places, f.ended(text, p))
	}
	return len(f.Places) > 0
}

// findFolded looks for the target where both are folded. White space alone would be
// found all over the text.
func (f *Found) findFolded(text string, fold func(string) folded) bool {
	if blank(f.target) {
		return false
	}
	target, whole := foldTarget(f.target, fold)
	all := fold(text).places(target)
	f.Places = nil
	for _, p := range all {
		if whole && !endsLine(text, p.To) {
			continue
		}
		f.Places = append(f.Places, f.ended(text, p))
	}
	return len(f.Places) > 0
}

// foldTarget folds a target. Where blanks at its very end are gone with that, it is
// whole: it ends where a line does.
func foldTarget(target string, fold func(string) folded) (text string, whole bool) {
	text = fold(target).text
	if !strings.HasSuffix(target, "\n") {
		text = strings.TrimSuffix(text, "\n")
	}
	return text, strings.TrimRightFunc(target, isBlank) != target
}

func isBlank(r rune) bool { return r != '\n' && unicode.IsSpace(r) }

// endsLine tells whether only blanks stand between at and the end of the line.
func endsLine(text string, at int) bool {
	rest, _, _ := strings.Cut(text[at:], "\n")
	return blank(rest)
}

// ended marks a place that lacks the line end that the target has.
func (f *Found) ended(text string, p Place) Place {
	p.openEnd = strings.HasSuffix(f.target, "\n") && !strings.HasSuffix(text[p.From:p.To], "\n")
	return p
}
