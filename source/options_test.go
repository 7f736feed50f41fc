package source

import (
	"math"
	"os"
	"testing"
	"time"

	"notdone/model"
)

func TestLiveness(t *testing.T) {
	at := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	asked := 0
	bare := &Options{Alive: func(pid int, since time.Time) model.Liveness {
		asked++
		if pid != 7 || !since.Equal(at) {
			t.Errorf("asked for %d at %v", pid, since)
		}
		return model.LivenessDead
	}}
	both := &Options{Alive: bare.Alive, AliveIn: func(namespace string, pid int, _ time.Time) model.Liveness {
		if namespace != "pid:[1]" || pid != 7 {
			t.Errorf("asked for %d in %s", pid, namespace)
		}
		return model.LivenessAlive
	}}
	for name, c := range map[string]struct {
		options   *Options
		host      string
		namespace string
		pid       int64
		want      model.Liveness
	}{
		"without a namespace":        {both, "here", "", 7, model.LivenessDead},
		"with a namespace":           {both, "here", "pid:[1]", 7, model.LivenessAlive},
		"a namespace nobody can ask": {bare, "here", "pid:[1]", 7, model.LivenessUnknown},
		"another host":               {both, "there", "", 7, model.LivenessUnknown},
		"no host":                    {both, "", "", 7, model.LivenessUnknown},
		"no pid":                     {both, "here", "", 0, model.LivenessUnknown},
		"a pid below zero":           {both, "here", "", -7, model.LivenessUnknown},
		"a pid that no machine has":  {both, "here", "", math.MaxInt32 + 1, model.LivenessUnknown},
		"nobody to ask":              {&Options{}, "here", "", 7, model.LivenessUnknown},
	} {
		if got := c.options.Liveness([]string{"", "here"}, c.host, c.namespace, c.pid, at); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times without a namespace", asked)
	}
}

func TestHere(t *testing.T) {
	want, err := os.Hostname()
	if got := Here(); err == nil && got != want {
		t.Errorf("this is %q, not %q", got, want)
	}
}

func TestPathOfTheEnvironment(t *testing.T) {
	home := Env{Home: "/home/ann", Getenv: func(name string) string {
		return map[string]string{"HOME_ITSELF": "~", "BELOW": " ~/boards ", "OTHER": "~bob/boards", "WHOLE": "/srv/boards"}[name]
	}}
	for variable, want := range map[string]string{
		"HOME_ITSELF": "/home/ann", "BELOW": "/home/ann/boards", "OTHER": "~bob/boards", "WHOLE": "/srv/boards", "UNSET": "",
	} {
		if got := home.Path(variable); got != want {
			t.Errorf("%s is %q, want %q", variable, got, want)
		}
	}
	if got := (Env{Getenv: home.Getenv}).Path("BELOW"); got != "~/boards" {
		t.Errorf("without a home: %q", got)
	}
	if got := (Env{Home: "/home/ann"}).Path("BELOW"); got != "" {
		t.Errorf("without variables: %q", got)
	}
}

func TestProbeHas(t *testing.T) {
	p := &Probe{Tables: map[string][]string{"tasks": {"id", "state"}, "empty": {}}}
	for _, c := range []struct {
		want    bool
		table   string
		columns []string
	}{
		{true, "tasks", nil},
		{true, "tasks", []string{"state", "id"}},
		{true, "empty", nil},
		{false, "tasks", []string{"id", "title"}},
		{false, "empty", []string{"id"}},
		{false, "runs", nil},
	} {
		if got := p.Has(c.table, c.columns...); got != c.want {
			t.Errorf("%s %v: %v", c.table, c.columns, got)
		}
	}
}
