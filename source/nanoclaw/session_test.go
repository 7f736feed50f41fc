package nanoclaw

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	probe "notdone/source/detect"
	"notdone/source/watch"
)

// TestDetection: an installation is known by its root, its folder of data and its
// database, version 1 by its store; folders of others are not.
func TestDetection(t *testing.T) {
	two, one, other := t.TempDir(), t.TempDir(), t.TempDir()
	h := newHost(t, two)
	h.session("stopped")
	must(t, os.MkdirAll(filepath.Join(one, storeFolder), 0o700))
	must(t, os.Mkdir(filepath.Join(one, groupsFolder), 0o700))
	database{t, filepath.Join(one, storeFolder, storeName)}.exec(storeSchema)
	must(t, os.MkdirAll(filepath.Join(other, storeFolder), 0o700))
	database{t, filepath.Join(other, storeFolder, storeName)}.exec("CREATE TABLE messages (id TEXT)")
	for path, want := range map[string]bool{
		two: true, h.data: true, filepath.Join(h.data, centralName): true, filepath.Join(h.data, sessionsFolder): false,
		one: true, filepath.Join(one, storeFolder): true, filepath.Join(other, storeFolder): false, filepath.Join(one, storeFolder, storeName): true, other: false, filepath.Join(other, storeFolder, storeName): false,
	} {
		found, err := probe.Adapters(t.Context(), []source.Adapter{Adapter()}, path, "")
		if (err == nil && len(found) == 1) != want {
			t.Errorf("%s: found %d, %v", path, len(found), err)
		}
	}
	for _, path := range []string{two, h.data, filepath.Join(h.data, centralName)} {
		judge(t, path, source.Options{})
	}
}

// run is a run of a series: whether it sent something.
type run struct {
	said, script bool
}

// TestSeries: how grave silence is depends on what the series used to send.
func TestSeries(t *testing.T) {
	spoke, silent := run{said: true}, run{}
	for _, c := range []struct {
		name     string
		runs     []run
		severity model.Severity // of no-output at the newest run
		loop     int            // runs that silent-recurrence counts; 0: it says nothing
	}{
		{"one run", []run{silent}, model.SeverityWarning, 0},
		{"after one that spoke", []run{spoke, silent}, model.SeverityError, 0},
		{"twice after one that spoke", []run{spoke, silent, silent}, model.SeverityError, 2},
		{"three times after two that spoke", []run{spoke, spoke, silent, silent, silent}, model.SeverityError, 3},
		{"with one that spoke between", []run{spoke, silent, spoke, silent}, model.SeverityError, 0},
		{"never anything", []run{silent, silent, silent}, model.SeverityInfo, 0},
		{"never anything, twice", []run{silent, silent}, model.SeverityWarning, 0},
		{"a gated one between", []run{spoke, silent, {script: true}, silent}, model.SeverityError, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, t.TempDir())
			p := h.session("stopped")
			last := ""
			for i, r := range c.runs {
				at := ago(time.Duration(len(c.runs)-i) * 24 * time.Hour)
				one := row{created: at.Add(-24 * time.Hour), after: at, status: stCompleted, ack: ackCompleted, acked: at.Add(time.Minute), series: "series-1"}
				if r.said {
					one.sent = said(at.Add(50*time.Second), "Good morning")
				}
				if r.script {
					one.script = "true"
				}
				last = p.add(one)
			}
			next := p.add(row{after: noon.Add(time.Hour), series: "series-1", recurrence: "0 9 * * *"})
			all := judge(t, h.root, source.Options{})
			v := all[p.group()+"/"+last]
			if f := v.finding("no-output"); v.State != model.StateFalseDone || f == nil || f.Severity != c.severity {
				t.Errorf("judged %s: %+v", v.State, v.Findings)
			}
			switch f := v.finding("silent-recurrence"); {
			case (f != nil) != (c.loop > 0):
				t.Errorf("silent-recurrence: %+v", f)
			case f != nil && (f.Count != c.loop || len(f.Evidence) != c.loop || f.Severity < model.SeverityError):
				t.Errorf("counted %d with %v, want %d", f.Count, f.Evidence, c.loop)
			}
			if live := all[p.group()+"/"+next]; live.State != model.StateScheduled {
				t.Errorf("the next run is %s", live.State)
			}
			loops := 0
			for _, v := range all {
				if v.finding("silent-recurrence") != nil {
					loops++
				}
			}
			if loops > 1 {
				t.Errorf("told of %d rows", loops)
			}
		})
	}
}

// TestSessionsAreApart: what one session sends says nothing of another's tasks, and
// equal ids of two sessions are two tasks.
func TestSessionsAreApart(t *testing.T) {
	h := newHost(t, t.TempDir())
	a, b := h.session("stopped"), h.session("running")
	same := row{id: "task-1", after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)}
	b.add(same)
	same.sent = said(ago(179*time.Minute), "Good morning")
	a.add(same)
	all := judge(t, h.root, source.Options{})
	if x, y := all[a.group()+"/task-1"].State, all[b.group()+"/task-1"].State; x != model.StateDone || y != model.StateFalseDone {
		t.Errorf("judged %s and %s", x, y)
	}
}

// TestOutboundMayBeMissing: before its first container a session has no outbound.db, or
// an empty one, or one without tables of newer releases.
func TestOutboundMayBeMissing(t *testing.T) {
	for name, spoil := range map[string]func(p *pair){
		"missing": func(p *pair) { must(t, os.Remove(p.out.path)) },
		"empty":   func(p *pair) { must(t, os.WriteFile(p.out.path, nil, 0o600)) },
		"older":   func(p *pair) { p.out.exec("DROP TABLE session_state; DROP TABLE container_state") },
		"bare":    func(p *pair) { p.out.exec("DROP TABLE messages_out; DROP TABLE processing_ack") },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, t.TempDir())
			p := h.session("stopped")
			id := p.group() + "/" + p.add(row{after: ago(time.Hour)})
			spoil(p)
			if v := judge(t, h.root, source.Options{})[id]; v.State != model.StateBlocked || v.finding("waiting-too-long") == nil {
				t.Errorf("judged %s: %+v", v.State, v.Findings)
			}
		})
	}
}

// TestMissingColumns: sessions that no host has looked after lack what later releases
// added.
func TestMissingColumns(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("stopped")
	p.in.exec(`DROP TABLE messages_in; DROP TABLE delivered;
		CREATE TABLE messages_in (id TEXT PRIMARY KEY, seq INTEGER UNIQUE, kind TEXT NOT NULL, timestamp TEXT NOT NULL, status TEXT DEFAULT 'pending',
			process_after TEXT, recurrence TEXT, tries INTEGER DEFAULT 0, platform_id TEXT, channel_type TEXT, thread_id TEXT, content TEXT NOT NULL);
		CREATE TABLE delivered (message_out_id TEXT PRIMARY KEY, delivered_at TEXT NOT NULL);
		INSERT INTO messages_in (id, seq, kind, timestamp, status, process_after, content) VALUES
			('task-1', 2, 'task', '2026-05-01 08:00:00', 'pending', NULL, '{"prompt":"a"}'),
			('task-2', 4, 'task', '2026-05-01 08:00:00', 'completed', NULL, '{"prompt":"b"}')`)
	p.out.exec(`INSERT INTO processing_ack VALUES ('task-2', 'completed', '2026-05-01 08:01:00');
		INSERT INTO messages_out (id, seq, timestamp, kind, platform_id, channel_type, content) VALUES ('m', 3, '2026-05-01 08:00:50', 'chat', 'x', 'x', '{"text":"hi"}')`)
	all := judge(t, h.root, source.Options{})
	if x, y := all[p.group()+"/task-1"].State, all[p.group()+"/task-2"].State; x != model.StateBlocked || y != model.StateDone {
		t.Errorf("judged %s and %s", x, y)
	}
}

// TestPairsComeAndGo: a session is listed when its pair comes, and one that v2.db does
// not know never is.
func TestPairsComeAndGo(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("stopped")
	p.add(row{id: "task-1", after: noon.Add(time.Hour)})
	hidden := p.dir + "-hidden"
	must(t, os.Rename(p.dir, hidden))
	s, err := Adapter().Open(t.Context(), h.root, source.Options{Now: func() time.Time { return noon }})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	ids := func() (ids []string) {
		t.Helper()
		for range 3 {
			_, err := s.Refresh(t.Context(), watch.Signal{})
			must(t, err)
		}
		page, err := s.List(t.Context(), source.Query{Limit: 100})
		must(t, err)
		for i := range page.Cases {
			ids = append(ids, page.Cases[i].Task.ID)
		}
		return ids
	}
	if got := ids(); len(got) > 0 {
		t.Errorf("listed %v", got)
	}
	if !slices.ContainsFunc(s.Targets(), func(w watch.Target) bool { return w.Path == p.in.path }) {
		t.Error("nobody watches for the pair")
	}
	must(t, os.Rename(hidden, p.dir))
	if got := ids(); !slices.Equal(got, []string{p.group() + "/task-1"}) {
		t.Errorf("listed %v", got)
	}
	b := h.session("running")
	b.add(row{id: "task-2", after: noon.Add(time.Hour)})
	if got := ids(); !slices.Equal(got, []string{b.group() + "/task-2", p.group() + "/task-1"}) {
		t.Errorf("listed %v", got)
	}
	h.exec("DELETE FROM sessions WHERE id = ?", p.id)
	if got := ids(); !slices.Equal(got, []string{b.group() + "/task-2"}) {
		t.Errorf("listed %v", got)
	}
}

// TestHostileNames: no id and no link leads out of the folder of data.
func TestHostileNames(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("stopped")
	p.add(row{})
	outside := filepath.Join(t.TempDir(), "elsewhere")
	must(t, os.Rename(p.dir, outside))
	must(t, os.Symlink(outside, p.dir))
	for _, id := range []string{"../../../etc", "a/b", "", ".hidden", strings.Repeat("x", 300)} {
		h.exec(`INSERT OR REPLACE INTO sessions (id, agent_group_id, created_at) VALUES (?, ?, '')`, id, mainAgent)
	}
	h.exec(`INSERT INTO pending_questions VALUES ('q', ?, 'm', 'May I?', '[]', ?)`, p.id, iso(noon))
	s, err := Adapter().Open(t.Context(), h.root, source.Options{Now: func() time.Time { return noon }})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	page, err := s.List(t.Context(), source.Query{Limit: 100})
	must(t, err)
	if len(page.Cases) != 1 || page.Cases[0].Task.ID != "waiting/q" {
		t.Errorf("listed %+v", page.Cases)
	}
	if err := s.(source.Partial).Trouble(); err == nil || !strings.Contains(err.Error(), p.id) {
		t.Errorf("trouble: %v", err)
	}
}

// TestHostileTranscript: the name of a transcript is hostile too.
func TestHostileTranscript(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("stopped")
	id := p.add(row{after: ago(3 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(179 * time.Minute)})
	p.transcript(asked(ago(3*time.Hour), "Send the briefing"), answered(ago(179*time.Minute), "nothing"))
	folder := filepath.Join(h.data, sessionsFolder, mainAgent, transcriptFolder)
	must(t, os.Rename(folder, folder+"-moved"))
	must(t, os.Symlink(folder+"-moved", folder))
	if v := judge(t, h.root, source.Options{})[p.group()+"/"+id]; v.State != model.StateFalseDone {
		t.Errorf("through a link: judged %s", v.State)
	}
	must(t, os.Remove(folder))
	must(t, os.Rename(folder+"-moved", folder))
	for _, name := range []string{"../../../../x", "/etc/passwd", "a/b", ""} {
		p.out.exec("UPDATE session_state SET value = ?", name)
		if v := judge(t, h.root, source.Options{})[p.group()+"/"+id]; v.State != model.StateFalseDone || len(v.c.Task.Logs) > 0 {
			t.Errorf("%q: judged %s, logs %v", name, v.State, v.c.Task.Logs)
		}
	}
}

// TestHotJournal: a session whose host died in a commit is unreadable and does not hold
// the others; it comes back when its host has repaired it.
func TestHotJournal(t *testing.T) {
	h := newHost(t, t.TempDir())
	a, b := h.session("stopped"), h.session("stopped")
	a.add(row{id: "task-1", after: noon.Add(time.Hour)})
	b.add(row{id: "task-2", after: noon.Add(time.Hour)})
	raw, err := os.ReadFile(a.in.path)
	must(t, err)
	// The magic of a journal, one page, no nonce, the size of the database, a sector of
	// 512 bytes and pages of 4096 (sqlite.org/fileformat2.html, 3).
	journal := append([]byte("\xd9\xd5\x05\xf9\x20\xa1\x63\xd7\x00\x00\x00\x01\x00\x00\x00\x00"), 0, 0, 0, byte(len(raw)/4096), 0, 0, 2, 0, 0, 0, 16, 0)
	journal = append(journal, make([]byte, 512-len(journal)+8+4096)...)
	must(t, os.WriteFile(a.in.path+"-journal", journal, 0o600))
	s, err := Adapter().Open(t.Context(), h.root, source.Options{Now: func() time.Time { return noon }})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	page, err := s.List(t.Context(), source.Query{Limit: 100})
	must(t, err)
	if len(page.Cases) != 1 || page.Cases[0].Task.ID != b.group()+"/task-2" {
		t.Errorf("listed %+v", page.Cases)
	}
	if err := s.(source.Partial).Trouble(); err == nil || !strings.Contains(err.Error(), "-journal") {
		t.Errorf("trouble: %v", err)
	}
}

// TestMoved: the heartbeat has the claimed row read again, v2.db all rows of the session,
// and nothing else is read.
func TestMoved(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("running")
	claim := p.group() + "/" + p.add(row{after: ago(time.Hour), ack: ackProcessing, acked: ago(10 * time.Minute)})
	other := p.group() + "/" + p.add(row{after: noon.Add(time.Hour)})
	h.session("running").add(row{after: noon.Add(time.Hour)})
	p.beat(ago(11 * time.Minute))
	s, err := Adapter().Open(t.Context(), h.root, source.Options{Now: func() time.Time { return noon }})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	_, err = s.List(t.Context(), source.Query{Limit: 100})
	must(t, err)
	beat := filepath.Join(p.dir, heartbeatName)
	for _, step := range []struct {
		name string
		do   func()
		told []string
	}{
		{"nothing", func() {}, nil},
		{"the first sign of life", func() { p.beat(ago(time.Minute)) }, []string{claim}},
		{"another one", func() { p.beat(ago(50 * time.Second)) }, nil},
		{"one a while later", func() { p.beat(noon.Add(time.Minute)) }, []string{claim}},
		{"the container stops", func() { h.exec("UPDATE sessions SET container_status = 'stopped' WHERE id = ?", p.id) }, []string{claim, other}},
		{"a message comes", func() { h.exec("UPDATE sessions SET last_active = 'now'") }, nil},
	} {
		step.do()
		d, err := s.Refresh(t.Context(), watch.Signal{Paths: []string{beat, filepath.Join(h.data, centralName)}})
		must(t, err)
		var told []string
		for i := range d.Cases {
			told = append(told, d.Cases[i].Task.ID)
		}
		slices.Sort(told)
		if !slices.Equal(told, step.told) || d.Reset {
			t.Errorf("%s: told %v, want %v; reset %v", step.name, told, step.told, d.Reset)
		}
	}
}

// TestWaiting: what waits for a person is a task of its own, until it is answered.
func TestWaiting(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("running")
	question(p, ago(time.Hour))
	h.exec(`INSERT INTO pending_approvals VALUES ('a-1', ?, 'r', 'install_packages', '{"apt":["jq"]}', ?, NULL, 'pending', ''),
		('a-2', ?, 'r', 'install_packages', '{}', ?, NULL, 'approved', 'Install it?')`, p.id, iso(ago(2*time.Hour)), p.id, iso(ago(3*time.Hour)))
	all := judge(t, h.root, source.Options{})
	for id, want := range map[string]string{"waiting/q-1": "Delete the old branch?", "waiting/a-1": "needs approval: install_packages"} {
		if v := all[id]; v.State != model.StateBlocked || v.Obstacle == nil || v.Obstacle.Text != want || v.c.Task.Group != p.group() {
			t.Errorf("%s: %+v", id, v)
		}
	}
	if len(all) != 2 {
		t.Errorf("listed %d", len(all))
	}
}

// TestChats: conversations are listed when they are asked for, and silence in them says
// nothing.
func TestChats(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("running")
	p.add(row{id: "task", after: noon.Add(time.Hour)})
	p.add(row{id: "replied", kind: "chat", status: stCompleted, ack: ackCompleted, acked: ago(time.Hour), sent: said(ago(time.Hour), "hello")})
	p.add(row{id: "silent", kind: "chat-sdk", status: stCompleted, ack: ackCompleted, acked: ago(30 * time.Minute)})
	p.add(row{id: "context", kind: "chat", context: true})
	p.add(row{id: "wake", kind: "chat", onWake: true})
	p.add(row{id: "late", kind: "chat", created: ago(10 * time.Minute)})
	p.add(row{id: "tool", kind: "system"})
	if all := judge(t, h.root, source.Options{}); len(all) != 1 {
		t.Errorf("listed %d", len(all))
	}
	all := judge(t, h.root, source.Options{Chats: true})
	for id, want := range map[string]model.State{
		"task": model.StateScheduled, "replied": model.StateDone, "silent": model.StateDone, "context": model.StateQueued, "wake": model.StateQueued,
		"late": model.StateBlocked, "tool": model.StateUnknown,
	} {
		v, ok := all[p.group()+"/"+id]
		if ok != (id != "tool") || v.State != want {
			t.Errorf("%s: judged %s, listed %v: %+v", id, v.State, ok, v.Findings)
		}
	}
}

// TestVersion1: a schedule that is on is not running, and its runs are read.
func TestVersion1(t *testing.T) {
	dir := t.TempDir()
	db := database{t, filepath.Join(dir, storeName)}
	db.exec(storeSchema)
	for i, c := range []struct {
		status string
		runs   []string // result, or error after an exclamation mark
		due    time.Time
		want   model.State
		rule   string
	}{
		{stActive, []string{"hi", "hi"}, noon.Add(time.Hour), model.StateScheduled, ""},
		{stActive, []string{"hi", "hi", "hi", "", ""}, noon.Add(time.Hour), model.StateScheduled, "silent-recurrence"},
		{stActive, []string{"hi", "!boom", "!boom", "!boom"}, noon.Add(time.Hour), model.StateFailed, "retry-loop"},
		{stActive, []string{"hi", "!boom"}, noon.Add(time.Hour), model.StateFailed, "failed-run"},
		{stActive, []string{"!boom", "hi"}, noon.Add(time.Hour), model.StateScheduled, ""},
		{stPaused, []string{"!boom"}, noon.Add(time.Hour), model.StateBlocked, ""},
		{stActive, nil, ago(time.Hour), model.StateScheduled, "waiting-too-long"},
		{stPaused, nil, ago(time.Hour), model.StateBlocked, ""},
		{stCompleted, []string{"hi"}, time.Time{}, model.StateDone, ""},
		{stCompleted, []string{"!boom"}, time.Time{}, model.StateFailed, "failed-run"},
		{stCompleted, []string{""}, time.Time{}, model.StateFalseDone, "no-output"},
		{"resting", nil, time.Time{}, model.StateUnknown, ""},
	} {
		id := fmt.Sprint("task-", i)
		t.Run(id, func(t *testing.T) {
			var due any
			if !c.due.IsZero() {
				due = iso(c.due)
			}
			db.exec(`INSERT INTO scheduled_tasks (id, group_folder, chat_jid, prompt, schedule_type, schedule_value, next_run, status, created_at)
				VALUES (?, 'main', '6', 'Send the briefing', 'cron', '0 9 * * *', ?, ?, ?)`, id, due, c.status, iso(ago(100*time.Hour)))
			for n, said := range c.runs {
				status, result, failure := "success", any(said), any(nil)
				if text, failed := strings.CutPrefix(said, "!"); failed {
					status, result, failure = "error", nil, text
				} else if said == "" {
					result = nil
				}
				db.exec(`INSERT INTO task_run_logs (task_id, run_at, duration_ms, status, result, error) VALUES (?, ?, 40000, ?, ?, ?)`,
					id, iso(ago(time.Duration(50-n)*time.Hour)), status, result, failure)
			}
			v := judge(t, db.path, source.Options{})[id]
			if v.State != c.want || c.rule != "" && v.finding(c.rule) == nil {
				t.Errorf("judged %s, want %s with %q: %+v", v.State, c.want, c.rule, v.Findings)
			}
		})
	}
}

// TestVersion1WithoutItsLog: the row of a schedule tells its last run, too.
func TestVersion1WithoutItsLog(t *testing.T) {
	db := database{t, filepath.Join(t.TempDir(), storeName)}
	db.exec(storeSchema)
	for id, said := range map[string]string{"fails": "Error: boom", "works": "3 items"} {
		db.exec(`INSERT INTO scheduled_tasks (id, group_folder, chat_jid, prompt, schedule_type, schedule_value, next_run, last_run, last_result, status, created_at)
			VALUES (?, 'main', '6', 'Send it', 'cron', '0 9 * * *', ?, ?, ?, 'active', ?)`,
			id, iso(noon.Add(time.Hour)), iso(ago(time.Hour)), said, iso(ago(100*time.Hour)))
	}
	all := judge(t, db.path, source.Options{})
	if got := all["fails"]; got.State != model.StateFailed || got.Obstacle == nil || got.Obstacle.Text != "Error: boom" {
		t.Errorf("a run that failed: %s, %+v", got.State, got.Obstacle)
	}
	if got := all["works"]; got.State != model.StateScheduled || len(got.Findings) != 0 {
		t.Errorf("a run that succeeded: %s, %+v", got.State, got.Findings)
	}
}

// TestRulesOfOthers: the rules say nothing of a task that is not NanoClaw's.
func TestRulesOfOthers(t *testing.T) {
	in := &classify.Input{Case: &model.Case{}, Now: noon}
	for _, r := range rules() {
		if r.Check != nil && r.Check(in) != nil {
			t.Errorf("%s speaks", r.Name)
		}
	}
}

func FuzzContent(f *testing.F) {
	for _, s := range []string{`{"prompt":"a","script":null}`, `{"text":1}`, `[`, "", "plain", `{"prompt":{"a":1},"script":[]}`, `"a"`, "2026-05-01 08:00:00", "2026-05-01T08:00:00.000Z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		prompt := parseContent(s)
		if s != "" && prompt == "" && !strings.Contains(s, `""`) {
			t.Errorf("nothing is left of %q", s)
		}
		if at := parseTime(s); !at.IsZero() && at.Location() != time.UTC {
			t.Errorf("%q is read in %v", s, at.Location())
		}
	})
}

// TestLongSessions: a task is listed and can be acted on however much was said since,
// and of one that is too long ago nothing is claimed.
func TestLongSessions(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("running")
	old := p.group() + "/" + p.add(row{after: ago(3000 * time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(3000 * time.Hour)})
	p.in.exec(`INSERT INTO messages_in (id, seq, kind, timestamp, status, content) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		SELECT 'chat-' || i, 1000 + 2 * i, 'chat', '2026-04-30 10:00:00', 'completed', '{"text":"hello"}' FROM n`, reach+10)
	p.out.exec(`INSERT INTO messages_out (id, seq, timestamp, kind, platform_id, channel_type, content)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		SELECT 'msg-' || i, 1001 + 2 * i, '2026-04-30 10:00:00', 'chat', 'x', 'x', '{"text":"hello"}' FROM n`, reach+10)
	all := judge(t, h.root, source.Options{})
	if v := all[old]; v.c == nil || v.State != model.StateDone || len(v.Findings) > 0 {
		t.Errorf("judged %+v", v)
	}
	s, err := Adapter().Open(t.Context(), h.root, source.Options{Now: func() time.Time { return noon }})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	if plan, err := s.(source.Actor).Plan(t.Context(), source.Request{Task: old, Action: model.ActionRequeue, Actor: "alice"}); err != nil || plan.Refused != "" {
		t.Errorf("planned %q, %v", plan.Refused, err)
	}
}

// TestOlderCentral: what releases before had no tables or columns for is not there, and
// the rest is read.
func TestOlderCentral(t *testing.T) {
	for name, c := range map[string]struct {
		change string
		asks   int
	}{
		"no questions":           {"DROP TABLE pending_questions", 1},
		"no approvals":           {"DROP TABLE pending_approvals", 1},
		"neither":                {"DROP TABLE pending_questions; DROP TABLE pending_approvals", 0},
		"questions of old":       {"ALTER TABLE pending_questions DROP COLUMN title", 2},
		"approvals of old":       {"ALTER TABLE pending_approvals DROP COLUMN title; ALTER TABLE pending_approvals DROP COLUMN status", 2},
		"approvals of nobody":    {"ALTER TABLE pending_approvals DROP COLUMN payload", 2},
		"sessions of old":        {"ALTER TABLE sessions DROP COLUMN thread_id", 2},
		"agents without a table": {"PRAGMA foreign_keys = 0; DROP TABLE agent_groups", 2},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, t.TempDir())
			p := h.session("running")
			id := p.add(row{after: noon.Add(time.Hour)})
			question(p, ago(time.Hour))
			h.exec(`INSERT INTO pending_approvals VALUES ('a-1', ?, 'r', 'install_packages', '{}', ?, NULL, 'pending', '')`, p.id, iso(ago(2*time.Hour)))
			h.exec(c.change)
			asks, tasks := 0, 0
			for of, v := range judge(t, h.root, source.Options{}) {
				switch {
				case strings.HasPrefix(of, waitingGroup):
					asks++
				case strings.HasSuffix(of, id) && v.State == model.StateScheduled:
					tasks++
				}
			}
			if asks != c.asks || tasks != 1 {
				t.Errorf("listed %d that wait for a person and %d tasks, want %d and 1", asks, tasks, c.asks)
			}
		})
	}
}

// TestStarvingIsSetByTheAgent: how many rows a container looks at is a setting of the
// agent.
func TestStarvingIsSetByTheAgent(t *testing.T) {
	for _, c := range []struct {
		setting any
		newer   int
		want    model.State
	}{{nil, 10, model.StateBlocked}, {nil, 9, model.StateQueued}, {20, 10, model.StateQueued}, {20, 20, model.StateBlocked}, {3, 3, model.StateBlocked}, {3, 2, model.StateQueued}} {
		h := newHost(t, t.TempDir())
		p := h.session("running")
		h.exec(`CREATE TABLE container_configs (agent_group_id TEXT PRIMARY KEY, max_messages_per_prompt INTEGER)`)
		h.exec(`INSERT INTO container_configs VALUES (?, ?)`, mainAgent, c.setting)
		id := p.add(row{after: ago(time.Minute)})
		crowd(p, c.newer, true)
		if v := judge(t, h.root, source.Options{})[p.group()+"/"+id]; v.State != c.want {
			t.Errorf("%v, %d newer rows: judged %s, want %s", c.setting, c.newer, v.State, c.want)
		}
	}
}

// TestTornPair: a database of a pair that was read and is no longer there, or is empty,
// makes the session unreadable until it is back.
func TestTornPair(t *testing.T) {
	for name, c := range map[string]struct {
		of    func(p *pair) string
		spoil func(path string) error
	}{
		"inbound removed":  {func(p *pair) string { return p.in.path }, os.Remove},
		"inbound emptied":  {func(p *pair) string { return p.in.path }, func(path string) error { return os.Truncate(path, 0) }},
		"outbound removed": {func(p *pair) string { return p.out.path }, os.Remove},
		"outbound emptied": {func(p *pair) string { return p.out.path }, func(path string) error { return os.Truncate(path, 0) }},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, t.TempDir())
			p, fresh := h.session("stopped"), h.session("stopped")
			id := p.group() + "/" + p.add(row{after: ago(time.Hour), status: stCompleted, ack: ackCompleted, acked: ago(time.Hour), sent: said(ago(time.Hour), "hi")})
			other := fresh.group() + "/" + fresh.add(row{after: noon.Add(time.Hour)})
			must(t, os.Remove(fresh.out.path)) // its container has never run
			s, err := Adapter().Open(t.Context(), h.root, source.Options{Now: func() time.Time { return noon }})
			must(t, err)
			defer func() { must(t, s.Close()) }()
			listed := func() (ids []string) {
				_, err := s.Refresh(t.Context(), watch.Signal{})
				must(t, err)
				page, err := s.List(t.Context(), source.Query{Limit: 100})
				must(t, err)
				for i := range page.Cases {
					ids = append(ids, page.Cases[i].Task.ID)
				}
				slices.Sort(ids)
				return ids
			}
			both := []string{id, other}
			if got := listed(); !slices.Equal(got, both) || s.(source.Partial).Trouble() != nil {
				t.Fatalf("listed %v, trouble %v", got, s.(source.Partial).Trouble())
			}
			path := c.of(p)
			raw, err := os.ReadFile(path)
			must(t, err)
			must(t, c.spoil(path))
			for range 2 {
				if got := listed(); !slices.Equal(got, []string{other}) {
					t.Errorf("listed %v", got)
				}
				if err := s.(source.Partial).Trouble(); err == nil || !strings.Contains(err.Error(), p.id) || !strings.Contains(err.Error(), filepath.Base(path)) {
					t.Errorf("trouble: %v", err)
				}
			}
			must(t, os.WriteFile(path, raw, 0o600))
			for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
				if got := listed(); slices.Equal(got, both) && s.(source.Partial).Trouble() == nil {
					break
				} else if time.Now().After(deadline) {
					t.Fatalf("it does not come back: %v, %v", got, s.(source.Partial).Trouble())
				}
			}
		})
	}
}

// TestUnreadableSession: that a session cannot be read now is not that its task does not exist.
func TestUnreadableSession(t *testing.T) {
	h := newHost(t, t.TempDir())
	p := h.session("stopped")
	id := p.group() + "/" + p.add(row{after: noon.Add(time.Hour)})
	raw, err := os.ReadFile(p.in.path)
	must(t, err)
	must(t, os.WriteFile(p.in.path, slices.Concat(raw[:100], make([]byte, len(raw)-100)), 0o600))
	s, err := Adapter().Open(t.Context(), h.root, source.Options{Now: func() time.Time { return noon }})
	must(t, err)
	defer func() { must(t, s.Close()) }()
	if found, err := s.Get(t.Context(), []string{id}); err == nil || !strings.Contains(err.Error(), p.id) {
		t.Errorf("got %d, %v", len(found), err)
	}
	if found, err := s.Get(t.Context(), []string{"main:nobody/task-1"}); err != nil || len(found) > 0 {
		t.Errorf("of a session that does not exist: got %d, %v", len(found), err)
	}
}
