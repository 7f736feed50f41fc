package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue"
	"notdone/ui/tui"
)

// takesTasks reports whether the dashboard adds tasks to queues of a kind.
func takesTasks(kind string) bool { return kind == queue.Kind }

// addByChild adds a task by the command in another process: connections of one process share
// what the dashboard's reader has opened to read only. The queues are named as the operator
// did, with their passwords; flags are those of the dashboard that the command has, too.
func addByChild(actor string, queues, flags []string) func(ctx context.Context, path string, t tui.NewTask) (tui.Added, error) {
	return func(ctx context.Context, path string, t tui.NewTask) (added tui.Added, err error) {
		self, err := os.Executable()
		if err != nil {
			return added, err
		}
		argv := append([]string{"add", "--json", "--actor", actor}, flags...)
		if t.Again {
			argv = append(argv, "--again")
		}
		if t.Body != "" {
			argv = append(argv, "--body", "-") // it may be longer than an argument
		}
		var out, diag bytes.Buffer
		var secret []string
		for _, named := range queues {
			if source.OnServer(named) && pgsource.Shown(named) == path {
				var password string
				if path, password = pgsource.Password(named); password != "" {
					secret = []string{"PGPASSWORD=" + password} // arguments can be read by everybody
				}
				break
			}
		}
		child := exec.CommandContext(ctx, self, append(argv, "--", path, t.Title)...) // #nosec G204 -- it is this program
		child.Env = append(os.Environ(), secret...)
		child.Stdin, child.Stdout, child.Stderr = strings.NewReader(t.Body), &out, &diag
		child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // ctrl+z must not stop it while it writes
		err = child.Run()
		var told addedShape
		if json.Unmarshal(out.Bytes(), &told) == nil {
			switch {
			case told.ID != nil:
				return tui.Added{ID: *told.ID}, nil
			case told.Reason != nil:
				return tui.Added{Refused: *told.Reason}, nil
			}
		}
		if said := strings.TrimSpace(strings.TrimPrefix(diag.String(), "notdone: ")); said != "" {
			return added, errors.New(said)
		}
		return added, fmt.Errorf("adding: %w", err)
	}
}

// flagsOfAdd returns the flags that add has, too, as they were given. A dashboard that adds tasks
// may write.
func (o *options) flagsOfAdd() []string {
	flags := []string{"--read-only=false"}
	for _, f := range []struct{ name, value string }{{"config", o.configFile}, {"host", o.host}} {
		if f.value != "" {
			flags = append(flags, "--"+f.name+"="+f.value)
		}
	}
	return flags
}
