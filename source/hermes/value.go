package hermes

import (
	"strings"
	"time"
	"unique"

	"notdone/source/sqlsource"
)

// lastSecond is 9999-12-31T23:59:59Z, the last moment that RFC 3339 can write.
const lastSecond = 253402300799

// text and number read a cell.
var (
	text   = sqlsource.Text
	number = sqlsource.Int
)

// moment turns unix seconds into a time; what is unset or cannot be written as
// RFC 3339 is the zero time.
func moment(sec int64) time.Time {
	if sec <= 0 || sec > lastSecond {
		return time.Time{}
	}
	return time.Unix(sec, 0).UTC()
}

// seconds is the inverse of moment: the zero time is 0.
func seconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

// later returns the later of two times, of which either may be zero.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// blank reports whether a text says nothing.
func blank(s string) bool { return strings.TrimSpace(s) == "" }

// holder splits a claim lock, "<host>:<pid of the dispatcher>", and returns the
// host; it is empty when the lock has another shape.
func holder(lock string) string {
	if i := strings.LastIndexByte(lock, ':'); i > 0 {
		return lock[:i]
	}
	return ""
}

// intern returns one copy of equal short strings, of which boards hold very many.
func intern(s string) string {
	if len(s) > 64 {
		return s
	}
	return unique.Make(s).Value()
}
