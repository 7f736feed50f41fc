package cli

import (
	"cmp"
	"errors"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/adrg/xdg"

	"notdone/classify"
	"notdone/source/all"
	"notdone/ui/config"
	"notdone/ui/query"
	"notdone/ui/tui"
)

// configPath is where the configuration is: --config, or the usual place.
func (o *options) configPath() string {
	return cmp.Or(o.configFile, filepath.Join(ownFolder(xdg.ConfigHome, "XDG_CONFIG_HOME", ".config"), "config.toml"))
}

// ownFolder returns notdone's folder below one of the folders of the user. A service may run
// without HOME; its files are still its user's.
func ownFolder(known, variable string, usual ...string) string {
	if os.Getenv("HOME") == "" && !filepath.IsAbs(os.Getenv(variable)) {
		if u, err := user.Current(); err == nil && filepath.IsAbs(u.HomeDir) {
			known = filepath.Join(append([]string{u.HomeDir}, usual...)...)
		}
	}
	return filepath.Join(known, "notdone")
}

// configure reads the configuration, if there is one, and sets the flags that the command
// line does not.
func (c *call) configure() error {
	path := c.configPath()
	c.config = config.Default()
	// In the home of another user, which cannot be entered, nothing is meant for this one.
	if _, err := os.Lstat(path); c.configFile != "" || err == nil {
		inProgress.readings.Add(1) // a pipe may have a writer that writes nothing
		c.config, err = config.Read(path, known())
		inProgress.readings.Add(-1)
		if err != nil {
			return err
		}
	}
	since := ""
	if c.config.Since > 0 {
		since = c.config.Since.String()
	}
	for _, set := range []struct{ flag, value string }{
		{"since", since},
		{"chats", strconv.FormatBool(c.config.Chats)},
		{"poll", strconv.FormatBool(c.config.Poll)},
		{"read-only", strconv.FormatBool(c.config.ReadOnly)},
		{"actor", c.config.Actor},
		{"theme", c.config.Theme},
		{"ascii", strconv.FormatBool(c.config.ASCII)},
		{"sync-output", c.config.SyncOutput},
	} {
		f := c.cmd.Flags().Lookup(set.flag)
		if f == nil || f.Changed || set.value == "" {
			continue
		}
		if err := f.Value.Set(set.value); err != nil {
			return err
		}
	}
	return nil
}

// known are the names that a configuration may use.
var known = sync.OnceValue(func() *config.Known {
	k := &config.Known{Rules: ruleNames(), CheckKeys: func(keys map[string][]string) (string, error) {
		_, err := tui.NewKeys(keys)
		if wrong, ok := errors.AsType[*tui.KeysError](err); ok {
			return wrong.Action, err
		}
		return "", err
	}, CheckView: func(filter string) error {
		_, err := query.Parse(filter)
		return err
	}}
	for _, a := range tui.Actions() {
		k.Actions = append(k.Actions, config.Action{ID: a.ID, Help: a.Help, Keys: a.Keys})
	}
	return k
})

// ruleNames are the rules that can be turned off: without what the queue recorded nothing
// could be said of a task.
func ruleNames() []string {
	rules := classify.Rules()
	for _, a := range all.Adapters() {
		rules = append(rules, a.Rules...)
	}
	var names []string
	for i := range rules {
		if rules[i].Name != classify.RuleRecorded {
			names = append(names, rules[i].Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// whyReadOnly names what refuses every write.
func (o *options) whyReadOnly() string {
	if o.config.ReadOnly {
		return "read-only in " + o.configPath()
	}
	return "--read-only"
}

// refuses returns the error of a command that would write in read-only mode.
func (o *options) refuses(to string) error { return errors.New(o.whyReadOnly() + " refuses " + to) }
