// Package windowtest opens the real redline-desktop and does what a person does:
// look, click, type. Tests of the window are written with it and run by
// build/test-window.sh, which gives them a display, a session bus and the
// program to open; they use nothing of the person's own folders.
//
// Whatever is asked for is waited for, up to patience, and what doesn't come
// fails the test with a picture of the window in test-artifacts/window/.
//
// All of it stands behind the build tag window.
package windowtest
