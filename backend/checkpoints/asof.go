package checkpoints

import "redline/backend/workspace"

// Side says at which end of a turn something is looked at.
type Side string

// The sides of a turn. The zero Side is After.
const (
	Before Side = "before"
	After  Side = "after"
)

// AsOf gives what a path was before or after a turn, and whether that is known: a path
// that no turn on the line changed isn't. Of a turn that was left behind on a branch
// only what it changed itself is known.
func (s *Store) AsOf(number int, side Side, path string) (workspace.State, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.turn(number)
	if t != nil && (side == Before || t.state == Branch) {
		if f := t.tally().files[path]; f != nil {
			if side == Before {
				return f.first, true
			}
			return f.last, true
		}
	}
	return s.asOf(number, path)
}
