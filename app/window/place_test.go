package window

import (
	"os"
	"testing"
)

func TestPlaceComesBack(t *testing.T) {
	home := t.TempDir()
	want := place{X: 40, Y: 60, Width: 900, Height: 700, Maximised: true}
	if err := want.save(home); err != nil {
		t.Fatal(err)
	}
	want.known = true
	if got := loadPlace(home); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestPlaceThatMakesNoSenseIsTheDefault(t *testing.T) {
	for name, content := range map[string]string{
		"cut off":    `{"x": 1, "y": 2, "wid`,
		"too small":  `{"width": 10, "height": 10}`,
		"too large":  `{"width": 1e9, "height": 800}`,
		"far away":   `{"x": -900000, "width": 900, "height": 800}`,
		"wrong type": `{"width": "wide", "height": 800}`,
		"empty":      ``,
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			if err := os.WriteFile(placeFile(home), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			want := place{Width: defaultWidth, Height: defaultHeight}
			if got := loadPlace(home); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestPlaceFitsTheScreen(t *testing.T) {
	for _, test := range []struct {
		name     string
		in, want place
	}{
		{"fits as it is", place{X: 10, Y: 20, Width: 900, Height: 700}, place{X: 10, Y: 20, Width: 900, Height: 700}},
		{"its screen is gone", place{X: 2500, Y: 20, Width: 900, Height: 700}, place{X: 380, Y: 20, Width: 900, Height: 700}},
		{"left of the screen", place{X: -500, Y: -40, Width: 900, Height: 700}, place{X: 0, Y: 0, Width: 900, Height: 700}},
		{"larger than the screen", place{X: 0, Y: 0, Width: 3000, Height: 2000}, place{X: 0, Y: 0, Width: 1280, Height: 800}},
	} {
		if got := test.in.within(1280, 800); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
	if got := (place{Width: 900, Height: 700}).within(640, 480); got.Width != minWidth || got.Height != minHeight {
		t.Errorf("a tiny screen: got %+v, want the least size", got)
	}
}
