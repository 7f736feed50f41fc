// Package config reads the operator's configuration file and prints it. The table of
// settings says all that can be set; the file's reader, the printed configuration and the
// documentation derive from it.
package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"notdone/classify"
	"notdone/source"
	"notdone/ui/theme"
)

// Config is what the operator can set. Default returns the values of an empty file.
type Config struct {
	Queues   []string      // opened when the command line names none; empty: the usual places
	Logs     []string      // folders of run logs that are read beside them
	Hosts    []string      // names of this machine beside its own: their process ids are local
	Since    time.Duration // how far back an agent's own sessions are read; 0: the program's default
	Chats    bool          // list the messages of conversations too
	Poll     bool          // look for changes by polling
	ReadOnly bool          // refuse every write
	Actor    string        // signs what is written; empty: the name of the user

	Theme      string // one of the theme names
	ASCII      bool   // draw with ASCII signs only
	Mouse      bool   // the mouse is the program's, not the terminal's
	Preview    bool   // show the selected task beside the list where there is room
	SyncOutput string // auto, on or off

	Keys     map[string][]string // the keys of actions by their ID; of others the default ones hold
	Views    map[string]string   // the filters of saved views by their names
	Notify   Notify
	Guard    Guard
	Commands map[string][]string // what is run in place of a program of a queue's owner
	Judging  classify.Config
}

// Notify says how the operator is told of what is new while the terminal is out of focus.
type Notify struct {
	Bell  string   // auto, on or off; auto: over SSH and in a multiplexer
	OSC   string   // off, 9 or 777: the escape sequence that asks the terminal for a notification
	OnNew []string // a command that is run, without a shell; empty: none
}

// Guard says what is watched for while nobody looks, and who is told.
type Guard struct {
	Kinds    []string          // what is told of, of GuardKinds
	OnNew    []string          // a command that is run, without a shell; empty: none
	Pause    time.Duration     // the least between the beginnings of two of its runs
	Webhook  string            // the address that findings are posted to; a secret; empty: none
	Headers  map[string]string // that are sent with them, by their names; secrets
	GiveUp   time.Duration     // how long a finding is posted that the server answers with an error
	Metrics  string            // a file, or an address of this host such as localhost:9777; empty: none
	ActRules []string          // whose tasks are marked blocked with --act
}

// GuardKinds are what a task can become that notdone guard reports.
var GuardKinds = []string{"false-done", "blocked", "failed", "looping"}

// Default returns the configuration in use without a file.
func Default() Config {
	return Config{
		Theme: theme.Auto, Mouse: true, Preview: true, SyncOutput: "auto",
		Keys: map[string][]string{}, Views: map[string]string{}, Commands: map[string][]string{},
		Notify:  Notify{Bell: "auto", OSC: "off"},
		Guard:   Guard{Kinds: slices.Clone(GuardKinds), Pause: 5 * time.Second, Headers: map[string]string{}, GiveUp: 24 * time.Hour},
		Judging: classify.DefaultConfig(),
	}
}

// Command returns a command of a queue's owner with the program that is set in its place; nil
// when it may not be run.
func (c *Config) Command(argv []string) []string {
	if len(argv) == 0 {
		return argv
	}
	instead, set := c.Commands[argv[0]]
	switch {
	case !set:
		return argv
	case len(instead) == 0:
		return nil
	}
	return append(slices.Clone(instead), argv[1:]...)
}

// Action is an action of the screen as the configuration knows it.
type Action struct {
	ID, Help string
	Keys     []string // the default ones
}

// Known holds the names that a configuration may use.
type Known struct {
	Actions []Action
	Rules   []string
	// CheckKeys returns which action cannot have the keys that are set for it, and why.
	CheckKeys func(keys map[string][]string) (action string, err error)
	// CheckView returns what is wrong with the filter of a view; nil: every text is one.
	CheckView func(filter string) error
}

// maxSize is the size in bytes of the largest configuration that is read.
const maxSize = 1 << 20

// readFile returns the content of the file at path, or of a pipe such as a shell's <(command).
// It does not wait until somebody opens a pipe for writing.
func readFile(path string) (text []byte, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0) // #nosec G304 -- the operator's own
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	text, err = io.ReadAll(io.LimitReader(f, maxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > maxSize:
		return nil, fmt.Errorf("it has more than %d KiB", maxSize>>10)
	case len(text) == 0 && info.Mode()&fs.ModeNamedPipe != 0:
		return nil, errors.New("nobody writes into the pipe")
	}
	return text, nil
}

// Read reads the configuration file at path. A file that does not exist is an error of
// fs.ErrNotExist. Every other error names the line and the column.
func Read(path string, known *Known) (Config, error) {
	text, err := readFile(path)
	if err != nil {
		return Default(), fmt.Errorf("%s: the configuration cannot be read: %w", path, source.WithoutPath(err))
	}
	c, err := Parse(text, known)
	if at, ok := errors.AsType[*Error](err); ok {
		at.Path = path
	}
	return c, err
}

// Error is what is wrong with a configuration, and where.
type Error struct {
	Path         string
	Line, Column int // from 1; 0: not known
	Wrong        string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Wrong) }
