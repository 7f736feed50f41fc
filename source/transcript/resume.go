package transcript

import (
	"bytes"
	"context"
	"io"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/runlog/wrapped"
	"notdone/source/tail"
)

// maxSessionHead is how much of a log is read for its session, which its beginning tells.
const maxSessionHead = 1 << 20

// Session returns the command that resumes the session which a log of a run begins with, as argv,
// and its working folder, which may be empty; nil where the log tells of none. The worker of a
// queue keeps such a log beside the queue.
func Session(ctx context.Context, log model.LogRef, o runlog.Options) (argv []string, dir string, err error) {
	f, err := tail.OpenBeneath(log.Root, log.Path)
	if err != nil {
		return nil, "", err
	}
	head, err := io.ReadAll(io.LimitReader(f, maxSessionHead))
	_ = f.Close() // it was read
	if err != nil {
		return nil, "", err
	}
	r := wrapped.New(o, wrapped.Kind(head[:min(len(head), headSize)]), runlog.Detect(head, log.Path))
	number := int64(0)
	for line := range bytes.Lines(head) {
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		number++
		r.Line(tail.Line{Number: number, Text: bytes.TrimSuffix(line, []byte("\n"))})
	}
	s := r.Summary()
	if argv = resumeCommand(&s); argv != nil {
		dir = s.Cwd
	}
	return argv, dir, nil
}
