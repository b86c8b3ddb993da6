package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const (
	masked = "[masked]"
	// maxText is how many bytes of a text are recorded: enough to see what it is about.
	// The content of files is kept by the checkpoints.
	maxText = 2 << 10
	// maxArgs is how many bytes of a call's arguments are recorded, all together.
	maxArgs = 32 << 10
	// minSecret is the shortest value that is masked wherever it occurs; shorter ones
	// are ordinary words too often.
	minSecret = 8
)

// forms are what secrets look like. Where there is a group, only that is masked.
var forms = []*regexp.Regexp{
	regexp.MustCompile(`-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)`),
	regexp.MustCompile(`\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}`),
	regexp.MustCompile(`\b(?:gh[opsur]_|github_pat_|glpat-|npm_|hf_|xai-|gsk_)[A-Za-z0-9_-]{16,}`),
	regexp.MustCompile(`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`),
	regexp.MustCompile(`\bAIza[A-Za-z0-9_-]{30,}`),
	regexp.MustCompile(`\bxox[a-z]-[A-Za-z0-9-]{10,}`),
	regexp.MustCompile(`\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`),
	regexp.MustCompile(`(?i)\bauthorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token)\s+)?([A-Za-z0-9._~+/=-]{8,})`),
	regexp.MustCompile(`(?i)\bbearer\s+([A-Za-z0-9._~+/=-]{20,})`),
	regexp.MustCompile(`(?i)[a-z0-9_-]*(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key)["']?\s*[:=]\s*["']?([^\s"',;&]{6,})`),
	regexp.MustCompile(`://[^\s/:@]*:([^\s/@]+)@`),
}

// secretName is what the names of variables and arguments with secrets look like.
var secretName = regexp.MustCompile(`(?i)(?:passw(?:or)?d|passphrase|secret|token|api_?key|access_?key|private_?key|credential)`)

// EnvironmentSecrets gives the values of the variables whose names say that they are
// secret (WS-81); environ is as os.Environ gives it.
func EnvironmentSecrets(environ []string) []string {
	var secrets []string
	for _, v := range environ {
		if name, value, ok := strings.Cut(v, "="); ok && secretName.MatchString(name) {
			secrets = append(secrets, value)
		}
	}
	return secrets
}

// masker takes secrets out of what is recorded.
type masker struct{ secrets []string } // the longest first

func newMasker(secrets []string) masker {
	var long []string
	for _, s := range secrets {
		if len(s) >= minSecret {
			long = append(long, s)
		}
	}
	slices.SortFunc(long, func(a, b string) int { return len(b) - len(a) })
	return masker{long}
}

// entry masks and cuts every text of an entry, in copies of what it points to.
func (m masker) entry(e *Entry) {
	e.Text, e.Error = m.text(e.Text), m.text(e.Error)
	if e.Tool != nil {
		t := *e.Tool
		t.Args = m.args(t.Args)
		e.Tool = &t
	}
	if e.Edit != nil {
		d := *e.Edit
		d.Note = m.text(d.Note)
		d.Hunks = slices.Clone(d.Hunks)
		for i, h := range d.Hunks {
			d.Hunks[i].Text, d.Hunks[i].Note = m.text(h.Text), m.text(h.Note)
		}
		e.Edit = &d
	}
}

// span is a range of bytes to be masked.
type span struct{ from, to int }

// text masks and cuts. Only what could be kept is searched, and the cut is made before
// a secret rather than through it.
func (m masker) text(s string) string {
	if s == "" {
		return s
	}
	keep := min(len(s), maxText)
	var out strings.Builder
	from := 0
	for _, at := range m.find(s[:min(len(s), 2*maxText)]) {
		if at.to > keep {
			keep = min(keep, at.from)
			break
		}
		out.WriteString(s[from:at.from] + masked)
		from = at.to
	}
	out.WriteString(s[from:keep])
	if len(s) <= maxText {
		return out.String()
	}
	return fmt.Sprintf("%s [cut: %d bytes in all, sha256 %s]", strings.ToValidUTF8(out.String(), ""), len(s), hashOf([]byte(s)))
}

// find gives the secrets in a text, in order; those that overlap are one.
func (m masker) find(s string) []span {
	var all []span
	for _, secret := range m.secrets {
		for from := 0; ; {
			i := strings.Index(s[from:], secret)
			if i < 0 {
				break
			}
			all = append(all, span{from + i, from + i + len(secret)})
			from += i + len(secret)
		}
	}
	for _, form := range forms {
		for _, at := range form.FindAllStringSubmatchIndex(s, -1) {
			at = at[len(at)-2:] // the group, or the whole
			all = append(all, span{at[0], at[1]})
		}
	}
	slices.SortFunc(all, func(a, b span) int { return a.from - b.from })
	var merged []span
	for _, at := range all {
		if n := len(merged); n > 0 && at.from < merged[n-1].to {
			merged[n-1].to = max(merged[n-1].to, at.to)
			continue
		}
		merged = append(merged, at)
	}
	return merged
}

// args masks the texts in a call's arguments, and what stands under a secret's name.
func (m masker) args(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil || dec.More() {
		v = string(raw) // no JSON: a text like any other
	}
	data, err := json.Marshal(m.value(v))
	if err != nil || len(data) > maxArgs {
		data, _ = json.Marshal(fmt.Sprintf("[cut: %d bytes in all, sha256 %s]", len(raw), hashOf(raw))) // a string always marshals
	}
	return data
}

func (m masker) value(v any) any {
	switch v := v.(type) {
	case string:
		return m.text(v)
	case []any:
		for i := range v {
			v[i] = m.value(v[i])
		}
	case map[string]any:
		fresh := make(map[string]any, len(v))
		for k, inner := range v {
			if secretName.MatchString(k) {
				inner = masked
			}
			fresh[m.text(k)] = m.value(inner)
		}
		return fresh
	}
	return v
}
