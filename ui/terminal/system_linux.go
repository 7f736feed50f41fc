package terminal

import "golang.org/x/sys/unix"

// getModes asks for the terminal's modes.
const getModes = unix.TCGETS

// duplicate makes the descriptor to stand for what from stands for, and not outlive
// an exec.
func duplicate(from, to int) error { return unix.Dup3(from, to, unix.O_CLOEXEC) }

// discard drops what was written to a terminal and not read from it, and has a
// write that waits for room look again.
func discard(fd int) {
	_ = unix.IoctlSetInt(fd, unix.TCFLSH, unix.TCOFLUSH) // it stays where that cannot be done
	for _, flow := range []int{unix.TCOOFF, unix.TCOON} {
		_ = unix.IoctlSetInt(fd, unix.TCXONC, flow) // as above
	}
}
