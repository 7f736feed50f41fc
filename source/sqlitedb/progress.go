package sqlitedb

import (
	"errors"
	"reflect"
	"sync"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// The driver ends a query when its context ends, by a goroutine for each call, and database/sql
// has another one for its rows. To begin and end them takes longer than most queries do. So
// neither is told of contexts that may end, and SQLite asks instead every progressSteps steps of
// a query whether it is to go on.
const progressSteps = 1000

type progressFunc = func(tls *libc.TLS, handle uintptr) int32

// asking has the connections by SQLite's handles.
var asking sync.Map

// installProgress has SQLite ask whether the queries of the connection go on. The driver must not be
// given a context that can end from then on: it takes the same place for its own question.
func (c *connection) installProgress(driverConn any) error {
	var handle reflect.Value
	if v := reflect.Indirect(reflect.ValueOf(driverConn)); v.Kind() == reflect.Struct {
		handle = v.FieldByName("db")
	}
	if handle.Kind() != reflect.Uintptr {
		return errors.New("the SQLite driver does not tell which connection it has")
	}
	c.handle = uintptr(handle.Uint())
	asking.Store(c.handle, c)
	tls := libc.NewTLS()
	defer tls.Close()
	lib.Xsqlite3_progress_handler(tls, c.handle, progressSteps, cPointer(progressFunc(endsAtContext)), c.handle)
	return nil
}

// endsAtContext tells SQLite to end a query whose context has ended.
func endsAtContext(_ *libc.TLS, handle uintptr) int32 {
	c, ok := asking.Load(handle)
	if !ok {
		return 0
	}
	if ctx := c.(*connection).query; ctx != nil && ctx.Err() != nil { //nolint:forcetypeassert // nothing else is in it
		return 1
	}
	return 0
}
