package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"notdone/source"
	"notdone/source/gate"
)

// Journal is the journal file. Its methods may be called from several goroutines,
// and several processes may use one file. The nil Journal is empty and read-only.
type Journal struct {
	path     string
	readOnly bool
	now      func() time.Time

	// use is a mutex for the fields below it. It is a channel, so that a context can
	// end the wait for it.
	use       chan struct{}
	read      os.FileInfo    // the file that was read
	offset    int64          // of the first byte in it that was not read
	line      []byte         // the beginning of the last line that was read
	lineAt    int64          // the offset of that line
	entries   []*storedEntry // oldest first
	byID      map[string]*storedEntry
	size      int64 // the total length of the entries' lines
	shortenAt int64 // the size at which the oldest are forgotten
}

// storedEntry is an entry and the length of its lines in bytes.
type storedEntry struct {
	Entry
	size int64
}

// Open returns the journal at an absolute path. It reads nothing yet. A missing
// file is an empty journal; the first action creates it. Open fails when path is
// not a regular file. The caller closes the journal.
func Open(path string) (*Journal, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("journal: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("journal: %s: not a regular file", path)
	}
	j := &Journal{path: path, now: time.Now, use: make(chan struct{}, 1)}
	j.reset()
	return j, nil
}

// OpenReadOnly is Open for a journal that is only listed: Do returns ErrReadOnly,
// and Settle does nothing.
func OpenReadOnly(path string) (*Journal, error) {
	j, err := Open(path)
	if err == nil {
		j.readOnly = true
	}
	return j, err
}

// Close releases the entries in memory. A later call reads the file again.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	j.use <- struct{}{}
	defer func() { <-j.use }()
	j.reset()
	return nil
}

func (j *Journal) reset() {
	j.read, j.offset, j.entries, j.byID, j.size = nil, 0, nil, map[string]*storedEntry{}, 0
	j.line, j.lineAt = nil, 0
	j.shortenAt = maxSize
}

// exclusive runs f while no other goroutine uses the journal.
func (j *Journal) exclusive(ctx context.Context, f func() error) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case j.use <- struct{}{}:
	}
	defer func() { <-j.use }()
	return f()
}

// applyLine adds a line with a length of size bytes to the entries. The first
// intent of an ID and the first outcome of an intent count; others are ignored.
func (j *Journal) applyLine(l line, size int64) {
	e := j.byID[l.ID]
	switch {
	case e == nil:
		first := l.entry()
		if first == nil {
			return
		}
		e = &storedEntry{Entry: *first}
		j.entries, j.byID[l.ID] = append(j.entries, e), e
	case l.Ran != nil && e.Ran != nil && e.Ran.How == "":
		e.Ran, e.Settled = l.Ran.Command, l.At
	case l.Outcome != "" && e.Outcome == Pending:
		e.Outcome, e.Settled = l.Outcome, l.At
		if was := j.byID[e.Undoes]; was != nil && e.Outcome == Applied {
			was.UndoneBy = e.ID
		}
	default:
		return
	}
	e.size, j.size = e.size+size, j.size+size
}

// load reads the new lines of the file; a missing file is empty.
func (j *Journal) load() error {
	f, err := os.OpenFile(j.path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		j.reset()
		return nil
	}
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := errors.Join(j.readNewLines(f), f.Close()); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Entries returns the actions that the journal still holds, newest first. Their
// rows are shared and must not be changed. Incomplete and invalid lines are left
// out.
func (j *Journal) Entries(ctx context.Context) ([]Entry, error) {
	if j == nil {
		return nil, nil
	}
	var all []Entry
	err := j.exclusive(ctx, func() error {
		if err := j.load(); err != nil {
			return err
		}
		all = make([]Entry, 0, len(j.entries))
		for _, e := range slices.Backward(j.entries) {
			all = append(all, e.Entry)
		}
		return nil
	})
	return all, err
}

// withLock runs f with the file open, locked and read to its end. The process is not to be
// stopped meanwhile.
func (j *Journal) withLock(ctx context.Context, f func(*os.File) error) error {
	ctx, leave, err := gate.Actions.Enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return j.exclusive(ctx, func() (err error) {
		file, err := openLocked(ctx, j.path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		if err := j.readNewLines(file); err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		return f(file)
	})
}

// nextID returns an ID that sorts after all others: the milliseconds since 1970
// in base 36, which have nine digits until the year 5188.
func (j *Journal) nextID() string {
	ms := j.now().UnixMilli()
	if n := len(j.entries); n > 0 {
		if last, err := strconv.ParseInt(j.entries[n-1].ID, 36, 64); err == nil {
			ms = max(ms, last+1)
		}
	}
	return fmt.Sprintf("%09s", strconv.FormatInt(ms, 36))
}

// confirm appends the outcome of an action. A failure is no error of the action:
// Settle decides its outcome later.
func (j *Journal) confirm(f *os.File, id string, o Outcome) error {
	l := line{ID: id, At: j.now().UTC(), Outcome: o}
	if err := appendLine(f, l); err != nil {
		return err
	}
	return j.readNewLines(f)
}

// Do applies a plan and records the action. title is the task's title. undoes is
// the ID of the record that the plan undoes, or empty.
//
// The error is ErrReadOnly, ErrUnwritable, ErrLocked, ErrRefused or ErrUndone when
// the plan was not applied; otherwise it is the error of Apply, after which the
// queue is unchanged unless the error wraps source.ErrInDoubt. When the rows
// decide a commit in doubt, the error is nil or ErrNotDone. The record is complete
// only when the error is nil.
func (j *Journal) Do(ctx context.Context, a source.Actor, p source.Plan, title, undoes string) (source.Record, error) {
	switch {
	case j == nil || j.readOnly:
		return source.Record{}, ErrReadOnly
	case p.Refused != "":
		return source.Record{}, fmt.Errorf("%w: %s", ErrRefused, p.Refused)
	}
	var done source.Record
	err := j.withLock(ctx, func(f *os.File) (err error) {
		path := Canonical(p.Task.Queue)
		if _, err := j.settle(ctx, f, a, path); err != nil {
			return err
		}
		switch was := j.byID[undoes]; {
		case undoes == "":
		case was == nil:
			return fmt.Errorf("%s: %w", undoes, ErrForgotten)
		case was.UndoneBy != "" || was.Outcome == NotApplied:
			return fmt.Errorf("%s: %w", undoes, ErrUndone)
		}
		done, err = j.apply(ctx, f, a, p, &Entry{Path: path, Record: source.Record{
			ID: j.nextID(), At: j.now().UTC(), Kind: a.Describe().Kind, Request: p.Request, Task: p.Task,
			Title: title, Was: p.Was, Now: p.Now, Adds: p.Adds, Undo: p.Undo, Undoes: undoes,
		}})
		// A failure to shorten is no failure of the action: the next action tries again.
		_ = j.shorten(f)
		return err
	})
	return done, err
}

// apply applies one plan while the journal is locked, and records intent and
// outcome.
func (j *Journal) apply(ctx context.Context, f *os.File, a source.Actor, p source.Plan, e *Entry) (source.Record, error) {
	e.Request.Action = p.Action
	intended := false
	err := a.Apply(ctx, p, func(images []source.Image) error {
		e.Images = images
		if err := appendLine(f, lineOf(e)); err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		intended = true
		return nil
	})
	if !intended {
		if err == nil {
			err = errors.New("the action was done without being announced")
		}
		return source.Record{}, err
	}
	outcome := Applied
	if err != nil {
		outcome = NotApplied
	}
	if errors.Is(err, source.ErrInDoubt) {
		switch outcome = j.readOutcome(ctx, a, e); outcome {
		case Applied:
			err = nil
		case NotApplied:
			err = notDone(err)
		default:
		}
	}
	if outcome != Pending {
		// If this fails, Settle decides the outcome when the queue is opened next.
		_ = j.confirm(f, e.ID, outcome)
	}
	if err != nil {
		return source.Record{}, err
	}
	return e.Record, nil
}

// notDone returns the error of a commit that was in doubt and turned out not to have taken place.
// It no longer says that this is not known.
func notDone(err error) error {
	doubt := source.ErrInDoubt.Error()
	why := strings.ReplaceAll(err.Error(), ": "+doubt, "")
	if why = strings.TrimPrefix(strings.TrimPrefix(why, doubt), ": "); why == "" {
		return ErrNotDone
	}
	return fmt.Errorf("%s: %w", why, ErrNotDone)
}

// readOutcome decides the outcome of an entry from its current rows. It returns
// Pending when the rows cannot be read now.
func (j *Journal) readOutcome(ctx context.Context, a source.Actor, e *Entry) Outcome {
	now, err := a.Current(context.WithoutCancel(ctx), e.Images)
	if err != nil {
		return Pending
	}
	return outcomeFromRows(e.Images, now, e.Adds)
}

// Settle decides from the rows whether the interrupted actions on this queue took
// place, records their outcomes and returns them. An action whose rows cannot be
// read now stays pending. Settle creates no file.
func (j *Journal) Settle(ctx context.Context, a source.Actor, queue string) ([]Entry, error) {
	if j == nil || j.readOnly {
		return nil, nil
	}
	path := Canonical(queue)
	open := false
	err := j.exclusive(ctx, func() error {
		err := j.load()
		open = slices.ContainsFunc(j.entries, func(e *storedEntry) bool { return e.pendingFor(a, path) })
		return err
	})
	if err != nil || !open {
		return nil, err
	}
	var settled []Entry
	err = j.withLock(ctx, func(f *os.File) (err error) {
		settled, err = j.settle(ctx, f, a, path)
		return err
	})
	return settled, err
}

// pendingFor reports whether the entry is an unsettled action of the source.
func (e *Entry) pendingFor(a source.Actor, path string) bool {
	return e.Outcome == Pending && e.Path == path && e.Kind == a.Describe().Kind
}

// settle is Settle for a locked journal. Since the lock ends with its process, the
// processes that wrote the pending intents have ended.
func (j *Journal) settle(ctx context.Context, f *os.File, a source.Actor, path string) ([]Entry, error) {
	var settled []Entry
	for _, e := range slices.Clone(j.entries) {
		if !e.pendingFor(a, path) {
			continue
		}
		now, err := a.Current(ctx, e.Images)
		if ctx.Err() != nil {
			return settled, ctx.Err()
		}
		if err != nil {
			continue // another part of the queue may be unreadable; settle the other entries
		}
		if err := j.confirm(f, e.ID, outcomeFromRows(e.Images, now, e.Adds)); err != nil {
			return settled, fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		settled = append(settled, e.Entry)
	}
	return settled, nil
}
