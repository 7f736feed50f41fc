//go:build !linux

package work

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// commandAttributes puts a command into a process group of its own.
func commandAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// adoptsOrphans says that adoptOrphans works on this system.
const adoptsOrphans = false

// adoptOrphans does nothing: only Linux gives a process its orphans.
func adoptOrphans() {}

func redirect(from, to int) error { return unix.Dup2(from, to) }

// descendants are not known where there is no /proc; the process group is.
func descendants(int) []process { return nil }
