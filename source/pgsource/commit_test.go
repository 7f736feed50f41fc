package pgsource

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"notdone/source"
)

// failing is a transaction whose commit fails.
type failing struct {
	pgx.Tx
	err error
}

func (f failing) Commit(context.Context) error { return f.err }

// TestCommitInDoubt: what the server says in its own language that it did not commit is not in
// doubt, and the end of the connection is.
func TestCommitInDoubt(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		doubt bool
	}{
		"refused":             {&pgconn.PgError{Severity: "ERROR", SeverityUnlocalized: "ERROR", Code: "23503"}, false},
		"refused in German":   {&pgconn.PgError{Severity: "FEHLER", SeverityUnlocalized: "ERROR", Code: "23503"}, false},
		"ended by the server": {&pgconn.PgError{Severity: "FATAL", SeverityUnlocalized: "FATAL", Code: "57P01"}, true},
		"cut off":             {errors.New("EOF"), true},
		"done":                {nil, false},
	} {
		if err := commit(t.Context(), failing{err: c.err}); errors.Is(err, source.ErrInDoubt) != c.doubt || (err == nil) != (c.err == nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
