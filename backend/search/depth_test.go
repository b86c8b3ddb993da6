//go:build !verify

package search

// How many generated cases the tests hold against other programs.
const (
	ignoreCases = 25
)
