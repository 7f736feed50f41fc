package cli_test

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"notdone/source/pgsource/pgtest"
)

// withoutPostgres stops the server that tests have started.
type withoutPostgres struct{ *testing.M }

func (m withoutPostgres) Run() int {
	defer pgtest.Stop()
	return m.M.Run()
}

// TestPostgresScripts is TestScripts with two empty databases, where there is PostgreSQL.
func TestPostgresScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("a program for every line takes the race detector minutes")
	}
	url, _ := pgtest.Database(t)
	other, _ := pgtest.Database(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/postgres", Cmds: commands(), RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PGURL", url)
			env.Setenv("OTHERURL", other)
			return prepare(env)
		},
	})
}
