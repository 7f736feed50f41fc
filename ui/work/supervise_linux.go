package work

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// commandAttributes puts a command into a process group of its own, and has it killed
// when the supervisor dies.
func commandAttributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// adoptsOrphans says that adoptOrphans works on this system.
const adoptsOrphans = true

// adoptOrphans makes this process the parent of descendants whose parent ends.
func adoptOrphans() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // since Linux 3.4; else the group is ended alone
}

func redirect(from, to int) error { return unix.Dup3(from, to, 0) }

// descendants returns the living processes that descend from the process, as /proc lists
// them (proc_pid_stat(5)).
func descendants(of int) (all []process) {
	entries, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	children := map[int][]process{}
	for _, path := range entries {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		// The second field is the command in parentheses and may contain anything.
		pid, _, _ := bytes.Cut(stat, []byte(" "))
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
		if len(fields) < 3 || fields[0][0] == 'Z' {
			continue
		}
		parent := number(fields[1])
		children[parent] = append(children[parent], process{number(pid), number(fields[2])})
	}
	for next := []int{of}; len(next) > 0; next = next[1:] {
		for _, p := range children[next[0]] {
			all, next = append(all, p), append(next, p.pid)
		}
	}
	return all
}

// number reads a number of /proc.
func number(text []byte) int {
	n, _ := strconv.Atoi(string(text)) // the kernel wrote it
	return n
}
