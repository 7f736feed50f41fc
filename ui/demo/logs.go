package demo

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// maxLog is how long a log grows, in bytes, before it is begun anew.
const maxLog = 128 << 10

// write adds a line to a log, or begins it anew.
func (w *world) write(name, line string, anew bool) (err error) {
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
		_ = f.Close() // the first error says more
		return err
	}
	return f.Close()
}

func stamp() string { return stampOf(time.Now()) }

func stampOf(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// logSteps are what an agent's log says while it works.
var logSteps = []string{
	"reading the files that the request names", "running the tests that exist", "found the place, reading its callers",
	"writing the change", "running the tests again", "looking at the diff once more", "cleaning up after a first try",
}

// log adds a line to the log of the worker's task, or begins it anew.
func (k *worker) log(line string, anew bool) error {
	if !k.logs {
		return nil
	}
	k.task.logged = true
	return k.world.write(k.task.id+".log", line, anew)
}

// backfillLog is the log of a job that goes on for ever.
const backfillLog = "backfill-2024.log"

// backfill returns what writes its next line.
func (w *world) backfill() func(context.Context) error {
	date := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	begun := false
	return func(context.Context) error {
		if !begun {
			begun = true
			return w.write(backfillLog, stamp()+" backfill of 2024 begins, 366 days", true)
		}
		line := fmt.Sprintf("%s loaded %s, %d rows in %d ms", stamp(), date.Format(time.DateOnly), 20000+w.rng.IntN(9000), 300+w.rng.IntN(900))
		date = date.AddDate(0, 0, 1)
		return w.write(backfillLog, line, false)
	}
}

// scriptFiles are logs of agents that no queue knows, without timestamps: a session of Claude
// Code that is denied what it needs and calls itself a success, a rollout of Codex that runs
// the same test again and again, and a comparison that ends in an obstacle.
//
//go:embed logs
var scriptFiles embed.FS

// script is a log that is replayed.
type script struct {
	name  string
	ended time.Duration // how long before the start it was written; zero: it is written then
}

var scripts = []script{
	{"spike-routing.jsonl", 9 * minute},
	{"release-notes.claude.jsonl", 0},
	{"rollout-flaky-checkout.codex.jsonl", 0},
}

// replay adds an actor who writes a script record by record, and begins anew some minutes after
// its end. A script of the past is there at once.
func (w *world) replay(s script) error {
	text, err := scriptFiles.ReadFile(path.Join("logs", s.name))
	if err != nil {
		return err
	}
	records := strings.Split(strings.TrimSpace(string(text)), "\n")
	write := func(i int, at time.Time) error {
		return w.write(s.name, `{"timestamp":"`+stampOf(at)+`",`+strings.TrimPrefix(records[i], "{"), i == 0)
	}
	start := w.between(time.Second, 3*time.Second)
	if s.ended > 0 {
		start += 4 * minute
		ended := time.Now().Add(-s.ended)
		for i := range records {
			if err := write(i, ended.Add(time.Duration(i-len(records)+1)*2*time.Second)); err != nil {
				return err
			}
		}
		if err := os.Chtimes(filepath.Join(w.logs, s.name), ended, ended); err != nil {
			return err
		}
	}
	next := 0
	w.add(start, func(context.Context) (time.Duration, error) {
		at := next
		wait := w.between(time.Second, 4*time.Second)
		if next = (next + 1) % len(records); next == 0 {
			wait = w.between(4*time.Minute, 6*time.Minute)
		}
		return wait, write(at, time.Now())
	})
	return nil
}
