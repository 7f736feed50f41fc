package config_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"notdone/ui/config"
)

// known are the names of a program with three actions and two rules.
func known() *config.Known {
	return &config.Known{
		Rules: []string{"short-run", "tool-loop"},
		Actions: []config.Action{
			{ID: "task.unblock", Help: "unblock", Keys: []string{"u"}},
			{ID: "task.requeue", Help: "requeue", Keys: []string{"r"}},
			{ID: "pane.1", Help: "active", Keys: []string{"1"}},
		},
		CheckKeys: func(keys map[string][]string) (string, error) {
			for id, all := range keys {
				for _, key := range all {
					if key == "taken" {
						return id, errors.New("the key is taken")
					}
				}
			}
			return "", nil
		},
		CheckView: func(filter string) error {
			if strings.HasPrefix(filter, "bad") {
				return errors.New("it is bad")
			}
			return nil
		},
	}
}

const everything = `
queues = ["~/.hermes", "/srv/queue.db"] # two
logs = ["/srv/runs"]
hosts = ['web-03', "web-04"]
since = "7d"
chats = true
poll = true
read-only = true
actor = "alice \"a\" \\ b"
theme = "light"
ascii = true
mouse = false
preview = false
sync-output = "off"

rules.off = ["short-run"]

notify = { bell = "off", osc = "777", on-new = ["notify-send", "a b"] }

[guard]
kinds = ["blocked"]
on-new = ["mail", "-s", "new"]
pause = "1m"
webhook = "https://example.org/hush"
give-up = "2d"
metrics = "localhost:9777"
act-rules = ["tool-loop"]
headers.Authorization = "Bearer hush"

[thresholds]
stale-heartbeat.limit = "90m"
"block-loop".rounds = 0x5
retry-loop = { attempts = 4 }

[keys]
task.unblock = ["f9", "ctrl+x"]
"task".requeue = "x y"
pane.1 = []

[views]
"stuck agents, 2h" = "state:blocked age>2h"
mine = ""

[commands]
hermes = ["docker", "exec", "h", "hermes"]
claude = []
`

func TestEverySetting(t *testing.T) {
	t.Setenv("HOME", "/home/alice")
	got, err := config.Parse([]byte(everything), known())
	if err != nil {
		t.Fatal(err)
	}
	want := config.Default()
	want.Queues, want.Logs, want.Hosts = []string{"/home/alice/.hermes", "/srv/queue.db"}, []string{"/srv/runs"}, []string{"web-03", "web-04"}
	want.Since, want.Chats, want.Poll, want.ReadOnly, want.Actor = 7*24*time.Hour, true, true, true, `alice "a" \ b`
	want.Theme, want.ASCII, want.Mouse, want.Preview, want.SyncOutput = "light", true, false, false, "off"
	want.Judging.Off = []string{"short-run"}
	want.Judging.HeartbeatLimit, want.Judging.CycleMin, want.Judging.RetryMin = 90*time.Minute, 5, 4
	want.Notify = config.Notify{Bell: "off", OSC: "777", OnNew: []string{"notify-send", "a b"}}
	want.Guard = config.Guard{
		Kinds: []string{"blocked"}, OnNew: []string{"mail", "-s", "new"}, Pause: time.Minute, Webhook: "https://example.org/hush",
		Headers: map[string]string{"Authorization": "Bearer hush"}, GiveUp: 48 * time.Hour, Metrics: "localhost:9777", ActRules: []string{"tool-loop"},
	}
	want.Keys = map[string][]string{"task.unblock": {"f9", "ctrl+x"}, "task.requeue": {"x", "y"}, "pane.1": {}}
	want.Views = map[string]string{"stuck agents, 2h": "state:blocked age>2h", "mine": ""}
	want.Commands = map[string][]string{"hermes": {"docker", "exec", "h", "hermes"}, "claude": {}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestWhatIsWrongAndWhere(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ file, want string }{
		{"them = \"dark\"", `:1:1: them: there is no such setting; did you mean theme?`},
		{"\n\n[kyes]\n", `:3:2: kyes: there is no such setting; did you mean keys?`},
		{"[screen]\ntheme = \"dark\"", `:1:2: screen: there is no such setting`},
		{"[[queues]]\na = 1", `:1:3: queues: want a list such as ["a", "b"], not a table`},
		{"[notify]\ntheme = \"dark\"", `:2:1: notify.theme: there is no such setting; did you mean theme outside of any table?`},
		{"keys = 3", `:1:1: keys is a table`},
		{"views = \"a\"", `:1:1: views is a table`},
		{"theme = \"drak\"", `:1:9: theme: "drak" is none of auto, dark, light, `},
		{"theme.x = \"dark\"", `:1:1: theme.x: there is no such setting; did you mean theme?`},
		{"theme = dark", `:1:9: unexpected character`},
		{"theme = 3", `:1:9: theme: want a string in quotes, not 3`},
		{"theme = \"dark\"\n theme = \"light\"", `:2:2: key theme is already defined`},
		{"mouse = \"yes\"", `:1:9: mouse: want true or false, not "yes"`},
		{"mouse = [true]", `:1:1: mouse: want true or false, not a list`},
		{"mouse = 1979-05-27", `:1:9: mouse: want true or false, not 1979-05-27`},
		{"queues = \"/a\"", `:1:10: queues: want a list such as ["a", "b"], not "/a"`},
		{"queues = [\n \"/a\",\n \"b\"]", `:3:2: queues: "b": want a path that begins with / or ~/`},
		{"queues = [\"~bob/x\"]", `:1:11: queues: "~bob/x": want a path`},
		{"queues = [1]", `:1:11: queues: want a string in quotes, not 1`},
		{"actor = \"a\\tb\"", `:1:9: actor: "a\tb" holds a control character`},
		{"actor = \"\\u009b1m\"", `holds a control character`},
		{"actor = \"a\xff\"", `invalid`},
		{"since = 3", `:1:9: since: want a duration such as "90s", "48h" or "7d", not 3`},
		{"since = \"-1h\"", `:1:9: since: want a duration`},
		{"since = \"soon\"", `:1:9: since: want a duration`},
		{"since = \"NaNd\"", `:1:9: since: want a duration`},
		{"thresholds.stale-heartbeat.limit = \"1e30d\"", `:1:36: thresholds.stale-heartbeat.limit: want a duration`},
		{"[thresholds]\nstale-heartbeat.limt = \"1h\"", `:2:1: thresholds.stale-heartbeat.limt: there is no such threshold; did you mean thresholds.stale-heartbeat.limit?`},
		{"[thresholds]\nblock-loop.rounds = 0", `:2:21: thresholds.block-loop.rounds: want a whole number from 1, not 0`},
		{"[thresholds]\nblock-loop.rounds = 2.5", `:2:21: thresholds.block-loop.rounds: want a whole number from 1, not 2.5`},
		{"[thresholds]\nblock-loop.rounds = 99999999999", `not 99999999999`},
		{"[rules]\noff = [\"short-run\",\n  \"tool-lop\"]", `:3:3: rules.off: there is no rule that can be turned off "tool-lop"; did you mean tool-loop?`},
		{"[keys]\ntask.unblok = \"u\"", `:2:1: keys.task.unblok: there is no such action; did you mean keys.task.unblock?`},
		{"[keys]\ntask.unblock = \"taken\"", `:2:1: keys.task.unblock: the key is taken`},
		{"[keys]\ntask.unblock = 1", `:2:16: keys.task.unblock: want a list such as ["a", "b"], not 1`},
		{"[keys.task.nothing]", `:1:2: keys.task.nothing: there is no such action`},
		{"[views]\na = \"x\"\nb = \"bad\"", `:3:5: views.b: it is bad`},
		{"[views]\n\"\" = \"x\"", `:2:1: views: "" is no name`},
		{"guard.kinds = [\"bloked\"]", `:1:16: guard.kinds: there is no kind "bloked"; did you mean blocked?`},
		{"guard.webhook = [\"hush\"]", `:1:1: guard.webhook: want a string in quotes` + "\n"},
		{"guard.webhook = \"hush\\u0007\"", `:1:17: guard.webhook: it holds a control character` + "\n"},
		{"guard.webhook = \"ftp://hush\"", `:1:17: guard.webhook: want an address that begins with https:// or http://, or "env:NAME" or "file:/PATH"` + "\n"},
		{"guard.webhook = \"hush\"", `:1:17: guard.webhook: want an address`},
		{"[guard.headers]\n\"a b\" = \"x\"", `:2:9: guard.headers.a b: "a b" is no name of a header`},
		{"notify = {bell=\"loud\"}", `:1:16: notify.bell: "loud" is none of auto, on, off`},
		{"\ufefftheme = \"x\"", `theme: "x" is none of`},
	} {
		_, err := config.Parse([]byte(tc.file), known())
		if err == nil {
			t.Errorf("%q is accepted, want %s", tc.file, tc.want)
		} else if !strings.Contains(err.Error()+"\n", tc.want) {
			t.Errorf("%q:\n got %s\nwant %s", tc.file, err, tc.want)
		}
	}
}

// What is printed says the same when it is read, whatever was set.
func TestPrintedConfigurationIsReadAsTheSame(t *testing.T) {
	t.Setenv("HOME", "/home/alice")
	for _, file := range []string{"", everything} {
		c, err := config.Parse([]byte(file), known())
		if err != nil {
			t.Fatal(err)
		}
		checkPrinted(t, &c)
	}
}

func checkPrinted(t *testing.T, c *config.Config) {
	t.Helper()
	if whole := c.Print(known()); strings.Contains(whole, "hush") || c.Guard.Webhook != "" && !strings.Contains(whole, "webhook is set") {
		t.Errorf("a secret is printed, or not said to be set:\n%s", whole)
	}
	c.Guard.Webhook, c.Guard.Headers = "", map[string]string{}
	printed := c.Print(known())
	again, err := config.Parse([]byte(printed), known())
	if err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	if next := again.Print(known()); next != printed {
		t.Errorf("it prints otherwise when it is read:\n%s", cmp.Diff(printed, next))
	}
	for _, a := range known().Actions { // the printed file sets them all
		if _, set := c.Keys[a.ID]; !set {
			c.Keys[a.ID] = a.Keys
		}
	}
	if d := cmp.Diff(*c, again, cmp.Comparer(func(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") && len(a) == len(b) })); d != "" {
		t.Error(d)
	}
}

// Every setting is printed with what it means, and says its default when it is another.
func TestPrintedConfigurationExplains(t *testing.T) {
	t.Parallel()
	c := config.Default()
	c.Theme, c.Judging.HeartbeatLimit = "light", 90*time.Minute
	printed := c.Print(known())
	for _, want := range []string{
		"(default: \"auto\")\ntheme = \"light\"\n",
		"(default: \"0s\")\nstale-heartbeat.limit = \"1h30m\"\n", "\n[views]\n", "\n[commands]\n", "mouse = true\n",
	} {
		if !strings.Contains(printed, want) {
			t.Errorf("%q is not in\n%s", want, printed)
		}
	}
	lines := strings.Split(printed, "\n")
	for i, line := range lines {
		if strings.Contains(line, " = ") && line[0] != '#' && !strings.Contains(line, " # ") && !strings.HasPrefix(lines[i-1], "# ") {
			t.Errorf("nothing says what %q means", line)
		}
	}
}

func TestReadNamesTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	if _, err := config.Read(path, known()); !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), path+": ") {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := config.Read(filepath.Dir(path), known()); err == nil || strings.Count(err.Error(), path) > 0 || strings.Contains(err.Error(), "\n") {
		t.Errorf("a folder: %v", err)
	}
	if err := os.WriteFile(path, []byte("them = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Read(path, known()); err == nil || !strings.HasPrefix(err.Error(), path+":1:1: ") {
		t.Errorf("a wrong file: %v", err)
	}
}

func TestReadOfWhatHasNoEnd(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/dev/zero": "more than 1024 KiB", pipe: "nobody writes into the pipe"} {
		if _, err := config.Read(path, known()); err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := config.Read(os.DevNull, known()); err != nil {
		t.Error(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	_, err = w.WriteString("theme = \"light\"\n")
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	if c, err := config.Read(fmt.Sprintf("/dev/fd/%d", r.Fd()), known()); err != nil || c.Theme != "light" {
		t.Errorf("of a pipe: theme %q, %v", c.Theme, err)
	}
}

// Any text is read as a configuration that can be printed and read again, or refused with a place in it.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		everything, "", "a = 1", "keys.task.unblock = \"u\"", "[views]\n\"a.b\" = '''x'''", "notify = {bell=\"on\"}", "queues = [[], {}]",
		"since = \"1.5d\"", "\"\".\"\" = 1", "commands.\"a\\nb\" = []", "theme = \"\"\"\nx\"\"\"", "[[views]]", "[views.\"x\"]\ny = \"z\"",
		"actor = \"a\\u202Eb\\u2028\"",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := config.Parse([]byte(text), known())
		if err == nil {
			checkPrinted(t, &c)
			return
		}
		if at, ok := errors.AsType[*config.Error](err); !ok || at.Line < 1 || at.Column < 1 || at.Line > strings.Count(text, "\n")+1 {
			t.Errorf("%q: %v", text, err)
		}
	})
}

func TestCommandsOfOwners(t *testing.T) {
	t.Parallel()
	c := config.Default()
	c.Commands = map[string][]string{"hermes": {"docker", "exec", "h", "hermes"}, "git": {}}
	for said, want := range map[string]string{"hermes kanban unblock t1": "docker exec h hermes kanban unblock t1", "git commit": "", "claude -r 1": "claude -r 1", "": ""} {
		if got := strings.Join(c.Command(strings.Fields(said)), " "); got != want {
			t.Errorf("%q is run as %q, want %q", said, got, want)
		}
	}
	if got := c.Commands["hermes"]; len(got) != 4 {
		t.Errorf("the setting became %q", got)
	}
}
