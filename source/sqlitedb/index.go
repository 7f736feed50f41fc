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

// Indexes are indexes in memory of columns for which the file has none. Without them
// every query by such a column would scan the whole table. A column is read once, in
// parts, and later only new rows are read, so it must be one whose values do not
// change, such as the task of an event. Indexes are for one goroutine.
type Indexes struct {
	db       *DB
	byColumn map[[2]string]*columnIndex // by table and column
}

// NewIndexes returns an empty set. It is valid until Close or the next NewIndexes;
// after that, queries with its Join expressions fail.
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

// columnIndex maps hashes of the values of one column to rowids, in 16 bytes a row.
// Different values can have one hash, so a query compares the values again.
type columnIndex struct {
	id            int64
	table, column string
	entries       []indexEntry // ordered by hash, then by rowid
	newest        []indexEntry // the rows with the highest rowids, ordered by rowid
	lowest        int64        // the lowest rowid at the last update
	pace          Pace
}

type indexEntry struct {
	hash  uint64
	rowid int64
}

func compareEntries(a, b indexEntry) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.rowid, b.rowid))
}

var valueSeed = maphash.MakeSeed()

const (
	// indexRows is the largest number of rows that one transaction reads.
	indexRows = 20000
	// newestRows is the number of rows that each update compares, to detect that
	// SQLite has given the rowid of a deleted row to a new one.
	newestRows = 64
)

// rowidsFunction is the SQL function with which queries use an index. Its arguments
// are the id of the index and a value, and its result is a JSON array of rowids.
const rowidsFunction = "notdone_rows"

var (
	indexes    sync.Map // every *columnIndex in use, by its id
	lastIndex  atomic.Int64
	errRowFunc = sqlite.RegisterScalarFunction(rowidsFunction, 2, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		x, ok := indexes.Load(args[0])
		if !ok {
			return nil, errors.New("there is no such index")
		}
		rows, err := json.Marshal(x.(*columnIndex).find(args[1]))
		return string(rows), err
	})
)

// RequireAll is Require for pairs of a table and a column.
func (x *Indexes) RequireAll(ctx context.Context, q Queryer, lookups [][2]string) error {
	for _, l := range lookups {
		if err := x.Require(ctx, q, l[0], l[1]); err != nil {
			return err
		}
	}
	return nil
}

// Require adds an index of the column if the file has none. It ignores a table or
// column that does not exist, and a table without rowids, which queries scan.
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
	index := &columnIndex{id: lastIndex.Add(1), table: table, column: column}
	indexes.Store(index.id, index)
	x.byColumn[name] = index
	return nil
}

// Join returns the right side of a CROSS JOIN: the rows of the table whose column
// equals value, an SQL expression over the tables on the left. On a nil set it uses
// no index in memory.
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

// Missing names the columns that the file has no index of, as table(column), in order.
func (x *Indexes) Missing() (missing []string) {
	for name := range x.byColumn {
		missing = append(missing, name[0]+"("+name[1]+")")
	}
	slices.Sort(missing)
	return missing
}

// Update adds the rows that are new since the last call. It must not be called inside
// a read of the DB.
func (x *Indexes) Update(ctx context.Context) error {
	for _, one := range x.byColumn {
		if err := one.update(ctx, x.db); err != nil {
			return err
		}
	}
	return nil
}

// find returns the rowids of all rows whose value has the same hash.
func (x *columnIndex) find(value any) []int64 {
	rows := []int64{}
	hash := hashOf(value)
	i, _ := slices.BinarySearchFunc(x.entries, indexEntry{hash: hash, rowid: math.MinInt64}, compareEntries)
	for ; i < len(x.entries) && x.entries[i].hash == hash; i++ {
		rows = append(rows, x.entries[i].rowid)
	}
	return rows
}

// hashOf returns the same hash for values that compare as equal in a column of texts.
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

// update reads the newest known rows again and then those after them. It starts again
// from nothing when a newest row has changed or is gone, or when there are rows below
// the lowest one: rowids have then been reused.
func (x *columnIndex) update(ctx context.Context, db *DB) error {
	var added []indexEntry
	defer func() { x.merge(added) }()
	for more := true; more; {
		known := x.newest
		var part []indexEntry
		var lowest int64
		err := db.ReadPart(ctx, &x.pace, indexRows, func(ctx context.Context, q Queryer, most int) (err error) {
			part, lowest, err = x.read(ctx, q, most+len(known))
			more = len(part) == most+len(known)
			return err
		})
		if err != nil {
			return err
		}
		if len(known) > 0 && lowest < x.lowest || len(part) < len(known) || !slices.Equal(part[:len(known)], known) {
			x.entries, x.newest, added, more = nil, nil, nil, true
			continue
		}
		x.lowest = lowest
		added = append(added, part[len(known):]...)
		x.newest = slices.Clone(part[max(0, len(part)-newestRows):])
	}
	return nil
}

// read reads the newest known rows, those after them, and the lowest rowid.
func (x *columnIndex) read(ctx context.Context, q Queryer, most int) (part []indexEntry, lowest int64, err error) {
	from := int64(math.MinInt64)
	if len(x.newest) > 0 {
		from = x.newest[0].rowid
	}
	query := fmt.Sprintf("SELECT coalesce(min(rowid), %d) FROM %s", int64(math.MaxInt64), x.table)
	if err := q.QueryRowContext(ctx, query).Scan(&lowest); err != nil {
		return nil, 0, err
	}
	query = fmt.Sprintf("SELECT rowid, %s FROM %s WHERE rowid >= ? ORDER BY rowid LIMIT ?", x.column, x.table)
	err = QueryEach(ctx, q, func(rows *sql.Rows) error {
		var e indexEntry
		var value any
		err := rows.Scan(&e.rowid, &value)
		e.hash = hashOf(value)
		part = append(part, e)
		return err
	}, query, from, most)
	return part, lowest, err
}

// merge adds entries to the ordered ones, in place: a copy of a large index would
// double its memory.
func (x *columnIndex) merge(added []indexEntry) {
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
