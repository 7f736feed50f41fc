package tui

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"notdone/model"
	"notdone/ui/safe"
)

// takesLine are the programs that open a file at a line by the argument +N before it.
var takesLine = map[string]bool{
	"vi": true, "vim": true, "nvim": true, "view": true, "nano": true, "pico": true, "emacs": true, "emacsclient": true, "micro": true,
	"joe": true, "jed": true, "mg": true, "ne": true, "kak": true, "less": true, "more": true, "most": true,
}

// editor returns the program with which the operator looks at files, as argv; nil: none is
// set.
func (m *Model) editor() []string {
	if m.opt.Getenv == nil {
		return nil
	}
	return strings.Fields(cmp.Or(m.opt.Getenv("VISUAL"), m.opt.Getenv("EDITOR"), m.opt.Getenv("PAGER")))
}

// cannotEdit says why no log can be opened in an editor.
func (m *Model) cannotEdit() string {
	switch ref, _ := m.logHere(); {
	case ref == model.LogRef{}:
		return "no log is known for this task"
	case len(m.editor()) == 0:
		return "set $EDITOR or $PAGER to the program that shows logs"
	}
	return ""
}

// logHere returns the log of the task that is looked at, and the offset of the line under the
// cursor; -1: the end.
func (m *Model) logHere() (ref model.LogRef, offset int64) {
	if d := topmost[*detail](m); d != nil && d.log != nil {
		all, at := d.log.entries(), d.texts[viewLog].cursor
		if d.view == viewLog && at >= 0 && at < len(all) {
			return d.log.ref, all[at].offset
		}
		return d.log.ref, -1
	}
	if r := m.subjectRow(); r != nil && len(r.Logs) > 0 {
		return r.Logs[0], -1
	}
	return model.LogRef{}, -1
}

// editLog gives the terminal to the operator's editor with the log, at the line under the
// cursor where the editor takes one.
func (m *Model) editLog() tea.Cmd {
	argv := m.editor()
	ref, offset := m.logHere()
	return func() tea.Msg {
		line := int64(0)
		if offset >= 0 && takesLine[filepath.Base(argv[0])] {
			line, _ = lineOfOffset(m.ctx, ref, offset) // without it the editor opens the beginning
		}
		return then(func() tea.Cmd {
			return m.giveTerminal(atLine(argv, filepath.Join(ref.Root, ref.Path), line), "", func(err error) {
				if m.notice = ""; err != nil {
					m.notice = safe.Line(argv[0]+": "+err.Error(), quoteLimit)
				}
			})
		})
	}
}

// atLine returns the command that opens a file at a line, where the program takes one; 0: it
// is not known.
func atLine(argv []string, file string, line int64) []string {
	argv = slices.Clone(argv)
	if line > 1 && takesLine[filepath.Base(argv[0])] {
		argv = append(argv, fmt.Sprintf("+%d", line))
	}
	return append(argv, file)
}

// giveTerminal gives the terminal to a program until it ends. The arguments are passed as
// they are, without a shell.
func (m *Model) giveTerminal(argv []string, dir string, ended func(error)) tea.Cmd {
	cmd := exec.Command(argv[0], argv[1:]...) //nolint:gosec,noctx // the operator asked for it; it has the terminal, and no context may take that away
	cmd.Dir = dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr // the terminal itself
	return tea.ExecProcess(cmd, func(err error) tea.Msg {
		return then(func() tea.Cmd {
			ended(err)
			if m.opt.Terminal == nil {
				return nil
			}
			return m.opt.Terminal.EnsureDrawn
		})
	})
}
