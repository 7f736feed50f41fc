package hermes

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

func TestState(t *testing.T) {
	want := map[string]model.State{
		stTriage: model.StateQueued, stTodo: model.StateQueued, stReady: model.StateQueued, stReview: model.StateQueued,
		stScheduled: model.StateScheduled, stRunning: model.StateActive, stBlocked: model.StateBlocked, stDone: model.StateDone,
		stArchived: model.StateCancelled, "parked": model.StateUnknown, "": model.StateUnknown,
	}
	for recorded, s := range want {
		if got := Adapter().State(recorded); got != s {
			t.Errorf("%q stands for %v, not %v", recorded, got, s)
		}
	}
}

func TestDetect(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, dbName)
	must(t, os.WriteFile(file, nil, 0o600))
	root := filepath.Join(dir, "root")
	must(t, os.MkdirAll(filepath.Join(root, kanbanFolder, boardsFolder), 0o700))
	fresh, other := filepath.Join(dir, "home", homeFolder), filepath.Join(dir, "other")
	for _, folder := range []string{fresh, filepath.Join(other, kanbanFolder)} {
		must(t, os.MkdirAll(folder, 0o700))
	}
	for _, folder := range []string{fresh, other} {
		must(t, os.WriteFile(filepath.Join(folder, configName), nil, 0o600))
	}
	stat := func(path string) fs.FileInfo {
		info, err := os.Stat(path)
		must(t, err)
		return info
	}
	cases := []struct {
		name  string
		probe source.Probe
		want  bool
	}{
		{"a board", source.Probe{Path: file, Info: stat(file), Tables: map[string][]string{tabTasks: required, tabEvents: {"id"}}}, true},
		{"an old board", source.Probe{Path: filepath.Join(dir, "x.db"), Info: stat(file), Tables: map[string][]string{tabTasks: required, tabLinks: {"parent_id"}}}, true},
		{"tasks alone", source.Probe{Path: file, Info: stat(file), Tables: map[string][]string{tabTasks: required}}, false},
		{"another queue", source.Probe{Path: file, Info: stat(file), Tables: map[string][]string{
			tabTasks: {"id", "title", "body", "state", "created_at"}, "runs": {"id"}, "events": {"id"}, "links": {"parent_id"}, "meta": {"schema_version"},
		}}, false},
		{"a placeholder", source.Probe{Path: file, Info: stat(file)}, true},
		{"another empty file", source.Probe{Path: filepath.Join(dir, "x.db"), Info: stat(file)}, false},
		{"a text of that name", source.Probe{Path: file, Info: stat(file), Head: []byte("hello")}, false},
		{"a root with the default board", source.Probe{Path: dir, Info: stat(dir)}, true},
		{"a root with named boards", source.Probe{Path: root, Info: stat(root)}, true},
		{"a fresh root", source.Probe{Path: fresh, Info: stat(fresh)}, true},
		{"another folder", source.Probe{Path: other, Info: stat(other)}, false},
		{"nothing", source.Probe{Path: "/none"}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Adapter().Detect(context.Background(), &c.probe); err != nil || got != c.want {
				t.Errorf("detected %v, %v", got, err)
			}
		})
	}
}

func TestUsual(t *testing.T) {
	cases := []struct {
		name string
		env  map[string]string
		want string
	}{
		{"nothing set", nil, "/home/a/.hermes"},
		{"the file beats everything", map[string]string{"HERMES_KANBAN_DB": "/b/kanban.db", "HERMES_KANBAN_HOME": "/c"}, "/b/kanban.db"},
		{"the boards' own home", map[string]string{"HERMES_KANBAN_HOME": "~/boards", "HERMES_HOME": "/opt/data"}, "/home/a/boards"},
		{"another home", map[string]string{"HERMES_HOME": "/opt/data"}, "/opt/data"},
		{"a profile elsewhere", map[string]string{"HERMES_HOME": "/opt/data/profiles/coder"}, "/opt/data"},
		{"a profile at home", map[string]string{"HERMES_HOME": "/home/a/.hermes/profiles/coder/"}, "/home/a/.hermes"},
		{"home itself", map[string]string{"HERMES_HOME": "/home/a/.hermes"}, "/home/a/.hermes"},
		{"a name that begins alike", map[string]string{"HERMES_HOME": "/home/a/.hermes2"}, "/home/a/.hermes2"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := Adapter().Usual(source.Env{Home: "/home/a", Getenv: func(k string) string { return c.env[k] }})
			if diff := cmp.Diff([]string{c.want}, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if got := Adapter().Usual(source.Env{}); got != nil {
		t.Errorf("without a home: %v", got)
	}
}

func TestPlaces(t *testing.T) {
	named := "/r/kanban/boards/alpha/kanban.db"
	if got := logFolder(named); got != "/r/kanban/boards/alpha/logs" {
		t.Errorf("a named board logs to %s", got)
	}
	if got := logFolder("/r/kanban.db"); got != "/r/kanban/logs" {
		t.Errorf("the default board logs to %s", got)
	}
	if rootOf(named) != "/r" || rootOf("/r/kanban.db") != "/r" {
		t.Errorf("roots are %s and %s", rootOf(named), rootOf("/r/kanban.db"))
	}
	for name, want := range map[string]bool{
		"a": true, "a-b_9": true, "9": true, "_archived": false, "-a": false, "A": false, "a.b": false, "": false, "..": false, "a/b": false,
	} {
		if isSlug(name) != want {
			t.Errorf("%q is a slug: %v", name, !want)
		}
	}
	for name, want := range map[string]bool{"t_1": true, "../t": false, "a/b": false, ".": false, "": false, "a\x00": false, `a\b`: false} {
		if safeName(name) != want {
			t.Errorf("%q can name a file: %v", name, !want)
		}
	}
}

func TestBoardFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), kanbanFolder, boardsFolder, "alpha")
	fixture(t, filepath.Join(dir, dbName), present, "delete", add("t_1", stReady))
	r := openFixture(t, dir)
	if diff := cmp.Diff([]string{"t_1"}, listIDs(t, r, 1)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := r.Targets(); len(got) != 1 || got[0].Path != filepath.Join(dir, dbName) || !got[0].Database {
		t.Errorf("targets are %v", got)
	}
}

// TestTablesWithoutRowids: whatever was made by hand, the sentence says what is
// wrong with it.
func TestTablesWithoutRowids(t *testing.T) {
	for _, table := range []string{tabTasks, tabEvents, tabLinks} {
		t.Run(table, func(t *testing.T) {
			create := regexp.MustCompile(`(?s)CREATE TABLE ` + table + ` \(.*?\);`).FindString(present.schema)
			without := strings.ReplaceAll(strings.TrimSuffix(create, ";"), " AUTOINCREMENT", "") + " WITHOUT ROWID;"
			path := fixture(t, filepath.Join(t.TempDir(), dbName), layout{table, strings.Replace(present.schema, create, without, 1)}, "delete")
			s, err := open(t.Context(), path, source.Options{Now: time.Now})
			if table == tabLinks { // its rows are read by their columns only
				must(t, err)
				must(t, s.Close())
				return
			}
			if want := path + ": no Hermes has made this board: its table " + table + " was declared WITHOUT ROWID, and such a one cannot be read"; err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}
