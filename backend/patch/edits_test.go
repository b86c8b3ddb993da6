//go:build !verify

package patch

// edits is how many generated edits are held against git. With the build tag verify
// it is thousands.
const edits = 60
