package nanoclaw

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"notdone/source/runlog"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Bounds of what is read of a session at once: so many of its newest rows are looked
// through for what happened around a task, and so much of a content is taken apart.
const (
	reach       = 20_000
	contentMost = 1 << 20
)

// message is a row of messages_in.
type message struct {
	ID, Kind, Status, Recurrence, Series string
	Seq                                  int64
	Tries                                int
	Created                              time.Time // timestamp: when the row was inserted
	After                                time.Time // process_after; zero: at once
	Context                              bool      // trigger is 0: it rides along and wakes nobody
	OnWake                               bool      // only a container's first poll reads it
}

// due is when the row may be worked on.
func (m *message) due() time.Time {
	if m.After.After(m.Created) {
		return m.After
	}
	return m.Created
}

// fires is when it was to be worked on.
func (m *message) fires() time.Time {
	if m.After.IsZero() {
		return m.Created
	}
	return m.After
}

func (m *message) live() bool { return m.Status == stPending || m.Status == stPaused }

// ack is a row of processing_ack: what the container says of a row that it took.
type ack struct {
	Status string // empty: there is none
	At     time.Time
}

// Words of processing_ack.status. Releases and forks add others, each of which ends
// the row as well.
const (
	ackProcessing = "processing"
	ackCompleted  = "completed"
)

// failedAcks are those that say that a row failed. At version 2.0 the host records a
// failed one as completed.
var failedAcks = map[string]bool{"failed": true, "script-skip:error": true, "provider-error": true}

// ends reports whether the container is through with the row.
func (a *ack) ends() bool { return a.Status != "" && a.Status != ackProcessing }

// output is a row of messages_out.
type output struct {
	ID, Kind string
	At       time.Time
	Routed   bool   // it says where it is to go
	Failed   bool   // the host gave up delivering it
	Text     string // of those around a task that is read
	rowid    int64
}

// scene is a session as it was read, for all tasks of one read.
type scene struct {
	now      time.Time
	facts    *facts
	heart    time.Time
	bash     time.Duration // the time that a command under way was given
	messages []message     // in their order
	byID     map[string]*message
	acks     map[string]ack
	turns    turns
	outputs  []output  // in the order of their times
	from     time.Time // what happened before is not read; zero: everything is
	outbound bool      // there is an outbound.db
	resumes  string    // the name of the agent's transcript
}

// records reads rows with all that their state depends on. Those that do not exist are
// left out.
func (s *session) records(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*record, error) {
	sc := &scene{
		now: s.root.options.Now(), facts: s.root.central.of(s.store.Group), heart: s.heartbeat(),
		byID: map[string]*message{}, acks: map[string]ack{},
	}
	if sc.facts == nil {
		sc.facts = &facts{Group: s.store.Group}
	}
	if out := s.store.Beside(0); out != nil {
		if err := s.readOutbound(ctx, out, sc, ids); err != nil {
			return nil, err
		}
	}
	if err := s.readMessages(ctx, q, sc); err != nil {
		return nil, err
	}
	records, err := s.readContents(ctx, q, sc, ids, whole)
	if err != nil {
		return nil, err
	}
	sc.turns = turnsOf(sc)
	return records, s.judgeTurns(ctx, q, sc, records, whole)
}

// readOutbound reads what the container wrote, but for the texts.
func (s *session) readOutbound(ctx context.Context, out sqlitedb.Queryer, sc *scene, ids []string) error {
	tables, err := s.outbound(ctx, out)
	if err != nil {
		return err
	}
	sc.outbound = tables.Has(tabAcks, "message_id", "status", "status_changed") && tables.Has(tabOut, "id", "timestamp", "kind")
	if !sc.outbound {
		return nil
	}
	const acks = "SELECT message_id, status, status_changed FROM " + tabAcks
	err = sqlsource.Each(ctx, out, func(r sqlsource.Row) error {
		sc.acks[sqlsource.Text(r.Cell(0))] = ack{sqlsource.Text(r.Cell(1)), parseTime(r.Cell(2))}
		return nil
	}, "SELECT * FROM ("+acks+" ORDER BY rowid DESC LIMIT ?1) UNION "+acks+" WHERE message_id IN (SELECT value FROM json_each(?2))", reach, sqlsource.List(ids))
	if err != nil {
		return err
	}
	err = sqlsource.Each(ctx, out, func(r sqlsource.Row) error {
		sc.outputs = append(sc.outputs, output{
			ID: r.Text("id"), Kind: r.Text("kind"), At: parseTime(r.Value("timestamp")), Routed: sqlsource.Int(r.Value("routed")) != 0,
			rowid: sqlsource.Int(r.Value("number")),
		})
		return nil
	}, "SELECT o.rowid AS number, o.id, o.kind, o.timestamp, "+tables.Expr(tabOut, "o", "channel_type")+" IS NOT NULL AND "+
		tables.Expr(tabOut, "o", "platform_id")+" IS NOT NULL AS routed FROM "+tabOut+" o ORDER BY o.rowid DESC LIMIT ?", reach)
	if err != nil {
		return err
	}
	if len(sc.outputs) == reach {
		sc.from = sc.outputs[reach-1].At.Add(wide)
	}
	slices.SortStableFunc(sc.outputs, func(a, b output) int { return a.At.Compare(b.At) })
	return sc.readState(ctx, out, tables)
}

// outbound returns the tables of outbound.db, which the container makes.
func (s *session) outbound(ctx context.Context, out sqlitedb.Queryer) (sqlsource.Tables, error) {
	version, err := sqlsource.One(ctx, out, "PRAGMA schema_version")
	if err != nil || s.out != nil && sqlsource.Int(version) == s.outVersion {
		return s.out, err
	}
	s.outVersion = sqlsource.Int(version)
	s.out, err = sqlsource.ReadTables(ctx, out, tabOut, tabAcks, tabState, tabContainer)
	return s.out, err
}

// longest is the longest time that a command is taken to have been given.
const longest = 24 * time.Hour

// readState reads what the container does, and the name of its transcript. Only a
// command of a shell is given a time of its own.
func (sc *scene) readState(ctx context.Context, out sqlitedb.Queryer, tables sqlsource.Tables) error {
	command, name := "NULL", "NULL"
	if tables.Has(tabContainer, "current_tool", "tool_declared_timeout_ms") {
		command = "(SELECT tool_declared_timeout_ms FROM " + tabContainer + " WHERE current_tool = 'Bash')"
	}
	if tables.Has(tabState, "key", "value") {
		name = "(SELECT value FROM " + tabState + " WHERE key IN ('continuation:claude', 'sdk_session_id') ORDER BY key LIMIT 1)"
	}
	return sqlsource.Each(ctx, out, func(r sqlsource.Row) error {
		sc.bash = time.Duration(min(max(sqlsource.Int(r.Cell(0)), 0), longest.Milliseconds())) * time.Millisecond
		sc.resumes = sqlsource.Text(r.Cell(1))
		return nil
	}, "SELECT "+command+", "+name)
}

// readMessages reads all rows of the session, but for their contents.
func (s *session) readMessages(ctx context.Context, q sqlitedb.Queryer, sc *scene) error {
	c := func(name, without string) string { return s.col("t", name, without) + " AS " + name }
	err := sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		sc.messages = append(sc.messages, message{
			ID: r.Text("id"), Seq: sqlsource.Int(r.Value("seq")), Kind: r.Text("kind"), Status: r.Text("status"), Recurrence: r.Text("recurrence"),
			Series: r.Text("series"), Tries: r.Int("tries"), Created: parseTime(r.Value("timestamp")), After: parseTime(r.Value("process_after")),
			Context: sqlsource.Int(r.Value("wakes")) == 0, OnWake: r.Int("on_wake") != 0,
		})
		return nil
	}, "SELECT t.id, "+c("seq", "t.rowid")+", t.kind, t.timestamp, t.status, "+c("process_after", "NULL")+", "+c("recurrence", "NULL")+
		", coalesce("+s.series("t")+", t.id) AS series, "+c("tries", "0")+", coalesce("+s.col("t", `"trigger"`, s.col("t", "trigger", "1"))+
		", 1) AS wakes, "+c("on_wake", "0")+" FROM "+tabIn+" t ORDER BY t.rowid DESC LIMIT ?", reach)
	slices.SortStableFunc(sc.messages, func(a, b message) int { return int(min(max(a.Seq-b.Seq, -1), 1)) })
	for i := range sc.messages {
		sc.byID[sc.messages[i].ID] = &sc.messages[i]
	}
	return err
}

// readContents reads what the asked for rows say.
func (s *session) readContents(ctx context.Context, q sqlitedb.Queryer, sc *scene, ids []string, whole bool) (records []*record, err error) {
	keep := 16 << 10
	if whole {
		keep = contentMost
	}
	var columns []string
	for name := range s.Tables[tabIn] {
		columns = append(columns, name)
	}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		m := sc.byID[r.Text("id")]
		if m == nil {
			return nil
		}
		rec := &record{message: *m, scene: sc, ack: sc.acks[m.ID], size: sqlsource.Int(r.Value("size"))}
		rec.prompt, rec.script = r.Text("cut"), false
		if r.Value("content") != nil {
			rec.prompt, rec.script = parseContent(r.Text("content"))
		}
		rec.prompt = runlog.Cut(rec.prompt, keep)
		records = append(records, rec)
		return nil
	}, "SELECT t.id, "+sqlsource.Whole("t.content", contentMost)+" AS content, CASE WHEN octet_length(t.content) > ?2 THEN "+
		sqlsource.Ends("t.content", 4<<10)+" END AS cut, "+sqlsource.Size("t", columns...)+" AS size FROM json_each(?1) j CROSS JOIN "+
		s.tasks()+" t ON t.id = j.value", sqlsource.List(ids), contentMost)
	return records, err
}

// parseContent takes a content apart: what is asked for, and whether a script decides
// first whether the agent is asked at all. Very old rows hold the text itself.
func parseContent(content string) (prompt string, script bool) {
	var fields struct{ Prompt, Text, Script any }
	if err := json.Unmarshal([]byte(content), &fields); err != nil {
		return content, false
	}
	text, _ := fields.Prompt.(string)
	if text == "" {
		text, _ = fields.Text.(string)
	}
	if text == "" {
		text = content
	}
	code, _ := fields.Script.(string)
	return text, strings.TrimSpace(code) != ""
}

// parseTime reads either way in which times are written, at times in one column: as
// SQLite's own functions do, in UTC without a zone, and as JavaScript does.
func parseTime(v any) time.Time {
	at, _, _ := runlog.ParseStamp([]byte(strings.TrimSpace(sqlsource.Text(v))))
	return at
}

// firstLine is the beginning of a text that a title shows.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return runlog.Cut(s, 240)
}
