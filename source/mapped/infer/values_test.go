package infer

import (
	"fmt"
	"strings"
	"testing"

	"notdone/source/mapped"
)

// numbered returns rows of an INSERT, one for each number up to n, as format writes it.
func numbered(n int, format string) string {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i+1))
	}
	return strings.Join(rows, ",")
}

// TestAnOutcomeCountsOnceTheTaskHasEnded: success is 0 of what waits, too, which has not failed.
func TestAnOutcomeCountsOnceTheTaskHasEnded(t *testing.T) {
	r := inferFile(t, makeDatabase(t, `
		CREATE TABLE jobs (id INTEGER PRIMARY KEY, title TEXT, status TEXT, success INTEGER DEFAULT 0, bla TEXT, finished_at TEXT);
		INSERT INTO jobs VALUES `+numbered(9, "(#,'Sweep room #','pending',0,NULL,NULL)")+`,
			(20,'Mop the hall','done',1,NULL,'2026-05-01 10:00:00'),(21,'Mop the attic','done',0,'there is no water','2026-05-01 10:00:00'),
			(22,'Mop the cellar','done',0,'there is no light','2026-05-01 10:00:00')`))
	if got := r.Mapping.Tables[0].Roles[mapped.RoleError]; got != "bla" {
		t.Errorf("the error is %q", got)
	}
}

// TestAColumnThatOnlyCountsPointsAtNoTask: in a table of many tasks, too.
func TestAColumnThatOnlyCountsPointsAtNoTask(t *testing.T) {
	for value, waits := range map[string]bool{"NULLIF(#-1,0)": true, "900000+#": false} {
		r := inferFile(t, makeDatabase(t, `
			CREATE TABLE jobs (id INTEGER PRIMARY KEY, title TEXT, status TEXT, after INTEGER, attempts INTEGER);
			INSERT INTO jobs VALUES `+numbered(100, "(#,'Sweep room #','pending',"+value+",0)")+`,(200,'Mop','done',NULL,1);`))
		if _, ok := r.Mapping.Tables[0].Flags["waits"]; ok != waits {
			t.Errorf("after = %s: a flag that it waits: %v", value, ok)
		}
	}
}

// TestTitlesOfATableOfManyRows: the table that names the tasks has more rows than values are
// counted.
func TestTitlesOfATableOfManyRows(t *testing.T) {
	r := inferFile(t, makeDatabase(t, `
		CREATE TABLE tasks (id INTEGER PRIMARY KEY, title TEXT);
		CREATE TABLE task_runs (id INTEGER PRIMARY KEY, task_id INTEGER, status TEXT, attempts INTEGER, error TEXT, started_at TEXT);
		INSERT INTO tasks VALUES `+numbered(300, "(#,'Sweep room #')")+`;
		INSERT INTO task_runs VALUES `+numbered(90, "(#,#+70,iif(#%2,'done','failed'),1,NULL,'2026-05-01 10:00:00')")))
	for _, table := range r.Mapping.Tables {
		if table.Name == "task_runs" && !strings.Contains(table.Roles[mapped.RoleTitle], `FROM "tasks"`) {
			t.Errorf("the title is %q", table.Roles[mapped.RoleTitle])
		}
	}
	if r.Mapping.Tables[0].Name != "task_runs" {
		t.Errorf("the table is %s", r.Mapping.Tables[0].Name)
	}
}

// TestBytesThatOnlyBeginLikeJSONB: one value that SQLite takes for JSONB at its beginning, and
// then cannot read, does not end the reading of the queue.
func TestBytesThatOnlyBeginLikeJSONB(t *testing.T) {
	path := makeDatabase(t, `
		CREATE TABLE jobs (id INTEGER PRIMARY KEY, payload BLOB, status TEXT, attempts INTEGER);
		INSERT INTO jobs VALUES `+numbered(9, `(#,'{"title":"Sweep room #"}','pending',0)`)+`,(10,x'2C1761','pending',0)`)
	if found := listed(t, path); len(found) != 10 || found["jobs/3"].Task.Title != "Sweep room 3" {
		t.Errorf("%d tasks, %+v", len(found), found["jobs/3"].Task)
	}
}

// TestPickles: a column whose values Python has pickled is read as what they hold, in bytes and in base64.
func TestPickles(t *testing.T) {
	// "I need permission.", ValueError("no disk") and {"room": 5}, by pickle.dumps of protocol 4
	const said, failed, asked = `X'80049516000000000000008C1249206E656564207065726D697373696F6E2E942E'`,
		`X'80049529000000000000008C086275696C74696E73948C0A56616C75654572726F729493948C076E6F206469736B94859452942E'`, `'gASVDQAAAAAAAAB9lIwEcm9vbZRLBXMu'`
	path := makeDatabase(t, `
		CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT, payload TEXT, status TEXT, attempts INTEGER, result BLOB, error BLOB, finished_at TEXT);
		INSERT INTO jobs VALUES `+numbered(9, "(#,'Sweep room #',"+asked+",'done',1,"+said+",NULL,'2026-05-01 10:00:00')")+`,
			(10,'Mop','plain','failed',2,NULL,`+failed+`,'2026-05-01 10:00:00'),(11,'Dust',NULL,'pending',0,NULL,NULL,NULL)`)
	found := listed(t, path)
	if c := found["jobs/3"]; c.Result != "I need permission." || c.Body != `{"room": 5}` {
		t.Errorf("asked %q, answered %q", c.Body, c.Result)
	}
	if c := found["jobs/10"]; c.Body != "plain" || len(c.Runs) != 1 || c.Runs[0].Error != "ValueError: no disk" {
		t.Errorf("asked %q, %+v", c.Body, c.Runs)
	}
}

// TestTitleInAPickle: where the tasks have only a kind of work in common, what tells them apart is in their pickled
// arguments.
func TestTitleInAPickle(t *testing.T) {
	// {"room": 5, "prompt": "Sweep room N"} and ["Sweep"], by pickle.dumps of protocol 4
	asked := func(n int) string {
		return fmt.Sprintf("X'8004952600000000000000"+"7D94288C04726F6F6D944B058C0670726F6D7074948C0C537765657020726F6F6D20%02X94752E'", '0'+n)
	}
	for kind, want := range map[string]string{"'clean'": "clean: Sweep room 3", "'Clean room ' || id": "Clean room 3"} {
		script := `CREATE TABLE jobs (id INTEGER PRIMARY KEY, job_type TEXT, payload BLOB, status TEXT, attempts INTEGER, finished_at TEXT);`
		for i := range 9 {
			script += fmt.Sprintf("INSERT INTO jobs VALUES (%d, NULL, %s, 'done', 1, '2026-05-01 10:00:00');", i, asked(i))
		}
		found := listed(t, makeDatabase(t, script+"UPDATE jobs SET job_type = "+kind+"; INSERT INTO jobs VALUES (20, 'mop', NULL, 'pending', 0, NULL)"))
		if got := found["jobs/3"].Task.Title; got != want {
			t.Errorf("%s: the title is %q; want %q", kind, got, want)
		}
		if got := found["jobs/20"].Task.Title; got != "mop" {
			t.Errorf("%s: the title of a task without arguments is %q", kind, got)
		}
	}
}
