package terminal

import "golang.org/x/sys/unix"

// getModes asks for the terminal's modes.
const getModes = unix.TCGETS

// duplicate makes the descriptor refer to what from refers to, and close at an exec.
func duplicate(from, to int) error { return unix.Dup3(from, to, unix.O_CLOEXEC) }

// discardOutput drops what was written to a terminal and not read from it, and has a
// write that waits for room look again.
func discardOutput(fd int) {
	_ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCOFLUSH) // it stays where that cannot be done
	for _, flow := range []int{unix.TCOOFF, unix.TCOON} {
		_ = unix.IoctlSetInt(fd, unix.TCXONC, flow) // as above
	}
}
