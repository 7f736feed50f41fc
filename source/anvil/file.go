package anvil

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"notdone/source/tail"
)

// file is one file that may tell about a session. Of what it says only what its
// reader keeps is kept.
type file struct {
	rel   string
	spot  spot
	at    stamp  // as it was last seen
	round uint64 // of the scan that saw it
	// changed: a scan has seen a change of it that no whole scan has passed on.
	changed bool

	looked bool
	head   stamp // as it was when its beginning was looked at
	sniffed

	read bool // it was read, up to seen
	seen stamp
	grew bool // it was seen to grow
	err  error

	lines *tail.Reader
	gen   int // how often the file had begun anew
	log   *logReader
	view  *logReader // log, with a last line that has no end yet
	rec   *lineReader
	recV  *lineReader // rec, likewise

	session   *sessionFacts
	result    *resultFacts
	telemetry *telemetryFacts
}

// own reports whether the file lies in one of Anvil's own folders.
func (f *file) own() bool {
	return f.spot.role != roleLog && f.spot.session != "" && f.spot.role != roleTelemetry
}

// look finds out whether the file is one of Anvil's, and when it began. The
// first bytes of a log may not have told yet.
func (f *file) look(root string) {
	if f.looked && (f.head == f.at || f.head.size >= headSize && f.head.inode == f.at.inode && f.spot.role != roleSession) {
		return
	}
	head, err := readHead(root, f.rel)
	if err != nil {
		f.err = err
		return
	}
	was := f.sniffed
	f.sniffed = sniff(head, f.spot, f.own())
	if f.looked && was.ours && f.at.inode == f.head.inode {
		f.ours = true // a file half written over is still the same one
	}
	f.looked, f.head = true, f.at
}

// update reads what is new in the file.
func (f *file) update(ctx context.Context, root string) error {
	if f.read && f.seen == f.at {
		return nil
	}
	seen := f.at
	f.grew = f.read && f.at.size > f.seen.size
	err := f.load(ctx, root)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // the next scan finds it gone
	}
	f.err, f.read, f.seen = err, true, seen
	return nil
}

func (f *file) load(ctx context.Context, root string) error {
	switch f.spot.role {
	case roleLog, roleTrace, roleEval, roleEvents:
		return f.follow(ctx, root)
	case roleSession:
		return f.whole(root, func(r io.Reader) error {
			s, err := readSession(r, f.rel, 0)
			if err == nil {
				f.session = s
			}
			return err
		})
	case roleResult, roleMeta:
		return f.whole(root, func(r io.Reader) error {
			s, err := readResult(r)
			if err == nil {
				f.result = s
			}
			return err
		})
	case roleTelemetry:
		return f.whole(root, func(r io.Reader) error {
			s, err := readTelemetry(r)
			if err == nil {
				f.telemetry = s
			}
			return err
		})
	case roleLife, roleNone:
	}
	return nil
}

// whole reads a file that is written at once. One that cannot be understood was
// caught half written: what was read before stands.
func (f *file) whole(root string, read func(io.Reader) error) (err error) {
	d, err := tail.OpenBeneath(root, f.rel)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := read(d); err != nil && !errors.Is(err, errShape) {
		return err
	}
	return nil
}

// follow reads on in a file that grows, from its beginning where it is not what
// it was.
func (f *file) follow(ctx context.Context, root string) error {
	if f.lines == nil {
		f.lines = tail.NewReader(root, f.rel, tail.Options{})
		f.renew()
	}
	was := f.gen
	res, err := f.lines.Next(ctx, func(l tail.Line) error {
		if l.Generation != f.gen {
			f.gen = l.Generation
			f.renew()
		}
		if f.log != nil {
			f.log.Line(l)
		} else {
			f.rec.Line(l)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if (res.Truncated || res.Rotated) && f.gen == was {
		f.renew() // and nothing is in it yet
	}
	f.view, f.recV = f.log, f.rec
	return f.lines.Flush(func(l tail.Line) error {
		if f.log != nil {
			f.view = f.log.Peek(l)
		} else {
			f.recV = f.rec.Peek(l)
		}
		return nil
	})
}

// renew forgets what was read of a file that began anew.
func (f *file) renew() {
	switch f.spot.role {
	case roleEval, roleEvents:
		f.rec = &lineReader{name: f.rel}
	default:
		f.log = newLogReader(f.rel)
	}
}

// written is when the file was last written, by its own time.
func (f *file) written() time.Time { return time.Unix(0, f.at.mtime).UTC() }
