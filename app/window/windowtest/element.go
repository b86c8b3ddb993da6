//go:build window

package windowtest

import (
	"net"
	"testing"
)

// Element is something on the page. Once the page has redrawn it, it has to be
// found again.
type Element struct {
	w        *Window
	selector string
	path     string
}

// Click clicks in the middle, as a mouse does.
func (e Element) Click() {
	e.w.t.Helper()
	e.post("/click", map[string]any{})
}

// Type types text into it, any character.
func (e Element) Type(text string) {
	e.w.t.Helper()
	e.post("/value", map[string]string{"text": text})
}

// Clear empties a field.
func (e Element) Clear() {
	e.w.t.Helper()
	e.post("/clear", map[string]any{})
}

// Text is what a person sees of it.
func (e Element) Text() string {
	e.w.t.Helper()
	var text string
	e.read("/text", &text)
	return text
}

// Property is one of its JavaScript properties, such as "value", as text.
func (e Element) Property(name string) string {
	e.w.t.Helper()
	var value string
	e.read("/property/"+name, &value)
	return value
}

func (e Element) post(command string, body any) {
	e.w.t.Helper()
	if err := e.w.driver.post(e.path+command, body, nil); err != nil {
		e.w.t.Fatalf("%s on %s: %v", command[1:], e.selector, err)
	}
}

func (e Element) read(command string, answer any) {
	e.w.t.Helper()
	if err := e.w.driver.get(e.path+command, answer); err != nil {
		e.w.t.Fatalf("%s of %s: %v", command[1:], e.selector, err)
	}
}

// freePort is a port that nobody listened on a moment ago.
func freePort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}
