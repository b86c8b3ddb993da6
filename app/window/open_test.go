package window

import (
	"errors"
	"strings"
	"testing"
)

func TestOnlyWebAndMailAddressesAreOpened(t *testing.T) {
	for _, address := range []string{
		"http://example.org", "https://example.org/a?b=c#d", "HTTPS://example.org", "mailto:someone@example.org",
	} {
		if err := checkAddress(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{
		"", "example.org", "//example.org", "/etc/passwd", "--help", "file:///etc/passwd", "javascript:alert(1)",
		"data:text/html,x", "smb://host/share", "vscode://open", "http:", "https:///path", "mailto:", "http://[::1",
		"\nhttps://example.org", "https://example.org/" + strings.Repeat("a", maxAddress),
	} {
		if err := OpenURL(address); !errors.Is(err, ErrAddress) {
			t.Errorf("%.40q: got %v, want ErrAddress", address, err)
		}
	}
}

func TestRevealWantsAnAbsolutePath(t *testing.T) {
	if err := Reveal("notes/a.md"); err == nil {
		t.Error("a relative path was revealed")
	}
}
