package mapped_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"notdone/source/pgsource/pgtest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		pgtest.Stop()
		os.Exit(code)
	}))
}
