package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"redline/app"
	"redline/backend/config"
	"redline/backend/workspace/attacktest"
)

// No attack on a path gets through what a page can ask for: lists, contents, previews,
// exports, and the files that pictures are shown from (security.md, C.1, C.5).
func TestAttacks(t *testing.T) { attacktest.Run(t, attacked) }

// finding is held while the home folder stands in the environment.
var finding sync.Mutex

func homeAt(t *testing.T, dir string) config.Home {
	t.Helper()
	finding.Lock()
	defer finding.Unlock()
	before, set := os.LookupEnv("REDLINE_HOME")
	defer func() {
		if set {
			os.Setenv("REDLINE_HOME", before)
		} else {
			os.Unsetenv("REDLINE_HOME")
		}
	}()
	os.Setenv("REDLINE_HOME", dir)
	home, err := config.FindHome()
	if err != nil {
		t.Fatal(err)
	}
	return home
}

func attacked(t *testing.T, r *attacktest.Rig) *attacktest.Target {
	t.Helper()
	settings := filepath.Join(r.Home, "config.toml")
	canary, err := os.ReadFile(settings)
	if err == nil {
		err = os.WriteFile(settings, fmt.Appendf(nil, "[sandbox]\nread_only_paths = [%q]\n", r.RO), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	a := app.New(homeAt(t, r.Home), "test")
	if err := os.WriteFile(settings, canary, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := a.OpenFolder(r.Work); err != nil {
		t.Fatal(err)
	}
	handler := Handler(a)
	serve := func(ctx context.Context, request *http.Request) (string, error) {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request.WithContext(ctx))
		if answer.Code >= 300 {
			return "", fmt.Errorf("%d: %s", answer.Code, answer.Body)
		}
		return answer.Body.String(), nil
	}
	call := func(name string, body func(path string) any) attacktest.Operation {
		return attacktest.Operation{Name: name, Do: func(ctx context.Context, path string) (string, error) {
			data, err := json.Marshal(body(path))
			if err != nil {
				return "", err
			}
			return serve(ctx, httptest.NewRequest("POST", "/api/"+name, strings.NewReader(string(data))))
		}}
	}
	list := call("Files/List", func(path string) any { return app.ListRequest{Dir: path} })
	list.Refuses, list.Alters = true, func(path string) bool { return path == "" }
	read := call("Files/Read", func(path string) any { return app.TurnFileRequest{Path: path} })
	read.Looks = true
	return &attacktest.Target{
		Close: a.Shutdown,
		Lock:  func(context.Context, string) error { return nil }, // a page takes none by itself
		Operations: []attacktest.Operation{
			list, read,
			call("Preview/Render", func(path string) any { return app.PreviewRequest{Path: path} }),
			{Name: "content", Do: func(ctx context.Context, path string) (string, error) {
				return serve(ctx, httptest.NewRequest("GET", "/content/file?"+url.Values{"path": {path}}.Encode(), nil))
			}},
			{Name: "content, to be kept", Do: func(ctx context.Context, path string) (string, error) {
				return serve(ctx, httptest.NewRequest("GET", "/content/file?download&"+url.Values{"path": {path}}.Encode(), nil))
			}},
		},
	}
}
