package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue"
	"notdone/source/queue/client"
	"notdone/ui/intake"
	"notdone/ui/safe"
	"notdone/ui/words"
)

var addCommand = command{
	use:   "add QUEUE [TITLE]",
	short: "Add a task to a queue of notdone's own",
	long: `Add a task to a queue that notdone init made, in a file or in PostgreSQL, and print its id.
Without TITLE, or with -, tasks are read from standard input, a JSON object a line: {"title","body","id",
"priority","at","every","after","max_attempts","tags"}. All of them are added, or none: each line that is
wrong is told.

A wish that met an obstacle before is refused while nobody did anything about it: it would
only meet it again. --again adds it anyway.

With --every the task is the first of a series: when one of it is done or has failed, the
next one is scheduled. While one is blocked the series waits, and cancelling one ends it. A day is
24 hours, whatever the clocks do.

Exit: 0 added; 2 wrong use or an error; 3 refused because of what the wish met before.`,
	example: "notdone add queue.db 'Renew the certificate' --body @wish.md\nnotdone add queue.db 'Morning briefing' --at 07:30 --every 1d\nnotdone add queue.db < tasks.jsonl",
	least:   1,
	most:    2,
	flags:   "config host (read-only) actor body priority at every after max-attempts tag id again",
	json:    "print one JSON object for each task",
	run: func(ctx context.Context, c *call) error {
		if c.readOnly {
			return c.refuses("to add a task")
		}
		lines, err := c.wishes()
		if err != nil {
			return err
		}
		return c.add(ctx, lines)
	},
}

// wished is a task that is to be added, or why it is none.
type wished struct {
	line int // of standard input; 0: it was given by flags
	task intake.Task
	err  error
}

// wishes reads what is to be added. The TITLE - stands for standard input.
func (c *call) wishes() (all []wished, err error) {
	if len(c.args) == 2 && c.args[1] != "-" {
		task := c.task
		task.Title = c.args[1]
		task.Body, err = c.readBody(task.Body)
		return []wished{{task: task}}, err
	}
	if c.cmd.Flags().Changed("body") || c.task.ID != "" {
		return nil, errors.New("--body and --id belong to a TITLE")
	}
	in := c.cmd.InOrStdin()
	if f, ok := in.(*os.File); ok && term.IsTerminal(f.Fd()) {
		return nil, errors.New("a TITLE is needed, or tasks on standard input, a JSON object a line")
	}
	err = intake.Lines(in, func(line int, t intake.Task, err error) {
		all = append(all, wished{line, c.withDefaults(t), err})
	})
	if err == nil && len(all) == 0 {
		err = errors.New("standard input has no task")
	}
	return all, err
}

// withDefaults fills what a line does not say from the flags.
func (c *call) withDefaults(t intake.Task) intake.Task {
	if t.Priority == 0 {
		t.Priority = c.task.Priority
	}
	if t.MaxAttempts == 0 {
		t.MaxAttempts = c.task.MaxAttempts
	}
	if t.At == "" {
		t.At = c.task.At
	}
	if t.Every == "" {
		t.Every = c.task.Every
	}
	t.After, t.Tags = append(t.After, c.task.After...), append(t.Tags, c.task.Tags...)
	return t
}

// readBody reads what --body names: - is standard input, and @FILE a file.
func (c *call) readBody(body string) (string, error) {
	const most = 2 << 20
	in := io.NopCloser(c.cmd.InOrStdin())
	if name, isFile := strings.CutPrefix(body, "@"); isFile {
		f, err := os.Open(name) // #nosec G304 -- the operator names it
		if err != nil {
			return "", fmt.Errorf("--body: %w", err)
		}
		in = f
	} else if body != "-" {
		return body, nil
	}
	text, err := io.ReadAll(io.LimitReader(in, most))
	if err = errors.Join(err, in.Close()); err != nil {
		err = fmt.Errorf("--body: %w", err)
	}
	return strings.TrimRight(string(text), "\n"), err
}

// add adds tasks to a queue.
func (c *call) add(ctx context.Context, lines []wished) error {
	path, err := c.ownQueue(ctx)
	if err != nil {
		return err
	}
	actor, err := c.signature()
	if err != nil {
		return err
	}
	problems, tasks := map[int]error{}, make([]client.NewTask, len(lines))
	for i := range lines {
		if err = lines[i].err; err == nil {
			tasks[i], err = lines[i].task.Check(actor, time.Now())
		}
		if err != nil {
			problems[i] = err
		}
	}
	if len(problems) > 0 {
		return c.problems(lines, problems)
	}
	if refused, err := c.refuseWishes(ctx, path, lines, tasks); err != nil || refused {
		return cmp.Or(err, error(exitCode(exitRefused)))
	}
	err = c.withClient(ctx, path, func(q *client.Client) (err error) {
		problems, err = intake.Add(ctx, q, tasks)
		return err
	})
	if err != nil || len(problems) > 0 {
		return errors.Join(err, c.problems(lines, problems))
	}
	for i := range tasks {
		if err := c.printAdded(&tasks[i]); err != nil {
			return err
		}
	}
	return nil
}

// ownQueue returns the path of the queue that is named, which is one of notdone's own, or the
// name of its database without a password.
func (c *call) ownQueue(ctx context.Context) (path string, err error) {
	err = c.withQueue(ctx, c.args[0], func(f *fleet) error {
		feed := f.feeds[0]
		path = feed.Source.Describe().Path
		if feed.Adapter.Kind != queue.Kind {
			return fmt.Errorf("%s is a queue of %s, whose own program adds tasks to it; notdone adds to queues that notdone init makes",
				path, feed.Adapter.Kind)
		}
		return nil
	})
	return path, err
}

// withClient works on a queue as a client. No fleet is open meanwhile: connections of one
// process share what a reader has opened to read only.
func (c *call) withClient(ctx context.Context, path string, work func(*client.Client) error) error {
	if source.OnServer(c.args[0]) {
		path = c.args[0] // with its password
	}
	q, err := client.Dial(ctx, path)
	if err != nil {
		return err
	}
	if err = work(q); err != nil {
		err = fmt.Errorf("%s: %w", pgsource.Shown(path), err)
	}
	return errors.Join(err, q.Close())
}

// refuseWishes tells of tasks whose wish met an obstacle that still stands.
func (c *call) refuseWishes(ctx context.Context, path string, lines []wished, tasks []client.NewTask) (refused bool, err error) {
	if c.again {
		return false, nil
	}
	var asked map[string][]string
	err = c.withClient(ctx, path, func(q *client.Client) (err error) {
		asked, err = intake.SameWish(ctx, q, tasks)
		return err
	})
	if err != nil || len(asked) == 0 {
		return false, err
	}
	err = c.withQueue(ctx, c.args[0], func(f *fleet) error {
		met := map[string]*intake.OpenObstacle{}
		for wish, ids := range asked {
			rows, err := f.board.JudgeTasks(ctx, path, ids)
			if err != nil {
				return err
			}
			met[wish] = intake.FindObstacle(rows)
		}
		for i := range tasks {
			if m := met[tasks[i].Fingerprint]; m != nil {
				refused = true
				if err := c.refuseWish(f.now(), &lines[i], &tasks[i], m); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return refused, err
}

// maxProblems is how many wrong lines are told one by one.
const maxProblems = 100

// problems tells of lines that are wrong, and returns the error of all of them.
func (c *call) problems(lines []wished, problems map[int]error) error {
	if len(problems) == 0 {
		return nil
	}
	if lines[0].line == 0 {
		return problems[0]
	}
	wrong := slices.Sorted(maps.Keys(problems))
	for _, i := range wrong[:min(len(wrong), maxProblems)] {
		if _, err := fmt.Fprintf(c.diag, "notdone: line %d: %s\n", lines[i].line, safe.Line(problems[i].Error(), 2<<10)); err != nil {
			return err
		}
	}
	return fmt.Errorf("nothing was added: %s", words.Count(len(problems), "line is wrong", "lines are wrong"))
}

// addedShape is what add --json prints of a task.
type addedShape struct {
	ID       *string  `json:"id"`
	Title    string   `json:"title"`
	Outcome  string   `json:"outcome"`
	Reason   *string  `json:"reason"`
	Met      []string `json:"met"` // the tasks that met the obstacle, newest first
	Obstacle *string  `json:"obstacle"`
}

func (c *call) printAdded(n *client.NewTask) error {
	if c.asJSON {
		return c.out.json(addedShape{ID: &n.ID, Title: n.Title, Outcome: "added", Met: []string{}})
	}
	return c.out.line(safe.Line(n.ID, 4<<10))
}

// refuseWish says what a wish met before, and how to go on.
func (c *call) refuseWish(now time.Time, line *wished, n *client.NewTask, m *intake.OpenObstacle) error {
	if c.asJSON {
		reason := m.Error()
		return c.out.json(addedShape{Title: n.Title, Outcome: "refused", Reason: &reason, Met: m.IDs, Obstacle: &m.Obstacle.Text})
	}
	where := ""
	if line.line > 0 {
		where = fmt.Sprintf("line %d: ", line.line)
	}
	named := pgsource.Shown(c.args[0])
	way := []string{"notdone", "requeue", named, m.IDs[0]}
	if m.State == model.StateBlocked {
		way = []string{"notdone", "unblock", named, m.IDs[0], "--answer", "TEXT"}
	}
	_, err := fmt.Fprintf(c.diag, "notdone: %s%s: %s\n  for %s; %s puts it right, --again adds it anyway\n", where,
		safe.Line(n.Title, 200), safe.Line(m.Error(), 2<<10), words.Age(m.Since, now), safe.Command(way))
	return err
}
