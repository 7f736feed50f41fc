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

// Bounds of what is read of a session: so many of its newest rows, for what happened
// around a task, and so many bytes of a content that is taken apart.
const (
	reach       = 5000
	contentMost = 1 << 20
)

// message is a row of messages_in.
type message struct {
	ID, Kind, Status, Recurrence, Series string

	Seq      int64
	Tries    int
	Created  time.Time // when it was inserted: of a recurring one, when the run before ended
	After    time.Time // when it is due; zero: at once
	Scripted bool      // a script decides first whether the agent is asked at all
	Context  bool      // it rides along with others and wakes nobody
	OnWake   bool      // only a container's first poll reads it
}

// due returns when the row could be worked on.
func (m *message) due() time.Time {
	if m.After.After(m.Created) {
		return m.After
	}
	return m.Created
}

func (m *message) live() bool { return m.Status == stPending || m.Status == stPaused }

// ack is what the container says of a row that it took: "processing", or a word that
// ends the row. The time of the claim is overwritten by that of the end.
type ack struct {
	Status string // empty: it did not take it
	At     time.Time
}

const (
	ackProcessing = "processing"
	ackCompleted  = "completed"
)

// failedAcks are the words of releases and forks for a failure. At version 2.0 the host
// records a failed row as completed.
var failedAcks = map[string]bool{"failed": true, "script-skip:error": true, "provider-error": true}

func (a *ack) ends() bool { return a.Status != "" && a.Status != ackProcessing }

// output is a row of messages_out.
type output struct {
	ID, Kind, Text string

	At     time.Time
	Routed bool // it names a channel
	Lost   bool // the host gave up delivering it
}

// scene is a session as it was read for some of its rows.
type scene struct {
	now      time.Time
	facts    *facts
	heart    time.Time
	bash     time.Duration // that the command under way was given
	resumes  string        // the name of the agent's transcript
	messages []message     // by their numbers
	acks     map[string]ack
	byID     map[string]*message
	outputs  []output
	from     time.Time // nothing before is read; zero: everything is
}

// records reads rows with all that their state depends on. The files are no snapshot:
// what the container says is read first.
func (s *session) records(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*record, error) {
	sc := &scene{now: s.root.options.Now(), facts: s.root.central.of(s.store.Group), heart: s.heartbeat(), acks: map[string]ack{}}
	if sc.facts == nil {
		sc.facts = &facts{Group: s.store.Group}
	}
	keep := 8 << 10
	if whole {
		keep = 256 << 10
	}
	if out := s.store.Beside(0); out != nil {
		if err := s.readOutbound(ctx, out, sc, ids, keep); err != nil {
			return nil, err
		}
	}
	if err := s.readMessages(ctx, q, sc, ids); err != nil {
		return nil, err
	}
	records, err := s.readContents(ctx, q, sc, ids, 2*keep)
	if err != nil {
		return nil, err
	}
	return records, s.settle(sc, records)
}

func (s *session) readOutbound(ctx context.Context, out sqlitedb.Queryer, sc *scene, ids []string, keep int) error {
	schema, err := sqlsource.One(ctx, out, "PRAGMA schema_version")
	if err == nil && (s.out == nil || sqlsource.Int(schema) != s.outSchema) {
		s.outSchema = sqlsource.Int(schema)
		s.out, err = sqlsource.ReadTables(ctx, out, tabOut, tabAcks, tabState, tabContainer)
	}
	if err != nil || !s.out.Has(tabAcks, "message_id", "status", "status_changed") || !s.out.Has(tabOut, "id", "content", "channel_type", "platform_id") {
		return err // the container has not made them yet
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
		text := runlog.Cut(strings.TrimSpace(parseContent(r.Text("content"))), keep)
		sc.outputs = append(sc.outputs, output{r.Text("id"), r.Text("kind"), text, parseTime(r.Value("timestamp")), r.Int("routed") != 0, false})
		return nil
	}, "SELECT id, kind, timestamp, channel_type IS NOT NULL AND platform_id IS NOT NULL AS routed, "+content("content")+" FROM "+tabOut+
		" ORDER BY rowid DESC LIMIT ?", reach)
	if len(sc.outputs) == reach {
		sc.from = sc.outputs[reach-1].At.Add(wide)
	}
	command, name := "NULL", "NULL"
	if s.out.Has(tabContainer, "tool_declared_timeout_ms") {
		command = "(SELECT min(max(tool_declared_timeout_ms, 0), 86400000) FROM " + tabContainer + " WHERE current_tool = 'Bash')"
	}
	if s.out.Has(tabState, "value") {
		name = "(SELECT value FROM " + tabState + " WHERE key IN ('continuation:claude', 'sdk_session_id') ORDER BY key LIMIT 1)"
	}
	if err != nil {
		return err
	}
	return sqlsource.Each(ctx, out, func(r sqlsource.Row) error {
		sc.bash, sc.resumes = time.Duration(sqlsource.Int(r.Cell(0)))*time.Millisecond, sqlsource.Text(r.Cell(1))
		return nil
	}, "SELECT "+command+", "+name)
}

// readMessages reads the newest rows and those with the ids, but for what they say.
func (s *session) readMessages(ctx context.Context, q sqlitedb.Queryer, sc *scene, ids []string) error {
	err := sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		sc.messages = append(sc.messages, message{
			ID: r.Text("id"), Seq: sqlsource.Int(r.Value("seq")), Kind: r.Text("kind"), Status: r.Text("status"), Recurrence: r.Text("recurrence"),
			Series: r.Text("series"), Tries: r.Int("tries"), Created: parseTime(r.Value("timestamp")), After: parseTime(r.Value("process_after")),
			Scripted: r.Int("scripted") != 0, Context: r.Int("context") != 0, OnWake: r.Int("waking") != 0,
		})
		return nil
	}, `SELECT t.id, t.seq, t.kind, t.timestamp, t.status, t.process_after, t.recurrence, t.tries, `+s.series("t")+` AS series, `+
		s.col("t", "trigger", "1")+` = 0 AS context, `+s.col("t", "on_wake", "0")+` AS waking, CASE WHEN t.kind = 'task'
		AND octet_length(t.content) <= ?2 AND json_valid(t.content) THEN trim(coalesce(json_extract(t.content, '$.script'), '')) <> '' END AS scripted
		FROM `+tabIn+` t WHERE t.seq >= (SELECT min(seq) FROM (SELECT seq FROM `+tabIn+` ORDER BY seq DESC LIMIT ?1))
		OR t.id IN (SELECT value FROM json_each(?3)) ORDER BY t.seq`, reach, contentMost, sqlsource.List(ids))
	sc.byID = make(map[string]*message, len(sc.messages))
	for i := range sc.messages {
		sc.byID[sc.messages[i].ID] = &sc.messages[i]
	}
	if err != nil || !s.Has(tabDelivered, "message_out_id", "status") {
		return err
	}
	lost, err := sqlsource.Strings(ctx, q, "SELECT message_out_id FROM "+tabDelivered+" WHERE status = 'failed' ORDER BY rowid DESC LIMIT ?", reach)
	for i := range sc.outputs {
		sc.outputs[i].Lost = slices.Contains(lost, sc.outputs[i].ID)
	}
	return err
}

func (s *session) readContents(ctx context.Context, q sqlitedb.Queryer, sc *scene, ids []string, keep int) (records []*record, err error) {
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		if m := sc.byID[r.Text("id")]; m != nil {
			prompt := runlog.Cut(parseContent(r.Text("content")), keep)
			records = append(records, &record{message: *m, scene: sc, ack: sc.acks[m.ID], size: sqlsource.Int(r.Value("size")), prompt: prompt})
		}
		return nil
	}, "SELECT t.id, "+content("t.content")+", "+s.Size(tabIn, "t", columns...)+" AS size FROM json_each(?1) j CROSS JOIN "+s.tasks()+
		" t ON t.id = j.value", sqlsource.List(ids))
	return records, err
}

// content is a column that is read whole where it is to be taken apart.
func content(column string) string {
	return "coalesce(" + sqlsource.Whole(column, contentMost) + ", " + sqlsource.Ends(column, 4<<10) + ") AS content"
}

// parseContent returns what a content asks for or says. Very old rows hold the text
// itself.
func parseContent(content string) string {
	var fields struct{ Prompt, Text any }
	if json.Unmarshal([]byte(content), &fields) != nil {
		return content
	}
	for _, field := range []any{fields.Prompt, fields.Text} {
		if text, ok := field.(string); ok && text != "" {
			return text
		}
	}
	return content
}

// parseTime reads either way in which times are written, often in one column: as
// SQLite does, in UTC without a zone, and as JavaScript does.
func parseTime(v any) time.Time {
	at, _, _ := runlog.ParseStamp([]byte(strings.TrimSpace(sqlsource.Text(v))))
	return at
}
