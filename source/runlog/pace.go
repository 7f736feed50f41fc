package runlog

import "time"

// timestampPace follows how many lines apart the times of a log stand.
type timestampPace struct {
	now      func() time.Time // nil: not known
	latest   time.Time        // up to which a time is not one of the future, when now was asked last
	lastLine int64            // of the newest time; 0: there is none
	maxGap   int64            // the most lines from one time to the next
	zoned    bool             // the newest time names its zone
}

// minGap is how many lines without a time may always follow one.
const minGap = 8

// isPast reports whether a line can have been written at a time, as far as the
// present is known.
func (p *timestampPace) isPast(at time.Time) bool {
	if p.now == nil || !at.After(p.latest) {
		return true
	}
	p.latest = p.now().Add(24 * time.Hour)
	return !at.After(p.latest)
}

// add takes the line of a time.
func (p *timestampPace) add(line int64, zoned bool) {
	if p.lastLine > 0 {
		p.maxGap = max(p.maxGap, line-p.lastLine)
	}
	p.lastLine, p.zoned = line, zoned
}

// isRecent reports whether the newest time, which names its zone, stands no
// further from the last line than times of the log do from each other.
func (p *timestampPace) isRecent(lines int64) bool {
	return p.lastLine > 0 && p.zoned && lines-p.lastLine <= max(2*p.maxGap, minGap)
}
