package board

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
	"notdone/ui/query"
)

// said is what an index shows, as texts and numbers that can be compared.
func said(x *index) map[string]any {
	all := map[string]any{"counts": x.total(), "severities": x.total().severities}
	refs := func(keys []*Key) (all []string) {
		for _, k := range keys {
			all = append(all, fmt.Sprintf("%s %s %+v", *k.queue, k.id, k.facts))
		}
		return all
	}
	all["keys"], all["members"] = refs(x.keys.Items()), refs(x.shared.loops.members.Items())
	for hash, o := range x.shared.loops.all {
		all[fmt.Sprint("loop ", hash)] = fmt.Sprintf("%+v", *o)
	}
	for c, shelf := range x.shelves {
		if shelf != nil {
			all[fmt.Sprint("shelf ", c)] = append(refs(shelf.keys.Items()), fmt.Sprint(shelf.horizon != nil))
		}
	}
	for queue, p := range x.parts {
		all["tallies of "+queue] = p.counts
	}
	for i, p := range x.panes {
		v := p.view()
		all[fmt.Sprint("pane ", i)] = refs(p.keys.Items())
		if p.sorted != nil {
			all[fmt.Sprint("sorted ", i)] = refs(p.sorted.Items())
		}
		var groups []string
		for _, g := range v.groups.items.Items() {
			groups = append(groups, fmt.Sprintf("%d %d %d %d %d %v %d %d %d %d %s %s %s %s %v", g.ID, g.Tasks, g.Runs, g.Sources, g.Worst,
				g.Worded, g.nanoUSD, g.againUSD, g.priced, g.met, g.first.id, g.newest.id, g.oldest.id, g.latest.id, g.queues))
		}
		all[fmt.Sprint("groups ", i)] = groups
	}
	return all
}

// TestStoredTasksAreListedAtOnce: of tasks that were stored the lists, groups, loops and counts are
// the same whether they are listed all at once or one after the other, beside another queue
// and beside tasks of their own queue that were read again.
func TestStoredTasksAreListedAtOnce(t *testing.T) {
	byAge, err := query.ParseOrder("age")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		rows := map[string][]*model.Row{}
		usd := []*float64{nil, new(float64)}
		*usd[1] = 1.5
		for _, queue := range []string{"/p", "/q"} {
			for i := range rapid.IntRange(0, 40).Draw(t, "tasks") {
				id := fmt.Sprint("task ", i)
				r := doneRow(id, i)
				switch rapid.IntRange(0, 5).Draw(t, "kind") {
				case 0, 1:
					wish, cause := rapid.IntRange(0, 3).Draw(t, "wish"), rapid.IntRange(0, 1).Draw(t, "cause")
					r = loopRow(id, fmt.Sprint(wish), fmt.Sprint("k", cause), epoch.Add(-time.Duration(i)*time.Minute), usd[i%2])
				case 2:
					r.State, r.Priority, r.DependsOn = model.StateQueued, i%3, []string{fmt.Sprint("task ", (i+1)%40)}
				case 3:
					r.State, r.Attempts, r.Started = model.StateActive, i, epoch
				case 4:
					r.State, r.Headline = model.StateFailed, "exit"
				}
				r.Queue = queue
				rows[queue] = append(rows[queue], r)
			}
		}
		keep := rapid.SampledFrom([]int{3, 10, 100}).Draw(t, "keep")
		before := newIndex(room{keep, 20}, 2, nil, nil)
		for _, r := range rows["/q"] {
			before.putRow(r, epoch)
		}
		before.updateShared(epoch)
		file, again, other := collect(before.pack("/q")), rapid.SliceOfN(rapid.IntRange(0, 39), 0, 3).Draw(t, "again"), rapid.Bool().Draw(t, "another queue")
		list := func(adopt func(x *index, keys []*Key)) map[string]any {
			s := readStored(file, "/q", nil)
			if s == nil {
				t.Fatal("what was stored is not read")
			}
			x, fresh := newIndex(room{keep, 20}, 2, nil, nil), newIndex(room{keep, 20}, 2, nil, nil)
			x.panes[model.PaneFailed].sort(byAge)
			if other {
				for _, r := range rows["/p"] {
					x.putRow(r, epoch)
				}
				x.updateShared(epoch.Add(time.Hour))
			}
			fresh.parts["/q"] = &s.part
			for c, k := range s.horizons {
				fresh.shelves[c].horizon = k
			}
			r := &recalled{stored: s, f: &feed{queue: "/q"}, fresh: fresh, again: map[string]bool{}}
			for _, i := range again {
				if i < len(rows["/q"]) {
					now := *rows["/q"][i]
					now.State, now.Updated = model.StateBlocked, epoch.Add(time.Second)
					r.again[now.ID] = true
					fresh.putRow(&now, epoch)
				}
			}
			r.putInto(x, epoch)
			adopt(x, r.unread())
			x.updateShared(epoch.Add(2 * time.Hour))
			return said(x)
		}
		cut := rapid.IntRange(0, 40).Draw(t, "first")
		all := list(func(x *index, keys []*Key) {
			cut = min(cut, len(keys))
			x.adoptAll(keys[cut:], epoch)
			x.adoptAll(keys[:cut], epoch)
		})
		one := list(func(x *index, keys []*Key) {
			for _, k := range keys {
				x.adopt(k, nil, epoch)
			}
		})
		for _, name := range slices.Sorted(maps.Keys(one)) {
			if !reflect.DeepEqual(all[name], one[name]) {
				t.Fatalf("%s: all at once\n%+v\none after the other\n%+v", name, all[name], one[name])
			}
		}
		if len(all) != len(one) {
			t.Fatalf("%d lists and loops, want %d", len(all), len(one))
		}
	})
}
