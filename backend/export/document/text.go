package document

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// unescape decodes backslash escapes and entities, in one pass, so that an
// escaped ampersand begins no entity.
func unescape(raw []byte) string {
	if !strings.ContainsAny(string(raw), `\&`) {
		return string(raw)
	}
	var out strings.Builder
	for i := 0; i < len(raw); i++ {
		switch {
		case raw[i] == '\\' && i+1 < len(raw) && util.IsPunct(raw[i+1]):
			i++
			out.WriteByte(raw[i])
		case raw[i] == '&':
			value, size := entity(raw[i:])
			out.WriteString(value)
			i += size - 1
		default:
			out.WriteByte(raw[i])
		}
	}
	return out.String()
}

// maxEntity is longer than any name in HTML's table and any number allowed.
const maxEntity = 40

// entity decodes the entity that raw begins with, or gives the ampersand itself.
func entity(raw []byte) (string, int) {
	end := -1
	for i := 1; i < len(raw) && i < maxEntity; i++ {
		if raw[i] == ';' {
			end = i
			break
		}
	}
	if end < 2 {
		return "&", 1
	}
	name := string(raw[1:end])
	if number, ok := strings.CutPrefix(name, "#"); ok {
		if r, ok := numbered(number); ok {
			return string(r), end + 1
		}
		return "&", 1
	}
	if found, ok := util.LookUpHTML5EntityByName(name); ok {
		return string(found.Characters), end + 1
	}
	return "&", 1
}

func numbered(digits string) (rune, bool) {
	base, most := 10, 7
	if digits != "" && (digits[0] == 'x' || digits[0] == 'X') {
		digits, base, most = digits[1:], 16, 6
	}
	if digits == "" || len(digits) > most || strings.ContainsAny(digits, "+-_") {
		return 0, false
	}
	value, err := strconv.ParseUint(digits, base, 32)
	if err != nil {
		return 0, false
	}
	if value == 0 || value > unicode.MaxRune || !utf8.ValidRune(rune(value)) {
		return utf8.RuneError, true
	}
	return rune(value), true
}

// anchors counts how often each anchor was made.
type anchors map[string]int

// make gives a heading's anchor as GitHub does: lower case, without
// punctuation, spaces as hyphens, numbered when it was there before.
func (a anchors) make(title string) string {
	var out strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(title)) {
		switch {
		case r == ' ':
			out.WriteByte('-')
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			out.WriteRune(r)
		}
	}
	base := out.String()
	anchor := base
	for {
		if _, taken := a[anchor]; !taken {
			break
		}
		a[base]++
		anchor = base + "-" + strconv.Itoa(a[base])
	}
	a[anchor] = 0
	return anchor
}
