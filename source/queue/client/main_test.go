package client_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"notdone/source/queue/client"
)

// initRole is the variable of the environment with the path of a queue file that the process makes.
const initRole = "QUEUE_TEST_INIT"

func TestMain(m *testing.M) {
	if path := os.Getenv(initRole); path != "" {
		if err := client.Init(context.Background(), path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}
