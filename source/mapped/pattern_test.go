package mapped_test

import (
	"database/sql"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/detect"
	"notdone/source/mapped"
)

// The tables that the libraries make for a queue with a name of its own.
const (
	ackTable    = " (_id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB, timestamp FLOAT, status INTEGER);"
	plainTable  = " (_id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB, timestamp FLOAT);"
	uniqueTable = " (_id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB, timestamp FLOAT, status INTEGER, UNIQUE (data));"
	betterTable = " (id TEXT UNIQUE, lock TEXT, task TEXT, priority NUMERIC, added INTEGER PRIMARY KEY AUTOINCREMENT);"
)

// TestTablesNamedByTheirUsers: a queue is recognised whatever name its user gave it, and several of
// them in one file are several tables. A table with other columns is none.
func TestTablesNamedByTheirUsers(t *testing.T) {
	for name, tc := range map[string]struct {
		script string
		kind   string   // empty: it is not recognised
		want   []string // IDs and states
	}{
		"one": {
			"CREATE TABLE `ack_queue_mail`" + ackTable + "INSERT INTO ack_queue_mail (data, timestamp, status) VALUES ('a', 1768035600, 9), ('b', 1768035600, 0);",
			"persist-queue",
			[]string{"1 failed", "2 queued"},
		},
		"several": {
			"CREATE TABLE `ack_queue_mail`" + ackTable + "CREATE TABLE `ack_unique_queue_my jobs`" + uniqueTable + "CREATE TABLE `queue_default`" + plainTable +
				"INSERT INTO ack_queue_mail (data, status) VALUES ('a', 2); INSERT INTO `ack_unique_queue_my jobs` (data, status) VALUES ('b', 5);" +
				"INSERT INTO queue_default (data) VALUES ('c');",
			"persist-queue",
			[]string{"ack_queue_mail/1 active", "ack_unique_queue_my jobs/1 done", "queue_default/1 queued"},
		},
		"without acknowledgement": {
			"CREATE TABLE `filo_queue_x`" + plainTable + "INSERT INTO filo_queue_x (data) VALUES ('c');",
			"persist-queue",
			[]string{"1 queued"},
		},
		"better-queue": {
			"CREATE TABLE crawl" + betterTable + `INSERT INTO crawl (id, lock, task) VALUES ('a', '', '1'), ('b', 'w1', '2');`,
			"better-queue",
			[]string{"a queued", "b active"},
		},
		"one column more": {"CREATE TABLE crawl (id, lock, task, priority, added, url); CREATE TABLE queue_log (_id, data, timestamp, level);", "", nil},
		"no name":         {"CREATE TABLE queue_" + plainTable, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "q.db")
			db, err := sql.Open("sqlite", path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.ExecContext(t.Context(), tc.script); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			if kinds := recognise(t, path); strings.Join(kinds, " ") != tc.kind {
				t.Fatalf("it is recognised as %v", kinds)
			}
			if tc.kind == "" {
				return
			}
			for _, kind := range []string{"", tc.kind} {
				found, err := detect.Adapters(t.Context(), mapped.Adapters(mapped.Catalogue(), nil), path, kind)
				if err != nil {
					t.Fatal(err)
				}
				s, err := found[0].Open(t.Context(), path, source.Options{Now: func() time.Time { return clock }})
				if err != nil {
					t.Fatal(err)
				}
				got := map[string]bool{}
				for _, c := range listAll(t, s) {
					state := found[0].StateOf(&c)
					got[c.Task.ID+" "+state.String()] = true
				}
				if all := slices.Sorted(maps.Keys(got)); !slices.Equal(all, tc.want) {
					t.Errorf("--as %q: %q, want %q", kind, all, tc.want)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
}
