//go:build verify

package search

const (
	ignoreCases = 1000
)
