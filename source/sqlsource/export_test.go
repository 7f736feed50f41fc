package sqlsource

import (
	"time"

	"notdone/source"
)

// Pause puts off the sweeps of the first database, and the one for a commit that
// nothing explains.
func Pause(s source.Source, sweep, urgent time.Duration) {
	f := &s.(*Source).stores[0].follow
	f.sweepAt, f.urgentAt = time.Now().Add(sweep), time.Now().Add(urgent)
}
