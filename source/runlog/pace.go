package runlog

import "time"

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
