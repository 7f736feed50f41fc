package transcript

import (
	"context"
	"os"
	"time"

	"notdone/model"
	"notdone/source/logsource"
	"notdone/source/runlog"
	"notdone/source/runlog/wrapped"
	"notdone/source/tail"
)

// ReadEnding reads a log from its beginning and returns what it says last, as Attachments does
// of the logs of a folder. It is false for a file that is not there, for one of more than most
// bytes, and for one that was not written by an agent that is known: only of those it is known
// what was done.
func ReadEnding(ctx context.Context, log model.LogRef, most int64, now func() time.Time) (e model.Ending, ok bool) {
	written, size, head := time.Time{}, int64(0), []byte(nil)
	err := logsource.Open(log.Root, log.Path, func(f *os.File) error {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		written, size = info.ModTime(), info.Size()
		head, err = tail.Head(f, headSize)
		return err
	})
	agent := wrapped.Kind(head)
	if err != nil || agent == "" || size > most {
		return model.Ending{}, false
	}
	form := form{runlog.FormatJSONL, agent}
	read, err := logsource.ReadAll(ctx, log.Root, log.Path, form.reader(runlog.Options{Name: log.Path, Zone: time.Local, Now: now}))
	if err != nil {
		return model.Ending{}, false
	}
	s := read.Summary()
	beat := s.Heartbeat(written, false)
	e = s.Ending()
	e.Open, e.Work = isOpen(&s, beat, now()), &s.Work
	if e.At.IsZero() {
		e.At = beat
	}
	return e, true
}
