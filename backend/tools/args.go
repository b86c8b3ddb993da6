package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"redline/backend/config"
)

// maxArgsBytes is the largest argument object that is looked at: a write of 5 MiB
// (product.md), escaped at its worst.
const maxArgsBytes = 64 << 20

// parse reads a tool's arguments into T, a struct whose fields carry json tags;
// one without omitempty must be there. Models write numbers and booleans as
// strings: these are understood. An unknown argument is refused, naming the
// nearest known one.
func parse[T any](raw json.RawMessage) (T, error) {
	var args T
	return parseOver(raw, args)
}

// parseOver is parse with what holds for arguments that are left out.
func parseOver[T any](raw json.RawMessage, args T) (T, error) {
	err := decode(raw, reflect.ValueOf(&args).Elem())
	if err != nil {
		return args, nothingDone(err)
	}
	return args, nil
}

// argsError says what is wrong with a call's arguments, whatever any file holds.
type argsError struct{ text string }

func (e *argsError) Error() string { return e.text }

func nothingDone(err error) error {
	return &argsError{err.Error() + ". Nothing was done; mend the arguments and call again"}
}

// Arguments reads the arguments of an operation that is no tool as a tool's are read.
func Arguments[T any](raw json.RawMessage) (T, error) { return parse[T](raw) }

func decode(raw json.RawMessage, v reflect.Value) error {
	if len(raw) > maxArgsBytes {
		return fmt.Errorf("the arguments are %d bytes long; at most %d MiB are taken", len(raw), maxArgsBytes>>20)
	}
	given := map[string]json.RawMessage{}
	if trimmed := bytes.TrimSpace(raw); len(trimmed) > 0 && string(trimmed) != "null" {
		if err := json.Unmarshal(trimmed, &given); err != nil {
			return fmt.Errorf("the arguments must be one JSON object: %s", JSONFault(err))
		}
	}
	if err := checkKnown(v.Type(), given); err != nil {
		return err
	}
	for i := range v.NumField() {
		name, optional := field(v.Type().Field(i))
		value, ok := given[name]
		if !ok || string(value) == "null" {
			if !optional {
				return fmt.Errorf("the argument %q is missing", name)
			}
			continue
		}
		if broken(value) {
			return fmt.Errorf("the argument %q holds half a character, which can't be written as it is", name)
		}
		if err := set(v.Field(i), value); err != nil {
			var inside *listError
			if errors.As(err, &inside) {
				return fmt.Errorf("%s[%d]: %w", name, inside.at, inside.err)
			}
			return fmt.Errorf("the argument %q must be %s", name, kindName(v.Field(i).Type()))
		}
	}
	return nil
}

// broken tells whether a JSON value holds bytes that are not UTF-8 or half of a
// surrogate pair. Decoding would put U+FFFD there, and so something that nobody
// meant into a file.
func broken(value json.RawMessage) bool {
	if !utf8.Valid(value) {
		return true
	}
	for i := 0; i < len(value); i++ {
		if value[i] != '\\' {
			continue
		}
		r, ok := escaped(value[i:])
		switch {
		case !ok:
			i++ // the escaped character, a backslash too, begins nothing
		case !utf16.IsSurrogate(r):
			i += 5
		default:
			low, ok := escaped(value[i+6:])
			if !ok || utf16.DecodeRune(r, low) == utf8.RuneError {
				return true
			}
			i += 11
		}
	}
	return false
}

// escaped reads the \uXXXX at the start of s.
func escaped(s []byte) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	r, err := strconv.ParseUint(string(s[2:6]), 16, 16)
	return rune(r), err == nil
}

func checkKnown(t reflect.Type, given map[string]json.RawMessage) error {
	known := make([]string, t.NumField())
	for i := range known {
		known[i], _ = field(t.Field(i))
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(known, name) {
			return unknown(name, known)
		}
	}
	return nil
}

func field(f reflect.StructField) (name string, optional bool) {
	name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name, strings.Contains(rest, "omitempty")
}

func unknown(name string, known []string) error {
	if near := nearest(name, known); near != "" {
		return fmt.Errorf("there is no argument %q; the nearest is %q", name, near)
	}
	return fmt.Errorf("there is no argument %q; known are %s", name, strings.Join(known, ", "))
}

func nearest(name string, known []string) string { return config.Nearest(name, known) }

// listError is what is wrong with one object of a list.
type listError struct {
	at  int // from 0
	err error
}

func (e *listError) Error() string { return e.err.Error() }

// setList decodes a list of objects, each as strictly as the arguments themselves. A
// list that was written as a string is understood.
func setList(dst reflect.Value, value json.RawMessage) error {
	var text string
	if json.Unmarshal(value, &text) == nil {
		value = json.RawMessage(text)
	}
	var items []json.RawMessage
	if err := json.Unmarshal(value, &items); err != nil {
		return err
	}
	dst.Set(reflect.MakeSlice(dst.Type(), len(items), len(items)))
	for i, item := range items {
		if err := decode(item, dst.Index(i)); err != nil {
			return &listError{i, err}
		}
	}
	return nil
}

// set decodes value into dst, also where a number or a boolean was written as a
// string, and a whole number as 3.0.
func set(dst reflect.Value, value json.RawMessage) error {
	if dst.Kind() == reflect.Slice && dst.Type().Elem().Kind() == reflect.Struct {
		return setList(dst, value)
	}
	err := json.Unmarshal(value, dst.Addr().Interface())
	if err == nil {
		return nil
	}
	text := string(value)
	if value[0] == '"' && json.Unmarshal(value, &text) != nil {
		return err
	}
	text = strings.ToLower(strings.TrimSpace(text))
	switch dst.Kind() {
	case reflect.Int:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
			return errNotWhole
		}
		dst.SetInt(int64(n))
		return nil
	case reflect.Bool:
		if text != "true" && text != "false" {
			return err
		}
		dst.SetBool(text == "true")
		return nil
	}
	return err
}

// setInt is set for a whole number.
func setInt(n *int, value json.RawMessage) error { return set(reflect.ValueOf(n).Elem(), value) }

var errNotWhole = errors.New("not a whole number")

func kindName(t reflect.Type) string {
	if t == reflect.TypeFor[cellRef]() {
		return "a cell's id or its number"
	}
	switch t.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	}
	return "text"
}

// JSONFault says in words what is wrong with JSON that was sent, without the names of
// Go's types.
func JSONFault(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Sprintf("%v at byte %d", err, syntax.Offset)
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Sprintf("%q can't be a JSON %s", kind.Field, kind.Value)
	case errors.As(err, &kind):
		return "this is a JSON " + kind.Value
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// schema describes T's arguments for a model; the texts are its fields'
// jsonschema tags.
func schema[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic("tools: " + err.Error()) // T is fixed in the source: a test meets this
	}
	return s
}
