package mapped

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"notdone/model"
)

// Action is what an operator can do to a task, in the way of the library itself, or the
// reason why it cannot be done from here. Several actions may have one name and differ in
// From: the first whose From names the recorded word decides.
type Action struct {
	Name   model.ActionName `toml:"name"`
	From   []string         `toml:"from,omitempty"`   // the recorded words that it is for; empty: all
	Source string           `toml:"source,omitempty"` // where the library does the same: file, function

	// Tried names the databases in which the rows that the library leaves were compared with
	// those that the writes leave. In another one they are as its code has them.
	Tried []string `toml:"tried,omitempty"`

	// Refused is why it cannot be done by writing rows. It stands in place of Writes.
	Refused string `toml:"refused,omitempty"`
	// Command is the library's own command, as argv; {column} is that column of the row.
	Command []string `toml:"command,omitempty"`

	Unless []Hindrance `toml:"unless,omitempty"`
	Writes []Write     `toml:"writes,omitempty"` // in this order, in one transaction
	// Postgres are the writes in PostgreSQL, where they are others; there :now is a timestamptz.
	Postgres []Write `toml:"postgres,omitempty"`
	Now      string  `toml:"now,omitempty"`  // what is recorded afterwards
	Then     string  `toml:"then,omitempty"` // what follows beside the writes
	Undo     string  `toml:"undo,omitempty"` // until when it can be undone; empty: it cannot
}

// Hindrance is a condition under which an action cannot be done, and the reason.
type Hindrance struct {
	If  string `toml:"if"`
	Why string `toml:"why"`
}

// Write is one row that an action changes, adds or deletes. Values are SQL expressions
// over the row t of the task as it was before; :now is the time in seconds since 1970,
// with a fraction.
type Write struct {
	Table  string            `toml:"table,omitempty"` // empty: the table of the tasks
	Row    map[string]string `toml:"row,omitempty"`   // the columns that identify the row; empty: the task's own
	Set    map[string]string `toml:"set,omitempty"`
	Insert map[string]string `toml:"insert,omitempty"`
	Delete bool              `toml:"delete,omitempty"`
}

// actionNames are the actions that a mapping can name.
var actionNames = []model.ActionName{
	model.ActionUnblock, model.ActionRequeue, model.ActionReclaim, model.ActionCancel, model.ActionHold, model.ActionResume, model.ActionRunNow,
}

func (a *Action) validate(t *Table) error {
	switch {
	case !slices.Contains(actionNames, a.Name):
		return &misplaced{string(a.Name), fmt.Errorf("there is no action %q: it is one of %v", a.Name, actionNames)}
	case (a.Refused == "") == (len(a.Writes)+len(a.Postgres) == 0):
		return a.wrong("it needs either writes or refused")
	case a.Refused != "":
		return nil
	case len(a.From) == 0 || a.Now == "" || a.Source == "":
		return a.wrong("what writes rows needs from, now and source")
	}
	for _, name := range a.Tried {
		if !slices.Contains(databases, name) {
			return &misplaced{name, fmt.Errorf("the action %s: tried names %q: it is one of %v", a.Name, name, databases)}
		}
	}
	for _, word := range a.From {
		if !t.records(word) {
			return &misplaced{word, fmt.Errorf("the action %s: no row of this table is recorded as %q", a.Name, word)}
		}
	}
	for i := range a.Unless {
		if a.Unless[i].Why == "" {
			return &misplaced{a.Unless[i].If, fmt.Errorf("the action %s: unless %q needs why, the reason that is shown", a.Name, a.Unless[i].If)}
		}
		if err := t.checkCondition(a.Unless[i].If); err != nil {
			return err
		}
	}
	for _, writes := range [][]Write{a.Writes, a.Postgres} {
		for i := range writes {
			if err := writes[i].validate(t); err != nil {
				return a.wrong(err.Error())
			}
		}
	}
	return nil
}

// databases are what Tried can name.
var databases = []string{"SQLite", "PostgreSQL"}

// InCodeOnly returns the databases in which the action writes as the library's code has it, and in
// which that was not tried against the library.
func (a *Action) InCodeOnly() (names []string) {
	for i, writes := range [][]Write{a.Writes, a.Postgres} {
		if len(writes) > 0 && !slices.Contains(a.Tried, databases[i]) {
			names = append(names, databases[i])
		}
	}
	return names
}

// refused returns the action as one that cannot be done.
func (a *Action) refused(why string) *Action {
	one := *a
	one.Refused, one.Writes = why, nil
	return &one
}

func (a *Action) wrong(why string) error {
	return &misplaced{string(a.Name), fmt.Errorf("the action %s: %s", a.Name, why)}
}

// records reports whether a word can be what is recorded of a row.
func (t *Table) records(word string) bool {
	_, known := t.States[word]
	return known || slices.ContainsFunc(t.When, func(r Rule) bool { return r.As == word || r.As == "" && r.State.String() == word }) ||
		t.Otherwise.String() == word
}

func (w *Write) validate(t *Table) error {
	kinds := 0
	for _, one := range []bool{len(w.Set) > 0, len(w.Insert) > 0, w.Delete} {
		if one {
			kinds++
		}
	}
	other := w.Table != "" && w.Table != t.Name
	switch {
	case kinds != 1:
		return errors.New("a write is one of set, insert and delete")
	case len(w.Insert) > 0 && len(w.Row) > 0:
		return errors.New("a new row has no row that identifies it")
	case other && len(w.Insert) == 0 && len(w.Row) == 0:
		return fmt.Errorf("row must say which row of %s", w.Table)
	}
	return nil
}

// actionsOf returns the names of all actions of the tables, in the order of actionNames.
func (m *Mapping) actionsOf() []model.ActionName {
	return m.actionsThat(func(*Action) bool { return true })
}

// Possible returns the names of the actions that the mapping has statements for.
func (m *Mapping) Possible() []model.ActionName {
	return m.actionsThat(func(a *Action) bool { return a.Refused == "" })
}

// Untried returns the names of those actions of Possible that were compared with what the library
// leaves in none of the databases.
func (m *Mapping) Untried() []model.ActionName {
	tried := m.actionsThat(func(a *Action) bool { return a.Refused == "" && len(a.Tried) > 0 })
	return slices.DeleteFunc(m.Possible(), func(name model.ActionName) bool { return slices.Contains(tried, name) })
}

// actionsThat returns the names of the actions for which a condition holds.
func (m *Mapping) actionsThat(holds func(*Action) bool) []model.ActionName {
	named := map[model.ActionName]bool{}
	for i := range m.Tables {
		for j := range m.Tables[i].Actions {
			if a := &m.Tables[i].Actions[j]; holds(a) {
				named[a.Name] = true
			}
		}
	}
	return slices.SortedFunc(maps.Keys(named), func(a, b model.ActionName) int {
		return slices.Index(actionNames, a) - slices.Index(actionNames, b)
	})
}
