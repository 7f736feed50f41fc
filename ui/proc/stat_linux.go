package proc

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// ticksPerSecond is the unit of process start times in /proc, which is 100 on
// every Linux that Go supports (proc(5), sysconf(_SC_CLK_TCK)).
const ticksPerSecond = 100

// status reads what /proc/PID/stat says of a process, if the /proc that is
// mounted is that of our namespace.
func (p *Processes) status(pid int) (status, bool) {
	if !p.isOurs() {
		return status{}, false
	}
	return p.stat(pid)
}

// stat reads /proc/PID/stat and the boot time in /proc/stat.
func (p *Processes) stat(pid int) (status, bool) {
	stat, err := os.ReadFile(filepath.Join(p.root, strconv.Itoa(pid), "stat"))
	if err != nil {
		return status{}, false
	}
	// The second field is the command in parentheses and may contain anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const state, threads, startTime = 0, 17, 19 // fields 3, 20 and 22 of proc(5), counted from the third
	if len(fields) <= startTime {
		return status{}, false
	}
	ticks, err := strconv.ParseInt(string(fields[startTime]), 10, 64)
	boot, ok := p.bootTime()
	if err != nil || !ok {
		return status{}, false
	}
	s := status{began: boot.Add(time.Duration(ticks) * (time.Second / ticksPerSecond))}
	switch fields[state][0] {
	case 'Z', 'X', 'x':
		// One whose first thread has ended while others work says Z too.
		n, err := strconv.Atoi(string(fields[threads]))
		s.zombie = err == nil && n <= 1
	}
	return s, true
}

func (p *Processes) bootTime() (time.Time, bool) {
	stat, err := os.ReadFile(filepath.Join(p.root, "stat"))
	if err != nil {
		return time.Time{}, false
	}
	for line := range bytes.Lines(stat) {
		if rest, ok := bytes.CutPrefix(line, []byte("btime ")); ok {
			sec, err := strconv.ParseInt(string(bytes.TrimSpace(rest)), 10, 64)
			return time.Unix(sec, 0), err == nil
		}
	}
	return time.Time{}, false
}
