// Package proc asks this machine about its processes, for judging whether a
// worker that a queue names is still there.
package proc

import (
	"time"

	"notdone/model"
)

// Liveness returns a function that says whether the process of that id, known
// to have worked at the given time, is alive now. A process of that id that
// began after the claim is another one, and the worker is dead; one that began
// after now, which a frozen clock may say, tells nothing.
func Liveness(now func() time.Time) func(pid int, since time.Time) model.Liveness {
	return func(pid int, since time.Time) model.Liveness {
		if pid <= 0 {
			return model.LivenessUnknown
		}
		if !exists(pid) {
			return model.LivenessDead
		}
		began, known := started(pid)
		switch {
		case !known || since.IsZero():
			return model.LivenessAlive
		case began.After(now()):
			return model.LivenessUnknown
		case began.After(since.Add(slack)):
			return model.LivenessDead
		}
		return model.LivenessAlive
	}
}

// slack allows for claims that are written a moment before their worker begins,
// and for the clock ticks in which start times are counted.
const slack = 2 * time.Minute
