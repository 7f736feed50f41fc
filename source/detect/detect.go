// Package detect finds out which system a path belongs to. The systems are
// passed in; nothing here knows one of them.
package detect

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/tail"
)

// maxHead bounds what is looked at of a file, in bytes.
const maxHead = 64 << 10

// Adapters returns the adapters that read the path: the first that knows it,
// and, for a folder that this one shares, those that know what is beside its own
// files, each reading what the ones before it leave. With a kind, it is the
// adapter of that name alone, and it is not asked whether it knows the path. The
// error wraps source.ErrUndetected when none does, and is the reason when the
// path cannot be read.
func Adapters(ctx context.Context, adapters []source.Adapter, path, kind string) ([]source.Adapter, error) {
	if kind != "" {
		return named(adapters, kind)
	}
	p, err := Probe(ctx, path)
	if err != nil {
		return nil, err
	}
	var found []source.Adapter
	for _, a := range adapters {
		ok, err := a.Detect(ctx, p)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		found = append(found, a)
		if !p.Info.IsDir() || a.Shares == nil || !a.Shares(p) {
			break
		}
	}
	if len(found) == 0 {
		if by := packed(p.Head); by != "" {
			return nil, fmt.Errorf("%s: %w: it is compressed with %s; unpack it first", path, source.ErrUndetected, by)
		}
		return nil, fmt.Errorf("%s: %w", path, source.ErrUndetected)
	}
	return found, nil
}

// packers are programs that compress files, by how their files begin.
var packers = []struct{ magic, name string }{
	{"\x1f\x8b", "gzip"}, {"\x28\xb5\x2f\xfd", "zstd"}, {"\xfd7zXZ\x00", "xz"}, {"BZh", "bzip2"}, {"PK\x03\x04", "zip"},
}

// packed names the program that compressed the file that begins so; empty: none.
func packed(head []byte) string {
	for _, p := range packers {
		if bytes.HasPrefix(head, []byte(p.magic)) {
			return p.name
		}
	}
	return ""
}

func named(adapters []source.Adapter, kind string) ([]source.Adapter, error) {
	names := make([]string, 0, len(adapters))
	for _, a := range adapters {
		if a.Kind == kind {
			return []source.Adapter{a}, nil
		}
		names = append(names, a.Kind)
	}
	sort.Strings(names)
	return nil, fmt.Errorf("unknown kind %q: it is one of %s", kind, strings.Join(names, ", "))
}

// Probe looks at a path once. A SQLite file is opened through sqlitedb only,
// after its header has been read.
func Probe(ctx context.Context, path string) (*source.Probe, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, plain(err))
	}
	p := &source.Probe{Path: path, Info: info}
	switch {
	case info.IsDir():
		if err := readable(path); err != nil {
			return nil, fmt.Errorf("%s: %w", path, plain(err))
		}
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: %w", path, sqlitedb.ErrNotRegular)
	default:
		if err = probeFile(ctx, p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// plain strips an error of the operation and path that the sentence around it
// already names.
func plain(err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// readable returns why a folder cannot be listed.
func readable(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = d.Readdirnames(1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

func probeFile(ctx context.Context, p *source.Probe) error {
	h, err := sqlitedb.Sniff(p.Path)
	if err != nil {
		return err
	}
	switch {
	case h.Empty:
		return fmt.Errorf("%s: %w", p.Path, sqlitedb.ErrEmpty)
	case h.Cut:
		return fmt.Errorf("%s: %w", p.Path, sqlitedb.ErrCorrupt)
	case !h.IsSQLite:
		if p.Head, err = head(p.Path); err != nil {
			return fmt.Errorf("%s: %w", p.Path, plain(err))
		}
		return nil
	}
	db, err := sqlitedb.Open(ctx, p.Path, sqlitedb.Options{})
	if err != nil {
		return err
	}
	p.Tables, err = tables(ctx, db)
	return errors.Join(err, db.Close())
}

// tables reads the names of all tables and columns from one snapshot.
func tables(ctx context.Context, db *sqlitedb.DB) (out map[string][]string, err error) {
	err = db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		out = map[string][]string{}
		list, err := sqlitedb.TablesOf(ctx, q)
		if err != nil {
			return err
		}
		for t := range list {
			columns, err := sqlitedb.ColumnsOf(ctx, q, t)
			if err != nil {
				return err
			}
			out[t] = make([]string, 0, len(columns))
			for c := range columns {
				out[t] = append(out[t], c)
			}
			sort.Strings(out[t])
		}
		return nil
	})
	return out, err
}

func head(path string) (b []byte, err error) {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return tail.Head(f, maxHead)
}
