//go:build unix

package hermes

import "golang.org/x/sys/unix"

// noFollow refuses a symbolic link at the end of a path and does not wait for
// the other end of a FIFO.
const noFollow = unix.O_NOFOLLOW | unix.O_NONBLOCK
