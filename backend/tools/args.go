package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

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
	if len(raw) > maxArgsBytes {
		return args, fmt.Errorf("the arguments are %d MiB long; at most %d MiB are taken", len(raw)>>20, maxArgsBytes>>20)
	}
	given := map[string]json.RawMessage{}
	if trimmed := bytes.TrimSpace(raw); len(trimmed) > 0 && string(trimmed) != "null" {
		if err := json.Unmarshal(trimmed, &given); err != nil {
			return args, fmt.Errorf("the arguments must be one JSON object: %s", jsonCause(err))
		}
	}
	v := reflect.ValueOf(&args).Elem()
	if err := checkKnown(v.Type(), given); err != nil {
		return args, err
	}
	for i := range v.NumField() {
		name, optional := field(v.Type().Field(i))
		value, ok := given[name]
		if !ok || string(value) == "null" {
			if !optional {
				return args, fmt.Errorf("the argument %q is missing", name)
			}
			continue
		}
		if err := set(v.Field(i), value); err != nil {
			return args, fmt.Errorf("the argument %q must be %s", name, kindName(v.Field(i).Kind()))
		}
	}
	return args, nil
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

// set decodes value into dst, also where a number or a boolean was written as a
// string.
func set(dst reflect.Value, value json.RawMessage) error {
	err := json.Unmarshal(value, dst.Addr().Interface())
	var text string
	if err == nil || json.Unmarshal(value, &text) != nil {
		return err
	}
	switch dst.Kind() {
	case reflect.Int:
		n, err := strconv.Atoi(strings.TrimSpace(text))
		dst.SetInt(int64(n))
		return err
	case reflect.Bool:
		b, err := strconv.ParseBool(strings.ToLower(strings.TrimSpace(text)))
		dst.SetBool(b)
		return err
	}
	return err
}

func kindName(k reflect.Kind) string {
	switch k {
	case reflect.Int:
		return "a whole number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	}
	return "text"
}

func jsonCause(err error) string {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Sprintf("%v at byte %d", err, syntax.Offset)
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
