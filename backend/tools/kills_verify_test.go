//go:build unix && verify

package tools

const kills = 400
