package live

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Five rows that change on the screen are less than 2 kB at 160x48, so that as many a second may do so
// over a thin line; and less than 4 kB where they go to another pane, which moves what is below it.
func TestFiveChangedRowsAreFewBytes(t *testing.T) {
	t.Parallel()
	const rounds, rows = 5, 5
	id := func(n int) string { return fmt.Sprintf("t_paint%02d", n) }
	title := func(n int) string { return fmt.Sprintf("Paint the fence of garden %d", n) }
	other := func(n int) string { return fmt.Sprintf("Count %d lamps along the street", n) }
	things := []string{"oil", "gate key", "ladder", "paint", "permit", "wire", "map", "lamp", "brush", "nail"}
	places := []string{"yard", "tower", "cellar", "garden"}
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
				return k.block(id(n), fmt.Sprintf("There is no %s in the %s", things[n%len(things)], places[n%len(places)]))
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
