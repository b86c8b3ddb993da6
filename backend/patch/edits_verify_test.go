//go:build verify

package patch

const edits = 2000
