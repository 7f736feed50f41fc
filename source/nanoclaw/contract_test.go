package nanoclaw

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/sourcetest"
)

func TestContract(t *testing.T) {
	t.Run("sessions", func(t *testing.T) {
		sourcetest.Run(t, sourcetest.Harness{
			Adapter: Adapter(),
			Options: source.Options{Now: func() time.Time { return noon }},
			New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
				h := newHost(t, dir)
				return dir, ownerOf(h, h.session("stopped"), h.session("running"))
			},
		})
	})
	t.Run("version 1", func(t *testing.T) {
		if testing.Short() {
			t.Skip("the same goroutines read any store")
		}
		readOnly := Adapter()
		readOnly.Actions = nil // nothing can be done about its tasks
		sourcetest.Run(t, sourcetest.Harness{
			Adapter: readOnly,
			Options: source.Options{Now: func() time.Time { return noon }},
			New: func(t testing.TB, dir string) (string, sourcetest.Owner) {
				db := database{t, filepath.Join(dir, storeName)}
				db.exec(storeSchema)
				return db.path, storekeeper(db)
			},
		})
	})
}

// ownerOf is NanoClaw at work in two sessions.
func ownerOf(h *host, pairs ...*pair) sourcetest.Owner {
	added, changes := 0, 0
	of := func(id string) (*pair, string) {
		group, bare, _ := strings.Cut(id, "/")
		for _, p := range pairs {
			if p.group() == group {
				return p, bare
			}
		}
		h.Fatalf("%s is in no session", id)
		return nil, ""
	}
	kinds := []row{
		{after: noon.Add(time.Hour), recurrence: "0 9 * * *"},
		{status: stPaused},
		{status: stCompleted, ack: ackCompleted, sent: said(ago(time.Hour), "Good morning")},
		{status: stFailed, tries: 5, recurrence: "0 9 * * *"},
		{status: stCompleted, ack: ackCompleted},
		{ack: ackProcessing},
		{status: stCompleted},
	}
	add := func(r row) string {
		p := pairs[added%len(pairs)]
		r.acked = ago(time.Hour + time.Duration(added)*time.Minute)
		added++
		return p.group() + "/" + p.add(r)
	}
	return sourcetest.Owner{
		Add: func(n int) {
			for range n {
				add(kinds[added%len(kinds)])
			}
		},
		Change: func(id string) {
			p, bare := of(id)
			changes++
			p.in.exec(`UPDATE messages_in SET content = json_set(content, '$.prompt', ?) WHERE id = ?`, fmt.Sprint("Briefing ", changes), bare)
		},
		Path:   func(id string) string { p, _ := of(id); return p.in.path },
		Remove: func(id string) { p, bare := of(id); p.in.exec(`DELETE FROM messages_in WHERE id = ?`, bare) },
		Large: func(size int) string {
			id := add(row{})
			p, bare := of(id)
			p.in.exec(`UPDATE messages_in SET content = '{"prompt":"' || printf('%.*c', ?, 'b') || '"}' WHERE id = ?`, size, bare)
			return id
		},
		Crowd: func(events int) string {
			id := add(row{status: stCompleted, ack: ackCompleted})
			p, _ := of(id)
			p.out.exec(`INSERT INTO messages_out (id, seq, timestamp, kind, platform_id, channel_type, content)
				WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
				SELECT 'crowd-' || i, 1000001 + 2 * i, '2026-05-01 10:00:00', 'chat', 'telegram:6', 'telegram', '{"text":"more"}' FROM n`, events)
			return id
		},
		Move: func(id string) {
			p, bare := of(id)
			p.in.exec(`UPDATE messages_in SET status = CASE status WHEN 'paused' THEN 'pending' ELSE 'paused' END WHERE id = ?`, bare)
		},
		Rest: func() { must(h, h.central.Close()) },
	}
}

// storekeeper is version 1 at work.
func storekeeper(db database) sourcetest.Owner {
	added, changes := 0, 0
	add := func() string {
		id := fmt.Sprintf("task-%03d", added)
		status := []string{stActive, stPaused, stCompleted}[added%3]
		added++
		db.exec(`INSERT INTO scheduled_tasks (id, group_folder, chat_jid, prompt, schedule_type, schedule_value, next_run, status, created_at)
			VALUES (?, 'main', '6', 'Send the briefing', 'cron', '0 9 * * *', ?, ?, ?)`, id, iso(noon.Add(time.Hour)), status, iso(ago(time.Hour)))
		return id
	}
	run := func(id string, n int) {
		db.exec(`INSERT INTO task_run_logs (task_id, run_at, duration_ms, status, result) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			SELECT ?, '2026-05-01T10:00:00.000Z', 40000, 'success', 'Good morning' FROM n`, n, id)
	}
	return sourcetest.Owner{
		Add: func(n int) {
			for range n {
				run(add(), 1)
			}
		},
		Change: func(id string) {
			changes++
			db.exec(`UPDATE scheduled_tasks SET prompt = ? WHERE id = ?`, fmt.Sprint("Briefing ", changes), id)
		},
		Path: func(string) string { return db.path },
		Remove: func(id string) {
			db.exec(`DELETE FROM task_run_logs WHERE task_id = ?`, id)
			db.exec(`DELETE FROM scheduled_tasks WHERE id = ?`, id)
		},
		Large: func(size int) string {
			id := add()
			db.exec(`UPDATE scheduled_tasks SET prompt = printf('%.*c', ?, 'b') WHERE id = ?`, size, id)
			return id
		},
		Crowd: func(events int) string {
			id := add()
			run(id, events)
			return id
		},
		Move: func(id string) {
			db.exec(`UPDATE scheduled_tasks SET status = CASE status WHEN 'paused' THEN 'active' ELSE 'paused' END WHERE id = ?`, id)
		},
		Rest: func() {},
	}
}
