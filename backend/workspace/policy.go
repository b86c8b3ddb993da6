package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Policy is what a command may reach, made of the rules that the workspace's own
// operations follow (FS-13), in a form that a system can enforce: Bubblewrap and
// Landlock on Linux, Seatbelt on macOS.
//
// A link counts by where it leads. Mounts and Landlock know files, not names: what
// matches a pattern when the policy is made is closed, and a name that a command makes
// only then is not. Whoever runs a command makes the policy again afterwards; a rule
// that wasn't there is a file that the workspace itself would not have made.
type Policy struct {
	// Rules are in the order of their paths. The longest that holds a file decides; what
	// none holds is Hidden.
	Rules []PolicyRule
	// Links are the names of System that are links themselves, and where they lead.
	Links []PolicyLink

	// beside has, for each folder that something with a rule of its own is beneath, the
	// names in it that are no links.
	beside   map[string][]string
	seatbelt string
}

// PolicyRule says what may be done with a file, or a folder and all beneath it.
type PolicyRule struct {
	Path   string // absolute, links resolved
	Dir    bool
	Access Access
}

// PolicyLink is a link that programs go by.
type PolicyLink struct{ Path, Target string }

// Access is what a policy lets a command do.
type Access int

// The kinds of access, each with what the one before allows.
const (
	Hidden Access = iota // not even read
	ReadOnly
	ReadWrite
)

// maxPolicyRules is how many rules a policy has at most: each is a mount, and a process
// that takes thousands of them takes seconds to start.
const maxPolicyRules = 10000

// ErrPolicyTooLarge refuses to make a policy of more rules than a system takes.
var ErrPolicyTooLarge = errors.New("too many files are blocked one by one for a command to be run in a sandbox; block the folders that hold them")

// System are the folders that every program needs, read-only. None of them is the
// person's.
var System = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix/store", "/run/current-system", "/gnu/store",
}

// Policy makes the policy that holds for the files that are there now. scratch are
// further folders that a command may write, such as its own for temporary files.
func (w *Workspace) Policy(ctx context.Context, scratch ...string) (Policy, error) {
	p := Policy{beside: map[string][]string{}}
	for _, dir := range System {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			continue
		}
		p.add(real, true, ReadOnly)
		if real != dir {
			p.Links = append(p.Links, PolicyLink{dir, real})
		}
	}
	for _, r := range w.roots {
		access := ReadOnly
		if r.writable {
			access = ReadWrite
		}
		if r.blocked != "" {
			access = Hidden
		}
		p.add(r.dir, true, access)
	}
	for _, r := range w.inner { // of two about one folder the narrower is the later
		s := surveyor{w: w, ctx: ctx, policy: &p, root: r}
		if _, err := s.folder(r.handle, "."); err != nil {
			return Policy{}, err
		}
	}
	for _, private := range w.private {
		if private.info != nil {
			p.add(private.dir, true, Hidden)
		}
	}
	for _, dir := range scratch {
		real, err := canonical(dir)
		if err != nil {
			return Policy{}, err
		}
		p.add(real, true, ReadWrite)
	}
	p.order()
	if len(p.Rules) > maxPolicyRules {
		return Policy{}, ErrPolicyTooLarge
	}
	p.seatbelt = w.seatbelt(scratch)
	return p, nil
}

func (p *Policy) add(path string, dir bool, access Access) {
	p.Rules = append(p.Rules, PolicyRule{path, dir, access})
}

// order sorts the rules and leaves one for each path, the narrowest.
func (p *Policy) order() {
	slices.SortFunc(p.Rules, func(a, b PolicyRule) int {
		if n := strings.Compare(a.Path, b.Path); n != 0 {
			return n
		}
		return int(a.Access - b.Access)
	})
	p.Rules = slices.CompactFunc(p.Rules, func(a, b PolicyRule) bool { return a.Path == b.Path })
}

// Allows tells what the policy lets a command do with a file, named by its absolute
// path with its links resolved.
func (p Policy) Allows(path string) Access {
	best, access := -1, Hidden
	for _, r := range p.Rules {
		if _, ok := inside(r.Path, path); ok && len(r.Path) > best {
			best, access = len(r.Path), r.Access
		}
	}
	return access
}

// surveyor finds what is closed below a root.
type surveyor struct {
	w      *Workspace
	ctx    context.Context // of the one call that it lives for
	policy *Policy
	root   *root
}

// folder looks through an open folder, and tells whether something beneath it has a
// rule.
func (s *surveyor) folder(dir *os.Root, rel string) (rules bool, err error) {
	names, err := namesIn(dir)
	if err != nil {
		return false, ignore(err)
	}
	var plain []string
	for _, name := range names {
		if s.ctx.Err() != nil {
			return false, context.Cause(s.ctx)
		}
		info, err := dir.Lstat(name)
		if err != nil {
			if err = ignore(err); err != nil {
				return false, fmt.Errorf("%s can't be looked through: %w", s.root.path(rel), err)
			}
			continue
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			continue // it counts by where it leads
		}
		plain = append(plain, name)
		found, err := s.entry(dir, name, filepath.Join(rel, name), info)
		if err != nil {
			return false, err
		}
		rules = rules || found
	}
	if rules {
		s.policy.beside[s.root.path(rel)] = plain
	}
	return rules, nil
}

// entry adds the rule of one entry, if it has one, and tells whether it or something
// beneath it does.
func (s *surveyor) entry(dir *os.Root, name, rel string, info fs.FileInfo) (rules bool, err error) {
	abs := s.root.path(rel)
	switch r, _ := s.w.deepest(abs); {
	case r != s.root:
		return true, nil // another root is looked through by itself
	case s.w.blocks(dir, abs, name, info) != "":
		s.policy.add(abs, info.IsDir(), Hidden)
		return true, nil
	case s.root.writable && s.neverWritten(rel, info):
		s.policy.add(abs, info.IsDir(), ReadOnly)
		rules = true
	}
	if len(s.policy.Rules) > 2*maxPolicyRules {
		return false, ErrPolicyTooLarge
	}
	if !info.IsDir() {
		return rules, nil
	}
	sub, err := openSame(dir, name, info)
	if err != nil {
		return rules, ignore(err)
	}
	defer sub.Close()
	beneath, err := s.folder(sub, rel)
	return rules || beneath, err
}

// neverWritten tells whether an entry is what no write is let to, whatever it is
// called.
func (s *surveyor) neverWritten(rel string, info fs.FileInfo) bool {
	return neverWritten(filepath.ToSlash(rel)) != "" || info.IsDir() && gitFolder(s.root, filepath.Join(rel, "x")) == rel
}
