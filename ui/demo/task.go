package demo

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// task is a task of the queue, and what is going to become of it.
type task struct {
	id, title, body string
	priority        int
	most            any // attempts; nil: no limit
	// script holds how the attempts end; the last one goes for all that follow.
	script   []ending
	attempts int
	answer   string // what the operator will say when it is blocked
	story    bool   // it has a story of its own: nobody else touches it
	wrong    bool   // it was finished in name only
	logged   bool   // it has a log of its own
}

// ending is how one attempt ends.
type ending struct {
	how   string // a block of the queue's statements: finish, block, fail or retry
	word  string // the run's outcome, for fail and retry; the obstacle's kind, for block
	said  string // the final message
	short string // the obstacle, or the error
	// idle says that nothing was done: no call, no file.
	idle bool
}

// next returns how the attempt that begins now is going to end.
func (t *task) next() ending {
	e := t.script[min(t.attempts, len(t.script)-1)]
	t.attempts++
	t.wrong = e.how == "finish" && e.idle
	return e
}

// effort is what an attempt took.
type effort struct {
	took                   time.Duration
	cost                   float64
	tokens                 int64
	tools, files, messages int
	exit                   any
}

// spend invents what an attempt takes.
func (w *world) spend(e ending) effort {
	x := effort{
		took:  w.between(9*time.Second, 40*time.Second),
		tools: 3 + w.rng.IntN(40), files: 1 + w.rng.IntN(14), messages: 6 + w.rng.IntN(60), exit: 0,
	}
	if e.idle {
		x.tools, x.files, x.messages = w.rng.IntN(3)+1, 0, 2+w.rng.IntN(6)
	}
	if e.word == "crashed" {
		x.exit = 137
	}
	x.tokens = int64(x.messages)*int64(900+w.rng.IntN(2600)) + int64(w.rng.IntN(900))
	x.cost = float64(x.tokens*int64(3+w.rng.IntN(6))/1000) / 1000
	return x
}

// filler fills in the braces of one task's texts.
type filler struct {
	w     *world
	known map[string]string
}

func (w *world) filler() *filler { return &filler{w: w, known: map[string]string{}} }

func (f *filler) fill(text string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(f.word(name))
		text = after
	}
}

func (f *filler) word(name string) string {
	if word, ok := f.known[name]; ok {
		return word
	}
	word := name
	low, high, ranged := strings.Cut(name, "-")
	least, err1 := strconv.Atoi(low)
	most, err2 := strconv.Atoi(high)
	switch {
	case ranged && err1 == nil && err2 == nil && least <= most:
		word = strconv.Itoa(least + f.w.rng.IntN(most-least+1))
	case len(fills[name]) > 0:
		word = fills[name][f.w.rng.IntN(len(fills[name]))]
	}
	f.known[name] = word
	return word
}

// make makes a task of a wish, with an id that was not used before.
func (w *world) make(from wish, script ...ending) *task {
	w.serial[from.area]++
	f := w.filler()
	t := &task{
		id:    fmt.Sprintf("%s-%d", from.area, 100+w.serial[from.area]),
		title: f.fill(from.title), body: f.fill(from.body), priority: w.rng.IntN(4),
	}
	if len(script) == 0 {
		script = []ending{{how: "finish", said: from.said}}
	}
	for _, e := range script {
		e.said = f.fill(e.said)
		t.script = append(t.script, e)
	}
	return t
}

// honestTask deals the next honest wish; each comes once before any comes again.
func (w *world) honestTask() *task {
	if len(w.deck) == 0 {
		w.deck = w.rng.Perm(len(honest))
	}
	i := w.deck[0]
	w.deck = w.deck[1:]
	return w.make(honest[i])
}

// inTheWay makes a task that meets a cause, and comes true when it is asked for
// again.
func (w *world) inTheWay(c *cause, from wish) *task {
	first := ending{how: "finish", said: c.said, idle: true}
	if c.how == "blocked" {
		first = ending{how: "block", word: c.kind, said: c.said, short: c.quote, idle: true}
	}
	t := w.make(from, first, ending{how: "finish", said: from.said})
	t.answer = c.answer
	return t
}
