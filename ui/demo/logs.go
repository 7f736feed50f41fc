package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// maxLog is how long a log grows, in bytes, before it is begun anew.
const maxLog = 128 << 10

// append adds a line to a log of the fleet, or begins it anew.
func (w *world) append(name, line string, anew bool) (err error) {
	path := filepath.Join(w.logs, name)
	how := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	if info, err := os.Stat(path); anew || err == nil && info.Size() > maxLog {
		how |= os.O_TRUNC
	}
	f, err := os.OpenFile(path, how, 0o600)
	if err != nil {
		return err
	}
	if _, err := f.WriteString(line + "\n"); err != nil {
		_ = f.Close() // what failed before says more
		return err
	}
	return f.Close()
}

func stamp() string { return time.Now().UTC().Format("2006-01-02T15:04:05Z") }

var steps = []string{
	"reading the files that the request names", "running the tests that exist", "found the place, reading its callers",
	"writing the change", "running the tests again", "looking at the diff once more", "cleaning up after a first try",
}

// openLog begins the log of the worker's task and names it in the run.
func (k *worker) openLog(ctx context.Context) error {
	w, id := k.world, k.task.id
	k.task.logged = true
	if err := w.append(id+".log", stamp()+" "+k.name+" takes "+id+": "+k.task.title, k.task.attempts == 1); err != nil {
		return err
	}
	_, err := w.client.exec(ctx, `UPDATE runs SET log_path = ?3 WHERE task_id = ?1 AND worker = ?2 AND ended_at IS NULL`,
		id, k.name, logsName+"/"+id+".log")
	return err
}

func (k *worker) writeLog() error {
	return k.world.append(k.task.id+".log", stamp()+" "+steps[k.world.rng.IntN(len(steps))], false)
}

// closeLog writes the final message, or what ended the attempt.
func (k *worker) closeLog() error {
	last := k.end.said
	if last == "" {
		last = k.end.short
	}
	return k.world.append(k.task.id+".log", "\n"+last, false)
}

// The logs of agents that no queue knows: one goes on, one ends in an obstacle.
const (
	backfillLog = "backfill-2024.log"
	spikeLog    = "spike-routing.jsonl"
)

// startLogs begins the logs that belong to no task.
func (w *world) startLogs() error {
	if err := w.append(backfillLog, stamp()+" backfill of 2024 begins, 366 days", true); err != nil {
		return err
	}
	w.at(2*time.Second, w.backfill(0))
	w.at(time.Second, w.spike(0))
	w.startSessions()
	return nil
}

// backfill goes on for ever, a day at a time.
func (w *world) backfill(n int) act {
	return func(context.Context) error {
		w.at(w.between(2*time.Second, 5*time.Second), w.backfill(n+1))
		date := time.Date(2024, 1, 1+n%366, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		return w.append(backfillLog, fmt.Sprintf("%s loaded %s, %d rows in %d ms", stamp(), date, 20000+w.rng.IntN(9000), 300+w.rng.IntN(900)), false)
	}
}

// record is a line of an agent's log as JSON.
type record struct {
	Type    string   `json:"type"`
	Subtype string   `json:"subtype,omitempty"`
	Session string   `json:"session_id"`
	At      string   `json:"timestamp"`
	Message *message `json:"message,omitempty"`
	Result  string   `json:"result,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content []part `json:"content"`
}

type part struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

var spikeSteps = []string{
	"I will compare the two routing libraries on our own maps first.",
	"Both load the city extract. The first needs 1.4 GB, the second 600 MB.",
	"Queries across the river differ by up to 9 percent; looking at why.",
	"The ferry lines are missing in one of them. Adding them by hand for the comparison.",
	"With the ferries the results agree within 1 percent.",
}

const spikeLast = "The comparison of the city maps is done. For the long routes I need the licence key of the traffic feed, " +
	"which was not provided, so that half is still open."

// spike writes a session that ends in an obstacle, and begins anew a while later.
func (w *world) spike(n int) act {
	return func(context.Context) error {
		r := record{Type: "assistant", Session: "spike-routing", At: stamp()}
		wait := w.between(3*time.Second, 6*time.Second)
		switch {
		case n < len(spikeSteps):
			r.Message = &message{Role: "assistant", Content: []part{{Type: "text", Text: spikeSteps[n]}}}
		default:
			r.Type, r.Subtype, r.Result = "result", "success", spikeLast
			wait = w.between(4*time.Minute, 6*time.Minute)
		}
		w.at(wait, w.spike((n+1)%(len(spikeSteps)+1)))
		line, err := json.Marshal(r)
		if err != nil {
			return err
		}
		return w.append(spikeLog, string(line), n == 0)
	}
}
