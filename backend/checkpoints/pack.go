package checkpoints

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"redline/backend/workspace"
)

// A pack is one file of many contents. The disk is waited for once for all of them,
// which for the hundreds of a large patch is most of the time that it takes.
//
// It begins with a line of JSON, a packIndex, and goes on with the contents one after
// the other. It is named after the hash of that line, is written whole before it has
// that name, and is never changed.

// packed is how many contents make a pack: fewer are files of their own, which need no
// index.
const packed = 8

// packSuffix ends the name of a pack.
const packSuffix = ".pack"

// maxPackIndex is how long the first line of a pack may be: many times that of the
// largest patch. What is longer is no pack.
const maxPackIndex = 1 << 20

type packIndex struct {
	Contents []packEntry `json:"contents"`
}

type packEntry struct {
	Hash workspace.Hash `json:"hash"`
	Size int64          `json:"size"`
}

// packs knows where in its packs a folder has which content. It looks when it is first
// asked.
type packs struct {
	dir  string
	once sync.Once
	mu   sync.Mutex
	at   map[workspace.Hash]spot
}

// spot is a place in a pack.
type spot struct {
	name     string
	from, to int64
}

// find gives the place of a content.
func (p *packs) find(h workspace.Hash) (spot, bool) {
	p.once.Do(p.load)
	p.mu.Lock()
	defer p.mu.Unlock()
	s, ok := p.at[h]
	return s, ok
}

// load reads the index of every pack. One that can't be read is passed over: what is in
// it is not kept any more, which is told when it is asked for.
func (p *packs) load() {
	p.at = map[workspace.Hash]spot{}
	for _, name := range p.names() {
		index, from, err := readIndex(name)
		if err == nil {
			p.take(name, index, from)
		}
	}
}

func (p *packs) take(name string, index packIndex, from int64) {
	for _, c := range index.Contents {
		p.at[c.Hash] = spot{name, from, from + c.Size}
		from += c.Size
	}
}

// names gives the packs that there are.
func (p *packs) names() []string {
	names, _ := filepath.Glob(filepath.Join(p.dir, "*"+packSuffix)) // the pattern is well formed
	return names
}

// forget lets a pack go.
func (p *packs) forget(name string) {
	p.once.Do(p.load)
	p.mu.Lock()
	defer p.mu.Unlock()
	for h, s := range p.at {
		if s.name == name {
			delete(p.at, h)
		}
	}
}

// readIndex reads the index of a pack, and gives where the contents begin.
func readIndex(name string) (index packIndex, from int64, err error) {
	info, err := os.Lstat(name)
	if err != nil {
		return index, 0, err
	}
	if !info.Mode().IsRegular() {
		return index, 0, fmt.Errorf("%s is no regular file", filepath.Base(name))
	}
	f, err := os.Open(name)
	if err != nil {
		return index, 0, err
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, maxPackIndex)).ReadBytes('\n')
	if err != nil {
		return index, 0, err
	}
	err = json.Unmarshal(line, &index)
	from = int64(len(line))
	room := info.Size() - from
	for _, c := range index.Contents {
		if room -= c.Size; c.Size < 0 || room < 0 {
			err = errors.Join(err, fmt.Errorf("%s is shorter than it says", filepath.Base(name)))
			break
		}
	}
	return index, from, err
}

// get reads a content that is in a pack; the caller makes sure that it is the right one.
func (s spot) get() ([]byte, error) {
	f, err := os.Open(s.name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, s.to-s.from)
	_, err = f.ReadAt(data, s.from)
	return data, err
}

// write makes a pack of contents, under a name that is durable once the folder is
// synced.
func (p *packs) write(contents []workspace.File) error {
	var index packIndex
	for _, c := range contents {
		index.Contents = append(index.Contents, packEntry{c.Hash, int64(len(c.Bytes))})
	}
	line, err := json.Marshal(index)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	name := filepath.Join(p.dir, workspace.HashOf(line).String()+packSuffix)
	err = writeNew(p.dir, name, func(f *os.File) error {
		_, err := f.Write(line)
		for _, c := range contents {
			if err == nil {
				_, err = f.Write(c.Bytes)
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	p.once.Do(p.load)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.take(name, index, int64(len(line)))
	return nil
}
