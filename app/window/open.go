package window

import (
	"errors"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// ErrAddress says that an address is none that Redline hands to another program.
var ErrAddress = errors.New("only http, https and mailto addresses are opened")

// maxAddress is how long an opened address may be, in bytes: what browsers and
// command lines take without harm.
const maxAddress = 8 << 10

// OpenURL opens a web or mail address in the system's own program. Any other
// kind is refused with ErrAddress, because a file's address or another program's
// scheme could start that program on what a page says.
func OpenURL(address string) error {
	if err := checkAddress(address); err != nil {
		return err
	}
	return start(opener(address))
}

// documents are the kinds of file that OpenFile opens: what Redline exports.
// Another kind could be a program.
var documents = []string{".pdf", ".docx"}

// OpenFile opens a document at path, which must be absolute, in the program that
// the system has for it. A file that is no PDF or Word document is refused.
func OpenFile(path string) error {
	if !filepath.IsAbs(path) || !slices.Contains(documents, strings.ToLower(filepath.Ext(path))) {
		return fmt.Errorf("open %s: only PDF and Word documents are opened", path)
	}
	switch runtime.GOOS {
	case "windows":
		return start([]string{"rundll32", "url.dll,FileProtocolHandler", path})
	default:
		return start(opener(path))
	}
}

// Reveal shows the file at path, which must be absolute, in the system's file
// manager: the file selected where the system can do that, its folder elsewhere.
func Reveal(path string) error {
	if !filepath.IsAbs(path) {
		return fmt.Errorf("reveal %s: the path is not absolute", path)
	}
	switch runtime.GOOS {
	case "darwin":
		return start([]string{"open", "-R", path})
	case "windows":
		return start([]string{"explorer", "/select," + path})
	default:
		return start(opener(filepath.Dir(path)))
	}
}

func checkAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil || len(address) > maxAddress {
		return ErrAddress
	}
	switch u.Scheme {
	case "http", "https":
		if u.Host == "" {
			return ErrAddress
		}
	case "mailto":
		if u.Opaque == "" {
			return ErrAddress
		}
	default:
		return fmt.Errorf("%w: this one is %q", ErrAddress, u.Scheme)
	}
	return nil
}

// opener is the command that opens target, which never begins with a dash.
func opener(target string) []string {
	switch runtime.GOOS {
	case "darwin":
		return []string{"open", target}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler", target}
	default:
		return []string{"xdg-open", target}
	}
}

// start starts a program and doesn't wait for its end: a browser that wasn't
// running yet stays.
func start(command []string) error {
	cmd := exec.Command(command[0], command[1:]...)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("open with %s: %w", command[0], err)
	}
	go cmd.Wait()
	return nil
}
