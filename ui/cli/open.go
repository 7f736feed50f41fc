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

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/all"
	"notdone/source/detect"
	"notdone/source/mixed"
	"notdone/source/sqlitedb"
	"notdone/source/transcript"
	"notdone/ui/board"
	"notdone/ui/memory"
	"notdone/ui/proc"
	"notdone/ui/safe"
)

// fleet is every queue and log folder that a command works on.
type fleet struct {
	board  *board.Board
	feeds  []board.Feed
	memory *memory.Store
	now    func() time.Time
	frozen bool
	since  time.Time // what changed before is left out; zero: nothing is
	usual  bool      // nobody named a queue: these are the usual places
	failed error     // why some of several queues could not be opened; nil: all were
}

// close releases the sources and the memory.
func (f *fleet) close() error {
	var errs []error
	for _, feed := range f.feeds {
		if feed.Source != nil {
			errs = append(errs, feed.Source.Close())
		}
	}
	if f.memory != nil {
		errs = append(errs, f.memory.Close())
	}
	return errors.Join(errs...)
}

// leftOut says in a line each what the folders of logs hold that is not shown.
func (f *fleet) leftOut() []string {
	var lines []string
	for _, feed := range f.feeds {
		if s, ok := feed.Source.(source.Selective); ok && s.LeftOut() != "" {
			lines = append(lines, safe.Line(feed.Source.Describe().Path+": not shown: "+s.LeftOut(), 4<<10))
		}
	}
	return lines
}

// tellLeftOut writes what is not shown.
func (f *fleet) tellLeftOut(w io.Writer) error {
	for _, line := range f.leftOut() {
		if _, err := fmt.Fprintln(w, "notdone: "+line); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
	}
	return nil
}

// patience says what to do with a queue that cannot be read just now.
type patience bool

const (
	failNow  patience = false // it is an error
	tryAgain patience = true  // the screen shows it as late and tries again
)

// open finds and opens the queues, or the usual places when none is named.
// What was tried is written to diag in the latter case. Of several queues those
// that cannot be opened are left out, and why is in the fleet's failed; it is an
// error when none can. The caller closes the fleet.
func (g *globals) open(ctx context.Context, paths []string, later patience, diag io.Writer) (*fleet, error) {
	now, frozen, err := g.clock()
	if err != nil {
		return nil, err
	}
	since, err := moment(g.since, now())
	if err != nil {
		return nil, fmt.Errorf("--since: %w", err)
	}
	f := &fleet{now: now, frozen: frozen, since: since}
	adapters := all.Adapters()
	if len(paths) == 0 && len(g.logs) == 0 {
		if paths, err = usualPlaces(adapters, diag); err != nil {
			return nil, err
		}
		f.usual = true
	}
	seen := proc.New(now)
	opt := source.Options{Now: now, Host: g.localHost(), Alive: seen.Alive, AliveIn: seen.AliveIn, Poll: g.poll, Since: since}
	for _, path := range distinct(paths) {
		feed, err := g.openOne(ctx, adapters, path, opt, later)
		if err != nil {
			f.failed = errors.Join(f.failed, err)
			continue
		}
		f.feeds = append(f.feeds, feed)
	}
	if len(f.feeds) == 0 && f.failed != nil || ctx.Err() != nil {
		return nil, errors.Join(f.failed, ctx.Err(), f.close())
	}
	if err := g.addLogs(ctx, f, opt); err != nil {
		return nil, errors.Join(err, f.close())
	}
	if !frozen {
		f.memory = g.openMemory()
	}
	f.board = board.New(board.Options{
		Now: now, Config: classify.DefaultConfig(), Memory: f.memory, Frozen: frozen, Poll: g.poll,
	}, f.feeds...)
	return f, nil
}

// distinct leaves out what another path before it names as well: its tasks would
// be shown and counted twice.
func distinct(paths []string) []string {
	var named []os.FileInfo
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		info, err := os.Stat(path)
		if err != nil {
			return false // opening it says why
		}
		again := slices.ContainsFunc(named, func(other os.FileInfo) bool { return os.SameFile(info, other) })
		named = append(named, info)
		return again
	})
}

// addLogs adds the folders of --logs, whose files are matched with the tasks
// of the other feeds.
func (g *globals) addLogs(ctx context.Context, f *fleet, opt source.Options) error {
	for _, dir := range distinct(g.logs) {
		logs, err := transcript.OpenLogs(ctx, dir, opt, func(ctx context.Context, name string) (model.Ref, bool) {
			return f.board.Resolve(ctx, name)
		})
		if err != nil {
			return fmt.Errorf("--logs: %w", err)
		}
		f.feeds = append(f.feeds, board.Feed{Adapter: transcript.Adapter(), Source: logs, Logs: true})
	}
	return nil
}

// openMemory opens notdone's own memory; nil when nothing may be written.
func (g *globals) openMemory() *memory.Store {
	if g.readOnly {
		return nil
	}
	return memory.Open(g.memoryPath())
}

// memoryPath is where notdone keeps its own memory.
func (g *globals) memoryPath() string { return filepath.Join(g.stateFolder(), "memory.db") }

func (g *globals) openOne(ctx context.Context, adapters []source.Adapter, path string, opt source.Options, later patience) (board.Feed, error) {
	open := func(ctx context.Context) (source.Adapter, source.Source, error) {
		found, err := detect.Adapters(ctx, adapters, path, g.as)
		if err != nil {
			return source.Adapter{}, nil, err
		}
		return mixed.Open(ctx, found, path, opt)
	}
	a, src, err := open(ctx)
	switch {
	case err == nil:
		return board.Feed{Adapter: a, Source: src}, nil
	case later == tryAgain && passing(err):
		return board.Feed{Path: path, Open: open}, nil
	}
	return board.Feed{}, err
}

// passing reports whether a queue that cannot be opened may be openable later,
// without the operator naming another path.
func passing(err error) bool {
	for _, e := range []error{
		sqlitedb.ErrBusy, sqlitedb.ErrHotJournal, sqlitedb.ErrEmpty, sqlitedb.ErrCorrupt,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
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
			if _, err := os.Stat(path); err == nil {
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
