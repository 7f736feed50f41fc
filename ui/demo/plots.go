package demo

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// plot is how a kind of task turns out.
type plot struct {
	name     string
	weight   int      // how often it is asked for, of all weights
	most     any      // how many attempts its tasks may take; nil: any number
	priority int      // of its tasks; 0: random
	delayed  bool     // its tasks are for later
	waitsFor string   // its tasks wait for the newest task of this plot
	rounds   int      // after how many attempts a repeated task is asked for anew; 0: never
	endings  []ending // how one attempt after the other ends; then it begins again
	replies  []string // what the operator answers when it is blocked
}

// ending is how an attempt ends.
type ending struct {
	block string // of the queue's statements: finish, block or retry
	word  string // the obstacle's kind for block, the run's outcome for retry
	note  string // the obstacle for block, the error for retry
	said  string // the final message; {wish} is what the wish says of success, {note} the note
	idle  bool   // it made few calls and changed no file
}

var (
	success   = ending{block: "finish", said: "{wish}"}
	silence   = ending{block: "finish"}
	crash     = ending{block: "retry", word: "crashed", note: "worker exited with signal 9 (out of memory)"}
	exhausted = ending{block: "retry", word: "budget", note: "turn budget exhausted: 80 of 80 turns used, work left unfinished"}
)

// onlySays finishes in name only: the message says that something stands in the way.
func onlySays(said string) ending { return ending{block: "finish", said: said, idle: true} }

// blocks reports an obstacle.
func blocks(kind, obstacle, said string) ending {
	return ending{block: "block", word: kind, note: obstacle, said: said, idle: true}
}

// times repeats an ending.
func times(n int, e ending) []ending {
	var all []ending
	for range n {
		all = append(all, e)
	}
	return all
}

// plots are how tasks turn out.
var plots = []*plot{
	{name: "plain", weight: 140, endings: []ending{success}},
	// Five things that stand in the way, each of them of several tasks.
	{name: "bucket", weight: 5, endings: []ending{onlySays("The artefacts are built and signed. However, I do not have " +
		"permission to write to s3://fennel-releases, so nothing was uploaded."), success}},
	{name: "wiki", weight: 5, endings: []ending{onlySays("I could not access the wiki at wiki.fennel.example from this sandbox, " +
		"so the page is still to be written. My draft outline has {4-9} sections."), success}},
	{
		name: "token", weight: 5, replies: []string{"New robot token is in place, go on."},
		endings: []ending{blocks("credentials", "The robot token for registry.fennel.example expired, and I have no other "+
			"credentials; please issue a new one.", "Everything up to the push is ready. {note}"), success},
	},
	{
		name: "retention", weight: 5, replies: []string{"Ten years; the contract rules."},
		endings: []ending{blocks("decision", "Should archived orders be kept for seven years or ten? The contract and the handbook "+
			"disagree.", "I compared the contract with the handbook before deleting anything. {note}"), success},
	},
	{
		name: "replica", weight: 5, replies: []string{"You can read the replica now."},
		endings: []ending{blocks("access", "I have no access to the replica db-replica-3.fennel.example, which holds the only copy "+
			"of the March events.", "{note} The other months are counted."), success},
	},
	// An announcement waits for a page that waits for a blocked task.
	{name: "page", waitsFor: "retention", endings: []ending{success}},
	{name: "news", waitsFor: "page", endings: []ending{success}},
	// Tasks that fail for good, one that works when it is tried again, and one for later.
	{name: "budget", weight: 8, most: 2, endings: []ending{exhausted}},
	{name: "hopeless", weight: 4, most: 3, endings: []ending{crash}},
	{name: "shaky", weight: 11, most: 3, endings: []ending{crash, success}},
	{name: "weekly", weight: 12, delayed: true, endings: []ending{success}},
	// A worker stops giving signs of life.
	{name: "frozen", most: 1, priority: 99, endings: []ending{crash}},
	// A recurring task falls silent.
	{name: "briefing", priority: 9, endings: append(times(9, success), times(12, silence)...)},
	// A wish meets the same obstacle whenever it is repeated.
	{name: "invoices", rounds: 12, endings: []ending{onlySays("The portal billing.halden.example asks for a one-time code that is sent " +
		"to a phone. I do not have access to that phone, so no invoice was downloaded.")}},
	// A task is blocked again after each answer.
	{
		name: "prices", priority: 5, rounds: 12,
		replies: []string{"The file was replaced, try again.", "Asked the partner for a new one, it is there now.", "Should be fine by now."},
		endings: []ending{blocks("missing-input", "The column `net_weight` is missing in partner-prices.csv; please provide a file "+
			"that has it.", "Parsed the file and stopped before writing. {note}")},
	},
}

// plotOf returns the plot of a name.
func plotOf(name string) *plot {
	for _, p := range plots {
		if p.name == name {
			return p
		}
	}
	panic("demo: no plot is called " + name)
}

// wish is a task as it is asked for.
type wish struct {
	area    string // begins the task's id
	title   string
	body    string
	success string // what its agent says when it succeeds
}

//go:embed wishes.txt
var wishTable string

// readWishes returns the wishes by the names of their plots.
func readWishes() map[string][]wish {
	all := map[string][]wish{}
	for line := range strings.Lines(wishTable) {
		line = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(line), "|")) // a wish that is never granted
		if f := strings.Split(line, " | "); len(f) >= 4 {
			f = append(f, "")
			all[f[0]] = append(all[f[0]], wish{f[1], f[2], f[3], f[4]})
		}
	}
	return all
}

// words are what the named braces of a text stand for.
var words = map[string][]string{
	"svc":    {"ledger", "parcel", "atlas", "quill", "harbour", "lantern", "orchard", "meridian", "tandem"},
	"spring": {"January", "February", "March", "April", "May"},
}

// task is a task of the queue.
type task struct {
	id, title, body string
	plot            *plot
	wish            wish
	words           map[string]string // what its named braces stand for
	attempts        int
	wrong           bool // the last attempt finished in name only
	logged          bool // it has a log of its own
}

// deal makes a task of the plot's next wish, with a new id. Each wish comes once before
// any comes again.
func (w *world) deal(p *plot) *task {
	if len(w.decks[p]) == 0 {
		w.decks[p] = w.rng.Perm(len(w.wishes[p.name]))
	}
	i := w.decks[p][0]
	w.decks[p] = w.decks[p][1:]
	t := &task{plot: p, wish: w.wishes[p.name][i], words: map[string]string{}}
	w.serial[t.wish.area]++
	t.id = fmt.Sprintf("%s-%d", t.wish.area, 100+w.serial[t.wish.area])
	t.title, t.body = w.fill(t, t.wish.title), w.fill(t, t.wish.body)
	w.tasks[t.id], w.newest[p] = t, t
	return t
}

// attempt begins an attempt and returns how it will end.
func (w *world) attempt(t *task) ending {
	e := t.plot.endings[t.attempts%len(t.plot.endings)]
	t.attempts++
	e.said = w.fill(t, strings.NewReplacer("{wish}", t.wish.success, "{note}", e.note).Replace(e.said))
	return e
}

// fill fills in the braces of a text: a number within bounds, or a word that stays the same
// throughout the task.
func (w *world) fill(t *task, text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var name string
		name, text, _ = strings.Cut(rest, "}")
		if low, high, numbers := strings.Cut(name, "-"); numbers {
			least, _ := strconv.Atoi(low)
			most, _ := strconv.Atoi(high)
			b.WriteString(strconv.Itoa(least + w.rng.IntN(most-least+1)))
			continue
		}
		if t.words[name] == "" {
			t.words[name] = words[name][w.rng.IntN(len(words[name]))]
		}
		b.WriteString(t.words[name])
	}
}
