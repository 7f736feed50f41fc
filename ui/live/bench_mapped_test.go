package live

import (
	"fmt"
	"regexp"
	"testing"
	"time"
)

// riverQueue is River's table in SQLite, which its own client writes.
var riverQueue = kind{
	name: "river", journal: "wal", file: "river.db", system: "river",
	busy: "SELECT id, state FROM river_job WHERE state = 'running'", stuck: "SELECT id, state FROM river_job WHERE state = 'discarded'",
}

// mappedStore is one of the queues that BenchmarkLargeMapped puts beside each other.
type mappedStore struct {
	name string
	// open returns what to open, and what commits a change of one task: it fails, or runs.
	open func(b *testing.B) (name string, commit func(n int, fails bool))
	// server is the processor time of the server's processes for notdone so far; nil: there is no server.
	server func(b *testing.B) time.Duration
}

// BenchmarkLargeMapped measures a million jobs of River, in SQLite and in PostgreSQL, beside
// as many tasks of notdone's own queue: from the start to the first frame with tasks, to
// whole counts and to all that failed; memory; a commit to its frame; and the processor at
// rest and beside 5 and 50 commits a second, of the program and of what serves it.
func BenchmarkLargeMapped(b *testing.B) {
	for _, store := range []mappedStore{
		{"own", openOwn, nil},
		{"own-postgres", openOwnInPostgres, serverOf(ownURL)},
		{"river-sqlite", openRiver, nil},
		{"river-postgres", openRiverInPostgres, serverOf(postgresURL)},
	} {
		b.Run(store.name, func(b *testing.B) {
			name, commit := store.open(b)
			for range b.N {
				measureMapped(b, name, commit, store.server)
			}
			hideLoop(b)
		})
	}
}

var (
	runningTasks = regexp.MustCompile(`▶ [1-9]`)
	failedTasks  = regexp.MustCompile(`✗ ([\d,]+) failed`)
	allFailed    = regexp.MustCompile(`3 Failed [━─]+ [\d,]+`)
)

func measureMapped(b *testing.B, name string, commit func(n int, fails bool), server func(b *testing.B) time.Duration) {
	b.Helper()
	d := openSized(b, b.TempDir(), wide, name)
	d.patience = 20 * time.Minute
	first := d.until("running tasks", func(s *screen) bool { return runningTasks.MatchString(s.text()) })
	b.ReportMetric(ms(first.Sub(d.started)), "ms-first")
	b.ReportMetric(d.used().Seconds()*1000, "ms-cpu-first")
	want := failedTasks.FindString(fmt.Sprintf("✗ %s failed", thousands(*largeTasks*3/200)))
	counted := d.until(want, func(s *screen) bool { return failedTasks.FindString(s.text()) == want })
	b.ReportMetric(ms(counted.Sub(d.started)), "ms-counts")
	loud := d.until("all that failed", func(s *screen) bool { return allFailed.MatchString(s.text()) })
	b.ReportMetric(loud.Sub(d.started).Seconds(), "s-loud")
	b.ReportMetric(d.used().Seconds(), "s-cpu-loud")
	all := d.untilLoaded()
	b.ReportMetric(all.Sub(d.started).Seconds(), "s-all")
	b.ReportMetric(d.used().Seconds(), "s-cpu-all")
	b.ReportMetric(d.peak(), "MB-peak")
	time.Sleep(settling)
	d.patience = patience
	spends := func(what string, meanwhile func()) {
		if server == nil {
			d.spends(b, what, meanwhile)
			return
		}
		used, begin := server(b), time.Now()
		d.spends(b, what, meanwhile)
		b.ReportMetric(100*float64(server(b)-used)/float64(time.Since(begin)), "%server-"+what)
	}
	spends("quiet", func() { time.Sleep(10 * time.Second) })
	n := 0
	var took []time.Duration
	for _, rate := range []int{5, 50} {
		spends(fmt.Sprint(rate), func() {
			for begin := time.Now(); time.Since(begin) < 10*time.Second; n++ {
				next, before := time.Now().Add(time.Second/time.Duration(rate)), failedTasks.FindString(d.text())
				commit(n, n%2 == 0)
				if rate == 5 {
					at := time.Now()
					took = append(took, d.until("another count than "+before, func(s *screen) bool {
						return failedTasks.FindString(s.text()) != before
					}).Sub(at))
				}
				time.Sleep(time.Until(next))
			}
		})
	}
	reportTimes(b, took, "-frame")
	b.ReportMetric(d.resident(), "MB-now")
	d.press("q")
	d.untilEnded()
}

// thousands writes a number as the header does.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func openOwn(b *testing.B) (string, func(n int, fails bool)) {
	b.Helper()
	path := ownQueue.largeCopy(b, usual)
	must(b, inDatabase(path, append(ownQueue.add("t_mark", "Mend the gate"), ownQueue.begin("t_mark")...)...))
	w := ownQueue.owner(b, path)
	return path, func(_ int, fails bool) {
		if fails {
			w.exec("UPDATE tasks SET state = 'failed', updated_at = unixepoch() WHERE id = 't_mark'")
		} else {
			w.exec(ownQueue.begin("t_mark")...)
		}
	}
}

// riverMark are statements that have the first running job fail and run again.
func riverMark(id string, fails bool) string {
	if fails {
		return "UPDATE river_job SET state = 'discarded', finalized_at = CURRENT_TIMESTAMP WHERE id = " + id
	}
	return "UPDATE river_job SET state = 'running', finalized_at = NULL WHERE id = " + id
}

func openRiver(b *testing.B) (string, func(n int, fails bool)) {
	b.Helper()
	path := riverQueue.largeCopy(b, usual)
	running, err := readColumns(path, riverQueue.busy+" LIMIT 1")
	must(b, err)
	w := riverQueue.owner(b, path)
	return path, func(_ int, fails bool) { w.exec(riverMark(running[0][0], fails)) }
}
