package logsource

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"notdone/source"
	"notdone/source/tail"
)

// Bounds say how far a folder is walked: how many files are found in it, and how
// many levels down.
type Bounds struct{ Files, Depth int }

// bounds are those of an open folder.
var bounds = Bounds{Files: 20_000, Depth: 16}

// chunk is how many entries of a folder are read at a time.
const chunk = 1024

// Names say which entries of a folder an adapter wants.
type Names struct {
	// Enters reports whether the subfolder of that name is looked into; dir is "."
	// at the top.
	Enters func(dir, name string) bool
	// Takes reports whether a file may be one of the adapter's, by its path alone.
	// One that is left out counts for why; nil does not count it.
	Takes func(dir, name string) (ok bool, why *Reason)

	apart func(dir, name string) bool // it has a source of its own; nil: nothing has
}

// Reason is why files are left out, for a count of them.
type Reason struct {
	One, Many string // "empty file", "empty files"
	Named     bool   // some of them are named
}

// Reasons of the kit.
var (
	Database   = &Reason{One: "database", Many: "databases", Named: true}
	Unreadable = &Reason{One: "file that cannot be read", Many: "files that cannot be read"}
	Closed     = &Reason{One: "folder that cannot be read", Many: "folders that cannot be read"}
	Over       = &Reason{One: "file, because more than 20000 files are there", Many: "files, because more than 20000 files are there"}
	Apart      = &Reason{One: "file or folder that another source reads", Many: "files or folders that other sources read", Named: true}
	Deep       = &Reason{One: "folder more than 16 levels down", Many: "folders more than 16 levels down"}
)

// listing is what a folder holds.
type listing struct {
	subs  []string // names of the folders to look into
	names []string // of the files to look at
	left  map[*Reason]int
	named map[*Reason][]string
}

func (l *listing) leave(why *Reason, name string) {
	if why == nil {
		return
	}
	if l.left == nil {
		l.left, l.named = map[*Reason]int{}, map[*Reason][]string{}
	}
	l.left[why]++
	if why.Named {
		l.named[why] = append(l.named[why], name)
	}
}

// list reads the entries of an open folder. At most room files are taken.
func (n *Names) list(d *os.File, dir string, depth, room int) (*listing, error) {
	l, sides := &listing{}, map[string]bool{}
	for {
		entries, err := d.ReadDir(chunk)
		for _, e := range entries {
			name := e.Name()
			switch {
			case n.apart != nil && n.apart(dir, name):
				l.leave(Apart, name)
			case e.IsDir() && !n.Enters(dir, name):
			case e.IsDir() && depthOf(dir) >= depth:
				l.leave(Deep, name)
			case e.IsDir():
				l.subs = append(l.subs, name)
			case e.Type() != 0:
			case tail.IsSideFile(name):
				sides[tail.DatabaseOf(name)] = true
			default:
				if ok, why := n.Takes(dir, name); !ok {
					l.leave(why, name)
				} else {
					l.names = append(l.names, name)
				}
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return l, err
		}
	}
	l.names = slices.DeleteFunc(l.names, func(name string) bool {
		if sides[name] {
			l.leave(Database, name)
		}
		return sides[name]
	})
	for room = max(room, 0); len(l.names) > room; l.names = l.names[:len(l.names)-1] {
		l.leave(Over, "")
	}
	return l, nil
}

func depthOf(dir string) int {
	n := 0
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		n++
	}
	return n
}

// Walk calls fn with every file in a folder that the names take, until fn returns
// an error; filepath.SkipAll ends the walk without one. Folders that cannot be
// read are passed over, but for the first.
func Walk(ctx context.Context, dir string, names Names, b Bounds, fn func(rel string) error) (err error) {
	root, err := openRoot(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	err = walk(ctx, ".", func(rel string) ([]string, error) {
		l, err := listAt(root, rel, &names, b)
		switch {
		case err != nil && rel == ".":
			return nil, err
		case err != nil:
			return nil, nil //nolint:nilerr // it is passed over
		}
		b.Files -= len(l.names)
		for _, name := range l.names {
			if err := fn(path.Join(rel, name)); err != nil {
				return nil, err
			}
		}
		return l.subs, nil
	})
	if errors.Is(err, filepath.SkipAll) {
		return nil
	}
	return err
}

// walk visits a folder and all beneath it that the visits name.
func walk(ctx context.Context, top string, visit func(rel string) (subs []string, err error)) error {
	for todo := []string{top}; len(todo) > 0; {
		rel := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if err := ctx.Err(); err != nil {
			return err
		}
		subs, err := visit(rel)
		if err != nil {
			return err
		}
		for _, sub := range subs {
			todo = append(todo, path.Join(rel, sub))
		}
	}
	return nil
}

func listAt(root *os.Root, rel string, names *Names, b Bounds) (l *listing, err error) {
	d, err := openDir(root, rel)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return names.list(d, rel, b.Depth, b.Files)
}

// Head reads the first n bytes of a file, whatever it is; it never blocks.
func Head(dir, rel string, n int) (head []byte, err error) {
	err = Open(dir, rel, func(f *os.File) error {
		head, err = tail.Head(f, n)
		return err
	})
	return head, err
}

// Open opens a file beneath a folder, as tail.OpenBeneath does, for as long as
// read reads it.
func Open(dir, rel string, read func(f *os.File) error) (err error) {
	f, err := tail.OpenBeneath(dir, rel)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return read(f)
}

// Resolve returns the path without symbolic links, and what is there.
func Resolve(name string) (target string, info fs.FileInfo, err error) {
	if target, err = filepath.EvalSymlinks(name); err == nil {
		if target, err = filepath.Abs(target); err == nil {
			info, err = os.Lstat(target)
		}
	}
	return target, info, source.WithoutPath(err)
}
