package web

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"redline/app"
)

// A call that makes no sense gets an error that says why, and nothing is done.
func TestWrongCalls(t *testing.T) {
	s := serve(t).letIn(t)
	for _, c := range []struct {
		method, address, body string
		status                int
		says                  string
	}{
		{"POST", "/api/Files/List", `{"dir":"","turn":0}`, http.StatusOK, ""},
		{"GET", "/api/Files/List", "", http.StatusMethodNotAllowed, "This operation is called by POST, not by GET."},
		{"PUT", "/api/Files/List", "{}", http.StatusMethodNotAllowed, "This operation is called by POST, not by PUT."},
		{"POST", "/events", "", http.StatusMethodNotAllowed, "This operation is called by GET, not by POST."},
		{"POST", "/content/file", "", http.StatusMethodNotAllowed, "This operation is called by GET, not by POST."},
		{"POST", "/api/Nope/List", "{}", http.StatusNotFound, "There is no operation Nope/List."},
		{"POST", "/api/Files/Nope", "{}", http.StatusNotFound, "There is no operation Files/Nope."},
		{"POST", "/api/Files/list", "{}", http.StatusNotFound, "There is no operation Files/list."},
		{"POST", "/api/", "{}", http.StatusNotFound, ""},
		{"POST", "/api/Files/List/more", "{}", http.StatusNotFound, ""},
		{"GET", "/content/", "", http.StatusNotFound, ""},
		{"GET", "/content/nope", "", http.StatusNotFound, ""},
		{"POST", "/api/Files/List", "", http.StatusBadRequest, "The page sent something that can't be understood: there is no value. Nothing was done."},
		{"POST", "/api/Files/List", `{"dir":`, http.StatusBadRequest, "The page sent something that can't be understood: unexpected EOF. Nothing was done."},
		{"POST", "/api/Files/List", `{]`, http.StatusBadRequest, ""},
		{"POST", "/api/Files/List", `[]`, http.StatusBadRequest, "The page sent something that can't be understood: this is a JSON array. Nothing was done."},
		{"POST", "/api/Files/List", `{"dir":1}`, http.StatusBadRequest, `The page sent something that can't be understood: "dir" can't be a JSON number. Nothing was done.`},
		{"POST", "/api/Files/List", `{"dri":""}`, http.StatusBadRequest, `The page sent something that can't be understood: unknown field "dri". Nothing was done.`},
		{"POST", "/api/Files/List", `{} {}`, http.StatusBadRequest, "The page sent something that can't be understood: there is more than one value. Nothing was done."},
		{"POST", "/api/Files/List", `{"dir":"../"}`, http.StatusUnprocessableEntity, ""},
		{"POST", "/api/Files/List", `{"dir":"nope"}`, http.StatusUnprocessableEntity, ""},
	} {
		status, body, header := s.ask(t, s.page, c.method, c.address, c.body, nil)
		if status != c.status {
			t.Errorf("%s %s %s: %d, want %d: %s", c.method, c.address, c.body, status, c.status, body)
			continue
		}
		if kind := header.Get("Content-Type"); kind != "application/json; charset=utf-8" {
			t.Errorf("%s %s: the answer is %s", c.method, c.address, kind)
		}
		if status == http.StatusMethodNotAllowed && header.Get("Allow") == "" {
			t.Errorf("%s %s: Allow is missing", c.method, c.address)
		}
		if status == http.StatusOK {
			continue
		}
		if e := failure(t, body); c.says != "" && e.Message != c.says {
			t.Errorf("%s %s %s says\n%s, want\n%s", c.method, c.address, c.body, e.Message, c.says)
		}
	}
}

// A body over the limit is refused, and not by taking it in.
func TestLargeBody(t *testing.T) {
	s := serve(t).letIn(t)
	body := io.MultiReader(strings.NewReader(`{"dir":"`), io.LimitReader(endless{}, maxRequestBytes), strings.NewReader(`"}`))
	r, err := http.NewRequestWithContext(t.Context(), "POST", s.base+"/api/Files/List", body)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.page.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if e := failure(t, string(data)); answer.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(e.Message, "longer than 32 MiB") {
		t.Errorf("%d %s", answer.StatusCode, e.Message)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	copy(p, bytes.Repeat([]byte("x"), len(p)))
	return len(p), nil
}

// A defect is an answer too: in the window a panic would end the program.
func TestDefect(t *testing.T) {
	w := httptest.NewRecorder()
	broken := method{reflect.ValueOf(func() error { panic("boom") })}
	recovering(broken).ServeHTTP(w, httptest.NewRequest("POST", "/api/Files/List", nil))
	if e := failure(t, w.Body.String()); w.Code != http.StatusInternalServerError || e.Code != app.CodeInternal || !strings.Contains(e.Message, "boom") {
		t.Errorf("%d %+v", w.Code, e)
	}
}
