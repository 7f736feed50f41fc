package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"notdone/classify/text"
	"notdone/model"
	"notdone/source/all"
	"notdone/source/gate"
	"notdone/source/mapped/infer"
	"notdone/source/runlog"
	"notdone/source/transcript"
	"notdone/ui/config"
	"notdone/ui/notify"
	"notdone/ui/safe"
	"notdone/ui/terminal"
	"notdone/ui/theme"
	"notdone/ui/tui"
)

// dashboard opens the screen. Without a terminal it prints the table once.
func (c *call) dashboard(ctx context.Context) (err error) {
	if err := errors.Join(isOneOf("--sync-output", c.syncOutput, syncModes), isOneOf("--theme", c.theme, theme.Names)); err != nil {
		return err
	}
	if !interactive(c.cmd.OutOrStdout()) {
		return c.withFleet(ctx, c.args, func(f *fleet) error { return c.list(ctx, f) })
	}
	go text.Prepare() // the first frame waits for it
	unsure := c.askAbout(ctx, c.args, os.Stdin, canAsk())
	f, err := c.open(ctx, c.args, tryAgain, io.Discard)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	ran := make(chan error, 1)
	go func() { ran <- f.board.Run(ctx) }()
	var notifier *notify.Notifier
	defer func() {
		cancel()
		err = errors.Join(err, f.end(ctx, ran, notifier))
	}()
	opt, err := c.screenOptions(ctx, f, unsure)
	if err != nil {
		return err
	}
	screen := terminal.New(os.Stdin, os.Stdout)
	defer screen.Abandon()
	screen.Thin = terminal.OverSSH(os.Getenv)
	screen.BeforeStop = func() func() { return gate.Close(stopTimeout) }
	input, err := screen.Input()
	if err != nil {
		return err
	}
	defer input.Release()
	if opt.Terminal = screen; !f.frozen {
		notifier = notify.New(c.config.Notify, os.Getenv)
		opt.Notify = notifier
	}
	// Signals end ctx; a second handler in the program would race with that.
	board := tui.New(ctx, opt)
	p := tea.NewProgram(screen.Model(board), tea.WithContext(screen.Context(ctx)), tea.WithoutSignalHandler(), tea.WithFilter(screen.Filter(syncFilter(c.syncOutput))),
		tea.WithInput(input), tea.WithOutput(screen.Output()))
	if c.syncOutput == "on" {
		go p.Send(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset})
	}
	err = screen.Run(ctx, p)
	if said := board.Farewell(); said != "" && !screen.Abandoned() {
		_, _ = fmt.Fprintln(c.diag, said) // there is nobody else to tell
	}
	switch {
	case errors.Is(err, context.Canceled) || screen.Abandoned():
		return nil // it was told to end
	case err != nil:
		return fmt.Errorf("the screen: %w", err)
	}
	return nil
}

// screenOptions are what the screen shows and may do, but for its terminal and the notifier.
func (c *call) screenOptions(ctx context.Context, f *fleet, unsure []string) (opt tui.Options, err error) {
	act, noAct, settle := c.screenActing(ctx, f)
	signs := theme.Unicode()
	if c.ascii || asciiOnly(os.Getenv) {
		signs = theme.ASCII()
	}
	keys, err := tui.NewKeys(c.config.Keys)
	if err != nil {
		return opt, err
	}
	opt = tui.Options{
		Notice: f.notice(unsure), Board: f.board, Act: act, NoAct: noAct, Settle: settle, Host: thisHost(),
		Now: f.now, Frozen: f.frozen, Glyphs: signs, Background: background(c.theme, os.Getenv), Keys: keys, Theme: c.theme, Views: c.config.Views,
		Session: func(ctx context.Context, log model.LogRef) ([]string, string, error) {
			return transcript.Session(ctx, log, runlog.Options{Name: "log", Now: f.now})
		},
		Entries: all.Entries, Getenv: os.Getenv, Mapped: c.isMapped, Mapping: c.mappingText,
		ByShape: func(kind string) bool { return kind == infer.Kind },
		Preview: c.config.Preview, Mouse: c.config.Mouse, Adds: takesTasks,
	}
	if actor, err := c.signature(); err == nil && act != nil {
		opt.Add = addByChild(actor, c.queues(), c.flagsOfAdd())
	}
	if words := strings.Fields(c.onNew); len(words) > 0 {
		if err := (&notify.Command{Argv: words}).Check(); err != nil {
			return opt, fmt.Errorf("--on-new: %w", err)
		}
		c.config.Notify.OnNew = words
	}
	if f.memory != nil {
		opt.Marks, opt.Looks = f.board, f.board
	}
	return opt, nil
}

// end waits until the board, which tells ran its end, and the notifier have ended, and closes the
// fleet. It gives up where that takes too long.
func (f *fleet) end(ctx context.Context, ran <-chan error, notifier *notify.Notifier) error {
	done := make(chan error, 1)
	go func() {
		notifier.Wait()
		done <- errors.Join(<-ran, f.close())
	}()
	if ended, err := awaitEnd(ctx, done, leaveTimeout, func() bool { return true }); ended {
		return err
	}
	return nil
}

// notice says what an operator is to know when the screen opens: what is unsure, and what is left
// out, could not be opened or is not remembered.
func (f *fleet) notice(unsure []string) string {
	told := slices.Concat(unsure, f.duplicates)
	if f.failed != nil {
		told = append(told, strings.Split(f.failed.Error(), "\n")...)
	}
	if f.memory != nil && f.memory.Err() != nil {
		told = append(told, "nothing is remembered: "+f.memory.Err().Error())
	}
	return safe.Line(strings.Join(told, "; "), 1<<10)
}

// isOneOf returns an error when what is named has none of its values.
func isOneOf(named, value string, all []string) error {
	switch {
	case slices.Contains(all, value):
		return nil
	case len(all) == 0:
		return fmt.Errorf("%s: %q: none is configured", named, value)
	}
	return fmt.Errorf("%s: %q is none of %s%s", named, value, strings.Join(all, ", "), config.Meant(value, all))
}

// syncFilter keeps the terminal's answer about synchronized output from the
// program when the operator turned it off.
func syncFilter(mode string) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		if r, ok := msg.(tea.ModeReportMsg); ok && mode == "off" && r.Mode == ansi.ModeSynchronizedOutput {
			return nil
		}
		return msg
	}
}

// interactive reports whether a screen can be drawn.
func interactive(w io.Writer) bool {
	out, ok := w.(*os.File)
	return ok && term.IsTerminal(out.Fd()) && term.IsTerminal(os.Stdin.Fd()) && os.Getenv("TERM") != "dumb"
}

// asciiOnly reports whether the locale says that the terminal shows no Unicode.
func asciiOnly(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := getenv(name); v != "" {
			v = strings.ToLower(v)
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	return false
}

// background is the one to draw for: the one asked for, else what the environment
// says, else what the terminal answers, unless it is one that would not know the
// question.
func background(asked string, getenv func(string) string) tui.Background {
	fields := strings.Split(getenv("COLORFGBG"), ";")
	last := fields[len(fields)-1]
	switch {
	case asked == "light", asked != "dark" && (last == "7" || last == "15"):
		return tui.Light
	case asked == "dark", last != "", getenv("TERM") == "linux", strings.HasPrefix(getenv("TERM"), "vt"):
		return tui.Dark
	}
	return tui.Ask
}

// screenActing is what the screen acts with; nil, and why, where it may not.
// Settle settles what was interrupted and tells of it.
func (o *options) screenActing(ctx context.Context, f *fleet) (act tui.Acting, why string, settle func() string) {
	switch {
	case o.readOnly:
		return nil, o.whyReadOnly(), nil
	case f.frozen:
		return nil, "--now", nil
	}
	actor, err := o.signature()
	if err != nil {
		return nil, err.Error(), nil
	}
	a, err := f.acting(o.journalPath(), actor, &o.config)
	if err != nil {
		return nil, err.Error(), nil
	}
	return a, "", func() string {
		found, err := f.board.Settle(ctx, a.journal)
		told := make([]string, len(found))
		for i := range found {
			told[i] = settledLine(&found[i])
		}
		if err != nil && ctx.Err() == nil {
			told = append(told, err.Error()) // each action settles again
		}
		return safe.Line(strings.Join(told, "; "), 1<<10)
	}
}
