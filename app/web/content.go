package web

import (
	"bytes"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"redline/app"
)

// shown are the types of file that a page may show in place. Whatever else is
// asked for is handed over as a download, never run: a workspace's HTML or SVG
// must not become part of the interface.
var shown = map[string]string{
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
}

// content serves one file of the workspace, through its sandbox.
type content struct{ app *app.App }

func (c content) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("path")
	data, err := c.app.FileBytes(name)
	if err != nil {
		fail(w, http.StatusNotFound, app.AsError(err))
		return
	}
	kind, inline := shown[strings.ToLower(path.Ext(name))]
	if !inline || r.URL.Query().Has("download") {
		kind = "application/octet-stream"
		w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": path.Base(name)}))
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}
