package board

import "time"

// Status is how one source fares.
type Status struct {
	Kind    string
	Queue   string    // the path as given
	Err     error     // why the source is stale; nil while it is fresh
	Since   time.Time // when Err began; zero while it is fresh
	Read    time.Time // when it was last read without an error; zero: never
	Loading bool      // its first listing is still going on
	Listed  int       // tasks listed so far
	How     string    // how changes are noticed, in words
	LeftOut string    // what of the source is not shown, in words; empty: nothing
}

// Late reports whether the source shows something older than it is.
func (s *Status) Late() bool { return s.Err != nil }
