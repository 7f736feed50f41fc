package pgsource_test

import (
	"errors"
	"strings"
	"testing"

	"notdone/source"
	"notdone/source/pgsource"
)

func TestPassword(t *testing.T) {
	for name, want := range map[string][2]string{
		"postgres://ann:s3cret@db/q":          {"postgres://ann@db/q", "s3cret"},
		"postgres://ann@db/q?password=s3cret": {"postgres://ann@db/q", "s3cret"},
		"postgres://ann@db/q":                 {"postgres://ann@db/q", ""},
		"queue.db":                            {"queue.db", ""},
	} {
		if without, password := pgsource.Password(name); without != want[0] || password != want[1] {
			t.Errorf("%s is %q and %q", name, without, password)
		}
	}
}

// A backslash stands before a quote or a blank that belongs to a password.
func TestNoPartOfAPasswordIsShown(t *testing.T) {
	for name, want := range map[string]string{
		`service=jobs password='s3\'cret x' port=1`: "service=jobs password=… port=1",
		`service=jobs password=s3\ cret port=1`:     "service=jobs password=… port=1",
		`service=jobs password='s3cret`:             "service=jobs password=…",
		`service=jobs password='s3cret\\' port=1`:   "service=jobs password=… port=1",
		`service=jobs password=s3cret`:              "service=jobs password=…",
	} {
		if got := pgsource.WithoutPassword(name); got != want {
			t.Errorf("%s is shown as %s, want %s", name, got, want)
		}
		if got := pgsource.Conceal("cannot open " + name); got != "cannot open "+want {
			t.Errorf("an error says %q", got)
		}
	}
}

// Why there is no connection is said once, though it is tried with TLS and without.
func TestNoConnectionIsToldOnce(t *testing.T) {
	_, err := pgsource.Dial(t.Context(), "postgres://ann:s3cret@127.0.0.1:1/q")
	if !errors.Is(err, pgsource.ErrNoConnection) || strings.Count(err.Error(), "refused") != 1 || strings.Contains(err.Error(), "s3cret") {
		t.Error(err)
	}
}

func TestShortName(t *testing.T) {
	for name, want := range map[string]string{
		"/srv/queue.db": "queue.db", "postgres://ann@db/agents?host=/tmp/x": "agents", "service=jobs": "service=jobs", "postgres://db": "postgres://db",
	} {
		if got := source.ShortName(name); got != want {
			t.Errorf("%s is called %q, want %q", name, got, want)
		}
	}
}
