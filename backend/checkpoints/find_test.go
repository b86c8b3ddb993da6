package checkpoints

import (
	"fmt"
	"testing"
)

func TestFind(t *testing.T) {
	s, disk := openStore(t, t.TempDir()), tree{}
	for n, label := range []string{"Tidy the Introduction", "Rename figures", "tidy up"} {
		_, err := s.BeginTurn(TurnInfo{Session: "a", Prompt: n + 1, Label: label, Time: then.Now()})
		must(t, err)
		edit(t, s, disk, "a", fmt.Sprintf("notes/Chapter%d.md", n), "x")
	}
	edit(t, s, disk, "a", "figs/b.png", "x")
	must(t, s.Pin(1, "before the move"))
	for query, want := range map[string]string{
		"tidy": "[{3 []} {1 []}]", "TIDY intro": "[{1 []}]", "move": "[{1 []}]", "chapter1": "[{2 [notes/Chapter1.md]}]",
		"tidy chapter": "[{3 [notes/Chapter2.md]} {1 [notes/Chapter0.md]}]", "figs": "[{3 [figs/b.png]}]", "fig": "[{3 [figs/b.png]} {2 []}]",
		"": "[]", " ": "[]", "nothing like it": "[]",
	} {
		if got := fmt.Sprint(s.Find(query)); got != want {
			t.Errorf("%q finds %s, want %s", query, got, want)
		}
	}
}
