package live

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"
	"syscall"
	"time"
)

// readBare is the process to compare a listing with: it reads the rows of a
// Hermes board and decodes their payloads, does nothing with them, and says
// how many rows there were and how much processor time that took. Starting
// the process, which is a test, is not counted.
func readBare() error {
	begin, err := processorTime()
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", os.Args[1])
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	total := 0
	for _, table := range []struct{ name, payload string }{
		{"tasks", ""}, {"task_runs", "metadata"}, {"task_events", "payload"},
	} {
		n, err := readTable(db, table.name, table.payload)
		if err != nil {
			return err
		}
		total += n
	}
	end, err := processorTime()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(bare{Rows: total, Took: end - begin})
}

// bare is what readBare says.
type bare struct {
	Rows int
	Took time.Duration
}

// processorTime is what this process has taken of the processors so far.
func processorTime() (time.Duration, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), nil
}

// readTable reads every cell of a table, decodes those of one column, and
// returns how many rows there are.
func readTable(db *sql.DB, table, payload string) (n int, err error) {
	rows, err := db.QueryContext(context.Background(), "SELECT * FROM "+table)
	if err != nil {
		return 0, err
	}
	defer func() { _ = rows.Close() }()
	names, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	cells, into := make([]any, len(names)), make([]any, len(names))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return n, err
		}
		n++
		for i, name := range names {
			text, ok := cells[i].(string)
			if name != payload || !ok {
				continue
			}
			var decoded map[string]any
			if err := json.Unmarshal([]byte(text), &decoded); err != nil {
				return n, err
			}
		}
	}
	return n, rows.Err()
}
