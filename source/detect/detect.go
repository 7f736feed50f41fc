// Package detect finds the adapters that can read a path. The caller passes the
// adapters; the package knows no system itself.
package detect

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/tail"
)

// maxHead is the number of bytes that Probe reads of a file.
const maxHead = 64 << 10

// Adapters returns the adapters that read the path. The first is the first one
// that detects the path. If it shares the folder, the others that detect it
// follow; each reads the files that those before it do not own. When kind is not
// empty, the result is the adapter of that kind alone, without detection. The
// error wraps source.ErrUndetected when no adapter detects the path.
func Adapters(ctx context.Context, adapters []source.Adapter, path, kind string) ([]source.Adapter, error) {
	if kind != "" {
		return adapterOfKind(adapters, kind)
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
		if a.Whole != nil {
			if of := a.Whole(p); of != nil {
				a = *of
			}
		}
		found = append(found, a)
		if !p.Info.IsDir() || a.Shares == nil || !a.Shares(p) {
			break
		}
	}
	if len(found) == 0 {
		if by := packerOf(p.Head); by != "" {
			return nil, fmt.Errorf("%s: %w: it is compressed with %s; unpack it first", path, source.ErrUndetected, by)
		}
		return nil, fmt.Errorf("%s: %w", path, source.ErrUndetected)
	}
	return found, nil
}

// packers lists the first bytes of compressed files with the programs that write them.
var packers = []struct{ magic, name string }{
	{"\x1f\x8b", "gzip"}, {"\x28\xb5\x2f\xfd", "zstd"}, {"\xfd7zXZ\x00", "xz"}, {"BZh", "bzip2"}, {"PK\x03\x04", "zip"},
}

// packerOf returns the program that compressed a file with these first bytes; empty:
// the file is not compressed.
func packerOf(head []byte) string {
	for _, p := range packers {
		if bytes.HasPrefix(head, []byte(p.magic)) {
			return p.name
		}
	}
	return ""
}

func adapterOfKind(adapters []source.Adapter, kind string) ([]source.Adapter, error) {
	kinds := make([]string, 0, len(adapters))
	for _, a := range adapters {
		if a.Kind == kind {
			return []source.Adapter{a}, nil
		}
		kinds = append(kinds, a.Kind)
	}
	slices.Sort(kinds)
	return nil, fmt.Errorf("unknown kind %q: it is one of %s", kind, strings.Join(kinds, ", "))
}

// Probe reads what adapters need to detect a path. Only sqlitedb opens a SQLite
// file, after its header was read.
func Probe(ctx context.Context, path string) (*source.Probe, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, source.WithoutPath(err))
	}
	p := &source.Probe{Path: path, Info: info}
	switch {
	case info.IsDir():
		p.Head, err = readHead(path)
	case info.Mode().IsRegular():
		err = probeFile(ctx, p)
	default:
		err = fmt.Errorf("%s: %w", path, sqlitedb.ErrNotRegular)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// probeFile fills in Tables of a SQLite file, or Head of any other file.
func probeFile(ctx context.Context, p *source.Probe) error {
	h, err := sqlitedb.Sniff(p.Path)
	if err != nil {
		return err
	}
	switch {
	case errors.Is(h.Problem, sqlitedb.ErrNotSQLite):
		p.Head, err = readHead(p.Path)
		return err
	case h.Problem != nil:
		return fmt.Errorf("%s: %w", p.Path, h.Problem)
	}
	db, err := sqlitedb.Open(ctx, p.Path, sqlitedb.Options{})
	if err != nil {
		return err
	}
	p.Tables, err = readTables(ctx, db)
	return errors.Join(err, db.Close())
}

// readTables reads the names of all tables and their columns from one snapshot.
func readTables(ctx context.Context, db *sqlitedb.DB) (out map[string][]string, err error) {
	err = db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		out = map[string][]string{}
		names, err := sqlitedb.TablesOf(ctx, q)
		if err != nil {
			return err
		}
		for _, t := range names {
			columns, err := sqlitedb.ColumnsOf(ctx, q, t)
			if err != nil {
				return err
			}
			out[t] = slices.Sorted(maps.Keys(columns))
		}
		return nil
	})
	return out, err
}

// readHead reads the beginning of a file. Of a folder it only checks that it can be
// listed.
func readHead(path string) (head []byte, err error) {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, source.WithoutPath(err))
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Readdirnames(1); err == nil || errors.Is(err, io.EOF) {
		return nil, nil
	}
	if head, err = tail.Head(f, maxHead); err != nil {
		return nil, fmt.Errorf("%s: %w", path, source.WithoutPath(err))
	}
	return head, nil
}
