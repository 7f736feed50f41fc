//go:build !linux

package terminal

import "golang.org/x/sys/unix"

// getModes asks for the terminal's modes.
const getModes = unix.TIOCGETA

// duplicate makes the descriptor refer to what from refers to, and close at an exec.
func duplicate(from, to int) error {
	if err := unix.Dup2(from, to); err != nil {
		return err
	}
	unix.CloseOnExec(to)
	return nil
}

// discardOutput would drop what was written and not read; there is no way to do that
// here that all systems share.
func discardOutput(int) {}
