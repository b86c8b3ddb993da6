package audit

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

// WS-81: secrets are masked by their value and by their form, and what isn't one is
// left. None of these is real.
func TestMask(t *testing.T) {
	m := newMasker([]string{"correct horse", "correct horse battery", "short", ""})
	for _, tc := range []struct{ in, want string }{
		{"say correct horse battery, twice: correct horse", "say [masked], twice: [masked]"},
		{"short ones stay", "short ones stay"},
		{"key sk-abcdefghijklmnopqrstuvwx and sk_live_0123456789abcdef", "key [masked] and [masked]"},
		{"ghp_0123456789abcdefghij github_pat_0123456789abcdefghij", "[masked] [masked]"},
		{"AKIAABCDEFGHIJKLMNOP", "[masked]"},
		{"xoxb-1234567890-abc", "[masked]"},
		{"Authorization: Bearer abc.def-ghi", "Authorization: Bearer [masked]"},
		{"authorization: basic dXNlcjpwYXNz", "authorization: basic [masked]"},
		{"a basic understanding of bearers", "a basic understanding of bearers"},
		{"PASSWORD=hunter22 next", "PASSWORD=[masked] next"},
		{`"api_key": "abcdef123", "n": 1`, `"api_key": "[masked]", "n": 1`},
		{"https://me:pa55word@example.org/x", "https://me:[masked]@example.org/x"},
		{"eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM", "[masked]"},
		{"a\n-----BEGIN RSA PRIVATE KEY-----\nabc\ndef\n-----END RSA PRIVATE KEY-----\nb", "a\n[masked]\nb"},
		{"-----BEGIN PRIVATE KEY-----\nabc, cut off", "[masked]"},
		{"the token of gratitude", "the token of gratitude"},
		{"https://example.org:8080/a@b", "https://example.org:8080/a@b"},
		{"tokenizer.go:12: password too short", "tokenizer.go:12: password too short"},
	} {
		if got := m.text(tc.in); got != tc.want {
			t.Errorf("%q became %q, want %q", tc.in, got, tc.want)
		}
	}
}

// Variables whose names say so are secret.
func TestEnvironmentSecrets(t *testing.T) {
	got := EnvironmentSecrets([]string{"HOME=/home/me", "OPENAI_API_KEY=one=1", "GITHUB_TOKEN=two", "DB_PASSWORD=three", "broken"})
	if strings.Join(got, " ") != "one=1 two three" {
		t.Errorf("got %q", got)
	}
}

// A long text is cut, with its length and hash; a secret is never cut in two.
func TestCut(t *testing.T) {
	secret := "correct horse battery"
	m := newMasker([]string{secret})
	text := strings.Repeat("ä", maxText/2-5) + secret + strings.Repeat("z", 100)
	got := m.text(text)
	if strings.Contains(got, "correct") || !strings.Contains(got, "sha256 "+hashOf([]byte(text))) || !utf8.ValidString(got) {
		t.Errorf("cut to %q", got[maxText-20:])
	}
}

// Arguments keep their form and their numbers; only texts and secrets in them change,
// and what is too long as a whole is named by its hash.
func TestArgs(t *testing.T) {
	m := newMasker([]string{`a "quoted" secret`})
	long := `{"list":["` + strings.Repeat(strings.Repeat("x", 1000)+`","`, 50) + `"]}`
	for in, want := range map[string]string{
		`{"path":"f","n":12345678901234567890,"on":true,"of":null}`:       `{"n":12345678901234567890,"of":null,"on":true,"path":"f"}`,
		`{"content":"say a \"quoted\" secret","headers":{"Token":["x"]}}`: `{"content":"say [masked]","headers":{"Token":"[masked]"}}`,
		`no JSON, password=abcdefg`:                                       `"no JSON, password=[masked]"`,
		``:                                                                ``,
		long:                                                              `"[cut: 50163 bytes in all, sha256 ` + hashOf([]byte(long)) + `]"`,
	} {
		if got := string(m.args(json.RawMessage(in))); got != want {
			t.Errorf("%.80q became %.200s", in, got)
		}
	}
}

// No secret reaches the file, whichever field it stands in.
func TestNoSecretIsWritten(t *testing.T) {
	const secret = "correct horse battery"
	file := t.TempDir() + "/audit.jsonl"
	l, _, err := Open(file, "/w", []string{secret})
	must(t, err)
	raw := json.RawMessage(`{"a":"` + secret + `"}`)
	hunks := []Hunk{{Action: "amend", Text: secret, Note: secret}}
	e := Entry{Kind: Approval, Text: secret, Error: secret, Tool: &Tool{Name: "t", Args: raw}, Edit: &Edit{Path: "f", Note: secret, Hunks: hunks}}
	must(t, l.Append(e))
	must(t, l.Close())
	data, err := os.ReadFile(file)
	must(t, err)
	if strings.Contains(string(data), "horse") {
		t.Errorf("it was written: %s", data)
	}
	if hunks[0].Text != secret || string(raw) != `{"a":"`+secret+`"}` {
		t.Error("what was given was changed")
	}
}
