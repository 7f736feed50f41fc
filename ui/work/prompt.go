package work

import (
	_ "embed" // the text that teaches the ending
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"notdone/source/queue/client"
	"notdone/source/runlog"
	"notdone/source/runlog/claude"
	"notdone/source/runlog/codex"
)

// EndingPrompt teaches an agent to end with a line that says how its work ended. It is
// part of the placeholder {prompt}.
//
//go:embed prompt.txt
var EndingPrompt string

// Placeholders are what is replaced in the elements of a command. {resume} stands for
// several elements or none, and only where it is a whole element.
var Placeholders = []string{"{id}", "{title}", "{body}", "{answer}", promptHolder, resumeHolder}

const (
	resumeHolder = "{resume}"
	promptHolder = "{prompt}"
)

// wish is what a command is told of its task: on its standard input as JSON, in its
// arguments and in its environment.
type wish struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Body     string `json:"body"`
	Attempt  int    `json:"attempt"`
	Answer   string `json:"answer,omitempty"`   // the operator's, to the last obstacle
	Previous string `json:"previous,omitempty"` // what was said at the end of the last attempt
	Outcome  string `json:"previous_outcome,omitempty"`
	Session  string `json:"session,omitempty"` // of the agent, in the last attempt
	Prompt   string `json:"prompt"`            // all of it in words
	Queue    string `json:"queue"`
	RunDir   string `json:"run_dir"`

	resume []string // the arguments with which the agent goes on with its session; nil: it cannot
}

func newWish(c *client.Claim) *wish {
	w := &wish{ID: c.ID, Title: c.Title, Body: c.Body, Attempt: c.Attempt, Answer: c.Answer}
	if p := c.Previous; p != nil {
		w.Outcome, w.Previous = p.Outcome, p.Output
		if w.Previous == "" {
			w.Previous = p.Error
		}
	}
	return w
}

// sessionID matches an id that is safe as an argument.
var sessionID = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._-]{5,80}$`)

// useSession notes the session of an agent that can go on with it.
func (w *wish) useSession(agent, session string) {
	if !sessionID.MatchString(session) {
		return
	}
	switch agent {
	case claude.Kind:
		w.resume = []string{"--resume", session} // claude --help
	case codex.Kind:
		w.resume = []string{"resume", session} // codex exec --help
	default:
		return
	}
	w.Session = session
}

// argv replaces the placeholders of a command and completes the prompt. An element is
// never split. An element that is a placeholder alone gets a blank before a leading dash,
// since the text of a task must not become an option.
func (w *wish) argv(command []string) []string {
	resumed := false
	for _, element := range command {
		resumed = resumed || element == resumeHolder && w.resume != nil
	}
	w.Prompt = w.prompt(resumed)
	values := strings.NewReplacer("{id}", plain(w.ID), "{title}", plain(w.Title), "{body}", plain(w.Body),
		"{answer}", plain(w.Answer), promptHolder, plain(w.Prompt))
	var argv []string
	for _, element := range command {
		if element == resumeHolder {
			argv = append(argv, w.resume...)
			continue
		}
		value := values.Replace(element)
		if value != element && strings.HasPrefix(element, "{") && strings.HasPrefix(value, "-") {
			value = " " + value
		}
		argv = append(argv, value)
	}
	return argv
}

// plain is a text without the byte that no argument can hold.
func plain(s string) string { return strings.ReplaceAll(s, "\x00", "") }

// maxPrevious is how much of what was said before is in a prompt, in bytes.
const maxPrevious = 8 << 10

// prompt puts what is to be done into words. An agent that goes on with its session knows
// the task and what it said.
func (w *wish) prompt(resumed bool) string {
	var b strings.Builder
	write := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	if resumed {
		write("Go on with the task: ", w.Title, "\n")
	} else {
		write(w.Title, "\n")
		if w.Body != "" {
			write("\n", w.Body, "\n")
		}
		if w.Previous != "" {
			write("\nYou tried this before. Your last words were:\n\n> ", strings.ReplaceAll(runlog.Cut(strings.TrimSpace(w.Previous), maxPrevious), "\n", "\n> "), "\n")
		}
	}
	if w.Answer != "" {
		write("\nThe operator answers:\n\n", w.Answer, "\n")
	}
	write("\n", EndingPrompt)
	return b.String()
}

// stdin is what the command reads: nothing if its arguments hold the prompt, since agents
// add what they read to it.
func (w *wish) stdin(command []string) ([]byte, error) {
	if slices.ContainsFunc(command, func(element string) bool { return strings.Contains(element, promptHolder) }) {
		return nil, nil
	}
	line, err := json.Marshal(w)
	return append(line, '\n'), err
}

// env is what the command's environment says of the task.
func (w *wish) env() []string {
	return []string{"NOTDONE_TASK=" + plain(w.ID), "NOTDONE_QUEUE=" + w.Queue, "NOTDONE_RUN_DIR=" + w.RunDir}
}
