// Package web is the interface over HTTP: every method of an area as
// POST /api/<area>/<method>, one stream of events at /events, and files of the
// workspace at /content/. The window serves it to its own page; `redline serve`
// puts Guard before it and the front end beside it.
//
// A handler never panics outwards and answers every failure with an app.Error.
package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"runtime/debug"
	"strings"

	"redline/app"
	"redline/backend/tools"
)

// maxRequestBytes is the largest body of a call: an amended file of 5 MiB, escaped
// at its worst.
const maxRequestBytes = 32 << 20

// route is what answers a path, to which HTTP method.
type route struct {
	method string
	http.Handler
}

type routes map[string]route

// Handler answers /api/, /events and /content/.
func Handler(a *app.App) http.Handler {
	all := routes{
		"/events":       {http.MethodGet, stream{a}},
		"/content/file": {http.MethodGet, content{a}},
	}
	for _, area := range a.Areas() {
		v := reflect.ValueOf(area.Value)
		for m := range v.Type().Methods() {
			all["/api/"+area.Name+"/"+m.Name] = route{http.MethodPost, method{v.MethodByName(m.Name)}}
		}
	}
	return recovering(all)
}

func (all routes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to, ok := all[r.URL.Path]
	switch {
	case !ok:
		name := strings.TrimPrefix(r.URL.Path, "/api/")
		fail(w, http.StatusNotFound, &app.Error{Code: app.CodeBadRequest, Message: "There is no operation " + name + "."})
	case r.Method != to.method:
		w.Header().Set("Allow", to.method)
		fail(w, http.StatusMethodNotAllowed, &app.Error{Code: app.CodeBadRequest, Message: "This operation is called by " + to.method + ", not by " + r.Method + "."})
	default:
		to.ServeHTTP(w, r)
	}
}

// method calls one method of an area: at most one argument, and a result, an
// error or both.
type method struct{ call reflect.Value }

func (m method) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in []reflect.Value
	if t := m.call.Type(); t.NumIn() == 1 {
		arg := reflect.New(t.In(0))
		if status, fault := decode(w, r, arg.Interface()); fault != "" {
			fail(w, status, &app.Error{Code: app.CodeBadRequest, Message: "The page sent something that can't be understood: " + fault + ". Nothing was done."})
			return
		}
		in = append(in, arg.Elem())
	}
	out := m.call.Call(in)
	if err, _ := out[len(out)-1].Interface().(error); err != nil {
		fail(w, http.StatusUnprocessableEntity, app.AsError(err))
		return
	}
	if len(out) == 1 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	answer(w, http.StatusOK, out[0].Interface())
}

// decode reads a body that is one JSON value. What is wrong with another is a fault.
func decode(w http.ResponseWriter, r *http.Request, into any) (status int, fault string) {
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequestBytes))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge, fmt.Sprintf("it is longer than %d MiB", maxRequestBytes>>20)
	case errors.Is(err, io.EOF):
		return http.StatusBadRequest, "there is no value"
	case err != nil:
		return http.StatusBadRequest, tools.JSONFault(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return http.StatusBadRequest, "there is more than one value"
	}
	return http.StatusOK, ""
}

func answer(w http.ResponseWriter, status int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		fail(w, http.StatusInternalServerError, app.AsError(fmt.Errorf("the answer can't be written as JSON: %w", err)))
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(data) // the page is gone: there is nobody to tell
}

func fail(w http.ResponseWriter, status int, e *app.Error) { answer(w, status, e) }

// recovering turns a panic into an answer: in the window it would end the program.
func recovering(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil && p != http.ErrAbortHandler {
				fail(w, http.StatusInternalServerError, app.Defect(p, debug.Stack()))
			}
		}()
		next.ServeHTTP(w, r)
	})
}
