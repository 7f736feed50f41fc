package nanoclaw

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
	_ "modernc.org/sqlite"
)

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		if err := play(context.Background(), role, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// noon is when the tests take place.
var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func ago(d time.Duration) time.Time { return noon.Add(-d) }

// The two ways in which NanoClaw writes times.
func space(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }
func iso(t time.Time) string   { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// Schemas of version 2.0, as far as they are read or written.
const (
	centralSchema = `
CREATE TABLE agent_groups (id TEXT PRIMARY KEY, name TEXT NOT NULL, folder TEXT NOT NULL UNIQUE, agent_provider TEXT, created_at TEXT NOT NULL);
CREATE TABLE sessions (id TEXT PRIMARY KEY, agent_group_id TEXT NOT NULL REFERENCES agent_groups(id), messaging_group_id TEXT, thread_id TEXT,
	agent_provider TEXT, status TEXT DEFAULT 'active', container_status TEXT DEFAULT 'stopped', last_active TEXT, created_at TEXT NOT NULL);
CREATE TABLE pending_questions (question_id TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions(id), message_out_id TEXT NOT NULL,
	title TEXT NOT NULL, options_json TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE pending_approvals (approval_id TEXT PRIMARY KEY, session_id TEXT REFERENCES sessions(id), request_id TEXT NOT NULL, action TEXT NOT NULL,
	payload TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT, status TEXT NOT NULL DEFAULT 'pending', title TEXT NOT NULL DEFAULT '');`

	inboundSchema = `
CREATE TABLE messages_in (id TEXT PRIMARY KEY, seq INTEGER UNIQUE, kind TEXT NOT NULL, timestamp TEXT NOT NULL, status TEXT DEFAULT 'pending',
	process_after TEXT, recurrence TEXT, series_id TEXT, tries INTEGER DEFAULT 0, trigger INTEGER NOT NULL DEFAULT 1, platform_id TEXT, channel_type TEXT,
	thread_id TEXT, content TEXT NOT NULL, source_session_id TEXT, on_wake INTEGER NOT NULL DEFAULT 0);
CREATE INDEX idx_messages_in_series ON messages_in(series_id);
CREATE TABLE delivered (message_out_id TEXT PRIMARY KEY, platform_message_id TEXT, status TEXT NOT NULL DEFAULT 'delivered', delivered_at TEXT NOT NULL);`

	outboundSchema = `
CREATE TABLE messages_out (id TEXT PRIMARY KEY, seq INTEGER UNIQUE, in_reply_to TEXT, timestamp TEXT NOT NULL, deliver_after TEXT, recurrence TEXT,
	kind TEXT NOT NULL, platform_id TEXT, channel_type TEXT, thread_id TEXT, content TEXT NOT NULL);
CREATE TABLE processing_ack (message_id TEXT PRIMARY KEY, status TEXT NOT NULL, status_changed TEXT NOT NULL);
CREATE TABLE session_state (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TABLE container_state (id INTEGER PRIMARY KEY CHECK (id = 1), current_tool TEXT, tool_declared_timeout_ms INTEGER, tool_started_at TEXT, updated_at TEXT NOT NULL);`

	storeSchema = `
CREATE TABLE scheduled_tasks (id TEXT PRIMARY KEY, group_folder TEXT NOT NULL, chat_jid TEXT NOT NULL, prompt TEXT NOT NULL, schedule_type TEXT NOT NULL,
	schedule_value TEXT NOT NULL, context_mode TEXT DEFAULT 'isolated', next_run TEXT, last_run TEXT, last_result TEXT, status TEXT DEFAULT 'active', created_at TEXT NOT NULL);
CREATE INDEX idx_next_run ON scheduled_tasks(next_run);
CREATE TABLE task_run_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id TEXT NOT NULL, run_at TEXT NOT NULL, duration_ms INTEGER NOT NULL, status TEXT NOT NULL,
	result TEXT, error TEXT, FOREIGN KEY (task_id) REFERENCES scheduled_tasks(id));`
)

// database is one database of an installation. Like NanoClaw's host it is opened,
// written and closed each time.
type database struct {
	t    testing.TB
	path string
}

func (d database) exec(statement string, args ...any) {
	d.t.Helper()
	db, err := sql.Open("sqlite", d.path+"?_pragma=busy_timeout(10000)&_pragma=synchronous(0)")
	must(d.t, err)
	defer func() { must(d.t, db.Close()) }()
	if _, err := db.ExecContext(context.Background(), statement, args...); err != nil {
		d.t.Fatalf("%s: %v", statement, err)
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// host is an installation of version 2.
type host struct {
	testing.TB
	root, data string
	central    *sql.DB // the host keeps it open
	sessions   int
}

const mainAgent = "ag-1776000000000-main01"

func newHost(t testing.TB, root string) *host {
	t.Helper()
	h := &host{TB: t, root: root, data: filepath.Join(root, dataFolder)}
	must(t, os.MkdirAll(filepath.Join(h.data, sessionsFolder), 0o700))
	db, err := sql.Open("sqlite", filepath.Join(h.data, centralName)+"?_pragma=busy_timeout(10000)&_pragma=synchronous(0)")
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	h.central = db
	h.exec("PRAGMA journal_mode=wal")
	h.exec(centralSchema)
	h.exec(`INSERT INTO agent_groups VALUES (?, 'Main', 'main', NULL, ?)`, mainAgent, iso(ago(time.Hour)))
	return h
}

// exec writes to v2.db.
func (h *host) exec(statement string, args ...any) {
	h.Helper()
	if _, err := h.central.ExecContext(context.Background(), statement, args...); err != nil {
		h.Fatalf("%s: %v", statement, err)
	}
}

// pair is one session.
type pair struct {
	host    *host
	id      string
	dir     string
	in, out database
	seq     int
}

// session makes a session whose container has the status, with both of its databases.
func (h *host) session(container string) *pair {
	h.Helper()
	h.sessions++
	id := fmt.Sprintf("sess-%d-aaa%03d", 1776000000000+h.sessions, h.sessions)
	h.exec(`INSERT INTO sessions (id, agent_group_id, status, container_status, created_at) VALUES (?, ?, 'active', ?, ?)`, id, mainAgent, container, iso(noon))
	p := &pair{host: h, id: id, dir: filepath.Join(h.data, sessionsFolder, mainAgent, id)}
	must(h, os.MkdirAll(p.dir, 0o700))
	p.in, p.out = database{h, filepath.Join(p.dir, "inbound.db")}, database{h, filepath.Join(p.dir, "outbound.db")}
	p.in.exec(inboundSchema)
	p.out.exec(outboundSchema)
	return p
}

func (p *pair) group() string { return "main:" + p.id }

// beat sets the heartbeat.
func (p *pair) beat(at time.Time) {
	p.host.Helper()
	path := filepath.Join(p.dir, heartbeatName)
	must(p.host, os.WriteFile(path, nil, 0o600))
	must(p.host, os.Chtimes(path, at, at))
}

// row is a row of messages_in with what the container and the host said of it. What
// is left out is what a due task has.
type row struct {
	id, kind, status   string
	created            time.Time
	after              any // a time.Time as JavaScript writes it, a text as it is, or nil
	recurrence, series any
	tries              int
	context, onWake    bool
	prompt, content    string
	script             any
	ack                string
	acked              time.Time
	sent               []message1
}

// message1 is a row of messages_out.
type message1 struct {
	at       time.Time
	text     string
	kind     string // chat when empty
	unrouted bool
	delivery string // delivered when empty; none: not yet
	iso      bool
}

func said(at time.Time, text string) []message1 { return []message1{{at: at, text: text}} }

// add adds a row and returns its id.
func (p *pair) add(r row) string {
	p.host.Helper()
	p.seq += 2
	if r.id == "" {
		r.id = fmt.Sprintf("task-%d-%06d", 1777000000000+p.seq, p.seq)
	}
	if r.kind == "" {
		r.kind = "task"
	}
	if r.status == "" {
		r.status = stPending
	}
	if r.created.IsZero() {
		r.created = ago(24 * time.Hour)
	}
	if at, ok := r.after.(time.Time); ok {
		r.after = iso(at)
	}
	if r.series == nil {
		r.series = r.id
	}
	if r.prompt == "" {
		r.prompt = "Send the briefing"
	}
	if r.content == "" {
		raw, err := json.Marshal(map[string]any{"prompt": r.prompt, "script": r.script})
		must(p.host, err)
		r.content = string(raw)
	}
	trigger := map[bool]int{true: 0, false: 1}[r.context]
	p.in.exec(`INSERT INTO messages_in (id, seq, kind, timestamp, status, process_after, recurrence, series_id, tries, trigger, platform_id, channel_type, content, on_wake)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'telegram:6', 'telegram', ?, ?)`,
		r.id, p.seq, r.kind, space(r.created), r.status, r.after, r.recurrence, r.series, r.tries, trigger, r.content, map[bool]int{true: 1}[r.onWake])
	if r.ack != "" {
		p.out.exec(`INSERT OR REPLACE INTO processing_ack VALUES (?, ?, ?)`, r.id, r.ack, space(r.acked))
	}
	for _, m := range r.sent {
		p.send(m)
	}
	return r.id
}

// send adds what the container sent.
func (p *pair) send(m message1) {
	p.host.Helper()
	p.seq += 2
	id := fmt.Sprintf("msg-%d-%06d", m.at.UnixMilli(), p.seq)
	raw, err := json.Marshal(map[string]string{"text": m.text})
	must(p.host, err)
	if m.kind == "" {
		m.kind = "chat"
	}
	var channel any = "telegram"
	if m.unrouted {
		channel = nil
	}
	at := space(m.at)
	if m.iso {
		at = iso(m.at)
	}
	p.out.exec(`INSERT INTO messages_out (id, seq, timestamp, kind, platform_id, channel_type, content) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		id, p.seq+1, at, m.kind, channel, channel, string(raw))
	if m.delivery == "" {
		m.delivery = "delivered"
	}
	if m.delivery != "none" {
		p.in.exec(`INSERT INTO delivered VALUES (?, 'p-1', ?, ?)`, id, m.delivery, space(m.at.Add(time.Second)))
	}
}

// transcriptLine is a record of the agent's own transcript.
func (p *pair) transcript(lines ...map[string]any) {
	p.host.Helper()
	const name = "0a6f1c52-4b1d-4c3e-9a53-1f0f6f1a0001"
	p.out.exec(`INSERT OR REPLACE INTO session_state VALUES ('continuation:claude', ?, ?)`, name, iso(noon))
	dir := filepath.Join(p.host.data, sessionsFolder, mainAgent, transcriptFolder)
	must(p.host, os.MkdirAll(dir, 0o700))
	f, err := os.OpenFile(filepath.Join(dir, name+".jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	must(p.host, err)
	defer func() { must(p.host, f.Close()) }()
	for _, line := range lines {
		line["sessionId"], line["cwd"], line["version"] = name, "/workspace/agent", "2.1.0"
		must(p.host, json.NewEncoder(f).Encode(line))
	}
}

func asked(at time.Time, prompt string) map[string]any {
	return map[string]any{"type": "user", "timestamp": iso(at), "message": map[string]any{
		"role": "user", "content": "<context timezone=\"UTC\" />\n<task from=\"home\" time=\"\">Instructions:\n" + prompt + "</task>",
	}}
}

func answered(at time.Time, text string) map[string]any {
	return map[string]any{"type": "assistant", "timestamp": iso(at), "message": map[string]any{
		"id": "m" + iso(at), "type": "message", "role": "assistant", "model": "claude-sonnet-4-5",
		"content": []any{map[string]any{"type": "text", "text": text}}, "stop_reason": "end_turn",
	}}
}

func apiError(at time.Time, text string) map[string]any {
	return map[string]any{"type": "assistant", "timestamp": iso(at), "isApiErrorMessage": true, "error": "rate_limit", "message": map[string]any{
		"id": "m" + iso(at), "type": "message", "role": "assistant", "model": "<synthetic>",
		"content": []any{map[string]any{"type": "text", "text": text}}, "stop_reason": "stop_sequence",
	}}
}
