package approvals

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// Rule is a standing yes: later requests with its key are not asked about.
type Rule struct {
	Key   string // as in Request
	Scope Scope  // ThisChat or Always
	Chat  string // that it holds for, with ThisChat; else the chat that it was given in
	Turn  int    // in which it was given
	Path  string // the file that was asked about when it was given
	Given time.Time
	Used  time.Time // zero when it never was
}

// ID names the rule among all others, for Revoke.
func (r Rule) ID() string {
	if r.Scope == ThisChat {
		return r.Chat + " " + r.Key
	}
	return r.Key
}

// Split gives the kind of edit that the rule allows, "write" or "delete", and the
// folder in which it does.
func (r Rule) Split() (kind, subject string) {
	kind, subject, _ = strings.Cut(r.Key, ":")
	return kind, subject
}

// StillSavedError says that revoked rules could not be taken out of their file
// (WS-62). They hold no more in this Redline and would again in the next.
type StillSavedError struct {
	Keys []string
	Err  error
}

func (e *StillSavedError) Error() string {
	return fmt.Sprintf("revoked until Redline is closed, but still saved and back at the next start: %s (%v). Revoke it again when that is mended", strings.Join(e.Keys, ", "), e.Err)
}

func (e *StillSavedError) Unwrap() error { return e.Err }

// errNoRules is a defect: rules were asked for where none can be kept.
var errNoRules = errors.New("no rule can be kept here; answer for this edit alone")

// Rules is what the person said in advance: for single chats, until Redline ends,
// and for all, in a file. The file is looked at for each question, so that what
// another Redline revokes there is revoked here at once. A nil Rules has no rule and
// keeps none.
type Rules struct {
	file string

	mu   sync.Mutex
	chat []Rule
	// revoked are the saved rules that hold no more though the file has them still.
	revoked map[string]bool
	// used is the latest use of each saved rule; the file lags behind it.
	used map[string]time.Time
}

// usedEvery is how often the latest use of a rule is saved: an agent uses one many
// times a minute, and each saving waits for the disk.
const usedEvery = time.Minute

// OpenRules gives the rules that are saved in file, which need not be there.
func OpenRules(file string) *Rules {
	return &Rules{file: file, revoked: map[string]bool{}, used: map[string]time.Time{}}
}

// List gives the chats' rules, then the saved ones, each in the order in which they
// were given. Beside an error, which says that the saved ones can't be read and so
// don't hold, it gives the others.
func (r *Rules) List() ([]Rule, error) {
	if r == nil {
		return nil, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	saved, err := r.saved()
	return append(slices.Clone(r.chat), saved...), err
}

// saved gives the rules of the file that hold.
func (r *Rules) saved() ([]Rule, error) {
	all, err := readRules(r.file)
	holding := all[:0]
	for _, rule := range all {
		if r.revoked[rule.Key] {
			continue
		}
		if t := r.used[rule.Key]; t.After(rule.Used) {
			rule.Used = t
		}
		holding = append(holding, rule)
	}
	return holding, err
}

// cover looks for a rule that allows the request, and notes its use. A file that
// can't be read allows nothing: List says why.
func (r *Rules) cover(q *Request) (Scope, bool) {
	if r == nil || q.MustAsk() != "" {
		return Once, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	for i, rule := range r.chat {
		if rule.Key == q.Key && rule.Chat == q.Session {
			r.chat[i].Used = now
			return ThisChat, true
		}
	}
	all, err := readRules(r.file)
	if err != nil || r.revoked[q.Key] {
		return Once, false
	}
	for _, rule := range all {
		if rule.Key != q.Key {
			continue
		}
		r.used[q.Key] = now
		if now.Sub(rule.Used) >= usedEvery {
			r.saveUse(q.Key, now)
		}
		return Always, true
	}
	return Once, false
}

// saveUse writes down when a rule was used. Where it can't be, the rule holds all the
// same, List tells of the use, and the next use tries again.
func (r *Rules) saveUse(key string, now time.Time) {
	_ = changeRules(r.file, func(all []Rule) []Rule {
		for i := range all {
			if all[i].Key == key {
				all[i].Used = now
			}
		}
		return all
	})
}

// add makes the rule that an answer asks for; with Once there is none to make.
func (r *Rules) add(q *Request, scope Scope) error {
	if scope == Once {
		return nil
	}
	if r == nil {
		return errNoRules
	}
	rule := Rule{Key: q.Key, Scope: scope, Chat: q.Session, Turn: q.Turn, Path: q.Path, Given: time.Now()}
	r.mu.Lock()
	defer r.mu.Unlock()
	if scope == ThisChat {
		if !slices.ContainsFunc(r.chat, func(other Rule) bool { return other.ID() == rule.ID() }) {
			r.chat = append(r.chat, rule)
		}
		return nil
	}
	err := changeRules(r.file, func(all []Rule) []Rule {
		if i := slices.IndexFunc(all, func(other Rule) bool { return other.Key == rule.Key }); i >= 0 {
			if r.revoked[rule.Key] {
				all[i] = rule // it was to be gone
			}
			return all
		}
		return append(all, rule)
	})
	if err != nil {
		return fmt.Errorf("this answer could not be saved for later edits, so nothing was decided; the edit still waits. Answer for this edit alone, or mend it: %w", err)
	}
	delete(r.revoked, rule.Key)
	return nil
}

// Revoke takes back the rules with these IDs, at once, and says how many there were.
// A *StillSavedError names those that are gone only until Redline ends.
func (r *Rules) Revoke(ids ...string) (int, error) {
	return r.revoke(func(rule Rule) bool { return slices.Contains(ids, rule.ID()) })
}

// Clear takes back every rule, as Revoke does.
func (r *Rules) Clear() (int, error) { return r.revoke(func(Rule) bool { return true }) }

func (r *Rules) revoke(gone func(Rule) bool) (int, error) {
	if r == nil {
		return 0, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.chat)
	r.chat = slices.DeleteFunc(r.chat, gone)
	n -= len(r.chat)
	saved, err := r.saved()
	if err != nil {
		return n, err // what can't be read doesn't hold
	}
	var keys []string
	for _, rule := range saved {
		if gone(rule) {
			keys = append(keys, rule.Key)
			r.revoked[rule.Key] = true
		}
	}
	if len(keys) == 0 {
		return n, nil
	}
	n += len(keys)
	err = changeRules(r.file, func(all []Rule) []Rule {
		return slices.DeleteFunc(all, func(rule Rule) bool { return r.revoked[rule.Key] })
	})
	if err != nil {
		return n, &StillSavedError{Keys: keys, Err: err}
	}
	clear(r.revoked)
	return n, nil
}
