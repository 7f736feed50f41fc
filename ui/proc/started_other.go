//go:build !linux

package proc

import "time"

// started is not known where there is no /proc.
func started(int) (time.Time, bool) { return time.Time{}, false }
