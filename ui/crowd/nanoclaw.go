package crowd

import (
	"fmt"
	"path/filepath"
	"time"
)

// nanoclaw is an installation of NanoClaw 2: its path is the checkout. Each session has
// a pair of databases and 5,000 rows of scheduled tasks at most, of which 20 are one series.
var nanoclaw = system{statuses: &clawStatus, rows: nanoclawRows, files: func(path string, tasks int) []*file {
	const each = 5000
	data := filepath.Join(path, "data")
	central := &file{
		path: filepath.Join(data, "v2.db"), make: makes("PRAGMA journal_mode=wal;" + Shape("nanoclaw-central")),
		after: "INSERT INTO agent_groups VALUES ('" + clawAgent + "', 'Home', 'home', 'claude', '2026-01-01T00:00:00.000Z');",
	}
	files := []*file{central}
	for i := 0; i*each < tasks; i++ {
		id := fmt.Sprintf("sess-%d-claw%02d", 1776000000000+i, i)
		central.after += "INSERT INTO sessions (id, agent_group_id, created_at) VALUES ('" + id + "', '" + clawAgent + "', '2026-01-01T00:00:00.000Z');"
		dir := filepath.Join(data, "v2-sessions", clawAgent, id)
		files = append(files, &file{
			path: filepath.Join(dir, "inbound.db"), number: i, tasks: min(each, tasks-i*each), make: makes(Shape("nanoclaw")),
			tables: []string{
				`INSERT INTO messages_in (id, seq, kind, timestamp, status, process_after, recurrence, series_id, tries, platform_id, channel_type, content)
				VALUES (?, ?, 'task', ?, ?, ?, ?, ?, ?, 'telegram:6', 'telegram', ?)`,
				`INSERT INTO delivered (message_out_id, platform_message_id, delivered_at) VALUES (?, ?, ?)`,
			},
			beside: &file{
				path: filepath.Join(dir, "outbound.db"), make: makes(Shape("nanoclaw-out")),
				tables: []string{
					`INSERT INTO messages_out (id, seq, timestamp, kind, platform_id, channel_type, content) VALUES (?, ?, ?, 'chat', 'telegram:6', 'telegram', ?)`,
					`INSERT INTO processing_ack (message_id, status, status_changed) VALUES (?, ?, ?)`,
				},
			},
		})
	}
	return files
}}

const clawAgent = "ag-1776000000000-home01"

const (
	clawIn = iota
	clawDelivered
	clawOut  = iota - 2 // of the file beside
	clawAcks = iota - 2
)

// The two ways in which NanoClaw writes times.
func spaceTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") }
func isoTime(t time.Time) string   { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// Words of NanoClaw for the states. It has no blocked one: an agent that goes no further
// says so, and its row is completed.
var clawStatus = [...]string{
	done: "completed", blocked: "completed", failed: "failed", cancelled: "completed", falseDone: "completed",
	active: "pending", waiting: "pending", scheduled: "pending",
}

func nanoclawRows(f *file, t *task) {
	id := fmt.Sprintf("task-%d-%08x", t.created.UnixMilli(), t.id)
	series := fmt.Sprintf("task-%d-series%d", f.number, t.n/20)
	due, recurrence := t.created.Add(time.Minute), any(nil)
	if t.state == active || t.state == waiting {
		due = f.now.Add(time.Duration(t.n%300) * time.Second)
	}
	if t.state == scheduled {
		due, recurrence = t.due, "0 7 * * *"
	}
	f.seq += 2
	f.add(clawIn, t.created, id, f.seq, spaceTime(t.created), clawStatus[t.state], isoTime(due), recurrence, series, max(len(t.tries)-1, 0),
		encode(map[string]any{"prompt": t.title + "\n" + t.body, "script": nil}))
	run := t.last()
	if run == nil || run.ended.IsZero() {
		return
	}
	if run.text != "" && run.state != failed {
		message := fmt.Sprintf("msg-%d-%08x", run.ended.UnixMilli(), t.id)
		f.beside.add(clawOut, run.ended, message, f.seq+1, spaceTime(run.ended), encode(map[string]string{"text": run.text}))
		f.add(clawDelivered, run.ended, message, "telegram-"+message, spaceTime(run.ended.Add(time.Second)))
	}
	f.beside.add(clawAcks, run.ended, id, "completed", spaceTime(run.ended.Add(2*time.Second)))
}
