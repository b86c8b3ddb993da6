package workspace

import (
	"path/filepath"
	"slices"
	"strings"
)

// Grant is one rule of Landlock: what may be done with a file, or a folder and all
// beneath it.
type Grant struct {
	Path  string
	Write bool // also changed, and anything made in it
}

// Landlock gives the grants of a Landlock ruleset that handles every kind of access to
// files. Landlock only grants, and for all that is beneath: around a closed file each
// of its neighbours is granted by itself, so that no new one can be made beside it.
// Where that is too narrow, Bubblewrap is what to use.
func (p Policy) Landlock() []Grant {
	var grants []Grant
	for _, r := range p.Rules {
		if r.Access >= ReadOnly {
			grants = p.grant(grants, r.Path, ReadOnly)
		}
		if r.Access == ReadWrite {
			grants = p.grant(grants, r.Path, ReadWrite)
		}
	}
	slices.SortFunc(grants, func(a, b Grant) int {
		if n := strings.Compare(a.Path, b.Path); n != 0 || a.Write == b.Write {
			return n
		}
		if a.Write {
			return -1
		}
		return 1
	})
	return slices.CompactFunc(grants, func(a, b Grant) bool { return a.Path == b.Path })
}

// grant adds what gives this access to all beneath path for which the rules do.
func (p Policy) grant(grants []Grant, path string, access Access) []Grant {
	if !p.narrows(path, access) {
		return append(grants, Grant{path, access == ReadWrite})
	}
	for _, name := range p.beside[path] {
		child := filepath.Join(path, name)
		if _, own := p.rule(child); !own {
			grants = p.grant(grants, child, access)
		}
	}
	return grants
}

// narrows tells whether a rule beneath path gives less than access.
func (p Policy) narrows(path string, access Access) bool {
	prefix := strings.TrimSuffix(path, "/") + "/"
	from, _ := p.rule(prefix)
	for _, r := range p.Rules[from:] {
		if !strings.HasPrefix(r.Path, prefix) {
			return false
		}
		if r.Access < access {
			return true
		}
	}
	return false
}

// rule finds the rule about this very path, or where it would stand.
func (p Policy) rule(path string) (int, bool) {
	return slices.BinarySearchFunc(p.Rules, path, func(r PolicyRule, path string) int { return strings.Compare(r.Path, path) })
}
