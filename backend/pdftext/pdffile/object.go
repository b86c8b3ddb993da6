// Package pdffile reads the objects of a PDF: the layer below pages and text.
//
// It takes any bytes and never panics. A cross-reference that is missing, wrong or
// cyclic is made anew from the objects that stand in the file, as every viewer does.
// What it holds in memory is bounded by the file and by the limits below, however
// streams unpack and references run; work ends with the context. A reference that
// leads nowhere is nil, as the format says, and damage inside a stream ends it where
// the damage is.
//
// Encrypted files open with the empty user password, in all of the format's ciphers;
// others give ErrPassword. Nothing is written and nothing outside the file is read.
package pdffile

// Object is a value in a PDF: nil, bool, float64 (all numbers; integers up to 2^53 are
// exact), Name, String, Array, Dict, *Stream or Ref.
type Object any

// Name is a name without its slash.
type Name string

// String is a string's bytes, decrypted.
type String string

// Array is a list of objects.
type Array []Object

// Dict is a dictionary. The name that stands twice has its last value.
type Dict map[Name]Object

// Ref points to an object by its number and generation.
type Ref struct{ Number, Generation int }

// Stream is a dictionary with bytes behind it; File.Decode gives them.
type Stream struct {
	Dict Dict
	raw  []byte // as they stand in the file, still encrypted
	id   Ref    // whose key they are encrypted with; the zero Ref has none
}

// Int gives a number as an int; ok is false where o is none, or is beyond 2^31.
func Int(o Object) (n int, ok bool) {
	f, ok := o.(float64)
	if !ok || f != f || f < -1<<31 || f > 1<<31 {
		return 0, false
	}
	return int(f), true
}
