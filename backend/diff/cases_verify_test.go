//go:build verify

package diff

const gitCases = 3000
