package sqlitedb

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"modernc.org/sqlite"
)

// Indexes are in-memory indexes of columns that the file has no index for. Without
// them a query by such a column would scan the whole table. Each column is read
// once, in parts; later only new rows are read. So Indexes is only for columns whose
// values do not change, such as the task of an event. It is for one goroutine.
type Indexes struct {
	db       *DB
	byColumn map[[2]string]*columnIndex
}

// NewIndexes returns an empty set. It is valid until Close or the next NewIndexes;
// queries with its Join expressions fail afterwards.
func (db *DB) NewIndexes() *Indexes {
	db.use <- struct{}{}
	defer func() { <-db.use }()
	db.indexes.unregister()
	db.indexes = &Indexes{db: db, byColumn: map[[2]string]*columnIndex{}}
	return db.indexes
}

func (x *Indexes) unregister() {
	if x != nil {
		for _, one := range x.byColumn {
			indexes.Delete(one.id)
		}
	}
}

// columnIndex maps the values of one column to rows.
type columnIndex struct {
	id            int64
	table, column string
	entries       []entry // by hash, then by rowid
	newest        []entry // the newest rows, oldest first
	first         int64   // the lowest rowid at the last time
	pace          Pace
}

// entry is one row. Rows with different values can share a hash.
type entry struct {
	hash  uint64
	rowid int64
}

func compareEntries(a, b entry) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.rowid, b.rowid))
}

// valueSeed makes hashes differ between processes.
var valueSeed = maphash.MakeSeed()

const (
	// indexRows is how many rows are indexed in one transaction at most.
	indexRows = 20000
	// newestRows is how many rows are read again to see whether rowids were given
	// again.
	newestRows = 64
)

// rowidsFunction is the SQL function that lists the rows of an index for a value,
// as a JSON array: notdone_rows(id of the index, value).
const rowidsFunction = "notdone_rows"

var (
	indexes    sync.Map // by id: the *columnIndex that queries may use
	lastIndex  atomic.Int64
	errRowFunc = sqlite.RegisterScalarFunction(rowidsFunction, 2, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		x, ok := indexes.Load(args[0])
		if !ok {
			return nil, errors.New("there is no such index")
		}
		rows, err := json.Marshal(x.(*columnIndex).rowids(args[1]))
		return string(rows), err
	})
)

// Require makes sure that rows can be found by the value of a column: it adds an
// index where the file has none. A table or column that does not exist is left
// out, and so is a table without rowids, which is searched. It may be called again.
func (x *Indexes) Require(ctx context.Context, q Queryer, table, column string) error {
	if errRowFunc != nil {
		return errRowFunc
	}
	name := [2]string{table, column}
	if x.byColumn[name] != nil {
		return nil
	}
	if has, err := Indexed(ctx, q, table, column); has || err != nil {
		return err
	}
	var missing bool
	err := q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND name = ?1 COLLATE NOCASE AND type = 'table' AND NOT wr)
		AND EXISTS (SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2 COLLATE NOCASE AND NOT (pk = 1 AND lower(type) = 'integer'))`, table, column).Scan(&missing)
	if err != nil || !missing {
		return err
	}
	added := &columnIndex{id: lastIndex.Add(1), table: table, column: column}
	indexes.Store(added.id, added)
	x.byColumn[name] = added
	return nil
}

// Join returns the right side of a CROSS JOIN: the rows of the table whose column
// equals value, an SQL expression over the tables on the left. A nil set has no
// indexes.
func (x *Indexes) Join(table, alias, column, value string) string {
	var one *columnIndex
	if x != nil {
		one = x.byColumn[[2]string{table, column}]
	}
	if one == nil {
		return fmt.Sprintf("%s %s ON %s.%s = %s", table, alias, alias, column, value)
	}
	return fmt.Sprintf("json_each(%[1]s(%[2]d, %[3]s)) %[4]s_rows CROSS JOIN %[5]s %[4]s ON %[4]s.rowid = %[4]s_rows.value AND %[4]s.%[6]s = %[3]s",
		rowidsFunction, one.id, value, alias, table, column)
}

// Update reads the rows that were added since the last time. The caller must not
// be inside a read of the DB.
func (x *Indexes) Update(ctx context.Context) error {
	for _, one := range x.byColumn {
		if err := one.update(ctx, x.db); err != nil {
			return err
		}
	}
	return nil
}

// rowids are the rowids of the rows that have a value, and of those that share its
// hash.
func (x *columnIndex) rowids(value any) []int64 {
	rows := []int64{}
	hash := hashOf(value)
	i, _ := slices.BinarySearchFunc(x.entries, entry{hash: hash, rowid: math.MinInt64}, compareEntries)
	for ; i < len(x.entries) && x.entries[i].hash == hash; i++ {
		rows = append(rows, x.entries[i].rowid)
	}
	return rows
}

// hashOf is equal for values that compare as equal in a column of texts.
func hashOf(value any) uint64 {
	switch v := value.(type) {
	case string:
		return maphash.String(valueSeed, v)
	case []byte:
		return maphash.Bytes(valueSeed, v)
	default:
		return maphash.String(valueSeed, fmt.Sprint(v))
	}
}

// update reads on after the newest rows. Rowids were given again, and everything is
// read anew, where one of those rows is gone or another one, or where there are rows
// before the lowest of the last time.
func (x *columnIndex) update(ctx context.Context, db *DB) error {
	var added []entry
	defer func() { x.merge(added) }()
	for {
		again := x.newest
		part, first, more, err := x.read(ctx, db, again)
		if err != nil {
			return err
		}
		if len(again) > 0 && first < x.first || len(part) < len(again) || !slices.Equal(part[:len(again)], again) {
			x.entries, x.newest, added = nil, nil, nil
			continue
		}
		x.first = first
		added = append(added, part[len(again):]...)
		x.newest = slices.Clone(part[max(0, len(part)-newestRows):])
		if !more {
			return nil
		}
	}
}

// read reads some rows again, those that follow them, and the lowest rowid.
func (x *columnIndex) read(ctx context.Context, db *DB, again []entry) (part []entry, first int64, more bool, err error) {
	from := int64(math.MinInt64)
	if len(again) > 0 {
		from = again[0].rowid
	}
	query := fmt.Sprintf("SELECT rowid, %s FROM %s WHERE rowid >= ? ORDER BY rowid LIMIT ?", x.column, x.table)
	err = db.ReadPart(ctx, &x.pace, indexRows, func(ctx context.Context, q Queryer, most int) error {
		part = part[:0]
		lowest := fmt.Sprintf("SELECT coalesce(min(rowid), %d) FROM %s", int64(math.MaxInt64), x.table)
		if err := q.QueryRowContext(ctx, lowest).Scan(&first); err != nil {
			return err
		}
		err := queryEach(ctx, q, func(rows *sql.Rows) error {
			var e entry
			var value any
			err := rows.Scan(&e.rowid, &value)
			e.hash = hashOf(value)
			part = append(part, e)
			return err
		}, query, from, most+len(again))
		more = len(part) == most+len(again)
		return err
	})
	return part, first, more, err
}

// merge adds entries in their places.
func (x *columnIndex) merge(added []entry) {
	slices.SortFunc(added, compareEntries)
	i := len(x.entries) - 1
	x.entries = append(x.entries, added...)
	for to := len(x.entries) - 1; len(added) > 0; to-- {
		last := len(added) - 1
		if i >= 0 && compareEntries(x.entries[i], added[last]) > 0 {
			x.entries[to] = x.entries[i]
			i--
		} else {
			x.entries[to], added = added[last], added[:last]
		}
	}
}
