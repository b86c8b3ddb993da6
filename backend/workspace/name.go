package workspace

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// maxPathBytes is the longest path that is looked at: what the system takes.
const maxPathBytes = 4096

// spelling says which names a file system takes for one and the same.
type spelling struct {
	fold   bool // names that differ in case only
	normal bool // names that differ in Unicode's normal form only, or in characters that are not seen
}

// systemSpelling is what the system's own file systems do. A single folder may do
// otherwise: see folds.
var systemSpelling = spelling{
	fold:   runtime.GOOS == "darwin" || runtime.GOOS == "windows",
	normal: runtime.GOOS == "darwin",
}

// key gives one string for all names that are the same one (FS-12).
func (s spelling) key(name string) string {
	if s.normal && !ascii(name) {
		name = norm.NFC.String(strings.Map(dropUnseen, name))
	}
	if s.fold {
		name = foldCase(name)
	}
	if !utf8.ValidString(name) {
		name = textOf(name)
	}
	return name
}

// textOf puts a character of its own in the place of each byte that is no UTF-8: an
// expression can't hold the byte itself.
func textOf(name string) string {
	var b strings.Builder
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		if r == utf8.RuneError && n == 1 {
			r = firstPrivate + rune(name[i])
		}
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// firstPrivate begins a range of characters that mean nothing to anybody.
const firstPrivate = 0x10FF00

// dropUnseen leaves out the characters that HFS+ doesn't compare.
func dropUnseen(r rune) rune {
	switch {
	case r >= 0x200C && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x206A && r <= 0x206F, r == 0xFEFF:
		return -1
	}
	return r
}

func foldCase(name string) string {
	if ascii(name) {
		return strings.ToLower(name)
	}
	return norm.NFC.String(cases.Fold().String(name))
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isGit tells whether a name is git's own folder or file on any system: it is the
// same one with dots, blanks or a stream behind it on Windows, in its short form
// there, in other case, and with characters that HFS+ doesn't compare.
func isGit(name string) bool {
	name, _, _ = strings.Cut(spelling{fold: true, normal: true}.key(name), ":")
	name = strings.TrimRight(name, ". ")
	return name == ".git" || name == "git~1"
}

// checkName refuses what can't be the name of a file in any workspace, or would be
// taken for another's by whoever reads it.
func checkName(name string) error {
	switch {
	case name == "":
		return badName("the path is empty; name a file relative to the workspace")
	case strings.ContainsRune(name, 0):
		return badName("the path %q holds a NUL character", name)
	case len(name) > maxPathBytes:
		return badName("the path that begins with %q is %d bytes long; at most %d are taken", name[:80], len(name), maxPathBytes)
	case url.MatchString(name):
		return badName("%q is a URL; name a file by its path, relative to the workspace", name)
	}
	if runtime.GOOS == "windows" {
		if why := windowsRefuses(name); why != "" {
			return badName("the path %q can't be used: %s", name, why)
		}
	}
	return nil
}

var url = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// windowsRefuses says why Windows takes a path for something else than the file of
// that name, "" when it doesn't.
func windowsRefuses(path string) string {
	slashed := strings.ReplaceAll(path, `\`, "/")
	if strings.HasPrefix(slashed, "//?/") || strings.HasPrefix(slashed, "//./") {
		return "it names a device"
	}
	rest := slashed
	if len(rest) >= 2 && rest[1] == ':' {
		if len(rest) == 2 || rest[2] != '/' {
			return "it depends on what the drive's current folder is; write the whole path"
		}
		rest = rest[2:]
	}
	for name := range strings.SplitSeq(rest, "/") {
		if why := windowsRefusesName(name); why != "" {
			return why
		}
	}
	return ""
}

func windowsRefusesName(name string) string {
	if name == "." || name == ".." {
		return ""
	}
	for _, r := range name {
		switch {
		case r == ':':
			return fmt.Sprintf("%q names a hidden stream of a file", name)
		case r < ' ', strings.ContainsRune(`<>"|?*`, r):
			return fmt.Sprintf("%q holds the character %q, which Windows has in no name", name, r)
		}
	}
	if strings.TrimRight(name, ". ") != name {
		return fmt.Sprintf("%q ends in a dot or a blank, which Windows leaves away", name)
	}
	base, _, _ := strings.Cut(name, ".")
	if windowsDevice.MatchString(strings.TrimRight(base, " ")) {
		return fmt.Sprintf("%q is a device on Windows, whatever follows the dot", name)
	}
	return ""
}

var windowsDevice = regexp.MustCompile(`^(?i:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9¹²³])$`)

// windowsShort tells whether a name may be the short form of another: ENV~1 of
// .env. It is one unless the folder lists it under that name.
func windowsShort(name string) bool { return shortForm.MatchString(name) }

var shortForm = regexp.MustCompile(`^[^.~]{1,6}~[0-9]{1,6}(?:\.[^.]{0,3})?$`)

// escapeName gives a name in display form, in which every name is text: a byte that is no
// UTF-8 is written \xff. A backslash that would be read as the beginning of such a
// byte is written \x5c.
func escapeName(name string) string {
	if utf8.ValidString(name) && !escapedByte.MatchString(name) {
		return name
	}
	var b strings.Builder
	for i := 0; i < len(name); {
		r, n := utf8.DecodeRuneInString(name[i:])
		if r == utf8.RuneError && n == 1 || name[i] == '\\' && beginsEscape(name[i:]) {
			fmt.Fprintf(&b, `\x%02x`, name[i])
		} else {
			b.WriteString(name[i : i+n])
		}
		i += n
	}
	return b.String()
}

// unescapeName gives the name that escapeName was given.
func unescapeName(display string) string {
	return escapedByte.ReplaceAllStringFunc(display, func(s string) string {
		return string([]byte{unhex(s[2])<<4 | unhex(s[3])})
	})
}

// escapedByte is a byte of a name as it is shown: those that ASCII doesn't have, and
// the backslash.
var escapedByte = regexp.MustCompile(`\\x(?:[89a-f][0-9a-f]|5c)`)

func beginsEscape(s string) bool {
	at := escapedByte.FindStringIndex(s[:min(len(s), 4)])
	return at != nil && at[0] == 0
}

func unhex(digit byte) byte {
	if digit >= 'a' {
		return digit - 'a' + 10
	}
	return digit - '0'
}
