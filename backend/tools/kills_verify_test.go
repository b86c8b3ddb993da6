//go:build verify

package tools

const kills = 400
