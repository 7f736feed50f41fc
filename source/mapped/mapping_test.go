package mapped_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"notdone/source"
	"notdone/source/mapped"
)

func TestCatalogueIsRead(t *testing.T) {
	for _, m := range mapped.Catalogue() {
		if m.Title == "" || m.Source == "" || len(m.Signature) == 0 {
			t.Errorf("%s lacks its title, its source or its signature", m.Name)
		}
		text, err := m.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		again, err := mapped.Parse(m.Name, text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, again, cmpopts.IgnoreUnexported(mapped.Mapping{})); diff != "" {
			t.Errorf("%s is another one when it is written and read:\n%s", m.Name, diff)
		}
	}
}

func TestWrongMappings(t *testing.T) {
	good := chores
	for _, one := range []struct{ name, from, to, want string }{
		{"an unknown key", `name = "chores"`, "name = \"chores\"\nnmae = 1", `w.toml:3:1: there is no key nmae in a mapping`},
		{"an unknown role", `title = "what"`, `titel = "what"`, `w.toml:12:1: chores: table "chores": there is no role "titel": did you mean title?`},
		{"an unknown state", `waiting = "queued"`, `waiting = "queing"`, `w.toml:19:11: unknown state "queing"`},
		{"no id", `id = "id"`, ``, `w.toml:7:1: chores: table "chores": it needs the role id`},
		{"no name", `name = "chores"`, ``, `w.toml:1:1: a mapping needs a name`},
		{"a wrong type", `what", "how", "due"]`, `what", 3]`, `w.toml:5:19: cannot decode`},
		{"not TOML", `[tables.roles]`, `[tables.roles`, `w.toml:10:`},
		{"an unknown unit", `[tables.states]`, "[tables.units]\nrun_at = \"weeks\"\n[tables.states]", `w.toml:19:11: chores: table "chores": there is no unit "weeks"`},
		{"a unit of no time", `[tables.states]`, "[tables.units]\nstatus = \"s\"\n[tables.states]", `"status" is no role of a time of this table`},
		{"a unit of a column", `[tables.states]`, "[tables.units]\ndue = \"s\"\n[tables.states]", `w.toml:19:1: chores: table "chores": "due" is no role of a time of this table, so it has no unit: did you mean run_at?`},
		{"a wrong condition", `[tables.states]`, "[[tables.when]]\nif = \"run_at >\"\nstate = \"queued\"\n[tables.states]", `w.toml:19:7: chores: table "chores": the condition "run_at >": column 9: it ends too early`},
		{"a condition of no role", `[tables.states]`, "[[tables.when]]\nif = \"lease > now\"\nstate = \"queued\"\n[tables.states]", `lease is neither a role nor a flag of this table`},
		{"a state that is a number", `waiting = "queued"`, `waiting = 3`, `w.toml:19:1: "waiting" has the state 3: a state is a text, such as "queued"`},
		{"a state that notdone concludes", `waiting = "queued"`, `waiting = "false-done"`, `w.toml:19:1: chores: table "chores": the word "waiting": false-done is what notdone concludes; a row stands for done`},
		{"a rule without a state", `[tables.states]`, "[[tables.when]]\nif = \"run_at < now\"\n[tables.states]", `w.toml:19:7: chores: table "chores": the rule "run_at < now": it has no state`},
		{"a name that cannot be typed", `name = "chores"`, `name = "My chores"`, `w.toml:2:9: the name "My chores": it is small letters`},
		{"the name of another source", `name = "chores"`, `name = "hermes"`, `w.toml:2:9: "hermes" is a source that notdone reads without a mapping`},
		{"a broken path", `title = "what"`, `title = "what -> a..b"`, `w.toml:12:18: chores: table "chores": the role title: "a..b" is no path`},
		{"a time and a text", `[tables.states]`, "[[tables.when]]\nif = \"status > now\"\nstate = \"queued\"\n[tables.states]", `w.toml:19:7: chores: table "chores": the condition "status > now": a time is compared with status, which is none`},
		{"a time and a number", `[tables.states]`, "[[tables.when]]\nif = \"run_at > 5\"\nstate = \"queued\"\n[tables.states]", `a time is compared with 5, which is none`},
		{"a hindrance without a reason", `[tables.states]`, "[[tables.actions]]\nname = \"cancel\"\nfrom = [\"waiting\"]\nnow = \"done\"\nsource = \"x\"\n[[tables.actions.unless]]\nif = \"title\"\n[[tables.actions.writes]]\ndelete = true\n[tables.states]", `the action cancel: unless "title" needs why, the reason that is shown`},
		{"an action from a word that is not there", `[tables.states]`, "[[tables.actions]]\nname = \"cancel\"\nfrom = [\"what\"]\nnow = \"done\"\nsource = \"x\"\n[[tables.actions.writes]]\ndelete = true\n[tables.states]", `w.toml:20:10: chores: table "chores": the action cancel: no row of this table is recorded as "what"`},
		{"tried in an unknown database", `[tables.states]`, "[[tables.actions]]\nname = \"cancel\"\nfrom = [\"waiting\"]\nnow = \"done\"\nsource = \"x\"\ntried = [\"MySQL\"]\n[[tables.actions.writes]]\ndelete = true\n[tables.states]", `w.toml:23:11: chores: table "chores": the action cancel: tried names "MySQL": it is one of [SQLite PostgreSQL]`},
		{"a second table of the name", `done = "done"`, "done = \"done\"\n[[tables]]\nname = \"chores\"\notherwise = \"done\"\nroles.id = \"id\"", `w.toml:23:1: chores: table "chores" is there twice`},
		{"a mistake in the second table", `done = "done"`, "done = \"done\"\n[[tables]]\nname = \"others\"\notherwise = \"done\"\nroles.id = \"id\"\nunits.run_at = \"s\"", `w.toml:27:7: chores: table "others": "run_at" is no role of a time of this table`},
		{"nothing tells the state", `status = "how"`, ``, `nothing tells the state of its rows`},
	} {
		text := strings.Replace(good, one.from, one.to, 1)
		if text == good {
			t.Fatalf("%s: nothing was replaced", one.name)
		}
		_, err := mapped.Parse("w.toml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), one.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", one.name, err, one.want)
		}
	}
}

// TestWrongSQL: a mistake in SQL is told with its place in the file.
func TestWrongSQL(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	execute(t, path, `CREATE TABLE chores (id INTEGER PRIMARY KEY, what TEXT, how TEXT, due INTEGER, note TEXT, tries TEXT)`)
	for _, one := range []struct{ name, from, to, want string }{
		{"a column that is not there", `title = "what"`, `title = "whatever"`, `w.toml:12:10: the role title: no such column: whatever`},
		{"an open bracket", `title = "what"`, `title = "coalesce(what"`, `w.toml:12:10: the role title: it ends too early, or a bracket is not closed`},
		{"a condition of the rows", `name = "chores"` + "\n\n[tables.roles]", "name = \"chores\"\nwhere = \"gone = 0\"\n\n[tables.roles]", `w.toml:9:10: where: no such column: gone`},
		{"a flag", `[tables.states]`, "[tables.flags]\nodd = \"t.colour = 1\"\n[tables.states]", `w.toml:19:8: the flag odd: no such column: t.colour`},
	} {
		text := strings.Replace(chores, one.from, one.to, 1)
		m, err := mapped.Parse("w.toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		s, err := m.Open(t.Context(), path, nil, source.Options{Now: func() time.Time { return clock }})
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), one.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", one.name, err, one.want)
		}
	}
}

// The example of the README is a mapping.
func TestTheExampleIsRead(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```toml\n")
	example, _, ok := strings.Cut(rest, "```")
	if m, err := mapped.Parse("README.md", []byte(example)); err != nil || !ok || len(m.Tables) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestReadFolder(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if own, err := mapped.ReadFolder(filepath.Join(folder, "missing")); len(own) != 0 || err != nil {
		t.Errorf("a missing folder: %v, %v", own, err)
	}
	write("chores.toml", chores)
	write("notes.txt", "no mapping")
	own, err := mapped.ReadFolder(folder)
	if err != nil || len(own) != 1 || own[0].Name != "chores" {
		t.Errorf("a folder with one mapping: %v, %v", own, err)
	}
	if _, err := mapped.ReadFolder(filepath.Join(folder, "notes.txt")); err == nil || !strings.Contains(err.Error(), "notes.txt: ") {
		t.Errorf("a file in place of the folder: %v", err)
	}
	if err := os.Symlink("nowhere", filepath.Join(folder, "lost.toml")); err != nil {
		t.Fatal(err)
	}
	if _, err := mapped.ReadFolder(folder); err == nil || !strings.HasPrefix(err.Error(), filepath.Join(folder, "lost.toml")+": ") {
		t.Errorf("a mapping that cannot be read: %v", err)
	}
	write("again.toml", chores)
	if _, err := mapped.ReadFolder(folder); err == nil || !strings.Contains(err.Error(), "chores.toml: another file in this folder") {
		t.Errorf("two mappings of one name: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(chores))
	f.Add([]byte(letters))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := mapped.Parse("f", text)
		if err != nil {
			return
		}
		if _, err := m.Marshal(); err != nil {
			t.Fatal(err)
		}
	})
}
