package approvals

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/pelletier/go-toml/v2"

	"redline/backend/config"
)

// savedRule is a rule in the file, which holds those of every folder.
type savedRule struct {
	Key   string    `toml:"key"`
	Path  string    `toml:"path,omitempty"`
	Chat  string    `toml:"chat,omitempty"`
	Turn  int       `toml:"turn,omitempty"`
	Given time.Time `toml:"given"`
	Used  time.Time `toml:"used,omitempty"`
}

type rulesFile struct {
	Rules []savedRule `toml:"rule"`
}

// fileWait is how long another Redline may hold the file; it does for one write.
const fileWait = 10 * time.Second

// readRules reads the file; a missing one has no rules.
func readRules(file string) ([]Rule, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the saved rules can't be read, so none of them holds: %w", err)
	}
	var f rulesFile
	if err := toml.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("%s can't be understood, so none of the rules in it holds; mend it or delete it (%w)", file, err)
	}
	rules := make([]Rule, len(f.Rules))
	for i, s := range f.Rules {
		rules[i] = Rule{Key: s.Key, Scope: Always, Chat: s.Chat, Turn: s.Turn, Path: s.Path, Given: s.Given, Used: s.Used}
	}
	return rules, nil
}

// changeRules replaces the file's rules, in one step and as the only one to do so. A
// file that can't be understood is left as it is.
func changeRules(file string, change func([]Rule) []Rule) (err error) {
	lock := flock.New(file+".lock", flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(context.Background(), fileWait)
	defer cancel()
	if ok, err := lock.TryLockContext(ctx, fileWait/1000); !ok {
		return fmt.Errorf("%s could not be locked: %w", filepath.Base(file), err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	rules, err := readRules(file)
	if err != nil {
		return err
	}
	var f rulesFile
	for _, r := range change(rules) {
		f.Rules = append(f.Rules, savedRule{Key: r.Key, Path: r.Path, Chat: r.Chat, Turn: r.Turn, Given: r.Given, Used: r.Used})
	}
	data, err := toml.Marshal(f)
	if err != nil {
		return fmt.Errorf("save the rules: %w", err)
	}
	return config.WriteWhole(file, data)
}
