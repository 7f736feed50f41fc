package runlog

import "time"

// pace follows how many lines apart the times of a log stand.
type pace struct {
	now    func() time.Time // nil: not known
	latest time.Time        // up to which a time is not one of the future, when now was asked last
	line   int64            // of the newest time; 0: there is none
	widest int64            // the most lines from one time to the next
	zoned  bool             // the newest time names its zone
}

// fewest is how many lines without a time may always follow one.
const fewest = 8

// passed reports whether a line can have been written at a time, as far as the
// present is known.
func (p *pace) passed(at time.Time) bool {
	if p.now == nil || !at.After(p.latest) {
		return true
	}
	p.latest = p.now().Add(24 * time.Hour)
	return !at.After(p.latest)
}

// note takes the line of a time.
func (p *pace) note(line int64, zoned bool) {
	if p.line > 0 {
		p.widest = max(p.widest, line-p.line)
	}
	p.line, p.zoned = line, zoned
}

// holds reports whether the newest time, which names its zone, stands no
// further from the last line than times of the log do from each other.
func (p *pace) holds(lines int64) bool {
	return p.line > 0 && p.zoned && lines-p.line <= max(2*p.widest, fewest)
}
