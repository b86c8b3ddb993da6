package search

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"redline/backend/workspace"
)

// maxWorkers bounds how many goroutines a walk uses (006 section 6).
const maxWorkers = 8

// dependencies are folders of what others wrote or a build made; they are passed over
// unless they are named (006 section 6).
var dependencies = map[string]bool{"node_modules": true, "vendor": true, "target": true, "__pycache__": true}

// Scope says where a search looks.
type Scope struct {
	Workspace *workspace.Workspace
	Path      workspace.Path
	// Unignored looks also at what ignore files leave out.
	Unignored bool
}

// visitor is what one kind of search makes of what a walk meets.
type visitor[T any] struct {
	// enter tells whether the folder name in n is of interest, and what state is kept
	// for it. named is set when it was asked for by its name, so that it is entered
	// though it is hidden or holds dependencies.
	enter func(n *node[T], name string) (state any, named, ok bool)
	// want tells whether the file is of interest; others are not counted.
	want func(n *node[T], e workspace.FolderEntry) bool
	// visit looks at a file, or at a folder when folders is set.
	visit func(n *node[T], e workspace.FolderEntry, s *scratch) (T, bool)
	// folders takes folders, links and special files for something to be found, and
	// leaves out every name that begins with a dot.
	folders bool
	// shallow stays in the one folder.
	shallow bool
	// file allows the path to be a file.
	file bool
	// scratch makes what one worker uses for all its files.
	scratch func() *scratch
}

// scratch is what one worker uses again for every file.
type scratch struct {
	buffer []byte // what is read
	wide   []byte // what is decoded
	hunt   hunt
	counts *Counts
}

// walk is one search under way.
type walk[T any] struct {
	visitor[T]
	unignored bool
	stop      atomic.Bool

	mu     sync.Mutex
	wake   sync.Cond
	tasks  []task[T] // the last is taken first, so that the walk goes down in order
	active int       // workers that are at a task
	cursor cursor[T]
	broken error // a defect that a worker ran into
}

// task is a folder to read when chunk is negative, else a chunk of it to look at.
type task[T any] struct {
	n     *node[T]
	chunk int
}

// run walks and gives what was found to emit, in walk order, until it is false. It
// fails when the context ends, whatever was found until then.
func (w *walk[T]) run(ctx context.Context, s Scope, emit func(T) bool) (Counts, error) {
	w.unignored = s.Unignored
	w.wake.L = &w.mu
	w.cursor.emit = emit
	start, err := w.start(s)
	if err != nil {
		return Counts{}, err
	}
	w.cursor.frames = []frame[T]{{n: start}}
	w.tasks = []task[T]{{start, -1}}
	if start.listed {
		w.tasks[0].chunk = 0
	}
	undo := context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.finish()
	})
	defer undo()
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), maxWorkers) {
		workers.Go(w.work)
	}
	workers.Wait()
	for _, t := range w.tasks {
		t.drop()
	}
	switch {
	case w.broken != nil:
		return Counts{}, w.broken
	case ctx.Err() != nil:
		return Counts{}, context.Cause(ctx)
	}
	return w.cursor.counts, nil
}

// start opens the path and reads the ignore rules of the folders above it. What the
// path itself names is looked at whatever they say.
func (w *walk[T]) start(s Scope) (*node[T], error) {
	folders, file, err := s.Workspace.OpenFolders(s.Path)
	if err != nil {
		return nil, err
	}
	n := &node[T]{folder: folders[len(folders)-1]}
	n.holds.Store(1)
	for i, f := range folders {
		if i > 0 {
			n.path += f.Name() + "/"
		}
		if i < len(folders)-1 {
			if !w.unignored {
				n.rules = readRules(f, n.rules, n.path, nil)
			}
			f.Close()
		}
	}
	if file != "" {
		if !w.file {
			n.release()
			return nil, fmt.Errorf("%s %w", s.Path, workspace.ErrNotFolder)
		}
		n.entries = []workspace.FolderEntry{{Name: file}}
		n.slots, n.chunks, n.listed, n.single = make([]slot[T], 1), []chunk{{to: 1}}, true, true
	}
	return n, nil
}

// work takes tasks until there are none and nobody makes any.
func (w *walk[T]) work() {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.scratch()
	for {
		for len(w.tasks) == 0 && w.active > 0 && !w.stop.Load() {
			w.wake.Wait()
		}
		if len(w.tasks) == 0 || w.stop.Load() {
			w.wake.Broadcast()
			return
		}
		last := len(w.tasks) - 1
		t := w.tasks[last]
		w.tasks = w.tasks[:last]
		w.active++
		w.mu.Unlock()
		err := w.do(t, s)
		w.mu.Lock()
		w.active--
		if err != nil {
			w.broken = err
			w.finish()
		}
	}
}

// finish ends the walk; it is called with mu held.
func (w *walk[T]) finish() {
	w.stop.Store(true)
	w.wake.Broadcast()
}

func (w *walk[T]) do(t task[T], s *scratch) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the search broke off because of a defect in Redline (%v); nothing was changed", r)
		}
	}()
	if t.chunk >= 0 {
		w.look(t.n, t.chunk, s)
		return nil
	}
	w.read(t.n)
	if len(t.n.chunks) > 0 {
		w.look(t.n, 0, s)
	}
	return nil
}

// drop lets go what a task holds that is not done any more.
func (t task[T]) drop() {
	if t.chunk < 0 && t.n.above != nil {
		t.n.above.release()
		return
	}
	t.n.release()
}

// read opens a folder and finds out what of it is to be looked at. All chunks but the
// first become tasks.
func (w *walk[T]) read(n *node[T]) {
	entries := w.open(n)
	if entries != nil && !w.unignored {
		n.rules = readRules(n.folder, n.rules, n.path, entries)
	}
	kept := entries[:0]
	for _, e := range entries {
		if sub, ok := w.keep(n, e); ok {
			kept = append(kept, e)
			n.slots = append(n.slots, slot[T]{folder: sub})
		}
	}
	n.entries = kept
	for from := 0; from < len(kept); from += chunkSize {
		n.chunks = append(n.chunks, chunk{from: from, to: min(from+chunkSize, len(kept))})
	}
	if n.folder != nil {
		n.holds.Add(int32(len(n.chunks)))
		n.release() // what reading it held
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	n.listed = true
	if len(n.chunks) == 0 {
		w.advance()
	}
	for i := len(n.chunks) - 1; i > 0; i-- {
		w.tasks = append(w.tasks, task[T]{n, i})
	}
	if len(n.chunks) > 1 {
		w.wake.Broadcast()
	}
}

func (w *walk[T]) advance() {
	if !w.stop.Load() && !w.cursor.advance() {
		w.finish()
	}
}

// open opens and reads a folder. One that went away since its name was read holds
// nothing; one that the system refuses is counted.
func (w *walk[T]) open(n *node[T]) []workspace.FolderEntry {
	if above := n.above; above != nil {
		folder, err := above.folder.Open(n.name)
		n.above = nil
		above.release()
		if err != nil {
			n.counts.refused(err)
			return nil
		}
		n.folder = folder
		n.holds.Store(1)
	}
	entries, err := n.folder.Entries()
	if err != nil {
		n.counts.refused(err)
	}
	return entries
}

// refused counts what can't be read, unless it is there no more or became something
// else: then nothing was passed over.
func (c *Counts) refused(err error) {
	var blocked *workspace.BlockedError
	if errors.As(err, &blocked) {
		c.Skipped[Blocked]++
	} else if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) && !errors.Is(err, syscall.ELOOP) {
		c.Skipped[Unreadable]++
	}
}

// keep tells whether an entry is to be looked at, counts it when it is passed over,
// and makes the node of a folder to go into.
func (w *walk[T]) keep(n *node[T], e workspace.FolderEntry) (sub *node[T], ok bool) {
	isDir := e.Type.IsDir()
	if isDir {
		state, named, ok := w.enter(n, e.Name)
		if !ok {
			return nil, false
		}
		if !named && w.passes(n, e.Name) {
			return nil, false
		}
		if !w.shallow {
			sub = &node[T]{above: n, name: e.Name, path: n.path + e.Name + "/", state: state}
		}
	} else if !w.want(n, e) || w.odd(n, e) {
		return nil, false
	}
	switch {
	case n.folder.Blocked(e):
		n.counts.Skipped[Blocked]++
		return nil, false
	case n.rules != nil && n.rules.ignored(n.path+e.Name, isDir):
		n.counts.Skipped[Ignored]++
		return nil, false
	}
	if sub != nil {
		sub.rules = n.rules
	}
	return sub, true
}

// passes counts a folder that is not entered because of its name.
func (w *walk[T]) passes(n *node[T], name string) bool {
	switch {
	case strings.HasPrefix(name, "."):
		n.counts.Skipped[Hidden]++
	case dependencies[name] && !w.folders:
		n.counts.Skipped[Dependencies]++
	default:
		return false
	}
	return true
}

// odd counts what is there and is no file to look at.
func (w *walk[T]) odd(n *node[T], e workspace.FolderEntry) bool {
	switch {
	case w.folders && strings.HasPrefix(e.Name, "."):
		n.counts.Skipped[Hidden]++
	case w.folders || e.Type.IsRegular():
		return false
	case e.Type&fs.ModeSymlink != 0:
		n.counts.Skipped[Link]++
	default:
		n.counts.Skipped[Special]++
	}
	return true
}

// look visits the files of a chunk, after it has made tasks of its folders.
func (w *walk[T]) look(n *node[T], i int, s *scratch) {
	defer n.release()
	part := &n.chunks[i]
	s.counts = &part.counts
	w.enterAll(n, part)
	for j := part.from; j < part.to && !w.stop.Load(); j++ {
		if e := n.entries[j]; !e.Type.IsDir() || w.folders {
			n.slots[j].hit, n.slots[j].has = w.visit(n, e, s)
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	part.done = true
	w.advance()
}

func (w *walk[T]) enterAll(n *node[T], part *chunk) {
	var tasks []task[T]
	for j := part.to - 1; j >= part.from; j-- {
		if sub := n.slots[j].folder; sub != nil {
			tasks = append(tasks, task[T]{sub, -1})
		}
	}
	if len(tasks) == 0 {
		return
	}
	n.holds.Add(int32(len(tasks)))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tasks = append(w.tasks, tasks...)
	w.wake.Broadcast()
}

// readRules reads the ignore files of a folder whose path below where rules begin is
// path. entries is what is in it, nil when that isn't known.
func readRules(f *workspace.Folder, above *rules, path string, entries []workspace.FolderEntry) *rules {
	has := func(name string) bool {
		if entries == nil {
			_, err := f.Stat(name)
			return err == nil
		}
		_, found := slices.BinarySearchFunc(entries, name, func(e workspace.FolderEntry, name string) int { return strings.Compare(e.Name, name) })
		return found
	}
	r := &rules{above: above, dir: path, repository: has(".git")}
	if has(".ignore") {
		r.ignore = readRuleFile(f, ".ignore")
	}
	if has(".gitignore") {
		r.git = readRuleFile(f, ".gitignore")
	}
	if r.repository {
		r.exclude = readExclude(f)
	}
	if !r.repository && len(r.ignore) == 0 && len(r.git) == 0 {
		return above
	}
	return r
}

// maxRuleFile is the largest ignore file that is read.
const maxRuleFile = 16 << 20

// readRuleFile reads one ignore file. A link is no ignore file, as for git, and one
// that can't be read leaves nothing out.
func readRuleFile(f *workspace.Folder, name string) []rule {
	if f.Blocked(workspace.FolderEntry{Name: name}) {
		return nil
	}
	data, err := f.Read(name, nil, maxRuleFile)
	if err != nil {
		return nil
	}
	return parseRules(data, foldsCase)
}

func readExclude(f *workspace.Folder) []rule {
	for _, name := range []string{".git", "info"} {
		if f.Blocked(workspace.FolderEntry{Name: name, Type: fs.ModeDir}) {
			return nil
		}
		sub, err := f.Open(name)
		if err != nil {
			return nil
		}
		defer sub.Close()
		f = sub
	}
	return readRuleFile(f, "exclude")
}

// foldsCase tells whether names are compared without case (006 section 6).
const foldsCase = runtime.GOOS == "darwin" || runtime.GOOS == "windows"
