package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// rowWrite is one row that SQLite writes during the transaction.
type rowWrite struct {
	table     string
	op        int32
	rowid     int64
	old       []any // the row before; set for updates and deletes by triggers
	byTrigger bool  // a trigger writes it
	direct    bool  // Update or Insert does
	err       error
}

// recordRowWrite is SQLite's pre-update hook. SQLite calls it before it writes a row.
func (d *draft) recordRowWrite(data sqlite.SQLitePreUpdateData) {
	n := rowWrite{table: data.TableName, op: data.Op, rowid: data.NewRowID, byTrigger: data.Depth() > 0}
	if data.Op == lib.SQLITE_DELETE {
		n.rowid = data.OldRowID
	}
	if n.byTrigger && data.Op != lib.SQLITE_INSERT {
		n.old = make([]any, data.Count())
		n.err = data.Old(n.old...) // the driver fills the slice itself
	}
	d.rowWrites = append(d.rowWrites, n)
}

// markDirect marks the row that the statement itself has written, among the row
// writes from index from on, and returns its rowid.
func (d *draft) markDirect(from int) int64 {
	for i := range d.rowWrites[from:] {
		if n := &d.rowWrites[from+i]; !n.byTrigger {
			n.direct = true
			return n.rowid
		}
	}
	return 0
}

// authorize is SQLite's authorizer for the transaction. It allows inserts and updates
// of the named tables by Insert and Update, and all writes of known triggers.
func (d *draft) authorize(action sqlite.AuthorizerActionCode, arg1, arg2, database, trigger string) sqlite.AuthorizerReturnCode {
	switch action { //nolint:exhaustive // the reading connection's authorizer knows the others
	case sqlite.AuthInsert, sqlite.AuthUpdate:
		mine := trigger == "" && d.schemas[arg1] != nil
		theirs := d.triggers[strings.ToLower(trigger)] && !strings.HasPrefix(strings.ToLower(arg1), "sqlite_")
		if database == "main" && (mine || theirs) {
			return sqlite.AuthorizerOK
		}
	case sqlite.AuthDelete:
		if database == "main" && d.triggers[strings.ToLower(trigger)] && !strings.HasPrefix(strings.ToLower(arg1), "sqlite_") {
			return sqlite.AuthorizerOK
		}
	}
	return authorizeRead(action, arg1, arg2, database, trigger)
}

// images returns all rows that the transaction has written, before and after.
func (d *draft) images(ctx context.Context) ([]Image, error) {
	var all []Image
	for _, r := range d.rows {
		image := Image{Table: r.schema.name, Key: r.key, Before: r.before, After: r.after}
		if d.exec != nil {
			after, err := r.schema.readRow(ctx, d.Queryer, r.key)
			if err != nil {
				return nil, err
			}
			image.After = after
			if n := d.triggerWriteBefore(r); n != nil {
				if image.Before, err = d.rowBefore(r.schema, n); err != nil {
					return nil, err
				}
			}
		}
		all = append(all, image)
	}
	others, err := d.triggerImages(ctx)
	return append(all, others...), err
}

// triggerWriteBefore returns the first write of a trigger to the row, if it preceded
// the first Update of the row; else nil.
func (d *draft) triggerWriteBefore(r *written) *rowWrite {
	for i := range d.rowWrites[:r.firstWrite] {
		n := &d.rowWrites[i]
		if r.before != nil && n.byTrigger && n.table == r.schema.name && n.rowid == r.rowid {
			return n
		}
	}
	return nil
}

// rowBefore returns the row before a trigger wrote it; nil for a new row.
func (d *draft) rowBefore(s *tableSchema, n *rowWrite) (map[string]any, error) {
	if !s.rowids || n.err != nil || n.old != nil && len(n.old) != len(s.columns) {
		return nil, errors.Join(d.db.refuse(ErrSchema, "a trigger writes %s in a way that cannot be followed", printable(n.table)), n.err)
	}
	if n.old == nil {
		return nil, nil
	}
	row := make(map[string]any, len(n.old))
	for i, c := range s.columns {
		row[c.Name] = normalizeBlob(n.old[i])
	}
	return row, nil
}

// triggerImages returns the rows that only triggers have written.
func (d *draft) triggerImages(ctx context.Context) ([]Image, error) {
	type place struct {
		table string
		rowid int64
	}
	known := map[place]bool{}
	for _, r := range d.rows {
		known[place{r.schema.name, r.rowid}] = true
	}
	var images []Image
	for _, n := range d.rowWrites {
		if !n.byTrigger && !n.direct {
			return nil, fmt.Errorf("%s was written past Update and Insert", n.table)
		}
		at := place{n.table, n.rowid}
		if !n.byTrigger || known[at] {
			continue
		}
		known[at] = true
		image, err := d.triggerImage(ctx, &n)
		if err != nil {
			return nil, err
		}
		images = append(images, image)
	}
	return images, nil
}

func (d *draft) triggerImage(ctx context.Context, n *rowWrite) (Image, error) {
	s, err := readSchema(ctx, d.Queryer, n.table)
	if err != nil {
		return Image{}, err
	}
	image := Image{Table: n.table}
	if image.Before, err = d.rowBefore(s, n); err != nil {
		return Image{}, err
	}
	image.After, err = s.readRow(ctx, d.Queryer, map[string]any{rowid: n.rowid})
	if err != nil && !errors.Is(err, errNoRow) {
		return Image{}, err
	}
	if image.Key = s.keyOf(image.After, n.rowid); image.After == nil {
		image.Key = s.keyOf(image.Before, n.rowid)
	}
	return image, nil
}
