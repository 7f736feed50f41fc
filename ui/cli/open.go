package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/all"
	"notdone/source/detect"
	"notdone/source/journal"
	"notdone/source/mapped"
	"notdone/source/mapped/infer"
	"notdone/source/mixed"
	"notdone/source/pgsource"
	"notdone/source/queue"
	"notdone/source/queue/schema"
	"notdone/source/sqlitedb"
	"notdone/source/transcript"
	"notdone/ui/board"
	"notdone/ui/config"
	"notdone/ui/memory"
	"notdone/ui/proc"
	"notdone/ui/query"
	"notdone/ui/safe"
)

// fleet is the queues and log folders that a command works on.
type fleet struct {
	board      *board.Board
	feeds      []board.Feed
	memory     *memory.Store
	journal    *journal.Journal // of what is done to the queues; nil: it was not opened
	now        func() time.Time
	frozen     bool
	since      time.Time // what changed before is left out; zero: nothing is
	usual      bool      // nobody named a queue: these are the usual places
	duplicates []string  // what is left out because something else shows it, in a line each
	// counted says that a command reads the queues, which the end of the program
	// does not wait for.
	counted bool
	failed  error // why some of several queues could not be opened; nil: all were
}

// close releases the sources, the memory and the journal. What hangs is left to the end of the
// program.
func (f *fleet) close() error {
	if f.counted {
		defer inProgress.readings.Add(-1)
	}
	err, _ := waitFor(answerTimeout, func() (err error) {
		for _, feed := range f.feeds {
			if feed.Source != nil {
				err = errors.Join(err, feed.Source.Close())
			}
		}
		if f.memory != nil {
			err = errors.Join(err, f.memory.Close())
		}
		return errors.Join(err, f.journal.Close())
	})
	return err
}

// knows reports whether a source may be called so: by its kind, which tasks of any folder
// of logs may be of, or by its path.
func (f *fleet) knows(name string) bool {
	return slices.ContainsFunc(all.Adapters(), func(a source.Adapter) bool { return query.IsOfSource(a.Kind, "", name) }) ||
		slices.ContainsFunc(f.board.Snapshot().Sources, func(s board.Status) bool { return query.IsOfSource(s.Kind, s.Queue, name) })
}

// printLeftOut prints what is not shown: files of log folders, and places whose tasks another
// place shows.
func (f *fleet) printLeftOut(w io.Writer) error {
	lines := slices.Clone(f.duplicates)
	for _, feed := range f.feeds {
		if s, ok := feed.Source.(source.Selective); ok && s.LeftOut() != "" {
			lines = append(lines, safe.Line(feed.Source.Describe().Path+": not shown: "+s.LeftOut(), 4<<10))
		}
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, "notdone: "+line); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
	}
	return nil
}

// patience is what to do with a queue that cannot be read at present.
type patience bool

const (
	failNow  patience = false // it is an error
	tryAgain patience = true  // the screen shows it as late and tries again
)

// open finds and opens the queues, or the usual places when none is named.
// What was tried is written to diag in the latter case. Of several queues those
// that cannot be opened are left out, and why is in the fleet's failed; it is an
// error when none can. The caller closes the fleet.
func (o *options) open(ctx context.Context, paths []string, later patience, diag io.Writer) (*fleet, error) {
	now, frozen, err := o.clock()
	if err != nil {
		return nil, err
	}
	since, err := moment(o.since, now())
	if err != nil {
		return nil, fmt.Errorf("--since: %w", err)
	}
	f := &fleet{now: now, frozen: frozen, since: since, counted: later == failNow}
	if f.counted {
		inProgress.readings.Add(1)
	}
	adapters, err := o.adapters()
	if here := o.kindsHere(); err == nil && o.as != "" && !slices.Contains(here, o.as) {
		err = fmt.Errorf("--as: %q is none of %s, and no name of notdone systems%s", o.as, kinds(), config.Meant(o.as, here))
	}
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	logs := o.logs
	if len(paths) == 0 && len(logs) == 0 {
		paths, logs = o.config.Queues, o.config.Logs
	}
	if len(paths) == 0 && len(logs) == 0 {
		if paths, err = usualPlaces(adapters, diag); err != nil {
			return nil, errors.Join(err, f.close())
		}
		f.usual = true
	}
	var runs []string
	if o.as == "" {
		paths, runs = intoFolders(ctx, adapters, paths)
	}
	seen := proc.New(now)
	opt := source.Options{Now: now, Hosts: o.localHosts(), Alive: seen.Alive, AliveIn: seen.AliveIn, Poll: o.poll, Chats: o.chats, Since: since}
	if opt.Runs, err = filepath.Abs(o.runsFolder()); err != nil {
		return nil, errors.Join(err, f.close())
	}
	places := inspectPlaces(paths, logs)
	for _, p := range places {
		opt.Apart = append(p.nested(places), runs...)
		p.startOpening(ctx, o.opener(f, adapters, p, opt))
	}
	if err := f.addFeeds(ctx, places, later); err != nil {
		return nil, errors.Join(err, f.close())
	}
	if !frozen && !o.readOnly {
		f.memory = memory.Open(o.memoryPath())
	}
	judging := o.config.Judging
	judging.Corrected = o.corrected()
	alive := func(p model.Process) model.Liveness { return seen.AliveIn(p.Namespace, p.PID, p.Since) }
	f.board = board.New(board.Options{
		Now: now, Config: judging, Memory: f.memory, Frozen: frozen, Poll: o.poll, Alive: alive,
		Verdicts: o.openVerdicts(), Identity: o.verdictIdentity(&judging),
	}, f.feeds...)
	return f, nil
}

// opener returns what opens a place.
func (o *options) opener(f *fleet, adapters []source.Adapter, p *place, opt source.Options) opener {
	if p.logs {
		return func(ctx context.Context) (source.Adapter, source.Source, error) {
			if p.path == "" {
				return source.Adapter{}, nil, errors.New("--logs: the name of the folder is empty")
			}
			logs, err := transcript.OpenLogs(ctx, p.path, opt, func(ctx context.Context, name string) (model.Ref, bool) {
				return f.board.Resolve(ctx, name)
			})
			if err != nil {
				return source.Adapter{}, nil, fmt.Errorf("--logs: %w", err)
			}
			return transcript.Adapter(), logs, nil
		}
	}
	if p.url != "" {
		return func(ctx context.Context) (source.Adapter, source.Source, error) {
			systems, err := o.systems()
			if err != nil {
				return source.Adapter{}, nil, err
			}
			start, own := mapped.StartPostgres(o.as, systems, opt), queue.StartPostgres(opt)
			switch o.as {
			case queue.Kind:
				start = own
			case "":
				start = pgsource.Both(own, mapped.Start(systems, infer.BesideByName, schema.Tables(), opt), mapped.Start(systems, infer.BesideByName, nil, opt))
			}
			s, err := pgsource.Open(ctx, p.url, start)
			if err != nil {
				return source.Adapter{}, nil, err
			}
			return s.Adapter(), s, nil
		}
	}
	return func(ctx context.Context) (source.Adapter, source.Source, error) {
		found, err := detect.Adapters(ctx, adapters, p.path, o.as)
		if errors.Is(err, source.ErrUndetected) {
			err = fmt.Errorf("%w%s", err, insteadOf(p.path))
		}
		if err != nil {
			return source.Adapter{}, nil, err
		}
		return mixed.Open(ctx, found, p.path, opt)
	}
}

// addFeeds makes feeds of the opened places. For the screen, a place that is still being
// opened, or fails for a passing reason, becomes a feed that the board opens later and shows
// as late.
func (f *fleet) addFeeds(ctx context.Context, places []*place, later patience) error {
	over, cancel := context.WithTimeout(ctx, openTimeout)
	defer cancel()
	var fatal error
	for _, p := range places {
		if later == failNow {
			p.failed = p.await(ctx)
			continue
		}
		select {
		case <-p.opened:
			p.failed = p.err
		case <-over.Done():
			p.failed = errOpening
		}
	}
	for _, p := range places {
		switch err := p.failed; {
		case err == nil:
			if other := p.shownBy(places); other != nil {
				f.failed = errors.Join(f.failed, p.source.Close())
				f.duplicates = append(f.duplicates, safe.Line(p.path+": left out here: "+other.path+" shows it", 4<<10))
				continue
			}
			f.feeds = append(f.feeds, board.Feed{Adapter: p.adapter, Source: p.source, Logs: p.logs})
		case later == tryAgain && isTransient(err):
			f.feeds = append(f.feeds, board.Feed{Path: p.path, Open: p.openLater, Logs: p.logs})
		case p.logs:
			fatal = errors.Join(fatal, err)
		default:
			f.failed = errors.Join(f.failed, err)
		}
	}
	queues := slices.ContainsFunc(f.feeds, func(feed board.Feed) bool { return !feed.Logs })
	if fatal != nil || !queues && f.failed != nil || ctx.Err() != nil {
		return errors.Join(f.failed, fatal, ctx.Err())
	}
	return nil
}

// memoryPath is where notdone keeps its own memory.
func (o *options) memoryPath() string { return filepath.Join(o.stateFolder(), "memory.db") }

// isTransient reports whether a queue that cannot be opened may be opened later under the
// same path.
func isTransient(err error) bool {
	may := []error{errOpening, sqlitedb.ErrBusy, sqlitedb.ErrHotJournal, sqlitedb.ErrEmpty, sqlitedb.ErrCorrupt, pgsource.ErrNoConnection}
	return slices.ContainsFunc(may, func(e error) bool { return errors.Is(err, e) })
}

// usualPlaces returns those places where systems keep their queues that exist.
func usualPlaces(adapters []source.Adapter, diag io.Writer) ([]string, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, fmt.Errorf("no queue named, and no home folder to look in: %w", err)
	}
	env := source.Env{Home: home, Getenv: os.Getenv}
	var found, tried []string
	for _, a := range adapters {
		if a.Usual == nil {
			continue
		}
		for _, path := range a.Usual(env) {
			tried = append(tried, path)
			there, answers := waitFor(answerTimeout, func() bool {
				_, err := os.Stat(path)
				return err == nil
			})
			if there || !answers {
				found = append(found, path)
			}
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("no queue named, and none at the usual places: %s (notdone demo shows a simulated one)", strings.Join(tried, ", "))
	}
	if _, err := fmt.Fprintln(diag, "notdone: using", safe.Line(strings.Join(found, ", "), 4<<10)); err != nil {
		return nil, fmt.Errorf("writing: %w", err)
	}
	return found, nil
}
