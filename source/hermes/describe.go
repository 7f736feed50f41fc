package hermes

import (
	"errors"
	"fmt"
	"slices"

	"notdone/source"
)

// Describe implements source.Source. It tells what was true when the last call
// ended.
func (r *reader) Describe() source.Description {
	r.shown.Lock()
	defer r.shown.Unlock()
	return source.Description{
		Kind: Kind, Path: r.env.queue, Facts: slices.Clone(r.facts), Groups: slices.Clone(r.groups),
	}
}

// describe works out what Describe returns; whoever calls it has the gate or is
// alone.
func (r *reader) describe() {
	var facts []source.Fact
	var groups []string
	for _, b := range r.boards {
		i := b.db.Info()
		prefix := ""
		if b.slug != "" {
			prefix = b.name() + " "
			groups = append(groups, b.slug)
		}
		facts = append(facts,
			source.Fact{Name: prefix + "journal mode", Value: fmt.Sprintf("%s, %s", i.JournalMode, i.Mode)},
			source.Fact{Name: prefix + "owner", Value: i.Owner})
		if i.NetworkFS != "" {
			facts = append(facts, source.Fact{Name: prefix + "network file system", Value: i.NetworkFS})
		}
		if b.lost != nil {
			facts = append(facts, source.Fact{Name: prefix + "unreadable", Value: b.lost.Error()})
		}
	}
	for _, slug := range sortedKeys(r.troubles) {
		name := "board " + slug + " unreadable"
		if slug == configName {
			name = "configuration"
		}
		facts = append(facts, source.Fact{Name: name, Value: r.troubles[slug].Error()})
	}
	if r.env.limits.known {
		facts = append(facts, source.Fact{Name: "thresholds", Value: r.config.path})
	} else {
		facts = append(facts, source.Fact{Name: "thresholds", Value: "Hermes' defaults"})
	}
	trouble := r.broken()
	for _, b := range r.boards {
		trouble = errors.Join(trouble, b.db.Late())
	}
	r.shown.Lock()
	defer r.shown.Unlock()
	r.facts, r.groups, r.trouble = facts, groups, trouble
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
