package live

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"
)

// row is the id of a task of a large queue.
var row = regexp.MustCompile(`(t_|task-|…)[0-9a-f]{8} `)

// wide is the terminal of the benchmarks of large queues.
var wide = size{160, 48}

func hasRow(s *screen) bool { return row.MatchString(s.text()) }

// eachLarge runs a benchmark over large queues of several kinds and mixes.
func eachLarge(b *testing.B, kinds []kind, mixes []mix, run func(b *testing.B, k *kind, m mix)) {
	b.Helper()
	for _, k := range kinds {
		for _, m := range mixes {
			b.Run(strings.ReplaceAll(k.name+" "+m.name, " ", "-"), func(b *testing.B) {
				for range b.N {
					run(b, &k, m)
				}
				hideLoop(b)
			})
		}
	}
}

// BenchmarkLargeStart measures from the program's start to the first frame with a
// task, to the one whose panes and counts are whole, to the one in which every text was
// read, what memory that took, and how long it takes to end right after that, with nothing remembered of the queue ("cold") and after an earlier run ("warm").
func BenchmarkLargeStart(b *testing.B) {
	eachLarge(b, []kind{ownQueue, hermesWAL}, []mix{usual, loud}, func(b *testing.B, k *kind, m mix) {
		b.Helper()
		path, home := k.large(b, m), b.TempDir()
		for _, how := range []string{"cold", "warm"} {
			d := openSized(b, home, wide, path)
			d.patience = 20 * time.Minute
			first := d.until("a task", hasRow)
			used := d.used()
			counted := d.untilCounted()
			all := d.untilLoaded()
			b.ReportMetric(ms(first.Sub(d.started)), "ms-first-"+how)
			b.ReportMetric(ms(used), "ms-cpu-first-"+how)
			b.ReportMetric(counted.Sub(d.started).Seconds(), "s-counts-"+how)
			b.ReportMetric(all.Sub(d.started).Seconds(), "s-all-"+how)
			b.ReportMetric(d.used().Seconds(), "s-cpu-"+how)
			b.ReportMetric(d.peak(), "MB-peak-"+how)
			at := time.Now()
			d.press("2G")
			b.ReportMetric(ms(d.settled(time.Second).Sub(at)), "ms-to-the-end-"+how)
			b.ReportMetric(d.resident(), "MB-now-"+how)
			at = time.Now()
			d.press("q")
			d.untilEnded()
			b.ReportMetric(ms(time.Since(at)), "ms-quit-"+how)
		}
	})
}

// BenchmarkLargeCommands measures the commands that an operator's scripts use, with
// nothing remembered of the queue ("cold") and after check ("warm").
func BenchmarkLargeCommands(b *testing.B) {
	eachLarge(b, []kind{ownQueue, hermesWAL}, []mix{usual}, func(b *testing.B, k *kind, m mix) {
		b.Helper()
		path := k.large(b, m)
		ids, err := readColumns(path, k.busy+" LIMIT 1")
		must(b, err)
		loud, err := readColumns(path, k.stuck+" LIMIT 1")
		must(b, err)
		kept := b.TempDir()
		for _, command := range []struct {
			name string
			cold string // the home without what check keeps
			args []string
			says string
		}{
			{"check", kept, []string{"check", path}, ""},
			{"ls-blocked", b.TempDir(), []string{"ls", "--json", "--state", "blocked", path}, `"state":"blocked"`},
			{"show", b.TempDir(), []string{"show", path, ids[0][0]}, ids[0][0]},
			{"show-blocked", b.TempDir(), []string{"show", path, loud[0][0]}, loud[0][0]},
		} {
			for _, how := range []string{"cold", "warm"} {
				home := kept
				if how == "cold" {
					home = command.cold
				}
				c := costIn(b, home, command.args...)
				if !bytes.Contains(c.Said, []byte(command.says)) {
					b.Fatalf("%s says %.300q", command.name, c.Said)
				}
				b.ReportMetric(ms(c.Wall), "ms-"+command.name+"-"+how)
				b.ReportMetric(ms(c.CPU), "ms-cpu-"+command.name+"-"+how)
				b.ReportMetric(float64(c.Peak)/1000, "MB-"+command.name+"-"+how)
			}
		}
	})
}

// rareTitle are statements that give the task that is listed last a word that no other has.
var rareTitle = map[string][]string{
	"queue": {
		`UPDATE tasks SET title = 'Count the zzyzx' WHERE rowid = (SELECT min(rowid) FROM tasks WHERE state = 'done')`,
		`UPDATE tasks SET updated_at = 1 WHERE title = 'Count the zzyzx'`,
	},
	"hermes": {`UPDATE tasks SET title = 'Count the zzyzx' WHERE rowid = (SELECT min(rowid) FROM tasks WHERE status = 'done')`},
}

// foundOne says that the task of rareTitle was found: among those that ask for nobody, which may be
// counted alone, or in a pane that lists it.
var foundOne = regexp.MustCompile(`5 The rest 1[ ,]|Count the zzyzx`)

// BenchmarkLargeFilter measures from the keys of a word to the first frame whose
// rows have it, and to the one that tells that all texts were searched; of a word that only the
// title of the last task has, to the frame that tells of it.
func BenchmarkLargeFilter(b *testing.B) {
	eachLarge(b, []kind{ownQueue, hermesWAL}, []mix{usual}, func(b *testing.B, k *kind, m mix) {
		b.Helper()
		path := k.largeCopy(b, m)
		must(b, inDatabase(path, rareTitle[k.system]...))
		d := openSized(b, b.TempDir(), wide, path)
		d.patience = 20 * time.Minute
		d.untilLoaded()
		for _, word := range []string{"parcels", "payroll", "zzyzx"} {
			d.press("/")
			d.untilText(" /")
			at := time.Now()
			d.press(word)
			first := d.until(word, func(s *screen) bool { return s.finds(word) }).Sub(at)
			b.ReportMetric(ms(first), "ms-first-"+word)
			if word == "zzyzx" {
				told := d.until("the task", func(s *screen) bool { return foundOne.MatchString(s.text()) })
				b.ReportMetric(ms(told.Sub(at)), "ms-titles")
			}
			all := d.until("all", func(s *screen) bool { return s.finds(word) && !unsearched.MatchString(s.text()) })
			b.ReportMetric(ms(all.Sub(at)), "ms-all-"+word)
			d.press("\x1b")
			d.until("no filter", func(s *screen) bool { return !strings.Contains(s.text(), "/"+word) })
		}
	})
}

// unsearched says that there are tasks of which not all texts were searched.
var unsearched = regexp.MustCompile(` so far|, searched [\d,]+ of `)

// filtered is the title of a pane that tells how many of its tasks match.
var filtered = regexp.MustCompile(`2 Blocked ([━─]+ )?[\d,]+(, searched [\d,]+)? of `)

// finds says whether what is typed is the word and each pane tells how many of its
// tasks have it.
func (s *screen) finds(word string) bool {
	return strings.Contains(s.text(), "/"+word) && filtered.MatchString(s.text())
}
