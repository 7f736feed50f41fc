package transcript

import (
	"context"
	"time"

	"notdone/model"
	"notdone/source/logsource"
	"notdone/source/runlog"
)

// headSize is how much of a file tells its format.
const headSize = 8 << 10

// file is one file that may be a log. Of what it says only the ending and a
// summary are kept.
type file struct {
	logsource.File
	logsource.Unit
	logsource.Follower[runlog.Reader]

	form       form
	changed    bool   // it was read since the log of its parent was reported
	named      bool   // somebody asked for it by name
	session    string // the session that it began with, if that can name it
	parent     string // the session whose subagent wrote it
	work       *model.Work
	task       *model.Ref
	triedClues clues // that were looked up last
	reported   report
}

// report is what was last reported of an attached log.
type report struct {
	ending model.Ending
	task   model.Ref
}

func (f *file) isLog() bool { return f.Begun() && f.Err == nil }

func (l *Logs) readFile(ctx context.Context, f *file) error {
	return f.Update(ctx, func(ctx context.Context) error {
		f.changed = true
		if f.Begun() && f.Seen.Size < headSize {
			// The first bytes may have been too few to detect the format.
			if is, err := l.detectForm(f.Rel); err != nil || is != f.form {
				f.Reset()
			}
		}
		return f.Follow(ctx, l.Dir, f.Rel, func() (log runlog.Reader, ok bool, err error) {
			is, err := l.detectForm(f.Rel)
			if err != nil || !is.log() {
				return nil, false, err
			}
			f.form = is
			l.forgetSession(f)
			return is.reader(runlog.Options{Name: f.Rel, Zone: time.Local, Now: l.Options.Now}), true, nil
		})
	})
}

// detectForm returns how a file is read by its beginning.
func (l *Logs) detectForm(rel string) (form, error) {
	head, err := logsource.Head(l.Dir, rel, headSize)
	return l.detectFormOf(head, rel), err
}
