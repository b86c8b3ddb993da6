package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/pelletier/go-toml/v2"
)

// maxRecent is how many folders are remembered; a longer list is not looked at.
const maxRecent = 12

// Recent is a folder that was opened before.
type Recent struct {
	Dir    string    `toml:"dir"`
	Opened time.Time `toml:"opened"`
}

type state struct {
	Recent []Recent `toml:"recent"`
}

// LoadRecent gives the folders opened before, the latest first. A file that can't
// be understood is an empty list: it holds nothing that a person wrote.
func LoadRecent(path string) ([]Recent, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the folders opened before: %w", err)
	}
	var s state
	if toml.Unmarshal(data, &s) != nil {
		return nil, nil
	}
	return s.Recent, nil
}

// AddRecent puts dir at the head of the list.
func AddRecent(path, dir string, now time.Time) error {
	return changeRecent(path, func(all []Recent) []Recent {
		all = slices.DeleteFunc(all, func(r Recent) bool { return r.Dir == dir })
		all = slices.Insert(all, 0, Recent{dir, now})
		return all[:min(len(all), maxRecent)]
	})
}

// RemoveRecent takes dir off the list.
func RemoveRecent(path, dir string) error {
	return changeRecent(path, func(all []Recent) []Recent {
		return slices.DeleteFunc(all, func(r Recent) bool { return r.Dir == dir })
	})
}

func changeRecent(path string, change func([]Recent) []Recent) error {
	all, err := LoadRecent(path)
	if err != nil {
		return err
	}
	return writeTOML(path, state{change(all)})
}
