package board

import (
	"fmt"
	"testing"
	"time"

	"notdone/model"
)

func doneRow(id string, ago int) *model.Row {
	r := &model.Row{Task: model.Task{Queue: "/q", ID: id, Finished: epoch.Add(-time.Duration(ago) * time.Second)}}
	r.State = model.StateDone
	return r
}

// TestFoundAll: a search ends with the last row that there is, or when so many
// rows in a row are not among the first that no later one can be.
func TestFoundAll(t *testing.T) {
	const held = 10
	x := newIndex(room{quiet: held, whole: 1000}, 2, nil, nil)
	var rows []*model.Row
	for i := range held + 2*farBehind {
		rows = append(rows, doneRow(fmt.Sprintf("t%05d", i), i))
		x.putRow(rows[i], epoch)
	}
	done := classOf(rows[0])
	few := map[class]*missing{done: {left: 3}}
	if x.foundAll(few, rows[:2]) || !x.foundAll(few, rows[2:3]) {
		t.Error("a search for 3 rows does not end with the third")
	}
	many := map[class]*missing{done: {left: 1 << 30}, class(0): {left: 1}}
	if x.foundAll(many, rows[:held+farBehind-1]) || many[done] == nil {
		t.Error("the search ends before it is far behind the rows that are held")
	}
	if x.foundAll(many, rows[:1]); many[done].passed != 0 {
		t.Error("a row that is held is passed over")
	}
	if x.foundAll(many, rows[held:held+farBehind]) || many[done] != nil {
		t.Error("the search goes on far behind the rows that are held")
	}
	if other := doneRow("other", 0); x.foundAll(many, []*model.Row{other}) {
		t.Error("rows of another class end the search")
	}
}

// TestFirstJudgedIsKept: a row that says the same as the one before it keeps the
// time since when; another verdict begins now.
func TestFirstJudgedIsKept(t *testing.T) {
	first, now := epoch.Add(-time.Hour), epoch.Add(time.Hour)
	for _, tt := range []struct {
		name    string
		replace func(x *index, r *model.Row)
	}{
		{"a change", func(x *index, r *model.Row) { x.putRow(r, now) }},
		{"a new listing", func(x *index, r *model.Row) {
			fresh := newIndex(room{10, 10}, 2, nil, nil)
			fresh.putRow(r, now)
			x.replaceQueue("/q", fresh, now)
		}},
	} {
		for _, remembers := range []bool{true, false} {
			x := newIndex(room{10, 10}, 2, nil, nil)
			if remembers {
				x.unrecorded = map[model.Ref]judgement{}
			}
			shown := func() *model.Row { return x.rows.held(model.Ref{Queue: "/q", ID: "t"}).shown }
			x.putRow(loopRow("t", "w", "access:vault", epoch, nil), epoch)
			x.setFirstJudged([]*model.Row{shown()}, []time.Time{first}, now)
			tt.replace(x, loopRow("t", "w", "access:vault", epoch.Add(time.Second), nil))
			if got := shown().FirstJudged; !got.Equal(first) {
				t.Errorf("%s: the same verdict was first judged at %v", tt.name, got)
			}
			tt.replace(x, loopRow("t", "w", "network:api", epoch.Add(time.Second), nil))
			if got := shown().FirstJudged; remembers && !got.Equal(now) || !remembers && !got.IsZero() {
				t.Errorf("%s: another verdict was first judged at %v, remembered: %v", tt.name, got, remembers)
			}
		}
	}
}
