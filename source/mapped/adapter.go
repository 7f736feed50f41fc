package mapped

import (
	"context"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source"
)

// Adapters returns an adapter for each mapping, in their order. Each leads to that of all the
// mappings that recognise a file; beside, which may be nil, tells what none of them reads.
func Adapters(mappings []*Mapping, beside Beside) []source.Adapter {
	all := make([]source.Adapter, len(mappings))
	for i, m := range mappings {
		all[i] = m.Adapter()
		all[i].Whole = func(p *source.Probe) *source.Adapter { return whole(mappings, p.Tables, beside) }
	}
	return all
}

// Adapter returns what notdone needs to know to read queues by the mapping.
func (m *Mapping) Adapter() source.Adapter {
	a := source.Adapter{
		Kind:   m.Name,
		Detect: func(_ context.Context, p *source.Probe) (bool, error) { return m.Recognises(p.Tables), nil },
		Open: func(ctx context.Context, path string, o source.Options) (source.Source, error) {
			return m.Open(ctx, path, m.facts(), o)
		},
		State:   m.stateOf,
		Actions: m.offers(),
	}
	if a.Actions == nil {
		a.ReadOnly = noActions
	}
	return a
}

// noActions is why nothing is done to tasks of a mapping without actions.
const noActions = "how its owner changes a task is not known here"

// Recognises reports whether a database with these tables and columns has all that the
// signature names; see fit.
func (m *Mapping) Recognises(tables map[string][]string) bool {
	return m.fit(tables) != nil
}

// stateOf returns the state of a word, of whichever table it is, or of the name of a state
// that no table has for a word.
func (m *Mapping) stateOf(recorded string) model.State {
	for i := range m.Tables {
		if s, ok := m.Tables[i].States[recorded]; ok {
			return s
		}
	}
	if s, err := model.ParseState(recorded); err == nil {
		return s
	}
	return model.StateUnknown
}

// facts are what the description of a source says of its mapping.
func (m *Mapping) facts() (facts []source.Fact) {
	from := m.Name
	if m.Source != "" {
		from += ", from " + m.Source
	}
	facts = append(facts, source.Fact{Name: "mapping", Value: from})
	if len(m.Unknown) > 0 {
		facts = append(facts, source.Fact{Name: "not known", Value: strings.Join(m.Unknown, "; ")})
	}
	return facts
}

// OwnSignature returns the tables of the mapping, each with those of its columns that
// stand alone for a role. columns returns the columns of a table.
func (m *Mapping) OwnSignature(columns func(table string) []string) map[string][]string {
	all := map[string][]string{}
	for i := range m.Tables {
		t := &m.Tables[i]
		all[t.Name] = []string{}
		have := columns(t.Name)
		for _, text := range t.Roles {
			if slices.Contains(have, text) && !slices.Contains(all[t.Name], text) {
				all[t.Name] = append(all[t.Name], text)
			}
		}
		slices.Sort(all[t.Name])
	}
	return all
}
