package patch

import (
	"bytes"
	"fmt"
)

// Source gives the content of a file of the patch, by its name in it. A file that
// isn't there has exists false and no error; the error of one that can't be read ends
// the planning.
type Source func(name string) (content []byte, exists bool, err error)

// Change is what one file is to become.
type Change struct {
	File          *File
	Before, After []byte // After is empty for Delete
}

// Plan works out what every file of the patch becomes, and what was guessed or read
// loosely on the way. It is whole or an error; nothing is written (FS-51).
func (p *Patch) Plan(read Source) (changes []Change, notes []string, err error) {
	notes = append(notes, p.Notes...)
	total, known := 0, map[string]int{}
	for i := range p.Files {
		f := &p.Files[i]
		if at, again := known[f.Path]; again {
			said, err := changes[at].goOn(f)
			if err != nil {
				return nil, nil, err
			}
			notes = append(notes, said...)
			continue
		}
		known[f.Path] = len(changes)
		c, said, err := f.plan(read)
		if err != nil {
			return nil, nil, err
		}
		if total += len(c.Before) + len(c.After); total > MaxPlannedSize {
			return nil, nil, f.refuse("the files of the patch are more than %d MiB together, before and after. Split it", MaxPlannedSize>>20)
		}
		changes, notes = append(changes, c), append(notes, said...)
	}
	return changes, notes, nil
}

// goOn takes the next part of a file's patch.
func (c *Change) goOn(f *File) (notes []string, err error) {
	after, notes, err := f.Apply(c.After)
	if err == nil && len(after) > MaxFileBytes {
		err = f.refuse("it would be %d bytes long; at most %d are written", len(after), MaxFileBytes)
	}
	if err == nil {
		c.After = after
	}
	return notes, err
}

func (f *File) plan(read Source) (Change, []string, error) {
	before, exists, err := read(f.Path)
	if err != nil {
		return Change{}, nil, err
	}
	switch {
	case f.Op == Add && exists:
		return Change{}, nil, f.refuse("it is to be added and is there already; update it instead, or delete it first")
	case f.Op != Add && !exists:
		return Change{}, nil, f.refuse("there is no such file. Look for its name, or add it")
	case f.To != "" && f.To != f.Path:
		if err := f.free(read); err != nil {
			return Change{}, nil, err
		}
	}
	if len(before) > MaxFileBytes {
		return Change{}, nil, f.refuse("it is %d bytes long; at most %d are patched", len(before), MaxFileBytes)
	}
	after, notes, err := f.Apply(before)
	switch {
	case err != nil:
		return Change{}, nil, err
	case len(after) > MaxFileBytes:
		return Change{}, nil, f.refuse("it would be %d bytes long; at most %d are written", len(after), MaxFileBytes)
	case f.Op == Delete && len(f.Hunks) > 0 && len(after) > 0:
		return Change{}, nil, f.refuse("it is to be deleted, and the patch leaves %d bytes of it; read it again", len(after))
	case f.Op == Update && f.To == "" && f.Mode == 0 && bytes.Equal(before, after):
		return Change{}, nil, f.refuse("the patch changes nothing in it; was it applied before?")
	}
	if f.Op == Delete {
		after = nil
	}
	return Change{File: f, Before: before, After: after}, notes, nil
}

// free makes sure that nothing stands where a file is moved to.
func (f *File) free(read Source) error {
	_, exists, err := read(f.To)
	if err == nil && exists {
		return f.refuse("it is to be moved to %s, and something is there already", f.To)
	}
	return err
}

// Summary says what a change is, in a few words.
func (c *Change) Summary() string {
	switch f := c.File; {
	case f.Op == Add:
		return "add " + f.Path
	case f.Op == Delete:
		return "delete " + f.Path
	case f.To != "" && bytes.Equal(c.Before, c.After):
		return fmt.Sprintf("move %s to %s", f.Path, f.To)
	case f.To != "":
		return fmt.Sprintf("update %s and move it to %s", f.Path, f.To)
	}
	return "update " + c.File.Path
}
