package runlog

import (
	"bytes"
	"math"
	"strconv"
	"time"
)

// The range of times that are accepted as plausible.
var (
	earliest = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

// layouts are the time formats of logs, the most frequent first. Times without a zone
// are read as UTC.
var layouts = []struct {
	layout string
	zoned  bool
}{
	{time.RFC3339Nano, true},
	{"2006-01-02T15:04:05.999999999-0700", true},
	{"2006-01-02 15:04:05.999999999Z07:00", true},
	{"2006-01-02 15:04:05.999999999-0700", true},
	{"2006-01-02 15:04:05.999999999 -0700", true},
	{"2006-01-02T15:04:05.999999999", false},
	{"2006-01-02 15:04:05.999999999", false},
	{"2006/01/02 15:04:05.999999999", false},
	{time.RFC1123Z, true},
}

// ParseStamp parses the time of a log entry. zoned says that the text has a time zone;
// without one the time is read as UTC.
func ParseStamp(text []byte) (at time.Time, zoned, ok bool) {
	if len(text) < len("2006-01-02T15:04:05") || len(text) > 40 {
		return time.Time{}, false, false
	}
	s := string(text)
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, s); err == nil {
			t, ok = plausible(t)
			return t, l.zoned, ok
		}
	}
	return time.Time{}, false, false
}

// ParseNumber parses a Unix time in seconds, milliseconds, microseconds or nanoseconds
// to the microsecond.
// The size of the number decides the unit.
func ParseNumber(text []byte) (time.Time, bool) {
	f, err := strconv.ParseFloat(string(text), 64)
	if err != nil || math.IsNaN(f) || f <= 0 || f > 1e19 {
		return time.Time{}, false
	}
	for _, unit := range []float64{1, 1e3, 1e6, 1e9} {
		if seconds := f / unit; seconds < 5e9 {
			return plausible(time.UnixMicro(int64(math.Round(seconds * 1e6))))
		}
	}
	return time.Time{}, false
}

func plausible(t time.Time) (time.Time, bool) {
	if t.Before(earliest) || t.After(latest) {
		return time.Time{}, false
	}
	return t.UTC(), true
}

// lineStamp parses the time at the beginning of a line, perhaps in brackets, and returns
// the rest of the line.
func lineStamp(line []byte) (at time.Time, zoned bool, rest []byte) {
	body := bytes.TrimPrefix(line, []byte("["))
	if len(body) < len("2006-01-02T15:04:05") || body[0] != '2' || body[4] != '-' && body[4] != '/' {
		return time.Time{}, false, line
	}
	end := len("2006-01-02T15:04:05")
	for end < len(body) && end < 40 && (body[end] >= '0' && body[end] <= '9' || bytes.IndexByte([]byte(".,Z+-:"), body[end]) >= 0) {
		end++
	}
	text := bytes.TrimRight(bytes.Replace(body[:end], []byte(","), []byte("."), 1), ":-.")
	at, zoned, ok := ParseStamp(text)
	if !ok {
		return time.Time{}, false, line
	}
	return at, zoned, bytes.TrimLeft(body[end:], "] \t-")
}

// timestampPace measures the distances, in lines, between the times of a log.
type timestampPace struct {
	now      func() time.Time // nil: the current time is unknown
	latest   time.Time        // the latest accepted time, as of the last call of now
	lastLine int64            // the line of the newest time; 0: there is none
	maxGap   int64            // the largest distance between two times
	zoned    bool             // the newest time has a zone
}

// minGap is the number of lines without a time that any log may have.
const minGap = 8

// isPast reports whether the time is at most a day in the future.
func (p *timestampPace) isPast(at time.Time) bool {
	if p.now == nil || !at.After(p.latest) {
		return true
	}
	p.latest = p.now().Add(24 * time.Hour)
	return !at.After(p.latest)
}

// add records that the line has a time.
func (p *timestampPace) add(line int64, zoned bool) {
	if p.lastLine > 0 {
		p.maxGap = max(p.maxGap, line-p.lastLine)
	}
	p.lastLine, p.zoned = line, zoned
}

// isRecent reports whether the newest time has a zone and is about as close to the last
// line as times of this log are to each other.
func (p *timestampPace) isRecent(lines int64) bool {
	return p.lastLine > 0 && p.zoned && lines-p.lastLine <= max(2*p.maxGap, minGap)
}
