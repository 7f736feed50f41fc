package guard

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"notdone/source/journal"
	"notdone/source/pgsource"
	"notdone/source/private"
	"notdone/source/wholefile"
)

// ErrWatched says that another guard watches the queue.
var ErrWatched = errors.New("another guard watches it")

// thing is a task together with a kind of finding about it. Each thing is delivered once.
type thing struct {
	id string
	as Kind
}

// told is the state of a thing. Times are in unix nanoseconds; 0 is unknown.
type told struct {
	at       int64 // when it was found, or when the task left the kind
	since    int64 // when the task entered its state, by the clock of its queue
	attempts int
	cause    string // by causeOf; empty: not known
	left     bool   // the task is no longer of the kind
	early    bool   // it was so at the first start, so it was not delivered
	seen     uint64 // the number of the newest look that found it
}

// isSame reports whether a task of kind as, with those attempts and in its state since then, is
// the case that was delivered before. Otherwise the task has entered the state again and is
// delivered again. A new attempt does not end a loop.
func (o *told) isSame(as Kind, since int64, attempts int) bool {
	again := o.left || as != Looping && attempts > o.attempts
	return !again || since != 0 && since <= o.since
}

// mayBeNew reports whether a task that is still of the kind may have become so again, unseen and
// without an attempt between: its state began later. Of one that is blocked on something known the
// obstacle tells; one that came into its state after it was found may be another task of that id, as
// in a queue that is made anew each night: when it was created tells.
func (o *told) mayBeNew(as Kind, since int64) bool {
	if o.left || o.since != 0 && since <= o.since {
		return false
	}
	return as == Blocked && o.cause != "" && o.since != 0 || as != Looping && since > o.at
}

// parcel is a finding that waits for delivery. Its text stays in the file.
type parcel struct {
	key    string
	id     string   // of the task
	at     int64    // when it was found, in unix nanoseconds
	offset int64    // of its line in the log, in bytes
	length int      // of that line, in bytes
	to     []string // the sinks that it waits for
	begun  []string // those of them to which a delivery began that must not be repeated
}

// store is the durable state of a guard for one queue, in a folder of its own: a log of
// findings and deliveries, and the dead letters. A line of the log is durable before the guard
// acts on it. The lock lets one guard at a time use the folder. A store is not safe for
// concurrent use.
type store struct {
	queue  string // its canonical name, without a password
	folder string
	known  map[thing]*told
	parcel []*parcel // in the order in which they were found
	isNew  bool      // there was no log: this is the first start
	// watched are the kinds that were watched once. That a task is of another kind is not new
	// when that begins to be watched.
	watched []Kind

	lock *os.File
	file *os.File // the log
	size int64    // of the log, in bytes
	dead int      // the number of dead letters
}

// Names of the files of a store.
const (
	logName  = "told.jsonl"
	deadName = "dead.jsonl"
	lockName = "lock"
)

// folderOf returns the folder of a queue's store below the folder of all stores.
func folderOf(below, queue string) string {
	sum := sha256.Sum256([]byte(queue))
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, filepath.Base(queue))
	return filepath.Join(below, strings.TrimLeft(name[max(len(name)-40, 0):], ".")+"-"+hex.EncodeToString(sum[:6]))
}

// openStore opens the store of a queue and locks it. The error wraps ErrWatched while another
// guard holds the lock. The caller closes the store.
func openStore(below, queue string) (*store, error) {
	s := &store{queue: pgsource.Shown(journal.Canonical(queue)), known: map[thing]*told{}}
	s.folder = folderOf(below, s.queue)
	if err := s.open(); err != nil {
		return nil, fmt.Errorf("%s: %w", pgsource.Shown(queue), errors.Join(err, s.close()))
	}
	return s, nil
}

func (s *store) open() (err error) {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	if err := private.RestrictFolder(s.folder); err != nil {
		return err
	}
	if s.lock, err = openOwn(s.path(lockName)); err != nil {
		return err
	}
	if err := unix.Flock(int(s.lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return s.errWatched()
	} else if err != nil {
		return err
	}
	if err := s.note(); err != nil {
		return err
	}
	if err := s.load(); err != nil {
		return fmt.Errorf("what the guard told: %s: %w", s.path(logName), err)
	}
	s.dead, err = countLines(s.path(deadName))
	return err
}

// errWatched returns ErrWatched with the process that holds the lock.
func (s *store) errWatched() error {
	pid, err := io.ReadAll(io.LimitReader(s.lock, 20))
	if who := strings.TrimSpace(string(pid)); err == nil && who != "" {
		return fmt.Errorf("%w (process %s)", ErrWatched, who)
	}
	return ErrWatched
}

// note writes the id of this process into the lock file.
func (s *store) note() error {
	if err := s.lock.Truncate(0); err != nil {
		return err
	}
	_, err := s.lock.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	return err
}

// openOwn opens a private file for reading and writing, or creates it. The caller closes it.
func openOwn(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	if err := private.Check(f); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return f, nil
}

func (s *store) path(name string) string { return filepath.Join(s.folder, name) }

// close releases the lock and closes the files. A second call does nothing.
func (s *store) close() (err error) {
	if s.lock != nil {
		// Closing alone does not release the lock while a child process that is being
		// started still holds the descriptor.
		err = unix.Flock(int(s.lock.Fd()), unix.LOCK_UN)
	}
	for _, f := range []**os.File{&s.file, &s.lock} {
		if *f != nil {
			err = errors.Join(err, (*f).Close())
			*f = nil
		}
	}
	return err
}

// load reads the log, cuts off an incomplete last line and compacts the log if most of it is
// obsolete. Without a log the store is new.
func (s *store) load() error {
	f, err := openOwn(s.path(logName))
	if err != nil {
		return err
	}
	s.file = f
	lines, err := s.read(f)
	if err != nil {
		return err
	}
	// The guard acts on a line after it was written, so nothing followed from an incomplete one.
	if err := f.Truncate(s.size); err != nil {
		return err
	}
	s.sort()
	if s.isNew = lines == 0; s.isNew {
		return nil
	}
	if spare := lines - len(s.known) - len(s.parcel); spare > mostSpare && spare > lines/2 {
		return s.shorten()
	}
	return nil
}

// mostSpare is the number of obsolete lines from which on the log is compacted.
const mostSpare = 1000

// read applies the complete lines of a log, adds their lengths to size and returns their number.
func (s *store) read(f io.Reader) (lines int, err error) {
	for r := bufio.NewReaderSize(f, 64<<10); ; lines++ {
		text, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return lines, nil
		}
		if err != nil {
			return lines, err
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil || (l.Op == opBegun || l.Op == opDone) && len(l.To) == 0 {
			return lines, fmt.Errorf("line %d cannot be read: move the file away to begin anew", lines+1)
		}
		if l.Op == opQueue && l.Version != version || lines == 0 && l.Op != opQueue {
			return lines, errors.New("it was written by another version of notdone: move it away to begin anew")
		}
		s.apply(&l, s.size, len(text))
		s.size += int64(len(text))
	}
}

// write appends lines to the log, syncs it and then applies them. After an error none of them
// is in the log.
func (s *store) write(all ...*line) error {
	if len(all) == 0 {
		return nil
	}
	var text []byte
	lengths := make([]int, len(all))
	for i, l := range all {
		b, err := json.Marshal(l)
		if err != nil {
			return err
		}
		text = append(append(text, b...), '\n')
		lengths[i] = len(b) + 1
	}
	_, err := s.file.WriteAt(text, s.size)
	if err == nil {
		err = s.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("what was found cannot be kept, so it is not told: %w", errors.Join(err, s.file.Truncate(s.size)))
	}
	for i, l := range all {
		s.apply(l, s.size, lengths[i])
		s.size += int64(lengths[i])
	}
	return nil
}

// begin notes that kinds are watched from here on, with what is known of them; in a new store it
// writes the first log. After an error a new store is still new.
func (s *store) begin(kinds []Kind, known []*line) error {
	head := s.head()
	head.As = append(head.As, kinds...)
	if !s.isNew {
		return s.write(append(known, head)...)
	}
	err := s.replace(append([]*line{head}, known...))
	s.isNew = err != nil
	return err
}

// head returns the first line of the log.
func (s *store) head() *line {
	return &line{Op: opQueue, Version: version, Queue: s.queue, As: slices.Clone(s.watched)}
}

// replace replaces the log atomically and reads the new one.
func (s *store) replace(all []*line) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	for _, l := range all {
		if err := enc.Encode(l); err != nil {
			return err
		}
	}
	if err := wholefile.Replace(s.path(logName), text.Bytes(), 0o600, true); err != nil {
		return err
	}
	f, err := openOwn(s.path(logName))
	if err != nil {
		return err
	}
	old := s.file
	s.file, s.size, s.known, s.parcel = f, 0, map[thing]*told{}, nil
	_, err = s.read(f)
	return errors.Join(err, old.Close())
}

// body returns the finding of a parcel as JSON.
func (s *store) body(p *parcel) ([]byte, error) {
	l, err := s.lineOf(p)
	if err != nil {
		return nil, err
	}
	return l.Body, nil
}

// lineOf reads the line of a parcel from the log.
func (s *store) lineOf(p *parcel) (*line, error) {
	text := make([]byte, p.length)
	if _, err := s.file.ReadAt(text, p.offset); err != nil {
		return nil, err
	}
	l := &line{}
	return l, json.Unmarshal(text, l)
}

// keepLeft is how long a thing is kept after its task left the kind.
const keepLeft = 30 * 24 * time.Hour

// shorten replaces the log by one without obsolete lines.
func (s *store) shorten() error {
	all := []*line{s.head()}
	newest := int64(0)
	for _, p := range s.parcel {
		l, err := s.lineOf(p)
		if err != nil {
			return err
		}
		l.To, l.As = p.to, nil
		all = append(all, l)
		for _, to := range p.begun {
			all = append(all, &line{Op: opBegun, Key: p.key, To: []string{to}})
		}
	}
	for _, o := range s.known {
		newest = max(newest, o.at)
	}
	for t, o := range s.known {
		if !o.left || newest-o.at < int64(keepLeft) {
			all = append(all, &line{Op: opKnown, ID: t.id, As: []Kind{t.as}, At: o.at, Since: o.since, Attempts: o.attempts, Cause: o.cause, Left: o.left, Early: o.early})
		}
	}
	return s.replace(all)
}
