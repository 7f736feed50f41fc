package mapped

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Characters of each text that are read for a list, and for the detail of one task.
const (
	listText  = 4 << 10
	wholeText = 1 << 20
	shortText = 400
)

// TextRoles are the roles whose texts may be long, and may be pickled.
var TextRoles = []Role{RoleTitle, RoleBody, RoleResult, RoleError, RoleReason}

// Load reads tasks by their IDs.
func (t *table) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) (cases []*model.Case, err error) {
	most := listText
	if whole {
		most = wholeText
	}
	now := t.o.Now()
	err = sqlsource.EachCells(ctx, q, func(cells []any) {
		c := t.caseOf(cells, now, most)
		cases = append(cases, &c)
	}, "SELECT "+strings.Join(t.selected(most), ", ")+" FROM "+t.from()+" t WHERE "+t.id+" IN (SELECT value FROM json_each(?))", sqlsource.List(ids))
	return cases, err
}

// selected are the expressions that are read of a row: the ID, the roles, the flags and,
// where the table has actions, the size of the row. Long texts are cut to most characters.
func (t *table) selected(most int) []string {
	list := []string{t.id}
	for i, role := range t.roles {
		keep := shortText
		if slices.Contains(TextRoles, role) {
			keep = most
		}
		if _, pickled := t.Pickled[role]; pickled {
			list = append(list, wholeCell(t.exprs[i], keep))
		} else {
			list = append(list, sqlsource.Ends(t.exprs[i], keep))
		}
	}
	list = append(list, t.tests...)
	if len(t.actions) > 0 {
		list = append(list, t.size())
	}
	return list
}

// bytes returns the size of a row of selected.
func (t *table) bytes(cells []any) int64 { return sqlsource.Int(cells[1+len(t.roles)+len(t.tests)]) }

// row is what the roles of one row say.
type row struct {
	text  map[Role]string
	times map[Role]time.Time
	num   map[Role]float64
}

// read converts the cells of a row, given how many characters of a long text are kept. The values are for
// the conditions.
func (t *table) read(cells []any, now time.Time, most int) (row, values) {
	r := row{map[Role]string{}, map[Role]time.Time{}, map[Role]float64{}}
	v := values{nowName: now}
	for i, role := range t.roles {
		cell := cells[1+i]
		if cell == nil {
			continue
		}
		switch roleKinds[role] {
		case kindTime:
			if at := timeOf(cell, t.Units[role]); !at.IsZero() {
				r.times[role], v[string(role)] = at, at
			}
		case kindNumber:
			if n, ok := numberOf(cell); ok {
				r.num[role], v[string(role)] = n, n
			}
		default:
			text := t.textOf(role, cell, most)
			v[string(role)] = text
			if role == RoleResult {
				text = unwrap(returnedNothing(text))
			}
			r.text[role] = text
		}
	}
	for i, name := range t.flags {
		v[name] = truth(scalar(cells[1+len(t.roles)+i]))
	}
	return r, v
}

// textOf returns the text of a cell of a role, cut to most characters where it was not cut before.
func (t *table) textOf(role Role, cell any, most int) string {
	paths, pickled := t.Pickled[role]
	switch {
	case pickled:
		text, ok := unpickled(role, cell, paths, most)
		if !ok && role == RoleTitle {
			return "" // the ID says more
		}
		return text
	case slices.Contains(saidRoles, role):
		return said(cell)
	}
	return sqlsource.Text(cell)
}

// saidRoles are the roles of what somebody said, which some libraries keep as JSON.
var saidRoles = []Role{RoleResult, RoleError, RoleReason}

// said returns what a cell says: the text that a string of JSON holds, any other text as it
// is, and of bytes that are none how many there are.
func said(cell any) string {
	text := sqlsource.Text(cell)
	if raw, ok := cell.([]byte); ok && (!utf8.Valid(raw) || !strings.ContainsFunc(text, unicode.IsGraphic) && len(raw) > 0) {
		return bytesAlone(len(raw))
	}
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return text
	}
	var inside string
	if json.Unmarshal([]byte(strings.ReplaceAll(text, "\n", `\n`)), &inside) != nil { // a line break stands where it was cut
		return text
	}
	return inside
}

// bytesAlone is what stands for bytes that nobody can read, as sqlsource.Ends has it for those that are too many.
func bytesAlone(n int) string { return fmt.Sprintf("[… %d bytes …]", n) }

func scalar(cell any) any {
	if n, ok := numberOf(cell); ok {
		return n
	}
	return sqlsource.Text(cell)
}

func numberOf(cell any) (float64, bool) {
	if f, ok := cell.(float64); ok {
		return f, true
	}
	n, ok := sqlsource.Number(cell)
	return float64(n), ok
}

// stateOf returns the state that the row stands for, and what is shown as recorded.
func (t *table) stateOf(r row, v values) (model.State, string) {
	word, hasWord := r.text[RoleStatus]
	state, recorded := t.Otherwise, word
	if s, ok := t.States[word]; ok && hasWord {
		state = s
	}
	for i, c := range t.rules {
		if c.holds(v) {
			state, recorded = t.When[i].State, cmp.Or(t.When[i].As, word)
			break
		}
	}
	if due := r.times[RoleRunAt]; state == model.StateQueued && due.After(v[nowName].(time.Time)) {
		state = model.StateScheduled
	}
	return state, cmp.Or(recorded, state.String())
}

// standsUntil returns the first moment after now at which the row stands for something
// else, by its times alone; zero: there is none.
func (t *table) standsUntil(r row, v values, state model.State, recorded string) time.Time {
	now := v[nowName].(time.Time)
	var moments []time.Time
	for _, at := range r.times {
		// A condition may hold at the moment, or only after it.
		for _, m := range []time.Time{at, at.Add(1)} {
			if m.After(now) {
				moments = append(moments, m)
			}
		}
	}
	slices.SortFunc(moments, time.Time.Compare)
	defer func() { v[nowName] = now }()
	for _, m := range moments {
		v[nowName] = m
		if s, as := t.stateOf(r, v); s != state || as != recorded {
			return m
		}
	}
	return time.Time{}
}

// outcomes are how a run ended by the state of its task.
var outcomes = map[model.State]model.Outcome{
	model.StateDone: model.OutcomeCompleted, model.StateFailed: model.OutcomeFailed, model.StateCancelled: model.OutcomeCancelled,
	model.StateBlocked: model.OutcomeBlocked,
}

// skipped are words of tasks that are done because there was nothing to do.
var skipped = map[string]bool{"skipped": true, "skip": true, "noop": true, "no_op": true, "up_to_date": true, "already_done": true}

// returnedNothing returns a result, and for one that is a value in JSON which holds nothing what a function returned:
// libraries keep what a function returns, and most return nothing.
func returnedNothing(result string) string {
	switch bare := strings.TrimSpace(result); bare {
	case "null", "{}", "[]":
		return "returned " + bare
	case `""`:
		return ""
	}
	return result
}

// caseOf builds the case of one row.
func (t *table) caseOf(cells []any, now time.Time, most int) model.Case {
	r, v := t.read(cells, now, most)
	id := sqlsource.Text(cells[0])
	where := t.Name + "#" + id
	state, recorded := t.stateOf(r, v)
	c := model.Case{
		Task: model.Task{
			Source: t.mapping.Name, Queue: t.path, Group: t.group, ID: id,
			Title: titleOf(r.text[RoleTitle], id), Recorded: recorded, Priority: int(r.num[RolePriority]), Attempts: int(r.num[RoleAttempts]),
			Created: r.times[RoleCreated], Started: r.times[RoleStarted], Finished: r.times[RoleFinished],
			Updated: latest(r.times), Worker: r.text[RoleWorker],
		},
		Stands: state, StandsUntil: t.standsUntil(r, v, state, recorded), Body: r.text[RoleBody], Result: r.text[RoleResult], ResultWhere: where + "." + string(RoleResult),
		MaxAttempts: int(r.num[RoleMaxAttempts]),
	}
	if t.group != "" {
		c.Task.ID = t.group + "/" + id
	}
	if state == model.StateScheduled || state == model.StateQueued {
		c.Task.Due = r.times[RoleRunAt]
	}
	if cost, ok := r.num[RoleCost]; ok {
		c.Task.CostUSD = &cost
	}
	if tokens, ok := r.num[RoleTokens]; ok {
		n := int64(tokens)
		c.Task.Tokens = &n
	}
	switch state { //nolint:exhaustive // the others have no facts of their own
	case model.StateQueued, model.StateScheduled:
		t.addParents(&c, r.text[RoleWaitsFor])
	case model.StateActive:
		c.Facts.Claimed, c.Facts.ClaimOwner = true, r.text[RoleWorker]
		c.Facts.ClaimExpires, c.Facts.Heartbeat = r.times[RoleLease], r.times[RoleHeartbeat]
	case model.StateBlocked:
		c.Facts.ObstacleWhere = where
		for _, role := range []Role{RoleReason, RoleError} {
			if said := r.text[role]; said != "" {
				c.Facts.ObstacleText, c.Facts.ObstacleWhere = said, where+"."+string(role)
				break
			}
		}
		c.Facts.BlockedAt = r.times[RoleUpdated]
	}
	c.Facts.NoResults, c.Facts.Returned = t.silent || c.Result == "" && !t.returns.expects(c.Task.Title), true
	c.Facts.NoHeartbeats = !slices.Contains(t.roles, RoleHeartbeat) || r.times[RoleHeartbeat].IsZero() && !r.times[RoleLease].IsZero()
	c.Facts.NoRuns = t.unseen || skipped[strings.ToLower(recorded)] || r.text[RoleWorker] != ""
	t.addRun(&c, r, state, where)
	if len(t.actions) > 0 {
		c.Native = t.situationOf(recorded, v, t.bytes(cells))
	}
	return c
}

// addParents adds the unfinished tasks that a task waits for, as the role has them.
func (t *table) addParents(c *model.Case, list string) {
	var parents []struct {
		ID     any    `json:"id"`
		Status string `json:"status"`
	}
	d := json.NewDecoder(strings.NewReader(list))
	d.UseNumber()
	if list == "" || d.Decode(&parents) != nil {
		return
	}
	for _, p := range parents {
		id := fmt.Sprint(p.ID)
		if t.group != "" {
			id = t.group + "/" + id
		}
		c.Task.DependsOn = append(c.Task.DependsOn, id)
		c.Facts.Parents = append(c.Facts.Parents, model.Link{ID: id, Recorded: p.Status, Failed: t.States[p.Status] == model.StateFailed})
	}
}

// addRun adds the last attempt as far as the row tells of it.
func (t *table) addRun(c *model.Case, r row, state model.State, where string) {
	run := model.Run{
		ID: c.Task.ID, Where: where, Attempt: c.Task.Attempts, Worker: r.text[RoleWorker],
		Started: r.times[RoleStarted], Ended: r.times[RoleFinished], Outcome: outcomes[state], Output: r.text[RoleResult],
	}
	waits := state == model.StateQueued || state == model.StateScheduled
	if state == model.StateFailed || waits {
		run.Error = r.text[RoleError]
	}
	if waits && run.Error != "" {
		run.Outcome, run.Output = model.OutcomeFailed, "" // it is tried again
	}
	if run.Started.IsZero() && run.Output == "" && run.Error == "" {
		return
	}
	if run.Ended.IsZero() && (state.Finished() || run.Error != "") {
		run.Ended = cmp.Or(r.times[RoleUpdated], run.Started, r.times[RoleCreated])
	}
	if state != model.StateActive && run.Ended.IsZero() {
		if state == model.StateFailed { // no time tells when: the error is what stands in its way
			c.Facts.ObstacleText, c.Facts.ObstacleWhere = run.Error, where+"."+string(RoleError)
		}
		return // it waits: what it began before is not told apart
	}
	c.Runs = []model.Run{run}
}

// titleOf returns the first line of a title, or the id where there is none.
func titleOf(title, id string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(title), "\n")
	return cmp.Or(strings.TrimSpace(line), id)
}

// latest returns the newest of the times that lie in the past of the row.
func latest(times map[Role]time.Time) (at time.Time) {
	for _, role := range []Role{RoleCreated, RoleStarted, RoleFinished, RoleUpdated, RoleHeartbeat} {
		if t := times[role]; t.After(at) {
			at = t
		}
	}
	return at
}
