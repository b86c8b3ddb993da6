//go:build unix && !verify

package tools

// kills is how often TestKilled kills. With the build tag verify it is hundreds.
const kills = 20
