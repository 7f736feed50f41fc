package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"notdone/source"
	"notdone/source/pgsource"
)

// opener opens a queue or a folder of logs.
type opener func(ctx context.Context) (source.Adapter, source.Source, error)

// place is a queue or a folder of logs as the operator named it. Goroutines of its own
// inspect and open it, so that a file system that hangs delays no other place.
type place struct {
	path string // as it may be shown
	url  string // of a database of a server, with its password; empty: it is a file or folder
	logs bool
	real string      // absolute and without links, as far as that is known
	info os.FileInfo // what is there; nil: nothing that can be looked at

	open    opener
	opened  chan struct{} // closed when what follows is set
	adapter source.Adapter
	source  source.Source
	err     error
	taken   bool  // by the board, which opens it anew after a failure
	failed  error // why it is not open
}

// errOpening says that a place is not open yet.
var errOpening = errors.New("it is still being opened")

// inspectPlaces resolves the paths, and drops those that name the same place as an earlier
// one: its tasks would be shown and counted twice.
func inspectPlaces(queues, logs []string) []*place {
	var all []*place
	for _, path := range queues {
		if source.OnServer(path) {
			all = append(all, &place{path: pgsource.Shown(path), url: path})
			continue
		}
		all = append(all, &place{path: path})
	}
	for _, path := range logs {
		all = append(all, &place{path: path, logs: true})
	}
	var looks sync.WaitGroup
	for _, p := range all {
		looks.Go(func() { p.inspect() })
	}
	looks.Wait()
	var first []*place
	for _, p := range all {
		if p.info == nil || !slices.ContainsFunc(first, func(o *place) bool { return o.logs == p.logs && o.sameFile(p) }) {
			first = append(first, p)
		}
	}
	return first
}

func (p *place) inspect() {
	if p.url != "" {
		return
	}
	seen, _ := waitFor(openTimeout, func() (seen place) {
		if real, err := filepath.EvalSymlinks(p.path); err == nil {
			seen.real, _ = filepath.Abs(real)
			seen.info, _ = os.Stat(real) // opening it says what is wrong
		}
		return seen
	})
	p.real, p.info = seen.real, seen.info
	if p.real == "" {
		p.real, _ = filepath.Abs(p.path) // fails without a working folder
	}
}

func (p *place) sameFile(o *place) bool {
	return p.info != nil && o.info != nil && os.SameFile(p.info, o.info)
}

// nested returns the paths of the places inside the folder.
func (p *place) nested(all []*place) []string {
	var inner []string
	for _, o := range all {
		if p.contains(o) {
			inner = append(inner, o.real)
		}
	}
	return inner
}

// startOpening opens the place in a goroutine.
func (p *place) startOpening(ctx context.Context, open opener) {
	p.open, p.opened = open, make(chan struct{})
	go func() {
		defer close(p.opened)
		p.adapter, p.source, p.err = open(ctx)
	}()
}

// openLater opens the place for the board. The first call waits for the opening that was
// started.
func (p *place) openLater(ctx context.Context) (source.Adapter, source.Source, error) {
	if p.taken {
		return p.open(ctx)
	}
	select {
	case <-p.opened:
		p.taken = true
		return p.adapter, p.source, p.err
	case <-ctx.Done():
		return source.Adapter{}, nil, ctx.Err()
	}
}

// await waits until the place is open. It gives up when the file system does not answer.
func (p *place) await(ctx context.Context) error {
	for {
		select {
		case <-p.opened:
			return p.err
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(answerTimeout):
		}
		_, ok := waitFor(answerTimeout, func() error {
			var fs unix.Statfs_t
			_, err := os.Stat(p.path)
			return errors.Join(err, unix.Statfs(p.path, &fs))
		})
		if !ok {
			return fmt.Errorf("%s: its file system does not answer", p.path)
		}
	}
}

// databases returns the database files that the open place reads.
func (p *place) databases() []string {
	var all []string
	for _, t := range p.source.Targets() {
		if t.Database {
			if real, err := filepath.EvalSymlinks(t.Path); err == nil {
				all = append(all, real)
			}
		}
	}
	return all
}

// shownBy returns the other place that shows all that this one does; nil when none
// does. The place is open, and others may be.
func (p *place) shownBy(all []*place) *place {
	_, acts := p.source.(source.Actor)
	for _, o := range all {
		switch {
		case o == p || p.logs || o.source == nil:
		case o.logs:
			if !acts && o.sameFile(p) {
				return o
			}
		case acts && o.contains(p):
			theirs := o.databases()
			if !slices.ContainsFunc(p.databases(), func(f string) bool { return !slices.Contains(theirs, f) }) {
				return o
			}
		}
	}
	return nil
}

// contains reports whether another place lies inside the folder.
func (p *place) contains(o *place) bool {
	rel, err := filepath.Rel(p.real, o.real)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}
