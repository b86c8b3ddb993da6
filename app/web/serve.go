package web

import (
	"crypto/rand"
	"crypto/subtle"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"redline/app"
)

// Policy is the content security policy of the interface: nothing from elsewhere,
// no script but the bundled ones, no frame around or inside.
const Policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
	"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Server is the interface in a browser. It answers only pages that came in by the
// one-time token in its URL, that name the host it listens on, and whose origin is
// itself.
type Server struct {
	app    *app.App
	port   string
	hosts  []string // what the Host header may say, without the port
	remote bool     // any address of this machine may be named too
	assets http.Handler
	api    http.Handler

	mu      sync.Mutex
	token   string // "" once it was used
	session string // the cookie's value
}

// NewServer makes the server for an address that is being listened on. assets is
// the built front end. With remote, pages of other machines may come in too; they
// must name this machine by its address or its own name, never by a name that
// somebody else's name server could have turned to it.
func NewServer(a *app.App, addr net.Addr, assets fs.FS, remote bool) *Server {
	host, port, _ := net.SplitHostPort(addr.String())
	s := &Server{
		app: a, assets: http.FileServerFS(assets), api: Handler(a), port: port, remote: remote,
		token: rand.Text(), session: rand.Text(),
		hosts: []string{host, "127.0.0.1", "localhost", "::1"},
	}
	if name, err := os.Hostname(); remote && err == nil {
		s.hosts = append(s.hosts, name)
	}
	return s
}

// here tells whether host, a Host header or the host of an origin, is this server.
func (s *Server) here(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil { // without a port, as browsers leave out that of HTTP
		name, port = strings.Trim(host, "[]"), "80"
	}
	if port != s.port {
		return false
	}
	return slices.Contains(s.hosts, name) || s.remote && net.ParseIP(name) != nil
}

// URL is the address with the one-time token. Where every address of the machine is
// listened on, it names one that other machines can open.
func (s *Server) URL(addr net.Addr) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	host := addr.String()
	if at, ok := addr.(*net.TCPAddr); ok && at.IP.IsUnspecified() {
		host = net.JoinHostPort(ownAddress(), s.port)
	}
	return (&url.URL{Scheme: "http", Host: host, Path: "/", RawQuery: "token=" + s.token}).String()
}

// ownAddress gives an address by which others reach this machine, or, when it has
// none, itself.
func ownAddress() string {
	addresses, err := net.InterfaceAddrs()
	if err == nil {
		for _, a := range addresses {
			if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
				return n.IP.String()
			}
		}
	}
	return "127.0.0.1"
}

// cookieName differs by port: a browser gives the cookies of one port of a host to
// all of them.
func (s *Server) cookieName() string { return "redline-" + s.port }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	switch {
	case !s.here(r.Host):
		refuse(w, "This address is not the one that Redline listens on.")
	case !s.sameOrigin(r):
		refuse(w, "Another page may not use Redline.")
	case s.admit(w, r):
		http.Redirect(w, r, "/", http.StatusSeeOther)
	case !s.known(r):
		refuse(w, "This link was used already, or is not complete. Start redline serve again and open the address that it prints.")
	case strings.HasPrefix(r.URL.Path, "/api/"), r.URL.Path == "/events", strings.HasPrefix(r.URL.Path, "/content/"):
		s.api.ServeHTTP(w, r)
	default:
		s.assets.ServeHTTP(w, r)
	}
}

func (s *Server) sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		site := r.Header.Get("Sec-Fetch-Site")
		return site == "" || site == "same-origin" || site == "none"
	}
	u, err := url.Parse(origin)
	return err == nil && u.Scheme == "http" && s.here(u.Host)
}

// admit takes the token, which works once, and gives the page its cookie.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) bool {
	given := r.URL.Query().Get("token")
	if given == "" || r.URL.Path != "/" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.token == "" || !equal(given, s.token) {
		return false
	}
	s.token = ""
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Value: s.session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	return true
}

func (s *Server) known(r *http.Request) bool {
	c, err := r.Cookie(s.cookieName())
	return err == nil && equal(c.Value, s.session)
}

func equal(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func refuse(w http.ResponseWriter, why string) {
	http.Error(w, why, http.StatusForbidden)
}

// headerTimeout ends connections that never say what they want.
const headerTimeout = 10 * time.Second

// Serve answers on the listener until the app is done.
func (s *Server) Serve(l net.Listener) error {
	srv := &http.Server{Handler: s, ReadHeaderTimeout: headerTimeout}
	go func() {
		<-s.app.Done()
		_ = srv.Close() // it fails only when it was closed before
	}()
	if err := srv.Serve(l); err != http.ErrServerClosed {
		return err
	}
	return nil
}
