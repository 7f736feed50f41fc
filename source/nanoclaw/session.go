package nanoclaw

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
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

// session is one pair: inbound.db, which the host writes, and outbound.db beside it,
// which the container writes and which may be missing or empty.
type session struct {
	sqlsource.Tables // of inbound.db
	root             *root
	store            *sqlsource.Store
	transcript       transcript
	// What the cases show that stands in neither database: v2.db's facts, and of each
	// claimed row when it was claimed and the heartbeat then known.
	shown  *facts
	claims map[string][2]time.Time
	// The tables of outbound.db, by the number of its schema.
	out       sqlsource.Tables
	outSchema int64
}

func startSession(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store, r *root) (sqlsource.Queue, error) {
	tables, err := sqlsource.ReadTables(ctx, q, tabIn, tabDelivered)
	if err == nil && !tables.Has(tabIn, "id", "seq", "kind", "timestamp", "status", "process_after", "recurrence", "tries", "content") {
		err = sqlsource.ErrNotMine
	}
	if err != nil {
		return nil, err
	}
	return &session{Tables: tables, root: r, store: s, claims: map[string][2]time.Time{}}, nil
}

// tasks is the part of messages_in that is listed. Rows of kind system are answers of
// tools, which are never worked on.
func (s *session) tasks() string {
	where := "kind = 'task'"
	if s.root.options.Chats {
		where = "kind <> 'system'"
	}
	return "(SELECT rowid AS rowid, * FROM " + tabIn + " WHERE " + where + ")"
}

// col is an expression for a column that older releases lack.
func (s *session) col(alias, name, without string) string {
	if s.Has(tabIn, name) {
		return alias + ".\"" + name + `"`
	}
	return without
}

// series is an expression for the series of a row, which is its own where it has none.
func (s *session) series(alias string) string {
	return "coalesce(" + s.col(alias, "series_id", "NULL") + ", " + alias + ".id)"
}

var unsorted = []sqlsource.Phase{{}}

// Shape describes the rows. Newer rows that wait can starve a pending one.
func (s *session) Shape() *sqlsource.Shape {
	return &sqlsource.Shape{
		Table: s.tasks(), ID: "t.id", Status: "t.status", Phases: unsorted, Unsorted: true, Busy: []string{stPending},
		Marks: []string{
			"t.status", "t.process_after", "t.recurrence", "t.tries", s.series("t"), sqlsource.Ends("t.content", 4<<10),
			"CASE WHEN t.status = 'pending' THEN (SELECT count(*) FROM (SELECT 1 FROM " + tabIn + " n WHERE n.status = 'pending' AND n.rowid > t.rowid LIMIT 10)) END",
		},
	}
}

// Load reads rows with what became of them.
func (s *session) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*model.Case, error) {
	records, err := s.records(ctx, q, ids, whole)
	if err != nil {
		return nil, err
	}
	s.shown = s.root.central.of(s.store.Group)
	cases := make([]*model.Case, len(records))
	for i, r := range records {
		if delete(s.claims, r.ID); r.claimed() {
			s.claims[r.ID] = [2]time.Time{r.ack.At, r.heart}
		}
		c := r.build(s)
		cases[i] = &c
	}
	return cases, nil
}

// Near lists the rows of the same series, which show how each of its runs went.
func (s *session) Near(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]string, error) {
	return sqlsource.Strings(ctx, q, "SELECT t.id FROM "+s.tasks()+" t WHERE "+s.series("t")+" IN (SELECT "+s.series("o")+
		" FROM json_each(?) j CROSS JOIN "+tabIn+" o ON o.id = j.value)", sqlsource.List(ids))
}

// Moved lists the claimed rows of which the heartbeat tells something new: the first
// sign of life, and later ones now and then. All rows show what v2.db says.
func (s *session) Moved() (ids []string, all bool) {
	if s.shown != nil && !reflect.DeepEqual(s.shown, s.root.central.of(s.store.Group)) {
		return nil, true
	}
	if len(s.claims) == 0 {
		return nil, false
	}
	heart := s.heartbeat()
	for id, c := range s.claims {
		if heart != c[1] && (!c[1].After(c[0]) || heart.Sub(c[1]).Abs() >= time.Minute) {
			ids = append(ids, id)
		}
	}
	return ids, false
}

// heartbeat returns when the container last gave a sign of life; zero: never. It touches
// the file at every event of a turn, and not while it idles.
func (s *session) heartbeat() time.Time {
	info, err := os.Lstat(filepath.Join(filepath.Dir(s.store.Path), heartbeatName))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime().UTC()
}
