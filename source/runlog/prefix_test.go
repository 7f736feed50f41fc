package runlog

import (
	"bytes"
	"testing"
	"time"
)

func TestUnwrap(t *testing.T) {
	at := time.Date(2025, 10, 13, 2, 11, 35, 0, time.UTC)
	for _, c := range []struct {
		line, body  string
		stamp, zone bool
		bad         bool
		since       time.Duration
	}{
		{`[2025-10-13T02:11:35Z] [INFO] {`, `{`, true, true, false, -1},
		{`[2025-10-13T04:11:35+02:00] [ERROR] no`, `no`, true, true, true, -1},
		{`2025-10-13T02:11:35.0000000Z   "subtype": "init",`, `  "subtype": "init",`, true, true, false, -1},
		{`2025-10-13 02:11:35,000 - ERROR - gone`, `gone`, true, false, true, -1},
		{`2025/10/13 02:11:35 [STDOUT] {"a":1}`, `{"a":1}`, true, false, false, -1},
		{`[2025-10-13T02:11:35Z] [claude-code] [stdout] {"a":1}`, `{"a":1}`, true, true, false, -1},
		{"build\tRun agent\t\ufeff2025-10-13T02:11:35.0Z {", `{`, true, true, false, -1},
		{`time="2025-10-13T02:11:35Z" level=error msg=x`, `msg=x`, true, true, true, -1},
		{`time=2025-10-13T02:11:35Z level=INFO msg=x`, `msg=x`, true, true, false, -1},
		{`agent-1  | {"a":1}`, `{"a":1}`, false, false, false, -1},
		{`agent-1  | 2025-10-13T02:11:35Z {"a":1}`, `{"a":1}`, true, true, false, -1},
		{`Oct 13 02:11:35 box agent[71]: {"a":1}`, `{"a":1}`, false, false, false, -1},
		{`[+00:08] [stdout] {`, `{`, false, false, false, 8 * time.Second},
		{`[+1:02:03] x`, `x`, false, false, false, time.Hour + 2*time.Minute + 3*time.Second},
		{`[+12.5s] x`, `x`, false, false, false, 12500 * time.Millisecond},
		{`[10:00:00.000] [stdout] {`, `{`, false, false, false, -1},
		{`[agent][stderr] gone`, `gone`, false, false, false, -1},
		{`ERROR: gone`, `gone`, false, false, true, -1},
		{`[INFO]  two spaces stay one`, ` two spaces stay one`, false, false, false, -1},
		{`  "type": "result",`, `  "type": "result",`, false, false, false, -1},
		{`[plan.md](plan.md) is written.`, `[plan.md](plan.md) is written.`, false, false, false, -1},
		{`[1,2]`, `[1,2]`, false, false, false, -1},
		{`I looked at it.`, `I looked at it.`, false, false, false, -1},
		{`a | b`, `b`, false, false, false, -1},
		{`Error in the plan | none`, `Error in the plan | none`, false, false, false, -1},
		{``, ``, false, false, false, -1},
	} {
		p, body := Unwrap([]byte(c.line))
		if string(body) != c.body || p.At.Equal(at) != c.stamp || p.Zoned != c.zone || p.Error != c.bad || p.Since != c.since {
			t.Errorf("%q: %q %+v", c.line, body, p)
		}
		if p.Len != len(c.line)-len(body) {
			t.Errorf("%q: a prefix of %d bytes before %q", c.line, p.Len, body)
		}
	}
}

func TestHeading(t *testing.T) {
	at := time.Date(2025, 10, 13, 2, 11, 35, 0, time.UTC)
	for line, want := range map[string]bool{
		"# Log - 2025-10-13T02:11:35Z": true, "# run 20, started: 2025-10-13T02:11:35Z": true, "Started at 2025-10-13T02:11:35Z": true,
		"The release of 2025-10-13T02:11:35Z is out": false, "# 2025": false, "": false,
	} {
		if got, zoned := Heading([]byte(line)); got.Equal(at) != want || zoned != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func FuzzUnwrap(f *testing.F) {
	f.Add([]byte("[2025-10-13T02:11:35Z] [INFO] {"))
	f.Add([]byte("a\tb\t2025-10-13T02:11:35Z x"))
	f.Add([]byte("Oct 13 02:11:35 box agent[71]: x"))
	f.Add([]byte("Oct 0: 00:00:00 0000"))
	f.Fuzz(func(t *testing.T, line []byte) {
		p, body := Unwrap(line)
		if p.Len+len(body) != len(line) || !bytes.HasSuffix(line, body) {
			t.Fatalf("%q is %d bytes and %q", line, p.Len, body)
		}
		Heading(line)
	})
}
