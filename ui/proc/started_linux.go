package proc

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// ticksPerSecond is the unit of process start times in /proc, which is 100 on
// every Linux that Go supports (proc(5), sysconf(_SC_CLK_TCK)).
const ticksPerSecond = 100

// started returns when a process began, from /proc/PID/stat and the boot time
// in /proc/stat.
func started(pid int) (time.Time, bool) {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return time.Time{}, false
	}
	// The second field is the command in parentheses and may contain anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const startTime = 22 - 3 // field 22, counted from the third
	if len(fields) <= startTime {
		return time.Time{}, false
	}
	ticks, err := strconv.ParseInt(string(fields[startTime]), 10, 64)
	boot, ok := booted()
	if err != nil || !ok {
		return time.Time{}, false
	}
	return boot.Add(time.Duration(ticks) * (time.Second / ticksPerSecond)), true
}

func booted() (time.Time, bool) {
	stat, err := os.ReadFile("/proc/stat")
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
