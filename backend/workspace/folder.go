package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Folder is an open folder of a workspace, for walks that look at many files. What is
// in it is reached by name through the open folder, so whatever becomes of the names
// above it, nothing else is. Links are never followed, and a pipe or device is not
// waited for. Several goroutines may use a Folder until it is closed.
type Folder struct {
	w           *Workspace
	handle      *folderHandle
	name        string // its own; "" for a root
	shown, real string // absolute: as it was asked for, and with links followed
	display     string // of shown, with a "/" behind; "" for the workspace itself
	closed      *closedNames
}

// FolderEntry is a name in a folder, and what stood there when the folder was read.
type FolderEntry struct {
	Name string
	Type fs.FileMode // type bits only; fs.ModeIrregular where the system doesn't say
}

// FileInfo is what is known of a file without reading it.
type FileInfo struct {
	Type     fs.FileMode // type bits only
	Size     int64       // bytes
	Modified int64       // nanoseconds since 1970
	Links    uint64
}

// errName is a mistake of the program: names come from Entries.
var errName = errors.New("a path was used where one name is wanted")

// OpenFolders opens the folders that lead to p, the root that it is in first. When p
// is a folder, it is the last of them and name is ""; else name is its file in the
// last. Links on the way to p are followed where they stay in the workspace. The
// caller closes the folders.
func (w *Workspace) OpenFolders(p Path) (folders []*Folder, name string, err error) {
	at, err := w.find(p)
	if err != nil {
		return nil, "", err
	}
	defer at.close()
	if at.info == nil {
		return nil, "", readError(p, fs.ErrNotExist)
	}
	parts := slices.Clone(at.parts)
	if at.name != "" && at.info.IsDir() {
		parts = append(parts, at.name)
	} else {
		name = at.name
	}
	defer func() {
		if err != nil {
			for _, f := range folders {
				f.Close()
			}
			folders = nil
		}
	}()
	handle, err := openHandle(at.root.handle)
	if err != nil {
		return nil, "", readError(p, err)
	}
	f := &Folder{w: w, handle: handle, shown: at.root.dir, real: at.root.dir, closed: w.closedNames()}
	for folders = append(folders, f); len(parts) > 0; parts = parts[1:] {
		if f, err = f.Open(parts[0]); err != nil {
			return folders, "", readError(p, err)
		}
		folders = append(folders, f)
	}
	shown, display := p.abs, p.display
	if name != "" {
		shown, display = filepath.Dir(shown), w.display(filepath.Dir(shown))
	}
	if f.shown, f.display = shown, ""; display != "." {
		f.display = strings.TrimSuffix(display, "/") + "/"
	}
	return folders, name, nil
}

// Name is the folder's own name, with links followed; a root has none.
func (f *Folder) Name() string { return f.name }

// Path gives the display form of a name in the folder.
func (f *Folder) Path(name string) string {
	for i := range len(name) {
		if name[i] >= utf8.RuneSelf || name[i] == '\\' {
			return f.display + display(name)
		}
	}
	return f.display + name
}

// Entries reads the folder, in order of names. It can be called once.
func (f *Folder) Entries() ([]FolderEntry, error) {
	entries, err := f.handle.entries()
	slices.SortFunc(entries, func(a, b FolderEntry) int { return strings.Compare(a.Name, b.Name) })
	return entries, err
}

// Open opens a folder in the folder. It fails where there is no folder of that name
// now, also where it is a link to one; a closed folder that is met under another name,
// and a mounted system of made-up files, are a BlockedError. One with a blocked name
// is for the caller to leave out.
func (f *Folder) Open(name string) (*Folder, error) {
	if !isName(name) {
		return nil, errName
	}
	handle, err := f.handle.open(name)
	if err != nil {
		return nil, err
	}
	by := f.closed.private[handle.id]
	if by == "" && handle.unreal != f.handle.unreal {
		by = handle.unreal
	}
	if by != "" {
		handle.close()
		return nil, &BlockedError{Path: f.Path(name), Pattern: by}
	}
	sub := &Folder{w: f.w, handle: handle, name: name, real: join(f.real, name), display: f.Path(name) + "/", closed: f.closed}
	sub.shown = sub.real
	if f.shown != f.real {
		sub.shown = join(f.shown, name)
	}
	return sub, nil
}

// Read reads a regular file in the folder, into buffer where it is large enough, and
// gives what it read. A file over limit bytes is ErrTooLarge, what is no regular file
// ErrNotRegular.
func (f *Folder) Read(name string, buffer []byte, limit int64) ([]byte, error) {
	if !isName(name) {
		return nil, errName
	}
	return f.handle.read(name, buffer, limit)
}

// Stat looks at what stands under a name in the folder, at a link itself.
func (f *Folder) Stat(name string) (FileInfo, error) {
	if !isName(name) {
		return FileInfo{}, errName
	}
	return f.handle.stat(name)
}

// Close lets the folder go.
func (f *Folder) Close() { f.handle.close() }

func isName(name string) bool {
	return name != "" && name != "." && name != ".." && !strings.ContainsAny(name, `/`+string(filepath.Separator)+"\x00")
}

// join is filepath.Join for a clean path and one name, which walks do for every file.
func join(dir, name string) string {
	return strings.TrimSuffix(dir, string(filepath.Separator)) + string(filepath.Separator) + name
}

// Blocked tells whether an entry of the folder may not be touched (FS-14). That a
// folder is a closed one under another name, Open finds out.
func (f *Folder) Blocked(e FolderEntry) bool {
	if e.Type.IsRegular() && !f.closed.maybe(e.Name) {
		return false
	}
	real := join(f.real, e.Name)
	return f.blocks(real, e.Name) || f.w.privateDir(real) != "" || f.shown != f.real && f.blocks(join(f.shown, e.Name), e.Name)
}

func (f *Folder) blocks(abs, name string) bool {
	if f.w.matching(abs, name, false) != "" {
		return true
	}
	// A single folder may tell no case apart where the system does.
	return systemSpelling != foldedSpelling && f.w.matching(abs, name, true) != "" && f.handle.folds()
}

// closedNames is a quick look at what is met: most names of files can't be what any
// pattern blocks, and a walk asks about every one.
type closedNames struct {
	ends    [][2]string       // how a blocked name begins and ends, in lower case
	private map[fileID]string // closed folders, whatever name they are met under
}

func (w *Workspace) closedNames() *closedNames {
	c := &closedNames{private: map[fileID]string{}}
	for _, p := range w.private {
		if p.info == nil {
			continue
		}
		if id, ok := idOf(p.info); ok {
			c.private[id] = p.dir
		}
	}
	for _, p := range w.blocked {
		if p.except {
			continue
		}
		text := strings.TrimRight(filepath.ToSlash(expandHome(p.text)), "/")
		c.add(text)
		if filepath.IsAbs(text) {
			c.add(filepath.ToSlash(followPrefix(text)))
		}
	}
	return c
}

func (c *closedNames) add(text string) {
	name := strings.ToLower(text[strings.LastIndexByte(text, '/')+1:])
	first, last := strings.IndexAny(name, "*?"), strings.LastIndexAny(name, "*?")
	if first < 0 {
		first, last = len(name), -1
	}
	c.ends = append(c.ends, [2]string{name[:first], name[last+1:]})
}

// maybe tells whether a pattern may mean the name; what is not ASCII is left to the
// patterns themselves.
func (c *closedNames) maybe(name string) bool {
	for _, e := range c.ends {
		if hasEnds(name, e[0], e[1]) {
			return true
		}
	}
	for i := range len(name) {
		if name[i] >= 0x80 {
			return true
		}
	}
	return false
}

func hasEnds(name, begin, end string) bool {
	if len(name) < len(begin) || len(name) < len(end) {
		return false
	}
	for i := range len(begin) {
		if lowerASCII(name[i]) != begin[i] {
			return false
		}
	}
	for i := range len(end) {
		if lowerASCII(name[len(name)-len(end)+i]) != end[i] {
			return false
		}
	}
	return true
}

func lowerASCII(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// tooLargeName is the error for a file over the limit of a walk.
func tooLargeName(name string, size, limit int64) error {
	return fmt.Errorf("%s %w: it is %d bytes long and at most %d are read", name, ErrTooLarge, size, limit)
}
