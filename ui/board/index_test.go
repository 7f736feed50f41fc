package board

import (
	order "cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/classify"
	"notdone/model"
)

var epoch = time.Unix(1_700_000_000, 0).UTC()

// anyRow draws a row out of few ids, wishes, obstacles and times, so that they
// meet often.
func anyRow(t *rapid.T, queue string) *model.Row {
	id := rapid.IntRange(0, 40).Draw(t, "id")
	r := &model.Row{Task: model.Task{Queue: queue, ID: fmt.Sprintf("t%02d", id)}}
	r.State = model.State(rapid.IntRange(0, model.NumStates-1).Draw(t, "state"))
	r.Grade = model.Grade(rapid.IntRange(0, 3).Draw(t, "grade"))
	r.Priority = rapid.IntRange(0, 2).Draw(t, "priority")
	r.Attempts = rapid.IntRange(0, 3).Draw(t, "attempts")
	if cost := rapid.IntRange(-1, 3).Draw(t, "cost"); cost >= 0 {
		usd := float64(cost) / 4
		r.CostUSD = &usd
	}
	at := func(label string) time.Time {
		if n := rapid.IntRange(0, 20).Draw(t, label); n > 0 {
			return epoch.Add(time.Duration(n) * time.Minute)
		}
		return time.Time{}
	}
	r.Updated, r.Created, r.Due = at("updated"), at("created"), at("due")
	if obstacle := rapid.IntRange(0, 3).Draw(t, "obstacle"); obstacle > 0 {
		r.Wish = fmt.Sprint("wish ", rapid.IntRange(0, 2).Draw(t, "wish"))
		r.Obstacle = &model.Obstacle{Key: fmt.Sprint("key ", obstacle), Text: r.ID}
	}
	if worst := rapid.IntRange(-1, 3).Draw(t, "severity"); worst >= 0 {
		r.Findings = []model.Finding{{Rule: fmt.Sprint("rule-", worst), Severity: model.Severity(worst), Discounted: rapid.Bool().Draw(t, "discounted")}}
	}
	for range rapid.IntRange(0, 2).Draw(t, "depends") {
		r.DependsOn = append(r.DependsOn, fmt.Sprintf("t%02d", rapid.IntRange(0, 40).Draw(t, "on")))
	}
	return r
}

// world is the same tasks as an index, kept in the simplest way.
type world map[model.Ref]*model.Row

// shown works out what every task has to look like, from nothing.
func (w world) shown() map[model.Ref]*model.Row {
	type key struct{ wish, obstacle string }
	met := map[key]int{}
	for _, r := range w {
		if r.Obstacle != nil && r.Wish != "" {
			met[key{r.Wish, r.Obstacle.Key}]++
		}
	}
	out := map[model.Ref]*model.Row{}
	for ref, r := range w {
		now := *r
		now.Findings = slices.Clone(r.Findings)
		if r.Obstacle != nil && r.Wish != "" {
			if n := met[key{r.Wish, r.Obstacle.Key}]; n >= 2 {
				severity := model.SeverityWarning
				if n >= 5 {
					severity = model.SeverityError
				}
				now.Findings = append(now.Findings, model.Finding{Rule: "requeue-loop", Severity: severity, Count: n})
			}
		}
		if w.inRing(ref) {
			now.Findings = append(now.Findings, model.Finding{Rule: "dependency-ring", Severity: model.SeverityError})
		}
		classify.SortFindings(now.Findings)
		out[ref] = &now
	}
	return out
}

// inRing reports whether a task can be reached from itself.
func (w world) inRing(ref model.Ref) bool {
	seen := map[string]bool{}
	next := []string{ref.ID}
	for len(next) > 0 {
		id := next[0]
		next = next[1:]
		r := w[model.Ref{Queue: ref.Queue, ID: id}]
		if r == nil || r.State.Finished() {
			continue
		}
		for _, on := range r.DependsOn {
			if on == ref.ID {
				return true
			}
			if !seen[on] {
				seen[on] = true
				next = append(next, on)
			}
		}
	}
	return false
}

// summary is what of a row the two have to agree on.
func summary(r *model.Row) string {
	var rules []string
	for _, f := range r.Findings {
		if f.Rule == "dependency-ring" {
			f.Count = 0 // how large the ring is, is not worked out here
		}
		rules = append(rules, fmt.Sprint(f.Rule, f.Severity, f.Discounted, f.Count))
	}
	slices.Sort(rules)
	return fmt.Sprint(r.Queue, r.ID, r.State, r.Since(), rules)
}

func summaries(rows []*model.Row) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = summary(r)
	}
	return out
}

func TestIndexIsWhatANaiveOneIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New(Options{Now: func() time.Time { return epoch }, Keep: 1000}, Feed{Path: "/a"}, Feed{Path: "/b"})
		w := world{}
		tick := time.Unix(0, 0)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			queue := rapid.SampledFrom([]string{"/a", "/b"}).Draw(t, "queue")
			switch rapid.IntRange(0, 9).Draw(t, "op") {
			case 0:
				ref := anyRow(t, queue).Ref()
				b.indexer.x.dropTask(ref)
				delete(w, ref)
			case 1:
				fresh := newIndex(room{1000, 1000}, 2, nil, nil)
				for ref := range w {
					if ref.Queue == queue {
						delete(w, ref)
					}
				}
				for range rapid.IntRange(0, 20).Draw(t, "listed") {
					r := anyRow(t, queue)
					fresh.putRow(r, epoch)
					w[r.Ref()] = r
				}
				b.indexer.x.replaceQueue(queue, fresh, epoch)
			case 2:
				tick = tick.Add(time.Hour)
				wanted, _ := b.indexer.x.updateShared(tick)
				b.putAll(w, wanted)
			default:
				r := anyRow(t, queue)
				b.indexer.x.putRow(r, epoch)
				w[r.Ref()] = r
			}
		}
		wanted, _ := b.indexer.x.updateShared(tick.Add(time.Hour))
		b.putAll(w, wanted)
		b.indexer.x.updateShared(tick.Add(2 * time.Hour))
		b.indexer.x.changed = true
		b.indexer.publish()
		compare(t, b.Snapshot(), w.shown())
	})
}

// putAll takes tasks in that were asked for.
func (b *Board) putAll(w world, refs []model.Ref) {
	for _, ref := range refs {
		if r := w[ref]; r != nil {
			b.indexer.x.putRow(r, epoch)
		}
	}
}

// compare holds a snapshot against what the tasks have to look like.
func compare(t *rapid.T, s *Snapshot, want map[model.Ref]*model.Row) {
	var counts [model.NumStates]int
	var severities [model.NumSeverities]int
	var panes [model.NumPanes][]*model.Row
	for _, r := range want {
		counts[r.State]++
		if w := r.Weight(); w > 0 {
			severities[w-1]++
		}
		panes[r.State.Pane()] = append(panes[r.State.Pane()], r)
	}
	if s.Counts != counts || s.Severities != severities {
		t.Fatalf("counts are %v, %v, want %v, %v", s.Counts, s.Severities, counts, severities)
	}
	for p, rows := range panes {
		pane := model.Pane(p)
		slices.SortFunc(rows, compareRows)
		if diff := cmp.Diff(summaries(rows), summaries(rowsIn(s, pane))); diff != "" {
			t.Fatalf("%v (-want +got):\n%s", pane, diff)
		}
		if s.Rows(pane).Len() != len(rows) || s.Total(pane) != len(rows) {
			t.Fatalf("%v has %d of %d rows, want %d", pane, s.Rows(pane).Len(), s.Total(pane), len(rows))
		}
		comparePositions(t, s, pane, rows)
		if pane.Grouped() {
			compareGrouped(t, s, pane, rows)
		}
	}
}

func comparePositions(t *rapid.T, s *Snapshot, p model.Pane, rows []*model.Row) {
	if p.Grouped() {
		rows = slices.Clone(rows)
		slices.SortStableFunc(rows, func(a, b *model.Row) int { return order.Compare(GroupID(a), GroupID(b)) })
	}
	for i, r := range rows {
		at, ok := s.Rows(p).At(i)
		if got := s.Rows(p).Index(r); !ok || at.Ref() != r.Ref() || got != i {
			t.Fatalf("%v: row %d is at %d", p, i, got)
		}
		if got, ok := s.Get(r.Ref()); !ok || summary(got) != summary(r) {
			t.Fatalf("%v is not found", r.Ref())
		}
	}
}

// groupSays is what a group says.
type groupSays struct {
	Key                string
	Tasks, Runs, Worst int
	Worded             bool
	Newest             time.Time
	CostUSD            *float64
	newest             model.Ref
	Sources            int
}

func compareGrouped(t *rapid.T, s *Snapshot, p model.Pane, rows []*model.Row) {
	byKey := map[string][]*model.Row{}
	for _, r := range rows {
		byKey[groupKey(r)] = append(byKey[groupKey(r)], r)
	}
	var want []groupSays
	for key, members := range byKey {
		g, ok := s.Group(p, GroupID(members[0]))
		if !ok {
			t.Fatalf("%v has no group %q", p, key)
		}
		list := s.Members(p, g)
		if list.Len() != g.Tasks || !cmp.Equal(summaries(inOrder(g.Tasks, list.At)), summaries(members)) {
			t.Fatalf("the group %q has other rows", key)
		}
		sum := groupSays{Key: key, Tasks: len(members), Worded: p == model.PaneFalseDone}
		cost, priced, queues := 0.0, false, map[string]bool{}
		for i, r := range members {
			sum.Runs += r.Attempts
			queues[r.Queue] = true
			if w := r.Weight(); w > int(model.SeverityWarning) {
				sum.Worst = max(sum.Worst, w)
			}
			sum.Worded = sum.Worded && !corroborated(r)
			if r.Since().After(sum.Newest) && p != model.PaneActive || i == 0 {
				sum.Newest, sum.newest = r.Since(), r.Ref()
			}
			if r.CostUSD != nil {
				cost, priced = cost+*r.CostUSD, true
			}
			if list.Index(r) != i {
				t.Fatalf("the row %d of %q is at %d", i, key, list.Index(r))
			}
		}
		if sum.Sources = len(queues); priced {
			sum.CostUSD = &cost
		}
		got := groupSays{Key: groupKey(g.Newest()), Tasks: g.Tasks, Runs: g.Runs, Worst: g.Worst, Worded: g.Worded, Newest: g.Since(), CostUSD: g.CostUSD(), newest: g.Newest().Ref(), Sources: g.Sources}
		if diff := cmp.Diff(sum, got, cmp.AllowUnexported(groupSays{})); diff != "" || groupKey(g.First()) != key {
			t.Fatalf("the group %q (-want +got):\n%s", key, diff)
		}
		want = append(want, sum)
	}
	slices.SortFunc(want, func(a, b groupSays) int {
		switch {
		case (a.Key == "") != (b.Key == ""):
			return strings.Compare(b.Key, a.Key)
		case a.Worded && !b.Worded:
			return 1
		case b.Worded && !a.Worded:
			return -1
		case a.Worst != b.Worst:
			return b.Worst - a.Worst
		case a.Tasks != b.Tasks:
			return b.Tasks - a.Tasks
		case !a.Newest.Equal(b.Newest):
			return b.Newest.Compare(a.Newest)
		}
		return order.Or(strings.Compare(a.newest.Queue, b.newest.Queue), strings.Compare(a.newest.ID, b.newest.ID))
	})
	var groups, keys []string
	for i, g := range inOrder(s.Groups(p).Len(), func(i int) (*Group, bool) { return s.Groups(p).At(i) }) {
		if groups = append(groups, groupKey(g.First())); s.Groups(p).Index(g) != i {
			t.Fatalf("%v: the group %d is at %d", p, i, s.Groups(p).Index(g))
		}
	}
	for _, g := range want {
		keys = append(keys, g.Key)
	}
	if !slices.Equal(groups, keys) {
		t.Fatalf("%v: groups are %v, want %v", p, groups, keys)
	}
}

// TestNewListingBreaksARing: a row that a new listing shows as it was loses the
// finding that another task of the listing has ended.
func TestNewListingBreaksARing(t *testing.T) {
	waiting := func(id string, on ...string) *model.Row {
		r := &model.Row{Task: model.Task{Queue: "/q", ID: id, DependsOn: on}}
		r.State = model.StateQueued
		return r
	}
	x, fresh := newIndex(room{10, 10}, 2, nil, nil), newIndex(room{10, 10}, 2, nil, nil)
	for _, r := range []*model.Row{waiting("a", "b"), waiting("b", "a")} {
		x.putRow(r, epoch)
	}
	x.updateShared(epoch)
	found := func() int { return len(x.rows.held(model.Ref{Queue: "/q", ID: "a"}).shown.Findings) }
	if found() != 1 {
		t.Fatal("there is no ring, so nothing is tested")
	}
	for _, r := range []*model.Row{waiting("a", "b"), waiting("b")} {
		fresh.putRow(r, epoch)
	}
	x.replaceQueue("/q", fresh, epoch)
	x.updateShared(epoch.Add(time.Hour))
	if found() != 0 {
		t.Error("the ring is still shown")
	}
}

// TestATaskThatChangesItsCause: a task that gets another cause, and nothing else changes,
// leaves one group and is the other.
func TestATaskThatChangesItsCause(t *testing.T) {
	queue := "q"
	p := newPanes(newRowCache(10, nil))[model.PaneBlocked]
	var was *Key
	for cause := range uint64(64) {
		k := &Key{queue: &queue, id: "t", facts: facts{cause: Loose + 1 + cause, state: model.StateBlocked}}
		if was != nil {
			p.remove(was)
		}
		p.add(k)
		was = k
		v := p.view()
		g, some := v.groups.At(0)
		if !some || g.ID != k.cause || v.groups.Len() != 1 || v.byID.Len() != 1 {
			t.Fatalf("after %d changes there are %d groups", cause, v.groups.Len())
		}
	}
}
