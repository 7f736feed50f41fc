// Package fixedseed makes the property tests of a package draw the same cases in each run. A test
// imports it for this effect. To draw other cases: go test -rapid.seed=N, where N is not 0.
package fixedseed

import (
	"flag"

	_ "pgregory.net/rapid" // it defines the flag
)

func init() {
	if err := flag.Set("rapid.seed", "20261129"); err != nil {
		panic(err)
	}
}
