package live

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// percentile of durations, of which there is at least one.
func percentile(all []time.Duration, p int) time.Duration {
	all = slices.Clone(all)
	slices.Sort(all)
	return all[(len(all)-1)*p/100]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func reportTimes(b *testing.B, all []time.Duration, suffix string) {
	b.Helper()
	b.ReportMetric(ms(percentile(all, 50)), "ms-p50"+suffix)
	b.ReportMetric(ms(percentile(all, 99)), "ms-p99"+suffix)
}

// hideLoop keeps the time of the whole loop, which says nothing, out of the
// report.
func hideLoop(b *testing.B) {
	b.Helper()
	b.ReportMetric(0, "ns/op")
}

// used is the processor time that the dashboard has taken so far, on Linux.
func (d *dashboard) used() time.Duration {
	d.tb.Helper()
	return usedBy(d.tb, d.cmd.Process.Pid)
}

// usedBy is the processor time that a process has taken so far, on Linux.
func usedBy(tb testing.TB, pid int) time.Duration {
	tb.Helper()
	const hertz = 100 // of the kernel's interface, whatever the kernel's own clock
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		tb.Skip("there is no /proc to measure with")
	}
	_, after, _ := strings.Cut(string(stat), ") ") // the name before it may hold anything
	fields := strings.Fields(after)
	var ticks int
	for _, field := range fields[11:13] { // utime, stime
		n, err := strconv.Atoi(field)
		must(tb, err)
		ticks += n
	}
	return time.Duration(ticks) * time.Second / hertz
}

// peak is the most memory that the dashboard has had resident, in MB, on Linux.
func (d *dashboard) peak() float64 {
	d.tb.Helper()
	return d.memory("VmHWM:")
}

// resident is the memory that the dashboard has resident now, in MB, on Linux.
func (d *dashboard) resident() float64 {
	d.tb.Helper()
	return d.memory("VmRSS:")
}

func (d *dashboard) memory(line string) float64 {
	d.tb.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.cmd.Process.Pid))
	if err != nil {
		d.tb.Skip("there is no /proc to measure with")
	}
	_, after, _ := strings.Cut(string(status), line)
	kB, err := strconv.Atoi(strings.Fields(after)[0])
	must(d.tb, err)
	return float64(kB) / 1000
}
