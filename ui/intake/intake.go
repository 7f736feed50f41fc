// Package intake adds tasks to a queue of notdone's own, in a file or in PostgreSQL. It finds
// tasks whose wish has met an obstacle before that nobody has removed since: queued again, such
// a task would meet it again.
package intake

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/queue/client"
)

// Task is a task to add. Only its title is needed.
type Task struct {
	ID          string   `json:"id"` // empty: one is made from the title
	Title       string   `json:"title"`
	Body        string   `json:"body"`
	Priority    int      `json:"priority"`
	At          string   `json:"at"`    // when it may run, as ParseAt reads it; empty: at once
	Every       string   `json:"every"` // how often, as a duration; empty: once
	After       []string `json:"after"` // ids of the tasks that must be done or cancelled first
	MaxAttempts int      `json:"max_attempts"`
	Tags        []string `json:"tags"`
}

// Limits of a task.
const (
	maxTitle = 4 << 10 // bytes
	maxBody  = 1 << 20 // bytes
	maxTag   = 64      // bytes
	maxTags  = 32
	minEvery = time.Minute
)

// Check validates a task and converts it to the form in which the queue adds it. by is recorded
// as its creator. now is the time that At is relative to.
func (t *Task) Check(by string, now time.Time) (n client.NewTask, err error) {
	n = client.NewTask{
		ID: t.ID, Title: strings.TrimSpace(t.Title), Body: t.Body, Priority: t.Priority, MaxAttempts: t.MaxAttempts,
		By: by, After: t.After, Tags: t.Tags, Fingerprint: cycle.Wish(t.Title, t.Body),
	}
	if n.ID == "" {
		n.ID = newID(n.Title)
	}
	switch {
	case n.Title == "":
		return n, errors.New("it has no title")
	case len(n.Title) > maxTitle:
		return n, fmt.Errorf("its title has %d bytes, more than %d", len(n.Title), maxTitle)
	case strings.ContainsAny(n.Title, "\r\n"):
		return n, errors.New("its title has more than one line: the rest is its body")
	case len(n.Body) > maxBody:
		return n, fmt.Errorf("its body has %d bytes, more than %d", len(n.Body), maxBody)
	case n.MaxAttempts < 0:
		return n, fmt.Errorf("it can be tried %d times: at least 1, or 0 for no limit", n.MaxAttempts)
	case strings.ContainsFunc(n.ID, unicode.IsControl):
		return n, errors.New("its id has control characters")
	case len(t.Tags) > maxTags:
		return n, fmt.Errorf("it has %d tags, more than %d", len(t.Tags), maxTags)
	}
	for _, tag := range t.Tags {
		if tag == "" || len(tag) > maxTag || strings.ContainsFunc(tag, unicode.IsSpace) || strings.ContainsAny(tag, ",\"") {
			return n, fmt.Errorf("%q is no tag: a word of at most %d bytes", tag, maxTag)
		}
	}
	if t.At != "" {
		if n.RunAt, err = ParseAt(t.At, now); err != nil {
			return n, err
		}
	}
	if t.Every != "" {
		if n.Every, err = parseEvery(t.Every); err != nil {
			return n, err
		}
	}
	return n, nil
}

// newID returns a new id: the first words of the title, for people, and 40 random bits.
func newID(title string) string {
	const most = 24
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	id := ""
	for _, word := range words {
		if len(id)+len(word) > most {
			break
		}
		id += word + "-"
	}
	if id == "" {
		id = "task-"
	}
	var unique [5]byte
	_, _ = rand.Read(unique[:]) // it never fails
	return id + strings.ToLower(base32.StdEncoding.EncodeToString(unique[:]))
}

// OpenObstacle is an obstacle that tasks of one wish have met and that nobody has removed since.
type OpenObstacle struct {
	IDs      []string        // the tasks that met it, newest first
	State    model.State     // of the newest task
	Obstacle *model.Obstacle // of the newest task
	Since    time.Time       // when the newest task met it
}

// Error describes the obstacle in one sentence, without advice. The sentence quotes agents, so
// it is hostile.
func (m *OpenObstacle) Error() string {
	said := "the same wish is " + m.State.String() + " (" + m.IDs[0] + ")"
	if n := len(m.IDs); n > 1 {
		said = fmt.Sprintf("asked %d times, same obstacle, nothing changed since (%s)", n, strings.Join(m.IDs[:min(n, maxNamed)], ", "))
	}
	switch {
	case m.Obstacle.Text == "":
	case m.Obstacle.Own:
		said += ": " + m.Obstacle.Text
	default:
		said += ": “" + m.Obstacle.Text + "”"
	}
	return said
}

const (
	maxNamed  = 4      // ids in a sentence
	maxJudged = 20     // tasks of one wish that are returned
	maxLooked = 100000 // tasks without a recorded wish that are compared, the newest ones
)

// SameWish returns the ids of the tasks of a queue that have the same wishes as new tasks, by wish
// and at most maxJudged of each. A new task without a body has the wish of every task with its
// title.
func SameWish(ctx context.Context, c *client.Client, tasks []client.NewTask) (ids map[string][]string, err error) {
	ids = map[string][]string{}
	titles := false
	for i := range tasks {
		if wish := tasks[i].Fingerprint; wish != "" {
			ids[wish] = nil
			titles = titles || tasks[i].Body == ""
		}
	}
	err = c.View(ctx, func(t *client.Tx) error { return findWishes(t, ids, titles) })
	for wish, found := range ids {
		ids[wish] = found[:min(len(found), maxJudged)]
		if len(found) == 0 {
			delete(ids, wish)
		}
	}
	return ids, err
}

// findWishes adds the ids of tasks to the wishes in asked. Tasks with a recorded wish are found
// by an index. Of the newest other tasks the wish is computed, and with titles set that of
// their titles alone too.
func findWishes(t *client.Tx, asked map[string][]string, titles bool) error {
	add := func(wish, id string) {
		if known, wanted := asked[wish]; wanted && !slices.Contains(known, id) {
			asked[wish] = append(known, id)
		}
	}
	for wish := range asked {
		err := t.Read("asked", func(scan func(...any) error) error {
			var id string
			err := scan(&id)
			add(wish, id)
			return err
		}, wish, maxJudged)
		if err != nil {
			return err
		}
	}
	err := t.Read("unsigned", func(scan func(...any) error) error {
		var id, title, body string
		err := scan(&id, &title, &body)
		add(cycle.Wish(title, body), id)
		return err
	}, maxLooked)
	if err != nil || !titles {
		return err
	}
	return t.Read("titles", func(scan func(...any) error) error {
		var id, title string
		err := scan(&id, &title)
		add(cycle.Wish(title, ""), id)
		return err
	}, maxLooked)
}

// FindObstacle returns the open obstacle of the tasks of one wish; nil if they met none, or the
// newest task shows that it was removed.
func FindObstacle(rows []*model.Row) *OpenObstacle {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r *model.Row) bool { return r.State == model.StateCancelled })
	slices.SortStableFunc(rows, func(a, b *model.Row) int { return b.Created.Compare(a.Created) })
	// A blocked task counts whatever the results of later ones; otherwise the newest counts.
	first := slices.IndexFunc(rows, func(r *model.Row) bool { return r.State == model.StateBlocked && r.Obstacle != nil })
	if first < 0 {
		first = 0
	}
	if len(rows) == 0 || !stands(rows[first]) {
		return nil
	}
	newest := rows[first]
	m := &OpenObstacle{State: newest.State, Obstacle: newest.Obstacle, Since: newest.Since()}
	for _, r := range rows[first:] {
		if stands(r) && r.Obstacle.Key == newest.Obstacle.Key {
			m.IDs = append(m.IDs, r.ID)
		}
	}
	return m
}

// stands reports whether a task is stopped by an obstacle.
func stands(r *model.Row) bool {
	ended := r.State == model.StateBlocked || r.State == model.StateFailed || r.State == model.StateFalseDone
	return ended && r.Obstacle != nil
}

// Add adds tasks in one transaction: all of them, or none. problems holds the errors of single
// tasks by their index; nothing was added if there are any. err is any other error.
func Add(ctx context.Context, c *client.Client, tasks []client.NewTask) (problems map[int]error, err error) {
	err = c.Transact(ctx, func(tx *client.Tx) error {
		problems = map[int]error{}
		for i := range tasks {
			problem, err := add(tx, &tasks[i])
			if err != nil {
				return err
			}
			if problem != nil {
				problems[i] = problem
			}
		}
		if len(problems) > 0 {
			return errProblems
		}
		return nil
	})
	if errors.Is(err, errProblems) {
		err = nil
	}
	return problems, err
}

var errProblems = errors.New("nothing is added")

// add adds one task. problem says what is wrong with the task, and err that the queue failed.
func add(tx *client.Tx, n *client.NewTask) (problem, err error) {
	for _, parent := range n.After {
		known := false
		err := tx.Read("SELECT 1 FROM tasks WHERE id = ?1", func(func(...any) error) error {
			known = true
			return nil
		}, parent)
		if err != nil {
			return nil, err
		}
		if !known {
			return fmt.Errorf("there is no task %q, after which it is to run", parent), nil
		}
	}
	added, err := tx.Add(n)
	if errors.Is(err, client.ErrOldSchema) {
		return err, nil
	}
	if err == nil && !added {
		return fmt.Errorf("there is a task %q already", n.ID), nil
	}
	return nil, err
}
