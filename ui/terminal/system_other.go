//go:build !linux

package terminal

import "golang.org/x/sys/unix"

// getModes asks for the terminal's modes.
const getModes = unix.TIOCGETA

// discard would drop what was written and not read; there is no way to do that
// here that all systems share.
func discard(int) {}
