package nanoclaw

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Tables of a session's pair.
const (
	tabIn        = "messages_in"
	tabDelivered = "delivered"
	tabOut       = "messages_out"
	tabAcks      = "processing_ack"
	tabState     = "session_state"
	tabContainer = "container_state"
)

// heartbeatName is the file whose time tells that the container works. It is touched at
// every event of a turn, and not while the container idles.
const heartbeatName = ".heartbeat"

// session is one pair: inbound.db, which the host writes, and outbound.db beside it,
// which the container writes and which may be missing or empty.
type session struct {
	sqlsource.Tables // of inbound.db
	root             *root
	store            *sqlsource.Store
	prefix           string // before each id
	transcript       transcript

	out        sqlsource.Tables // of outbound.db, of this version of its schema
	outVersion int64

	loaded, kept *shown
}

// shown is what the last read showed of what is in neither database of the pair.
type shown struct {
	facts   *facts
	claimed []claimed // the claims that were open
}

// claimed is a row that the container claimed, and the heartbeat that was seen.
type claimed struct {
	id        string
	at, heart time.Time
}

func startSession(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store, r *root) (sqlsource.Queue, error) {
	tables, err := sqlsource.ReadTables(ctx, q, tabIn, tabDelivered)
	if err != nil {
		return nil, err
	}
	if !tables.Has(tabIn, "id", "kind", "timestamp", "status", "content") {
		return nil, sqlsource.ErrNotMine
	}
	if err := sqlitedb.PlainTables(ctx, q, tabIn, tabDelivered); err != nil {
		return nil, err
	}
	return &session{Tables: tables, root: r, store: s, prefix: s.Group + "/"}, nil
}

// tasks is the table of tasks: the rows of messages_in that are one. Those of kind
// system are answers of tools, which are never worked on.
func (s *session) tasks() string {
	where := "kind = 'task'"
	if s.root.options.Chats {
		where = "kind <> 'system'"
	}
	return "(SELECT rowid AS rowid, * FROM " + tabIn + " WHERE " + where + ")"
}

// col is an expression for a column of messages_in, which older releases may lack.
func (s *session) col(alias, name, without string) string {
	if s.Has(tabIn, name) {
		return alias + "." + name
	}
	return without
}

func (s *session) series(alias string) string { return s.col(alias, "series_id", alias+".id") }

// Shape describes the rows. Only pending ones change without anything in the row: ten
// newer rows that wait without being worked on keep the container from an older one.
func (s *session) Shape() *sqlsource.Shape {
	crowd := "CASE WHEN t.status = '" + stPending + "' THEN (SELECT count(*) FROM (SELECT 1 FROM " + tabIn + " n WHERE n.status = '" + stPending +
		"' AND n.rowid > t.rowid LIMIT " + "10)) END"
	return &sqlsource.Shape{
		Table: s.tasks(), ID: "t.id", Status: "t.status", Phases: []sqlsource.Phase{{}}, Unsorted: true, Busy: []string{stPending},
		Marks: []string{
			"t.status", s.col("t", "process_after", "NULL"), s.col("t", "recurrence", "NULL"), s.col("t", "tries", "0"),
			s.series("t"), sqlsource.Ends("t.content", 4<<10), crowd,
		},
	}
}

// Load reads rows with what became of them.
func (s *session) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]model.Case, error) {
	records, err := s.records(ctx, q, ids, whole)
	if err != nil {
		return nil, err
	}
	s.loaded = &shown{facts: s.root.central.of(s.store.Group)}
	cases := make([]model.Case, len(records))
	for i, r := range records {
		if r.ack.Status == ackProcessing {
			s.loaded.claimed = append(s.loaded.claimed, claimed{r.ID, r.ack.At, r.heart})
		}
		cases[i] = r.build(s)
	}
	return cases, nil
}

// Near lists the rows of the same series: how one run went is seen by the others.
func (s *session) Near(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]string, error) {
	if !s.Has(tabIn, "series_id") {
		return nil, nil
	}
	return sqlsource.Strings(ctx, q, "SELECT DISTINCT t.id FROM json_each(?) j CROSS JOIN "+tabIn+" o ON o.id = j.value JOIN "+s.tasks()+
		" t ON t.series_id = o.series_id", sqlsource.List(ids))
}

// Keep remembers what was shown.
func (s *session) Keep() {
	if s.kept == nil || s.loaded.facts != s.kept.facts {
		s.kept = &shown{facts: s.loaded.facts}
	}
	for _, c := range s.loaded.claimed {
		s.kept.note(c)
	}
}

func (w *shown) note(c claimed) {
	for i := range w.claimed {
		if w.claimed[i].id == c.id {
			w.claimed[i] = c
			return
		}
	}
	w.claimed = append(w.claimed, c)
}

// heartPause is how often a heartbeat that goes on is read.
const heartPause = time.Minute

// Moved lists the claimed rows whose heartbeat tells something else than before, and
// reports whether v2.db says something else of the session.
func (s *session) Moved() (ids []string, all bool) {
	if s.kept == nil {
		return nil, false
	}
	if now := s.root.central.of(s.store.Group); now != s.kept.facts {
		if now == nil || s.kept.facts == nil || !now.equal(s.kept.facts) {
			return nil, true
		}
		s.kept.facts = now
	}
	if len(s.kept.claimed) == 0 {
		return nil, false
	}
	heart := s.heartbeat()
	for _, c := range s.kept.claimed {
		if !heart.Equal(c.heart) && (!c.heart.After(c.at) || heart.Sub(c.heart) >= heartPause || heart.Before(c.heart)) {
			ids = append(ids, c.id)
		}
	}
	return ids, false
}

// heartbeat is the time of the heartbeat; zero: there is none.
func (s *session) heartbeat() time.Time {
	info, err := os.Lstat(filepath.Join(filepath.Dir(s.store.Path), heartbeatName))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime().UTC()
}
