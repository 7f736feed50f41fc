package journal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"time"

	"golang.org/x/sys/unix"

	"notdone/source"
)

// Journal is the file of what was done. Its methods may be called from several
// goroutines, and several processes may use one file. The nil Journal is
// read-only and empty.
type Journal struct {
	path     string
	readOnly bool
	now      func() time.Time

	// use is held by whoever uses the fields below it. A channel, so that waiting
	// for it ends with a context.
	use     chan struct{}
	read    os.FileInfo // the file that was read
	offset  int64       // how far
	entries []*held     // oldest first
	byID    map[string]*held
	size    int64 // of the entries' lines
	full    int64 // the size at which the oldest are forgotten
}

// held is an entry and how long its lines are.
type held struct {
	Entry
	size int64
}

// Open returns the journal at path, an absolute path. Nothing is read yet and
// nothing made: a missing file is an empty journal, made with the first action.
// It fails when something other than a regular file is there. The caller closes
// it.
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
	j.forget()
	return j, nil
}

// OpenReadOnly is Open for a journal that can be listed but in which nothing
// is written: Do refuses with ErrReadOnly, and Settle settles nothing.
func OpenReadOnly(path string) (*Journal, error) {
	j, err := Open(path)
	if err == nil {
		j.readOnly = true
	}
	return j, err
}

// Close lets go of what was read. Calls after it read the file anew.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	j.use <- struct{}{}
	defer func() { <-j.use }()
	j.forget()
	return nil
}

func (j *Journal) forget() {
	j.read, j.offset, j.entries, j.byID, j.size = nil, 0, nil, map[string]*held{}, 0
	j.full = roomy
}

// exclusive runs f while nobody else in this process uses the journal.
func (j *Journal) exclusive(ctx context.Context, f func() error) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case j.use <- struct{}{}:
	}
	defer func() { <-j.use }()
	return f()
}

// take adds a line of that length to what is known. Of two intents with one ID
// the first counts; so does the first outcome of an intent.
func (j *Journal) take(l line, size int64) {
	e := j.byID[l.ID]
	switch {
	case l.Intent != nil && e == nil:
		e = &held{Entry: *l.Intent.entry(l.ID, l.At), size: size}
		j.entries, j.byID[l.ID] = append(j.entries, e), e
		j.size += size
	case l.Intent == nil && e != nil && e.Outcome == Pending:
		e.Outcome, e.Settled = l.Outcome, l.At
		e.size, j.size = e.size+size, j.size+size
		if was := j.byID[e.Undoes]; was != nil && e.Outcome == Applied {
			was.UndoneBy = e.ID
		}
	}
}

// load reads what is new in the file; a missing one is empty.
func (j *Journal) load() error {
	f, err := os.OpenFile(j.path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		j.forget()
		return nil
	}
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	if err := errors.Join(j.catchUp(f), f.Close()); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	return nil
}

// Entries returns what was done, newest first, as far back as the journal is
// kept. Their rows are shared and must not be changed. A line that is not whole
// or not understood is left out.
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

// locked runs f with the file open, locked and read to its end.
func (j *Journal) locked(ctx context.Context, f func(*os.File) error) error {
	return j.exclusive(ctx, func() (err error) {
		file, err := openLocked(ctx, j.path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		if err := j.catchUp(file); err != nil {
			return fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		return f(file)
	})
}

// nextID is an ID after all others: the milliseconds since 1970 in base 36,
// which are nine digits until the year 5188.
func (j *Journal) nextID() string {
	ms := j.now().UnixMilli()
	if n := len(j.entries); n > 0 {
		if last, err := strconv.ParseInt(j.entries[n-1].ID, 36, 64); err == nil {
			ms = max(ms, last+1)
		}
	}
	return fmt.Sprintf("%09s", strconv.FormatInt(ms, 36))
}

// confirm appends the outcome of an action. If that fails, the action is settled
// from its rows later, so it is no error of the action.
func (j *Journal) confirm(f *os.File, id string, o Outcome) error {
	l := line{ID: id, At: j.now().UTC(), Outcome: o}
	if err := add(f, l); err != nil {
		return err
	}
	return j.catchUp(f)
}

// Do applies a plan and keeps what it did. title is the task's; undoes is the
// ID of the record that the plan takes back, else empty.
//
// The error is ErrReadOnly, ErrUnwritable, ErrLocked, ErrRefused or ErrUndone
// when nothing was tried; else what Apply returned, after which nothing was
// written unless it wraps source.ErrInDoubt. When the rows settle a doubt, the
// error is nil (it was done) or ErrNotDone. The record is whole only without an
// error.
func (j *Journal) Do(ctx context.Context, a source.Actor, p source.Plan, title, undoes string) (source.Record, error) {
	switch {
	case j == nil || j.readOnly:
		return source.Record{}, ErrReadOnly
	case p.Refused != "":
		return source.Record{}, fmt.Errorf("%w: %s", ErrRefused, p.Refused)
	}
	var done source.Record
	err := j.locked(ctx, func(f *os.File) (err error) {
		path := canonical(p.Task.Queue)
		if _, err := j.settle(ctx, f, a, path); err != nil {
			return err
		}
		if was := j.byID[undoes]; undoes != "" && (was == nil || was.UndoneBy != "" || was.Outcome == NotApplied) {
			return fmt.Errorf("%s: %w", undoes, ErrUndone)
		}
		done, err = j.apply(ctx, f, a, p, &Entry{Path: path, Record: source.Record{
			ID: j.nextID(), At: j.now().UTC(), Kind: a.Describe().Kind, Request: p.Request, Task: p.Task,
			Title: title, Was: p.Was, Now: p.Now, Undo: p.Undo, Undoes: undoes,
		}})
		// A failure to shorten is no failure of the action: the next action tries again.
		_ = j.shorten(f)
		return err
	})
	return done, err
}

// apply does one plan under the lock.
func (j *Journal) apply(ctx context.Context, f *os.File, a source.Actor, p source.Plan, e *Entry) (source.Record, error) {
	e.Request.Action = p.Action
	intended := false
	err := a.Apply(ctx, p, func(images []source.Image) error {
		e.Images = images
		if err := add(f, line{ID: e.ID, At: e.At, Intent: intentOf(e)}); err != nil {
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
		switch outcome = j.ask(ctx, a, e); outcome {
		case Applied:
			err = nil
		case NotApplied:
			err = fmt.Errorf("%s: %w", err.Error(), ErrNotDone)
		case Pending, Unknown:
		}
	}
	if outcome != Pending {
		// An action that is not confirmed here is settled when the queue is
		// opened next: whether it was done does not depend on this line.
		_ = j.confirm(f, e.ID, outcome)
	}
	if err != nil {
		return source.Record{}, err
	}
	return e.Record, nil
}

// ask reads the rows of an entry and returns its outcome; Pending when they cannot
// be read just now.
func (j *Journal) ask(ctx context.Context, a source.Actor, e *Entry) Outcome {
	now, err := a.Current(context.WithoutCancel(ctx), e.Images)
	if err != nil {
		return Pending
	}
	return resolve(e.Images, now)
}

// Settle finds out what became of the actions on this queue that were
// interrupted, by looking at their rows, writes it down and returns them. One
// whose rows cannot be read just now stays as it is. It writes nothing, and makes
// no file, when there is none.
func (j *Journal) Settle(ctx context.Context, a source.Actor, queue string) ([]Entry, error) {
	if j == nil || j.readOnly {
		return nil, nil
	}
	path := canonical(queue)
	open := false
	err := j.exclusive(ctx, func() error {
		err := j.load()
		open = slices.ContainsFunc(j.entries, func(e *held) bool { return e.pending(a, path) })
		return err
	})
	if err != nil || !open {
		return nil, err
	}
	var settled []Entry
	err = j.locked(ctx, func(f *os.File) (err error) {
		settled, err = j.settle(ctx, f, a, path)
		return err
	})
	return settled, err
}

func (e *Entry) pending(a source.Actor, path string) bool {
	return e.Outcome == Pending && e.Path == path && e.Kind == a.Describe().Kind
}

// settle is Settle under the lock. The lock ends with its process, so the process
// that wrote an intent still pending has ended.
func (j *Journal) settle(ctx context.Context, f *os.File, a source.Actor, path string) ([]Entry, error) {
	var settled []Entry
	for _, e := range slices.Clone(j.entries) {
		if !e.pending(a, path) {
			continue
		}
		now, err := a.Current(ctx, e.Images)
		if ctx.Err() != nil {
			return settled, ctx.Err()
		}
		if err != nil {
			continue // it may be of another part of the queue, and holds up nothing else
		}
		if err := j.confirm(f, e.ID, resolve(e.Images, now)); err != nil {
			return settled, fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		settled = append(settled, e.Entry)
	}
	return settled, nil
}
