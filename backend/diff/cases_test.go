//go:build !verify

package diff

// gitCases is how many cases are held against another program; each starts one.
const gitCases = 40
