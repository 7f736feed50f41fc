package infer

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"notdone/model"
	"notdone/source/mapped"
	"notdone/source/sqlitedb"
)

func TestWhatTheDataDoesNotDecideIsAsked(t *testing.T) {
	r := inferFile(t, makeDatabase(t, `
		CREATE TABLE jobs (id INTEGER PRIMARY KEY, title TEXT, status TEXT, attempts INTEGER, error TEXT, started_at TEXT, finished_at TEXT);
		INSERT INTO jobs VALUES (1,'One','pending',0,NULL,NULL,NULL),(2,'Two','frobnicated',1,NULL,'2026-05-01 10:00:00','2026-05-01 10:01:00'),
			(3,'Three','done',1,NULL,'2026-05-01 10:00:00','2026-05-01 10:01:00');`))
	if len(r.Unsure) != 1 || r.Unsure[0].Word != "frobnicated" || r.Unsure[0].Guess != "done" || r.Unsure[0].Table != "jobs" {
		t.Errorf("%+v", r.Unsure)
	}
}

// TestWordsThatNothingTellsOf: rows with a word that is not known are not called queued, unless a
// time or the default of the column speaks for that.
func TestWordsThatNothingTellsOf(t *testing.T) {
	for name, tc := range map[string]struct{ more, status, want string }{
		"nothing":         {"", "status TEXT", "unknown"},
		"a time":          {", started_at TEXT", "status TEXT", "queued"},
		"another default": {"", "status TEXT DEFAULT 'pending'", "unknown"},
		"the default":     {"", "status TEXT DEFAULT 'zorped'", "queued"},
	} {
		t.Run(name, func(t *testing.T) {
			r := inferFile(t, makeDatabase(t, `
				CREATE TABLE jobs (id INTEGER PRIMARY KEY, title TEXT, payload TEXT, `+tc.status+`, attempts INTEGER, created_at INTEGER`+tc.more+`);
				INSERT INTO jobs (title, payload, status, attempts, created_at) VALUES ('One','a','zorped',1,1777636000),('Two','b','zorped',1,1777636000),
					('Three','c','running',1,1777636000);`))
			if len(r.Unsure) != 1 || r.Unsure[0].Word != "zorped" || r.Unsure[0].Guess != tc.want {
				t.Errorf("%+v", r.Unsure)
			}
			if got := r.Mapping.Tables[0].States["zorped"].String(); got != tc.want {
				t.Errorf("the mapping has %s", got)
			}
		})
	}
}

// TestAStatusByItsWordsAlone: a column whose words are those of a queue tells the state, whatever
// its name, unless that says what the rows are.
func TestAStatusByItsWordsAlone(t *testing.T) {
	for column, want := range map[string]string{"lifecycle": "lifecycle", "where_it_is": "where_it_is", "event_type": "", "payment_status": ""} {
		r := inferFile(t, makeDatabase(t, `
			CREATE TABLE jobs (id INTEGER PRIMARY KEY, title TEXT, payload TEXT, `+column+` TEXT, attempts INTEGER, created_at INTEGER);
			INSERT INTO jobs VALUES (1,'One','a','pending',1,1777636000),(2,'Two','b','running',1,1777636000),
				(3,'Three','c','done',1,1777636000),(4,'Four','d','failed',1,1777636000),(5,'Five','e','done',1,1777636000);`))
		if r.Mapping == nil {
			t.Fatalf("%s: %s", column, r.Refused)
		}
		if got := r.Mapping.Tables[0].Roles[mapped.RoleStatus]; got != want {
			t.Errorf("%s: the status is %q", column, got)
		}
	}
}

// What an agent said last is the result, whatever the name of its column.
func TestLastMessagesAreResults(t *testing.T) {
	for _, column := range []string{"final_message", "finalText", "last_message", "last_reply", "reply", "conclusion", "outcome_text"} {
		r := inferFile(t, makeDatabase(t, `
			CREATE TABLE agent_runs (id INTEGER PRIMARY KEY, prompt TEXT, status TEXT, `+column+` TEXT, started_at INTEGER, ended_at INTEGER);
			INSERT INTO agent_runs VALUES (1,'Fix the login','done','Fixed it.',1777636000,1777636100),(2,'Open the repo','done','I could not open it.',1777636000,1777636100),
				(3,'Sweep','running',NULL,1777636000,NULL);`))
		if got := r.Mapping.Tables[0].Roles[mapped.RoleResult]; got != column {
			t.Errorf("%s: the result is %q", column, got)
		}
	}
}

// A column with words for a success or a failure is no message.
func TestConclusionsOfRunsAreOutcomes(t *testing.T) {
	r := inferFile(t, makeDatabase(t, `
		CREATE TABLE runs (id INTEGER PRIMARY KEY, title TEXT, status TEXT, conclusion TEXT, started_at INTEGER, ended_at INTEGER);
		INSERT INTO runs VALUES (1,'One','completed','success',1777636000,1777636100),(2,'Two','completed','failure',1777636000,1777636100),
			(3,'Three','running',NULL,1777636000,NULL);`))
	if got, ok := r.Mapping.Tables[0].Roles[mapped.RoleResult]; ok {
		t.Errorf("the result is %q", got)
	}
}

// TestNamesWithoutWords: tables and columns may have names without a letter or a digit.
func TestNamesWithoutWords(t *testing.T) {
	r := inferFile(t, makeDatabase(t, `
		CREATE TABLE "!!!" (id INTEGER PRIMARY KEY, title TEXT, status TEXT, attempts INTEGER, error TEXT, "?" TEXT, finished_at TEXT);
		CREATE TABLE "###" (id INTEGER PRIMARY KEY, status TEXT, "-" TEXT);
		INSERT INTO "!!!" VALUES (1,'One','pending',0,NULL,NULL,NULL),(2,'Two','failed',3,'no disk','2026-05-01','2026-05-01 10:01:00'),
			(3,'Three','done',1,NULL,NULL,'2026-05-01 10:01:00');`))
	if r.Mapping == nil || len(r.Mapping.Tables) != 1 || r.Mapping.Tables[0].Name != "!!!" {
		t.Errorf("%+v", r.Mapping)
	}
}

func TestTwoTablesAreAskedAbout(t *testing.T) {
	columns := `(id INTEGER PRIMARY KEY, title TEXT, status TEXT, attempts INTEGER, error TEXT)`
	r := inferFile(t, makeDatabase(t, `
		CREATE TABLE import_jobs `+columns+`; CREATE TABLE export_jobs `+columns+`;
		INSERT INTO import_jobs VALUES (1,'One','pending',0,NULL),(2,'Two','running',0,NULL),(3,'Three','failed',3,'no disk');
		INSERT INTO export_jobs VALUES (1,'One','pending',0,NULL),(2,'Two','running',0,NULL),(3,'Three','failed',3,'no disk');`))
	if len(r.Unsure) != 1 || len(r.Unsure[0].Candidates) != 2 || r.Confidence > 0.5 {
		t.Errorf("%v %+v", r.Confidence, r.Unsure)
	}
}

func TestEachRoleHasItsEvidence(t *testing.T) {
	r := inferFile(t, makeDatabase(t, `
		CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT, state TEXT, tries INTEGER, last_error TEXT, run_after INTEGER, created INTEGER);
		INSERT INTO jobs VALUES (1,'Sweep','queued',0,NULL,1777636000,1777636000),(2,'Mop','failed',3,'no water',0,1777636000);`))
	want := map[mapped.Role]string{
		mapped.RoleID: "id", mapped.RoleTitle: "name", mapped.RoleStatus: "state", mapped.RoleAttempts: "tries",
		mapped.RoleError: "last_error", mapped.RoleRunAt: "run_after", mapped.RoleCreated: "created",
	}
	got := map[mapped.Role]Evidence{}
	for _, e := range r.Roles {
		got[mapped.Role(e.Role)] = e
	}
	for role, column := range want {
		e := got[role]
		if e.Column != column || e.Because == "" || e.Confidence <= 0 || e.Confidence > 1 || e.Table != "jobs" {
			t.Errorf("%s: %+v, want %s", role, e, column)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d roles, want %d: %v", len(got), len(want), got)
	}
}

func TestAWordThatMayComeLaterIsKnown(t *testing.T) {
	r := inferFile(t, makeDatabase(t, `
		CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT, state TEXT, attempts INTEGER);
		INSERT INTO jobs VALUES (1,'Sweep','QUEUED',0),(2,'Mop','DONE',1);`))
	if got := r.Mapping.Tables[0].States["FAILED"]; got != model.StateFailed {
		t.Errorf("FAILED is %s", got)
	}
	if _, ok := r.Mapping.Tables[0].States["failed"]; ok {
		t.Error("words are added in a way in which this table writes none")
	}
}

func TestALargeTableIsSampled(t *testing.T) {
	path := makeDatabase(t, `
		CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT, status TEXT, attempts INTEGER, payload TEXT);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 20000)
		INSERT INTO jobs SELECT i, 'Sweep '||i, CASE WHEN i < 19000 THEN 'done' WHEN i < 19990 THEN 'failed' ELSE 'queued' END, 1, zeroblob(10) FROM n;
		UPDATE jobs SET payload = printf('%.*c', 100000, 'x') WHERE id > 19995;`)
	s, err := ReadFile(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	rows := s.Tables[0].Rows
	if len(rows) < 2*endRows || len(rows) > 2*endRows+somePlaces*rowsAtPlace {
		t.Errorf("%d rows were read", len(rows))
	}
	seen := map[any]bool{}
	for _, row := range rows {
		if seen[row[0]] {
			t.Fatalf("row %v was read twice", row[0])
		}
		seen[row[0]] = true
		if text, ok := row[4].(string); ok && text != tooLong {
			t.Errorf("a text of %d bytes was read", len(text))
		}
	}
}

func TestARareWordIsFoundByItsIndex(t *testing.T) {
	path := makeDatabase(t, `
		CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT, status INTEGER, started_at INTEGER, finished_at INTEGER, error TEXT);
		CREATE INDEX jobs_status ON jobs(status, id);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 20000)
		INSERT INTO jobs SELECT i, 'Sweep '||i, 2, 1777630000, 1777631000, NULL FROM n;
		UPDATE jobs SET status = 7, error = 'no broom' WHERE id = 7777;
		UPDATE jobs SET status = 0, started_at = NULL, finished_at = NULL WHERE id = 20000;`)
	states := inferFile(t, path).Mapping.Tables[0].States
	if states["7"] != model.StateFailed || states["2"] != model.StateDone || states["0"] != model.StateQueued {
		t.Errorf("%v", states)
	}
}

func TestTablesWithoutRowidsAndViewsAreRead(t *testing.T) {
	path := makeDatabase(t, `
		CREATE TABLE queue (name TEXT, id TEXT, payload TEXT, status TEXT, attempts INTEGER, PRIMARY KEY (id, name)) WITHOUT ROWID;
		CREATE VIEW tasks AS SELECT * FROM queue;
		INSERT INTO queue VALUES ('Sweep','a','{}','queued',0),('Mop','b','{}','done',0);`)
	s, err := ReadFile(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Tables) != 1 || len(s.Tables[0].Rows) != 2 {
		t.Fatalf("%+v", s.Tables)
	}
	if r := Infer(s); r.Mapping == nil || r.Mapping.Tables[0].Roles[mapped.RoleID] != "id" {
		t.Errorf("%+v", r)
	}
}

func TestNoTables(t *testing.T) {
	if r := Infer(&Schema{}); r.Mapping != nil || r.Refused == "" {
		t.Errorf("%+v", r)
	}
}

func TestDetectGoesByNames(t *testing.T) {
	for _, c := range []struct {
		table   string
		columns []string
		want    bool
	}{
		{"jobs", []string{"id", "status", "attempts"}, true},
		{"settings", []string{"key", "value"}, false},
		{"customers", []string{"id", "email", "phone"}, false},
	} {
		if got := detect(map[string][]string{c.table: c.columns}); got != c.want {
			t.Errorf("%s: %v", c.table, got)
		}
	}
}

// FuzzInfer infers random schemas of the words of the tables: it never panics, and it
// gives a valid mapping or says why there is none.
func FuzzInfer(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := Infer(randomSchema(rand.New(rand.NewPCG(seed, 7))))
		if (r.Mapping == nil) != (r.Refused != "") {
			t.Fatalf("%+v", r)
		}
		if r.Mapping != nil {
			if err := r.Mapping.Validate(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestMappingsCompile reads random databases and lets SQLite compile what is concluded.
func TestMappingsCompile(t *testing.T) {
	read := 0
	for seed := range uint64(60) {
		path := makeDatabase(t, statementsOf(randomSchema(rand.New(rand.NewPCG(seed, 7)))))
		if r := inferFile(t, path); r.Mapping != nil {
			compileAll(t, path, r.Mapping)
			read++
		}
	}
	if read < 10 {
		t.Errorf("only %d of 60 random databases were read", read)
	}
}

// Columns may have any name: that of the rowid, or one with a comma.
func TestReadOfOddColumnNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "odd.db")
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`CREATE TABLE jobs (rowid TEXT, oid TEXT, title TEXT, status TEXT)`,
		`INSERT INTO jobs VALUES ('b', 'x', 'Renew the key', 'done'), ('a', 'y', 'Sweep the yard', 'queued')`,
		`CREATE TABLE keyed ("a,b" TEXT, c INTEGER, PRIMARY KEY ("a,b", c)) WITHOUT ROWID`,
		`INSERT INTO keyed WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT printf('%04d', i), i FROM n`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := sqlitedb.Open(t.Context(), path, sqlitedb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	err = file.Read(t.Context(), func(ctx context.Context, q sqlitedb.Queryer) error {
		s, err := Read(ctx, q)
		if err != nil {
			return err
		}
		if n := len(s.Tables[0].Rows); n != 2 {
			t.Errorf("%d rows of the table with a column named rowid, want 2", n)
		}
		if newest := s.Tables[1].Rows[0][0]; newest != "0900" {
			t.Errorf("the first row sampled is %v, want the last by key", newest)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// compileAll lets SQLite compile all that a mapping names.
func compileAll(t *testing.T, path string, m *mapped.Mapping) {
	t.Helper()
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	db, err := sqlitedb.Open(context.Background(), path, sqlitedb.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.Read(context.Background(), func(ctx context.Context, q sqlitedb.Queryer) error {
		for i := range m.Tables {
			for name, test := range m.Tables[i].Flags {
				err := sqlitedb.QueryEach(ctx, q, func(*sql.Rows) error { return nil }, "SELECT ("+test+") FROM "+quoteName(m.Tables[i].Name)+" t LIMIT 1")
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// randomSchema returns a few tables whose names, columns and values are drawn from the
// words that inference knows, and from odd ones.
func randomSchema(dice *rand.Rand) *Schema {
	var names, columns, words []string
	for _, row := range fields(tableText) {
		names = append(names, row[2:]...)
	}
	for _, row := range fields(columnText) {
		columns = append(columns, row[2:]...)
	}
	for _, row := range fields(wordText) {
		words = append(words, row[1:]...)
	}
	pick := func(from []string) string { return strings.ReplaceAll(from[dice.IntN(len(from))], "*", "x") }
	types := []string{"TEXT", "INTEGER", "REAL", "BLOB", "DATETIME", "BOOLEAN", ""}
	values := []func() any{
		func() any { return nil },
		func() any { return dice.Int64N(6) },
		func() any { return pick(words) },
		func() any { return 1777630000 + dice.Int64N(100000) },
		func() any { return "2026-05-01 10:00:00" },
		func() any { return `{"title":"A b","state":"done","x":[1,{"error":"e"}]}` },
		func() any { return []byte{0, 255} },
		func() any { return `it's "odd"` },
	}
	s := &Schema{}
	for table := range 1 + dice.IntN(4) {
		t := Table{Name: fmt.Sprintf("%s_%s%d", pick(names), pick(names), table)}
		t.Columns = []Column{{Name: "id", Type: "INTEGER", Key: dice.IntN(2)}}
		for range 2 + dice.IntN(12) {
			if c := pick(columns); t.column(c) < 0 && c != "rowid" {
				t.Columns = append(t.Columns, Column{Name: c, Type: types[dice.IntN(len(types))]})
			}
		}
		kinds := make([]int, len(t.Columns))
		for i := range kinds {
			kinds[i] = dice.IntN(len(values))
		}
		for id := range dice.Int64N(8) {
			row := []any{id}
			for _, kind := range kinds[1:] {
				row = append(row, values[kind*min(1, dice.IntN(5))]())
			}
			t.Rows = append(t.Rows, row)
		}
		s.Tables = append(s.Tables, t)
	}
	return s
}

// statementsOf returns the SQL that makes a database of the schema and its rows.
func statementsOf(s *Schema) string {
	var b strings.Builder
	for _, t := range s.Tables {
		columns := make([]string, len(t.Columns))
		for i, c := range t.Columns {
			columns[i] = quoteName(c.Name) + " " + c.Type + strings.Repeat(" PRIMARY KEY", c.Key)
		}
		fmt.Fprintf(&b, "CREATE TABLE %s (%s);\n", quoteName(t.Name), strings.Join(columns, ", "))
		for _, row := range t.Rows {
			cells := make([]string, len(row))
			for i, value := range row {
				switch value := value.(type) {
				case nil:
					cells[i] = "NULL"
				case string:
					cells[i] = quoteText(value)
				case []byte:
					cells[i] = fmt.Sprintf("x'%x'", value)
				default:
					cells[i] = fmt.Sprint(value)
				}
			}
			fmt.Fprintf(&b, "INSERT INTO %s VALUES (%s);\n", quoteName(t.Name), strings.Join(cells, ", "))
		}
	}
	return b.String()
}
