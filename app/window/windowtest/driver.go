//go:build window

package windowtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// driver speaks the WebDriver protocol (W3C) with one WebKitWebDriver.
type driver struct {
	base    string // address of the server, or of the session once it is begun
	client  http.Client
	session string
}

// elementKey is how the protocol marks a reference to an element.
const elementKey = "element-6066-11e4-a52e-4f735466cecf"

// commandPatience is longer than the driver's own limits, so that the driver's
// message is seen and not ours.
const commandPatience = 60 * time.Second

// wireError is an answer that says that a command failed.
type wireError struct {
	Kind    string `json:"error"`
	Message string `json:"message"`
}

func (e *wireError) Error() string { return e.Kind + ": " + e.Message }

// begin starts the program behind binary through the driver.
func (d *driver) begin(binary string, args []string) error {
	d.client.Timeout = commandPatience
	capabilities := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
		"webkitgtk:browserOptions": map[string]any{"binary": binary, "args": args},
	}}}
	var answer struct {
		SessionID string `json:"sessionId"`
	}
	if err := d.call(http.MethodPost, "/session", capabilities, &answer); err != nil {
		return err
	}
	d.session = "/session/" + answer.SessionID
	return nil
}

// post sends a command of the session; answer may be nil.
func (d *driver) post(command string, body, answer any) error {
	return d.call(http.MethodPost, d.session+command, body, answer)
}

func (d *driver) get(command string, answer any) error {
	return d.call(http.MethodGet, d.session+command, nil, answer)
}

func (d *driver) call(method, path string, body, answer any) error {
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		content = bytes.NewReader(data)
	}
	request, err := http.NewRequest(method, d.base+path, content)
	if err != nil {
		return err
	}
	response, err := d.client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var reply struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.NewDecoder(response.Body).Decode(&reply); err != nil {
		return fmt.Errorf("answer to %s: %w", path, err)
	}
	if response.StatusCode != http.StatusOK {
		failure := new(wireError)
		if err := json.Unmarshal(reply.Value, failure); err != nil {
			return fmt.Errorf("answer to %s: %s", path, response.Status)
		}
		return failure
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(reply.Value, answer)
}

// find gives the references of the elements that a CSS selector matches now.
func (d *driver) find(selector string) ([]string, error) {
	var found []map[string]string
	err := d.post("/elements", map[string]string{"using": "css selector", "value": selector}, &found)
	references := make([]string, len(found))
	for i, element := range found {
		references[i] = element[elementKey]
	}
	return references, err
}

// screenshot gives what the window shows as a PNG.
func (d *driver) screenshot() ([]byte, error) {
	var encoded string
	if err := d.get("/screenshot", &encoded); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(encoded)
}
