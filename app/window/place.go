package window

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// Sizes of the window, in logical pixels.
const (
	minWidth, minHeight         = 720, 520  // below it the layout doesn't hold
	defaultWidth, defaultHeight = 1280, 820 // shows sidebar, thread and inspector
	maxSide                     = 16384     // larger than any desktop: a broken file
)

// place is where the window was and how large, without what maximising made of
// it, so that it can be restored to that.
type place struct {
	X         int  `json:"x"`
	Y         int  `json:"y"`
	Width     int  `json:"width"`
	Height    int  `json:"height"`
	Maximised bool `json:"maximised"`

	known bool // X and Y were read from the file
}

func placeFile(home string) string { return filepath.Join(home, "window.json") }

// loadPlace reads where the window was. A file that is missing or makes no sense
// gives the default: a window's place is never worth an error.
func loadPlace(home string) place {
	p := place{Width: defaultWidth, Height: defaultHeight}
	data, err := os.ReadFile(placeFile(home))
	if err != nil {
		return p
	}
	var saved place
	if json.Unmarshal(data, &saved) != nil || !saved.sane() {
		return p
	}
	saved.known = true
	return saved
}

// save writes the place. A crash in the middle leaves a file that loadPlace
// ignores.
func (p place) save(home string) error {
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return os.WriteFile(placeFile(home), append(data, '\n'), 0o600)
}

func (p place) sane() bool {
	return p.Width >= minWidth && p.Width <= maxSide && p.Height >= minHeight && p.Height <= maxSide &&
		p.X > -maxSide && p.X < maxSide && p.Y > -maxSide && p.Y < maxSide
}

// within fits the place onto a screen of the given size, because the screen it
// was saved on may be gone: no larger than the screen, and wholly on it.
func (p place) within(width, height int) place {
	p.Width = max(minWidth, min(p.Width, width))
	p.Height = max(minHeight, min(p.Height, height))
	p.X = max(0, min(p.X, width-p.Width))
	p.Y = max(0, min(p.Y, height-p.Height))
	return p
}
