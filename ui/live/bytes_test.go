package live

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// Five rows that change on the screen are less than 2 kB at 160x48, so that as many a second may do so
// over a thin line; and less than 4 kB where they go to another pane, which moves what is below it.
func TestFiveChangedRowsAreFewBytes(t *testing.T) {
	t.Parallel()
	const rounds, rows = 5, 5
	id := func(n int) string { return fmt.Sprintf("t_paint%02d", n) }
	title := func(n int) string { return fmt.Sprintf("Paint the fence of garden %d", n) }
	other := func(n int) string { return fmt.Sprintf("Count %d lamps along the street", n) }
	for _, one := range []struct {
		name   string
		most   int  // bytes
		begun  bool // the tasks run at first
		change func(k *kind, n int) []string
		shown  func(active string, n int) bool
	}{
		{
			"other titles", 2000, true,
			func(_ *kind, n int) []string {
				return []string{"UPDATE tasks SET title = '" + other(n) + "' WHERE id = '" + id(n) + "'"}
			},
			func(active string, n int) bool { return strings.Contains(active, other(n)) },
		},
		{
			"taken by a worker", 2000, false,
			func(k *kind, n int) []string { return k.begin(id(n)) },
			func(active string, n int) bool {
				return slices.ContainsFunc(strings.Split(active, "\n"), func(line string) bool {
					return strings.Contains(line, id(n)) && strings.Contains(line, "running")
				})
			},
		},
		{
			"to another pane", 4000, true,
			func(k *kind, n int) []string {
				return k.block(id(n), lack(n))
			},
			func(active string, n int) bool { return !strings.Contains(active, id(n)) },
		},
	} {
		for _, k := range []kind{ownQueue, hermesWAL} {
			t.Run(one.name+"/"+k.name, func(t *testing.T) {
				t.Parallel()
				path := k.fixture(t)
				w := k.owner(t, path)
				for n := range rounds * rows {
					w.exec(k.add(id(n), title(n))...)
					if one.begun {
						w.exec(k.begin(id(n))...)
					}
				}
				d := openSized(t, t.TempDir(), wide, path)
				d.untilLoaded()
				d.until("all rows", func(s *screen) bool { return strings.Count(s.frame("1 Active"), "t_paint") == rounds*rows })
				before := d.received()
				for round := range rounds {
					was := d.received()
					for n := round * rows; n < (round+1)*rows; n++ {
						w.exec(one.change(&k, n)...)
					}
					d.until(fmt.Sprintf("round %d", round), func(s *screen) bool {
						active, all := s.frame("1 Active"), true
						for n := round * rows; n < (round+1)*rows; n++ {
							all = all && one.shown(active, n)
						}
						return all
					})
					t.Logf("%d bytes for %d rows", d.received()-was, rows)
				}
				if mean := (d.received() - before) / rounds; mean > one.most {
					t.Errorf("%d bytes for %d rows", mean, rows)
				}
			})
		}
	}
}

// lack is an obstacle that no other of 40 tasks has.
func lack(n int) string {
	things := []string{"oil", "gate key", "ladder", "paint", "permit", "wire", "map", "lamp", "brush", "nail"}
	places := []string{"yard", "tower", "cellar", "garden"}
	return fmt.Sprintf("There is no %s in the %s", things[n%10], places[n/10])
}

// Over SSH five rows a second go to another pane for less than 2 kB a second, whether they are
// written together or one by one: frames wait there until earlier ones are paid for.
func TestMovedRowsOverSSHAreFewBytes(t *testing.T) {
	t.Parallel()
	const seconds, rows = 8, 5
	id := func(n int) string { return fmt.Sprintf("t_paint%02d", n) }
	for _, one := range []struct {
		name  string
		pause time.Duration
	}{{"together", 0}, {"one by one", time.Second / rows}} {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			k := ownQueue
			path := k.fixture(t)
			w := k.owner(t, path)
			for n := range seconds * rows {
				w.exec(k.add(id(n), fmt.Sprintf("Paint the fence of garden %d", n))...)
				w.exec(k.begin(id(n))...)
			}
			w.exec(k.block(id(0), lack(0))...)
			d := openProgram(t, t.TempDir(), wide, "env", "SSH_CONNECTION=192.0.2.1 50000 192.0.2.2 22", binary, path)
			d.untilLoaded()
			d.untilIn("2 Blocked", id(0))
			time.Sleep(3 * time.Second) // so that nothing is an answer to the start any more
			began, before := time.Now(), d.received()
			for n := 1; n < seconds*rows; n++ {
				w.exec(k.block(id(n), lack(n))...)
				if time.Sleep(one.pause); n%rows == 0 {
					time.Sleep(time.Until(began.Add(time.Duration(n/rows) * time.Second)))
				}
			}
			d.untilText(fmt.Sprintf("■ %d blocked", seconds*rows))
			took := time.Since(began)
			rate := int(float64(d.received()-before) / took.Seconds())
			t.Logf("%d bytes a second in %v", rate, took.Round(time.Millisecond))
			if rate > 2000 {
				t.Errorf("%d bytes a second", rate)
			}
		})
	}
}
