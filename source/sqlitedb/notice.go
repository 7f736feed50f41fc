package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// notice is one row that SQLite is about to write.
type notice struct {
	table    string
	op       int32
	rowid    int64
	old      []any // nil for an insert, and for what work itself wrote
	triggers bool  // a trigger writes it
	mine     bool  // Update or Insert does
	err      error
}

// noticed is told by SQLite of every row that it is about to write.
func (d *draft) noticed(data sqlite.SQLitePreUpdateData) {
	n := notice{table: data.TableName, op: data.Op, rowid: data.NewRowID, triggers: data.Depth() > 0}
	if data.Op == lib.SQLITE_DELETE {
		n.rowid = data.OldRowID
	}
	if n.triggers && data.Op != lib.SQLITE_INSERT {
		n.old = make([]any, data.Count())
		n.err = data.Old(n.old...) // the driver fills the slice itself
	}
	d.notices = append(d.notices, n)
}

// direct is the rowid of the row that the statement itself wrote, of what was
// noticed since.
func (d *draft) direct(from int) int64 {
	for i := range d.notices[from:] {
		if n := &d.notices[from+i]; !n.triggers {
			n.mine = true
			return n.rowid
		}
	}
	return 0
}

// authorize lets the tables be written by statements of ours, and the format's
// own triggers do what they do.
func (d *draft) authorize(action sqlite.AuthorizerActionCode, arg1, arg2, database, trigger string) sqlite.AuthorizerReturnCode {
	switch action { //nolint:exhaustive // the reading connection's authorizer knows the others
	case sqlite.AuthInsert, sqlite.AuthUpdate:
		mine := trigger == "" && d.shapes[arg1] != nil
		theirs := d.triggers[strings.ToLower(trigger)] && !strings.HasPrefix(strings.ToLower(arg1), "sqlite_")
		if database == "main" && (mine || theirs) {
			return sqlite.AuthorizerOK
		}
	case sqlite.AuthDelete:
		if database == "main" && d.triggers[strings.ToLower(trigger)] && !strings.HasPrefix(strings.ToLower(arg1), "sqlite_") {
			return sqlite.AuthorizerOK
		}
	}
	return authorize(action, arg1, arg2, database, trigger)
}

// images are all rows that were written, as they were and as they are.
func (d *draft) images(ctx context.Context) ([]Image, error) {
	var all []Image
	for _, r := range d.rows {
		image := Image{Table: r.shape.name, Key: r.key, Before: r.before, After: r.after}
		if d.exec != nil {
			after, err := r.shape.read(ctx, d.Queryer, r.key)
			if err != nil {
				return nil, err
			}
			image.After = after
			if n := d.earlier(r); n != nil {
				if image.Before, err = d.old(r.shape, n); err != nil {
					return nil, err
				}
			}
		}
		all = append(all, image)
	}
	others, err := d.others(ctx)
	return append(all, others...), err
}

// earlier is what a trigger did first to a row that was written by name later.
func (d *draft) earlier(r *written) *notice {
	for i := range d.notices[:r.from] {
		n := &d.notices[i]
		if r.before != nil && n.triggers && n.table == r.shape.name && n.rowid == r.rowid {
			return n
		}
	}
	return nil
}

// old is the row as it was before a trigger wrote it; nil for none.
func (d *draft) old(s *shape, n *notice) (map[string]any, error) {
	if !s.rowids || n.err != nil || n.old != nil && len(n.old) != len(s.columns) {
		return nil, errors.Join(d.db.refuse(ErrSchema, "a trigger writes %s in a way that cannot be followed", printable(n.table)), n.err)
	}
	if n.old == nil {
		return nil, nil
	}
	row := make(map[string]any, len(n.old))
	for i, c := range s.columns {
		row[c.Name] = plain(n.old[i])
	}
	return row, nil
}

// others are the rows that triggers wrote beside those that were asked for.
func (d *draft) others(ctx context.Context) ([]Image, error) {
	type place struct {
		table string
		rowid int64
	}
	known := map[place]bool{}
	for _, r := range d.rows {
		known[place{r.shape.name, r.rowid}] = true
	}
	var images []Image
	for _, n := range d.notices {
		if !n.triggers && !n.mine {
			return nil, fmt.Errorf("%s was written past Update and Insert", n.table)
		}
		at := place{n.table, n.rowid}
		if !n.triggers || known[at] {
			continue
		}
		known[at] = true
		image, err := d.other(ctx, &n)
		if err != nil {
			return nil, err
		}
		images = append(images, image)
	}
	return images, nil
}

func (d *draft) other(ctx context.Context, n *notice) (Image, error) {
	s, err := shapeOf(ctx, d.Queryer, n.table)
	if err != nil {
		return Image{}, err
	}
	image := Image{Table: n.table}
	if image.Before, err = d.old(s, n); err != nil {
		return Image{}, err
	}
	image.After, err = s.read(ctx, d.Queryer, map[string]any{rowid: n.rowid})
	if err != nil && !errors.Is(err, errNoRow) {
		return Image{}, err
	}
	if image.Key = s.keyOf(image.After, n.rowid); image.After == nil {
		image.Key = s.keyOf(image.Before, n.rowid)
	}
	return image, nil
}
