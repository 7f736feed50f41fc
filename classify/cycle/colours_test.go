package cycle_test

import (
	"testing"

	"notdone/classify/cycle"
	"notdone/model"
)

// TestColours: an obstacle that a program coloured is the one without colours.
func TestColours(t *testing.T) {
	const plain, coloured = "missing key for the vault. I stopped.", "\x1b[1mmissing \x1b[31mkey\x1b[0m for the vault.\x1b[0m I stopped."
	unknown := func(string) model.ObstacleKind { return model.KindUnknown }
	want, got := cycle.Describe(cycle.Decisive(plain), unknown), cycle.Describe(cycle.Decisive(coloured), unknown)
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := cycle.Describe(coloured, unknown), cycle.Describe(plain, unknown); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := cycle.NormalError(coloured), cycle.NormalError(plain); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
