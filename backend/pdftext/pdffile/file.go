package pdffile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// Limits, so that a small file can't take all memory or time.
const (
	maxObjects = 8 << 20  // the largest object number: the format's own limit
	maxPlaces  = 1 << 20  // objects of one file; it takes 10 bytes to write one
	maxCached  = 2 << 20  // values that are kept read; then they are read again
	maxBusy    = 100      // objects that wait for one another to be read
	maxDecoded = 64 << 20 // bytes of one stream, unpacked; the rest is left out
	maxGroups  = 64 << 20 // bytes of object streams that are kept unpacked
	maxFollow  = 32       // references that lead to references
	headerZone = 1024     // %PDF- stands within the first bytes of a file
)

// Errors that a caller can tell apart.
var (
	ErrNotPDF   = errors.New("it is no PDF: %PDF- does not stand at its beginning")
	ErrPassword = errors.New("it is protected by a password")
	ErrCipher   = errors.New("it is encrypted in a way that is not known here")
	ErrDamaged  = errors.New("its parts can't be found: it is damaged, or only a part of a file")
)

// place is where an object stands: at an offset in the file, or as the number-th
// object of a stream.
type place struct {
	offset, number int32
	group          int32 // the stream's object number; 0 is none
}

// File is an open PDF. It is used by one goroutine.
type File struct {
	Trailer Dict

	ctx       context.Context
	data      []byte
	places    map[int]place
	rebuilt   bool
	cipher    *cipher
	objects   map[int]Object
	busy      map[int]bool // objects that are being read: a stream may not be its own length
	groups    map[int]*group
	groupSize int
	kept      int // values in objects
}

// Is tells whether content is a PDF by its first bytes.
func Is(content []byte) bool {
	return bytes.Contains(content[:min(len(content), headerZone)], []byte("%PDF-"))
}

// Open reads a file's cross-reference. The content must not change while the File is
// used. The context ends every later call too. Errors are ErrNotPDF, ErrPassword,
// ErrCipher, ErrDamaged or the context's.
func Open(ctx context.Context, content []byte) (f *File, err error) {
	at := bytes.Index(content[:min(len(content), headerZone)], []byte("%PDF-"))
	if at < 0 {
		return nil, ErrNotPDF
	}
	f = &File{ctx: ctx, data: content[at:]}
	f.forget()
	f.places = map[int]place{}
	f.readTables()
	if !f.hasRoot() {
		f.rebuild()
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if f.Trailer == nil {
		return nil, ErrDamaged
	}
	if err := f.startCipher(); err != nil {
		return nil, err
	}
	if !f.hasRoot() && !f.rebuilt {
		f.rebuild()
	}
	return f, nil
}

// Guard runs what reads a file and makes an error of a panic, which would be a defect
// here. It is for callers that can't do without their process.
func Guard(read func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it could not be read because of a defect in Redline (%v)\n%s", r, debug.Stack())
		}
	}()
	return read()
}

// forget drops what was read, since places or keys have changed.
func (f *File) forget() {
	f.objects, f.busy, f.groups, f.groupSize = map[int]Object{}, map[int]bool{}, map[int]*group{}, 0
	f.kept = 0
}

// hasRoot tells whether the way to the pages begins where the trailer says.
func (f *File) hasRoot() bool {
	root := f.Dict(f.Trailer["Root"])
	if root == nil {
		return false
	}
	return f.Dict(root["Pages"]) != nil
}

// Rebuild looks for the objects themselves, for a caller that found the file's
// own table to be wrong. It tells whether that was not done before.
func (f *File) Rebuild() bool {
	if f.rebuilt {
		return false
	}
	f.rebuild()
	return true
}

// Get follows references. What can't be had is nil.
func (f *File) Get(o Object) Object {
	for range maxFollow {
		ref, ok := o.(Ref)
		if !ok {
			return o
		}
		o = f.object(ref)
	}
	return nil
}

// Dict is Get for a dictionary, also that of a stream; nil where o is none.
func (f *File) Dict(o Object) Dict {
	switch o := f.Get(o).(type) {
	case Dict:
		return o
	case *Stream:
		return o.Dict
	}
	return nil
}

// Array is Get for a list; nil where o is none.
func (f *File) Array(o Object) Array {
	a, _ := f.Get(o).(Array)
	return a
}

// Stream is Get for a stream; nil where o is none.
func (f *File) Stream(o Object) *Stream {
	s, _ := f.Get(o).(*Stream)
	return s
}

// Name is Get for a name; "" where o is none.
func (f *File) Name(o Object) Name {
	n, _ := f.Get(o).(Name)
	return n
}

// Number is Get for a number; 0 where o is none.
func (f *File) Number(o Object) float64 {
	n, _ := f.Get(o).(float64)
	return n
}

// object reads the object that a reference names.
func (f *File) object(ref Ref) Object {
	if o, ok := f.objects[ref.Number]; ok {
		return o
	}
	at, ok := f.places[ref.Number]
	if !ok || f.busy[ref.Number] || len(f.busy) > maxBusy || f.ctx.Err() != nil {
		return nil
	}
	f.busy[ref.Number] = true
	defer delete(f.busy, ref.Number)
	var o Object
	if at.group != 0 {
		o = f.fromGroup(ref.Number, at)
	} else {
		var found bool
		if o, found = f.readAt(ref.Number, at); !found && !f.rebuilt {
			f.rebuild()
			if at, ok = f.places[ref.Number]; !ok {
				return nil
			}
			if at.group != 0 {
				o = f.fromGroup(ref.Number, at)
			} else {
				o, _ = f.readAt(ref.Number, at)
			}
		}
	}
	if f.kept > maxCached {
		clear(f.objects)
		f.kept = 0
	}
	f.objects[ref.Number] = o
	return o
}

// readAt reads the object that begins at an offset. found is false where that is
// another object, or none.
func (f *File) readAt(number int, at place) (o Object, found bool) {
	id, after, ok := header(f.data, int(at.offset))
	if !ok || id.Number != number {
		return nil, false
	}
	p := parser{Lexer: Lexer{Data: f.data, Pos: after}}
	if f.cipher != nil {
		p.decrypt = func(s []byte) []byte { return f.cipher.strings(id, s) }
	}
	o, _ = p.object()
	f.kept += p.made
	d, ok := o.(Dict)
	if !ok {
		return o, true
	}
	length := -1
	if n, ok := Int(f.Get(d["Length"])); ok {
		length = n
	}
	if raw, ok := streamAfter(f.data, p.Pos, length); ok {
		return &Stream{Dict: d, raw: raw, id: id}, true
	}
	return d, true
}
