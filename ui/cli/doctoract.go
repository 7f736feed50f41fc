package cli

import (
	"cmp"
	"context"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/words"
)

// tries is how many tasks are tried to find one that can be acted on.
const tries = 20

// possible says whether the queue of a feed can be acted on, and why not. It is
// found out by planning, which writes nothing.
func possible(ctx context.Context, f *fleet, feed *board.Feed, actor string) string {
	a, ok := feed.Source.(source.Actor)
	if !ok || feed.Adapter.Actions == nil {
		return "no: it can only be read"
	}
	got, err := a.List(ctx, source.Query{Limit: tries})
	if err != nil {
		return "not known: " + err.Error()
	}
	why := ""
	slices.SortStableFunc(got.Cases, func(a, b model.Case) int { return cmp.Compare(weight(&a), weight(&b)) })
	for i := range got.Cases {
		c := &got.Cases[i]
		row := f.board.Judge(c)
		if row == nil {
			continue
		}
		for _, action := range row.Actions {
			if !action.Allowed {
				continue
			}
			p, err := a.Plan(ctx, source.Request{Task: c.Task.ID, Action: action.Name, Actor: actor})
			switch {
			case err != nil:
				why = err.Error()
			case p.Refused == "":
				return "possible"
			case why == "":
				why = p.Refused
			}
		}
	}
	if why == "" {
		return "possible, but no task allows anything just now"
	}
	return "no: " + why
}

// weight is how much there is to read of a task before something is done about
// it: what can be done is found out with the lightest ones.
func weight(c *model.Case) int { return len(c.Body) + len(c.Result) + len(c.Events) + len(c.Runs) }

// journalState is the journal of what was done.
type journalState struct {
	Path    string  `json:"path"`
	Entries int     `json:"entries"`
	Problem *string `json:"problem"`
}

func journalFound(ctx context.Context, path string) journalState {
	s := journalState{Path: path}
	j, err := journal.OpenReadOnly(s.Path)
	if err == nil {
		var all []journal.Entry
		all, err = j.Entries(ctx)
		s.Entries = len(all)
	}
	if err != nil {
		s.Problem = known(err.Error())
	}
	return s
}

func (s *journalState) lines() []string {
	lines := []string{"journal", "  " + s.Path, "  " + words.Count(s.Entries, "entry", "entries")}
	if s.Problem != nil {
		lines = append(lines, "  "+*s.Problem)
	}
	return lines
}
