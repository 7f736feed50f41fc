package sqlsource_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"notdone/source"
	"notdone/source/sourcetest"
)

func TestContract(t *testing.T) {
	for _, journal := range []string{"wal", "delete"} {
		t.Run(journal, func(t *testing.T) {
			sourcetest.Run(t, sourcetest.Harness{
				Adapter: parcelAdapter(),
				Options: source.Options{Now: func() time.Time { return time.Unix(1_800_000_000, 0) }},
				New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
					path := filepath.Join(dir, "parcels.db")
					return path, postman(t, path, journal)
				},
			})
		})
	}
}

// postman makes a queue of parcels and works in it.
func postman(t testing.TB, path, journal string) sourcetest.Owner {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)&_pragma=synchronous(0)")
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	exec := func(statement string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(context.Background(), statement, args...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	exec("PRAGMA journal_mode=" + journal)
	exec(parcelSchema)
	statuses := []string{"waiting", "on the way", "returned", "delivered", "lost"}
	added, changes := 0, 0
	log := func(id, what string) {
		exec("INSERT INTO parcel_log (parcel, what, at) VALUES (?, ?, 5)", id, what)
	}
	add := func(address string) string {
		id := fmt.Sprintf("p%03d", added)
		exec("INSERT INTO parcels VALUES (?, ?, ?, 'nobody was there', 7)", id, address, statuses[added%len(statuses)])
		log(id, "taken in")
		added++
		return id
	}
	return sourcetest.Owner{
		Add: func(n int) {
			for range n {
				add("1 High Street")
			}
		},
		Change: func(id string) {
			changes++
			exec("UPDATE parcels SET address = ? WHERE id = ?", fmt.Sprint(changes, " High Street"), id)
			log(id, "addressed anew")
		},
		Path:   func(string) string { return path },
		Remove: func(id string) { exec("DELETE FROM parcels WHERE id = ?", id); log(id, "gone") },
		Large: func(size int) string {
			id := add("1 High Street")
			exec("UPDATE parcels SET note = printf('%.*c', ?, 'b') WHERE id = ?", size, id)
			return id
		},
		Crowd: func(events int) string {
			id := add("1 High Street")
			exec(`INSERT INTO parcel_log (parcel, what, at) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
				SELECT ?, 'scanned', i FROM n`, events, id)
			return id
		},
		Move: func(id string) {
			exec("UPDATE parcels SET status = CASE status WHEN 'lost' THEN 'waiting' ELSE 'lost' END WHERE id = ?", id)
		},
		Rest: func() {
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		},
	}
}
