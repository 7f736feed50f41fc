package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"notdone/source"
	"notdone/source/journal"
	"notdone/source/pgsource"
	"notdone/ui/report"
	"notdone/ui/safe"
)

var logCommand = command{
	use:   "log [QUEUE]",
	short: "Tell what was done to queues",
	long: `List what notdone did to queues, or to the given one, the newest first: when, by whom,
to which task, with which outcome, and until when it can be undone (notdone undo). Of the
newest 50 that may be undone the queue is asked whether they still can be; the queue of a
server only where it is named.`,
	example: "notdone log\nnotdone log --json ~/.hermes",
	most:    1,
	flags:   "(read-only)",
	json:    "one JSON object an entry",
	run: func(ctx context.Context, c *call) (err error) {
		j, err := journal.OpenReadOnly(c.journalPath())
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, j.Close()) }()
		all, err := j.Entries(ctx)
		if err != nil {
			return err
		}
		queues := make([]string, len(c.args))
		for i, name := range c.args {
			queues[i] = pgsource.Shown(name)
		}
		if len(queues) > 0 {
			all = entriesOf(all, queues)
		}
		if len(all) == 0 {
			return printNoEntries(c.out, queues, c.asJSON)
		}
		return printEntries(c.out, all, c.lostUndos(ctx, all, c.args), sheetWidth(c.cmd.OutOrStdout()), c.asJSON)
	},
}

// printNoEntries says that there are no entries; in JSON that is no line. It is an error for
// a queue that does not exist, because nobody can have acted on it.
func printNoEntries(out *output, queues []string, asJSON bool) error {
	said := "nothing was done to a queue yet"
	for _, q := range queues {
		if _, err := os.Stat(q); err != nil && !source.OnServer(q) {
			return fmt.Errorf("%s: %w", q, source.WithoutPath(err))
		}
		said = "nothing was done to " + safe.Line(q, 4<<10) + " yet"
	}
	if asJSON {
		return nil
	}
	return out.line(said)
}

// printEntries writes entries, as lines of JSON or broken between words to fit width; 0: unbroken.
// lost says by their ids why entries cannot be undone any more.
func printEntries(out *output, all []journal.Entry, lost map[string]string, width int, asJSON bool) error {
	for i := range all {
		e := &all[i]
		if lost[e.ID] != "" {
			e.Undo = ""
		}
		if !asJSON {
			if err := out.line(wrapEntry(entryLine(e, lost[e.ID]), width)...); err != nil {
				return err
			}
			continue
		}
		if err := out.entry(e); err != nil {
			return err
		}
	}
	return nil
}

// entryLine is an entry for people; lost is why it cannot be undone any more, empty: it may be.
func entryLine(e *journal.Entry, lost string) string {
	what := report.Moved(e.Was, e.Now, e.Adds, "->")
	if e.Ran != nil {
		what = report.Command(e.Ran)
	}
	parts := []string{
		report.Clock(e.At), e.ID, pad(safe.Line(report.ActionOf(e), 40), 8), safe.Line(e.Task.ID, 200),
		what, "by " + safe.Line(e.Request.Actor, maxActor), safe.Line(e.Title, 200),
	}
	fate := report.Fate(e, actionUndo)
	if lost != "" {
		fate = "cannot be undone any more: " + safe.Line(lost, 1<<10)
	}
	return strings.Join(parts, "  ") + "  (" + fate + ")"
}
