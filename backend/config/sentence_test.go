package config

import "testing"

// A message begins with a capital, but a file's name at its start stays as it is.
func TestSentence(t *testing.T) {
	for s, want := range map[string]string{
		"there is nothing to undo": "There is nothing to undo.", "turn 9: there is no such turn": "Turn 9: there is no such turn.",
		"notes.md is there already": "notes.md is there already.", "makefile was edited": "makefile was edited.", "ärger was edited": "ärger was edited.",
		"list was changed by another program": "list was changed by another program.", "it is not text": "It is not text.", "a.txt changed while waiting": "a.txt changed while waiting.",
		"Stop it first.": "Stop it first.", "what now?": "What now?", "": "", "the": "The.",
	} {
		if got := Sentence(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}
