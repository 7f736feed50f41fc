package live

import (
	"fmt"
	"regexp"
	"testing"
	"time"
)

// hour is how many commits an hour has at five a second.
const hour = 5 * 60 * 60

// BenchmarkLargeBusy measures a dashboard at 160x48 over a large queue: at rest, with
// five and fifty heartbeats a second of what runs, with five commits a second that each move
// a task to another pane, and with five hundred heartbeats more, as many as an hour has commits
// at the lowest rate. The writer's own commits are timed before, beside and after the dashboard.
func BenchmarkLargeBusy(b *testing.B) {
	eachLarge(b, kinds, []mix{usual, full}, func(b *testing.B, k *kind, m mix) {
		b.Helper()
		path := k.largeCopy(b, m)
		must(b, inDatabase(path, append(k.add("t_mark", "Mend the gate"), k.begin("t_mark")...)...))
		load, marks := k.owner(b, path), k.owner(b, path)
		beats := k.beats(b, path)
		alone := load.ask(beats(1000, 20*time.Millisecond))

		d := openSized(b, b.TempDir(), wide, path)
		d.patience = 20 * time.Minute
		d.untilLoaded()
		time.Sleep(settling)
		d.patience = patience
		atFirst := d.resident()
		d.spends(b, "quiet", func() { time.Sleep(20 * time.Second) })
		reportTimes(b, d.keys(frames/2), "-key-quiet")

		var watched report
		d.spends(b, "50-beats", func() { watched = load.ask(beats(1000, 20*time.Millisecond)) })
		d.spends(b, "5-beats", func() { load.ask(beats(100, 200*time.Millisecond)) })

		t := marker{k: k, d: d, w: marks}
		d.spends(b, "5", func() { t.run(frames, 200*time.Millisecond) })
		reportTimes(b, t.took, "-frame-5")

		heard := make(chan report, 1)
		d.spends(b, "500", func() {
			begin := time.Now()
			go func() { heard <- load.ask(beats(hour, 2*time.Millisecond)) }()
			t.took = nil
			t.run(frames/2, 200*time.Millisecond)
			keys := d.keys(frames)
			reportTimes(b, t.took, "-frame-500")
			reportTimes(b, keys, "-key-500")
			r := <-heard
			b.ReportMetric(float64(hour-r.Errors)/time.Since(begin).Seconds(), "commits/s")
			b.ReportMetric(float64(r.Errors), "errors")
		})
		d.settled(time.Second)
		b.ReportMetric(atFirst, "MB-first")
		b.ReportMetric(d.resident(), "MB-hour-later")
		b.ReportMetric(d.peak(), "MB-peak")
		d.press("q")
		d.untilEnded()

		again := load.ask(beats(1000, 20*time.Millisecond))
		without := ms(percentile(append(alone.Took, again.Took...), 50))
		b.ReportMetric(without, "ms-commit-alone")
		b.ReportMetric(ms(percentile(watched.Took, 50))/without, "x-commit-watched")
	})
}

// beats returns what orders heartbeats of all that runs, in turns.
func (k *kind) beats(b *testing.B, path string) func(n int, every time.Duration) order {
	b.Helper()
	found, err := readColumns(path, k.busy)
	must(b, err)
	o := order{Op: "commits", Statements: k.beat("%s")}
	for _, task := range found {
		o.Tasks = append(o.Tasks, task[0])
	}
	if len(o.Tasks) < 100 {
		b.Fatalf("only %d tasks run", len(o.Tasks))
	}
	return func(n int, every time.Duration) order {
		o.Count, o.Every = n, every
		return o
	}
}

// spends reports what the dashboard takes of a core and sends to its terminal
// meanwhile.
func (d *dashboard) spends(b *testing.B, name string, meanwhile func()) {
	b.Helper()
	sent, used, begin := d.received(), d.used(), time.Now()
	meanwhile()
	took := time.Since(begin).Seconds()
	b.ReportMetric(100*(d.used()-used).Seconds()/took, "%core-"+name)
	b.ReportMetric(float64(d.received()-sent)/took, "B/s-"+name)
}

// marker blocks one task and lets it go on, and sees in the header when that shows.
type marker struct {
	k       *kind
	d       *dashboard
	w       *writer
	took    []time.Duration
	blocked bool
}

var blockedTasks = regexp.MustCompile(`■ ([\d,]+)`)

func (t *marker) run(n int, every time.Duration) {
	t.d.tb.Helper()
	for i := range n {
		due := time.Now().Add(every)
		before := blockedTasks.FindString(t.d.text())
		change := t.k.block("t_mark", fmt.Sprintf("key-%04d-is-lost", i))
		if t.blocked {
			change = t.k.begin("t_mark")
		}
		t.blocked = !t.blocked
		done := t.w.exec(change...)
		t.took = append(t.took, t.d.until("another count than "+before, func(s *screen) bool {
			now := blockedTasks.FindString(s.text())
			return now != "" && now != before
		}).Sub(done))
		time.Sleep(time.Until(due))
	}
}

// keys opens and closes the help n times and returns how long each key took to show.
func (d *dashboard) keys(n int) (took []time.Duration) {
	d.tb.Helper()
	for i := range n {
		key, shown := "?", true
		if i%2 == 1 {
			key, shown = "\x1b", false
		}
		at := time.Now()
		d.press(key)
		took = append(took, d.until("the help", func(s *screen) bool { return (s.frame("Help") != "") == shown }).Sub(at))
		time.Sleep(50 * time.Millisecond)
	}
	return took
}

// settled waits until nothing was sent for a while, and returns when the last of it arrived.
func (d *dashboard) settled(while time.Duration) time.Time {
	d.tb.Helper()
	for deadline := time.Now().Add(d.patience); ; time.Sleep(while / 20) {
		d.mu.Lock()
		at := d.arrived
		d.mu.Unlock()
		if time.Since(at) > while {
			return at
		}
		if time.Now().After(deadline) {
			d.tb.Fatalf("it never rests\n%s", d.text())
		}
	}
}
