package cli

import (
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/config"
	"notdone/ui/query"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/tui"
	"notdone/ui/words"
)

// Bounds of what the shell is offered: it waits for it.
const (
	offerTime = 2 * time.Second
	mostIDs   = 500
)

// offer returns what an argument can be, given the queue that was named before it.
type offer func(ctx context.Context, o *options, queue string) []string

// completeArguments offers the arguments of a command by their position; the last position
// repeats, and at nil stand files.
func completeArguments(o *options, offers []offer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		at := min(len(args), len(offers)-1)
		if at < 0 || offers[at] == nil {
			return nil, cobra.ShellCompDirectiveDefault
		}
		queue := ""
		if i := slices.IndexFunc(offers, func(of offer) bool { return of == nil }); i >= 0 && i < len(args) {
			queue = args[i]
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), offerTime)
		defer cancel()
		all, _ := waitFor(offerTime, func() []string { return offers[at](ctx, o, queue) })
		return slices.DeleteFunc(all, func(s string) bool {
			id, _, _ := strings.Cut(s, "\t")
			return !strings.HasPrefix(id, typed) || slices.Contains(args, id)
		}), cobra.ShellCompDirectiveNoFileComp
	}
}

// offerActions are the actions of all queues.
func offerActions(context.Context, *options, string) (all []string) {
	for _, a := range tui.Verbs() {
		all = append(all, cobra.CompletionWithDesc(string(a.Verb), a.Help))
	}
	return all
}

// offerIDs are the ids of tasks of a queue, as many as can be read in the time.
func offerIDs(ctx context.Context, o *options, queue string) (all []string) {
	o.readOnly, o.config = true, config.Default()
	f, err := o.open(ctx, []string{queue}, failNow, io.Discard)
	if err != nil {
		return nil
	}
	defer func() { _ = f.close() }() // nothing was written
	for q := (source.Query{Limit: mostIDs}); len(all) < mostIDs; {
		page, err := f.feeds[0].Source.List(ctx, q)
		for i := range page.Cases {
			if t := &page.Cases[i].Task; safe.Line(t.ID, 0) == t.ID { // the shell prints it as it is
				all = append(all, cobra.CompletionWithDesc(t.ID, safe.Line(t.Title, 60)))
			}
		}
		if q.After = page.Next; err != nil || q.After == "" {
			break
		}
	}
	return all
}

// completeCauses offers the causes of the queue that was named, by their names.
func completeCauses(o *options, offers []offer) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		at := slices.IndexFunc(offers, func(of offer) bool { return of == nil })
		if at < 0 || at >= len(args) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		ctx, cancel := context.WithTimeout(cmd.Context(), offerTime)
		defer cancel()
		all, _ := waitFor(offerTime, func() []string { return offerCauses(ctx, o, args[at]) })
		return slices.DeleteFunc(all, func(s string) bool { return !strings.HasPrefix(strings.ToLower(s), strings.ToLower(typed)) }),
			cobra.ShellCompDirectiveNoFileComp
	}
}

// offerCauses are the causes of a queue, those with the most tasks first.
func offerCauses(ctx context.Context, o *options, queue string) (names []string) {
	o.readOnly, o.config = true, config.Default()
	f, err := o.open(ctx, []string{queue}, failNow, io.Discard)
	if err != nil {
		return nil
	}
	defer func() { _ = f.close() }() // nothing was written
	g := gathered{causes: map[uint64]*cause{}}
	_ = scan(ctx, f, &query.Query{}, -1, func(r *model.Row) error { // what could be read is offered
		g.add(r, "", true)
		return nil
	})
	for _, k := range g.byTasks() {
		names = append(names, cobra.CompletionWithDesc(k.name, words.Count(k.tasks, "task", "tasks")))
	}
	return names
}

// offerEntries are the entries of the journal about a queue.
func offerEntries(ctx context.Context, o *options, queue string) (names []string) {
	j, err := journal.OpenReadOnly(o.journalPath())
	if err != nil {
		return nil
	}
	defer func() { _ = j.Close() }() // it is only read
	all, err := j.Entries(ctx)
	if err != nil {
		return nil
	}
	for _, e := range entriesOf(all, []string{queue}) {
		names = append(names, cobra.CompletionWithDesc(e.ID, safe.Line(string(e.Request.Action)+" "+e.Task.ID, 60)))
	}
	return names
}

// flagOffers are the values of flags; a flag that is missing takes files.
var flagOffers = map[string]func(o *options, typed string) []string{
	"as":          func(o *options, _ string) []string { return o.kindsHere() },
	"state":       func(_ *options, typed string) []string { return listed(typed, stateNames()) },
	"source":      func(_ *options, typed string) []string { return listed(typed, kindNames()) },
	"grade":       func(*options, string) []string { return model.Names[model.Grade](int(model.GradeProven) + 1) },
	"level":       func(*options, string) []string { return model.Names[model.Severity](model.NumSeverities) },
	"theme":       func(*options, string) []string { return theme.Names },
	"sync-output": func(*options, string) []string { return syncModes },
	"sort":        func(*options, string) []string { return query.KeyNames() },
	"view":        func(o *options, _ string) []string { return o.viewNames() },
	"filter":      completeFilter,
	"new":         func(*options, string) []string { return moments },
	"since":       func(*options, string) []string { return moments },
	"actor":       func(*options, string) []string { return nil },
	"host":        func(*options, string) []string { return nil },
	"now":         func(*options, string) []string { return nil },
	"answer":      func(*options, string) []string { return nil },
	"reason":      func(*options, string) []string { return nil },
	"prompt":      func(*options, string) []string { return nil },
	"seed":        func(*options, string) []string { return nil },
	"speed":       func(*options, string) []string { return nil },
}

var (
	syncModes = []string{"auto", "on", "off"}
	moments   = []string{"1h", "24h", "7d"}
)

// listed offers the next of several values between commas.
func listed(typed string, all []string) (offered []string) {
	before := typed[:strings.LastIndex(typed, ",")+1]
	for _, value := range all {
		offered = append(offered, before+value)
	}
	return offered
}

// completeFilter offers how the last term of a filter can go on.
func completeFilter(_ *options, typed string) (offered []string) {
	c := query.Complete(typed, func(field string) []string {
		switch field {
		case "rule":
			return append(ruleNames(), classify.RuleRecorded)
		case "source":
			return kindNames()
		}
		return nil
	})
	for _, text := range c.Texts {
		offered = append(offered, typed[:c.From]+text)
	}
	return offered
}

// viewNames are the saved views of the configuration, if that can be read.
func (o *options) viewNames() []string {
	c, err := config.Read(o.configPath(), known())
	if err != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(c.Views))
}

// completeFlag offers the values of a flag.
func completeFlag(o *options, name string, offer func(o *options, typed string) []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		offered := slices.DeleteFunc(slices.Clone(offer(o, typed)), func(s string) bool { return !strings.HasPrefix(s, typed) })
		how := cobra.ShellCompDirectiveNoFileComp
		if name == "filter" || name == "state" || name == "source" {
			how |= cobra.ShellCompDirectiveNoSpace
		}
		return offered, how
	}
}

// kindsHere are all that --as understands, the names of mappings among them.
func (o *options) kindsHere() (names []string) {
	adapters, _ := o.adapters() // what is wrong with a mapping is said when it is used
	for _, a := range adapters {
		if !slices.Contains(names, a.Kind) {
			names = append(names, a.Kind)
		}
	}
	return names
}
