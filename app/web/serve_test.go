package web

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"redline/app"
	"redline/backend/config"
)

// site is a server that listens, a folder that is open in it, and a page that was let in.
type site struct {
	app     *app.App
	dir     string
	address string // with the token
	base    string
	port    string
	page    *http.Client
}

func serve(t *testing.T) *site {
	t.Helper()
	t.Setenv("REDLINE_HOME", filepath.Join(t.TempDir(), "home"))
	home, err := config.FindHome()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{app: app.New(home, "test"), dir: filepath.Join(t.TempDir(), "notes")}
	if err := os.Mkdir(s.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := s.app.OpenFolder(s.dir); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer(s.app, l.Addr(), fstest.MapFS{
		"index.html":   {Data: []byte("<!doctype html><title>Redline</title>")},
		"assets/a.css": {Data: []byte("body{}")},
	}, false)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(l) }()
	t.Cleanup(func() {
		if err := errors.Join(s.app.Shutdown(), <-ended); err != nil {
			t.Error(err)
		}
	})
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, s.port, _ = net.SplitHostPort(l.Addr().String())
	s.address, s.base, s.page = server.URL(l.Addr()), "http://"+l.Addr().String(), &http.Client{Jar: jar}
	return s
}

// letIn opens the printed address, as the browser does.
func (s *site) letIn(t *testing.T) *site {
	t.Helper()
	if status, body, _ := s.ask(t, s.page, "GET", s.address, "", nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	return s
}

// ask sends a request; header Host is the host that it names.
func (s *site) ask(t *testing.T, as *http.Client, method, address, body string, header map[string]string) (int, string, http.Header) {
	t.Helper()
	if strings.HasPrefix(address, "/") {
		address = s.base + address
	}
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	r.Host = header["Host"]
	answer, err := as.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(data), answer.Header
}

// failure reads an answer that must be an app.Error with a sentence.
func failure(t *testing.T, body string) app.Error {
	t.Helper()
	var e app.Error
	dec := json.NewDecoder(strings.NewReader(body))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil || e.Code == "" || !strings.HasSuffix(e.Message, ".") {
		t.Errorf("the answer %q is no error with a sentence (%v)", body, err)
	}
	return e
}

// The token in the printed address works once; what has neither it nor its cookie gets
// nothing.
func TestOneTimeToken(t *testing.T) {
	s := serve(t)
	wrong := s.base + "/?token=" + strings.Repeat("A", 26)
	stranger := &http.Client{}
	for _, address := range []string{"/", "/assets/a.css", "/events", "/content/file?path=a.md", wrong, s.base + "/?token="} {
		if status, body, _ := s.ask(t, stranger, "GET", address, "", nil); status != http.StatusForbidden {
			t.Errorf("%s before: %d %s", address, status, body)
		}
	}
	if status, body, _ := s.ask(t, stranger, "POST", "/api/Workspaces/Info", "", nil); status != http.StatusForbidden {
		t.Errorf("a call before: %d %s", status, body)
	}

	s.letIn(t)
	at, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	cookies := s.page.Jar.Cookies(at)
	if len(cookies) != 1 || cookies[0].Name != "redline-"+s.port || strings.Contains(s.address, cookies[0].Value) {
		t.Errorf("the cookies are %v", cookies)
	}
	if status, _, _ := s.ask(t, s.page, "POST", "/api/Workspaces/Info", "", nil); status != http.StatusOK {
		t.Errorf("the page's call gets %d", status)
	}
	if status, body, _ := s.ask(t, stranger, "GET", s.address, "", nil); status != http.StatusForbidden {
		t.Errorf("the token works twice: %d %s", status, body)
	}
	forged := map[string]string{"Cookie": cookies[0].Name + "=" + strings.Repeat("A", len(cookies[0].Value))}
	if status, _, _ := s.ask(t, stranger, "GET", "/", "", forged); status != http.StatusForbidden {
		t.Errorf("a forged cookie gets %d", status)
	}
}

// The cookie can't be read by a script nor sent by another site.
func TestCookie(t *testing.T) {
	s := serve(t)
	first := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	status, _, header := s.ask(t, first, "GET", s.address, "", nil)
	set := header.Get("Set-Cookie")
	if status != http.StatusSeeOther || header.Get("Location") != "/" {
		t.Errorf("%d to %q", status, header.Get("Location"))
	}
	if !strings.Contains(set, "; HttpOnly") || !strings.Contains(set, "; SameSite=Strict") || !strings.Contains(set, "; Path=/") {
		t.Errorf("the cookie is set by %q", set)
	}
}

// A page that came in by another name (DNS rebinding), or that stands elsewhere, is
// refused even with the cookie.
func TestHostAndOrigin(t *testing.T) {
	s := serve(t).letIn(t)
	home, err := url.Parse(s.base)
	if err != nil {
		t.Fatal(err)
	}
	cookie := s.page.Jar.Cookies(home)[0].String()
	at := func(host string) string { return host + ":" + s.port }
	for _, c := range []struct {
		header map[string]string
		status int
	}{
		{map[string]string{"Host": at("127.0.0.1")}, http.StatusOK},
		{map[string]string{"Host": at("localhost")}, http.StatusOK},
		{map[string]string{"Host": at("[::1]")}, http.StatusOK},
		{map[string]string{"Host": at("evil.example")}, http.StatusForbidden},
		{map[string]string{"Host": at("127.0.0.1.evil.example")}, http.StatusForbidden},
		{map[string]string{"Host": at("192.0.2.7")}, http.StatusForbidden},
		{map[string]string{"Host": "127.0.0.1"}, http.StatusForbidden},
		{map[string]string{"Host": "127.0.0.1:1"}, http.StatusForbidden},
		{map[string]string{"Origin": "http://" + at("127.0.0.1")}, http.StatusOK},
		{map[string]string{"Origin": "http://" + at("localhost")}, http.StatusOK},
		{map[string]string{"Origin": "https://" + at("127.0.0.1")}, http.StatusForbidden},
		{map[string]string{"Origin": "http://127.0.0.1:1"}, http.StatusForbidden},
		{map[string]string{"Origin": "http://evil.example"}, http.StatusForbidden},
		{map[string]string{"Origin": "http://" + at("evil.example")}, http.StatusForbidden},
		{map[string]string{"Origin": "null"}, http.StatusForbidden},
		{map[string]string{"Sec-Fetch-Site": "same-origin"}, http.StatusOK},
		{map[string]string{"Sec-Fetch-Site": "none"}, http.StatusOK},
		{map[string]string{"Sec-Fetch-Site": "same-site"}, http.StatusForbidden},
		{map[string]string{"Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
	} {
		c.header["Cookie"] = cookie
		if status, body, _ := s.ask(t, &http.Client{}, "POST", "/api/Workspaces/Info", "", c.header); status != c.status {
			t.Errorf("%v: %d, want %d: %s", c.header, status, c.status, body)
		}
	}
}

// A browser leaves the port of HTTP out of Host and Origin.
func TestPortOfHTTP(t *testing.T) {
	s := &Server{port: "80", hosts: []string{"127.0.0.1", "::1"}}
	for host, want := range map[string]bool{"127.0.0.1": true, "127.0.0.1:80": true, "[::1]": true, "[::1]:80": true, "127.0.0.1:81": false, "evil.example": false} {
		if s.here(host) != want {
			t.Errorf("%s: %v", host, !want)
		}
	}
}

// --allow-remote lets pages name the machine by any address or its own name, and by no
// other.
func TestRemote(t *testing.T) {
	t.Setenv("REDLINE_HOME", t.TempDir())
	name, err := os.Hostname()
	if err != nil {
		t.Skip(err)
	}
	s := NewServer(nil, &net.TCPAddr{IP: net.IPv4zero, Port: 8080}, fstest.MapFS{}, true)
	for host, want := range map[string]bool{"192.0.2.7:8080": true, "[2001:db8::1]:8080": true, name + ":8080": true, "evil.example:8080": false, "192.0.2.7:1": false} {
		if s.here(host) != want {
			t.Errorf("%s: %v", host, !want)
		}
	}
	// The address that is printed is one that another machine can open.
	at, err := url.Parse(s.URL(&net.TCPAddr{IP: net.IPv4zero, Port: 8080}))
	if err != nil || at.Port() != "8080" || net.ParseIP(at.Hostname()) == nil || net.ParseIP(at.Hostname()).IsUnspecified() {
		t.Errorf("%v %v", at, err)
	}
}

// Every answer, a refusal too, carries the policy and tells browsers to guess nothing.
func TestHeaders(t *testing.T) {
	s := serve(t).letIn(t)
	for _, c := range []struct {
		as              *http.Client
		method, address string
	}{{s.page, "GET", "/"}, {s.page, "GET", "/assets/a.css"}, {s.page, "POST", "/api/Workspaces/Info"}, {s.page, "GET", "/content/file?path=nope"}, {&http.Client{}, "GET", "/"}} {
		_, _, header := s.ask(t, c.as, c.method, c.address, "", nil)
		for name, want := range map[string]string{
			"Content-Security-Policy": Policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s %s: %s is %q", c.method, c.address, name, got)
			}
		}
	}
	for _, needed := range []string{"default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"} {
		if !strings.Contains(Policy, needed) {
			t.Errorf("the policy lacks %s", needed)
		}
	}
	if strings.Contains(Policy, "script-src") || strings.Contains(Policy, "unsafe-eval") || strings.Contains(Policy, "http:") {
		t.Errorf("the policy allows scripts or addresses from elsewhere: %s", Policy)
	}
}
