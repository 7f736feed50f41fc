package cli

import (
	"slices"
	"testing"
	"time"

	"notdone/ui/config"
	"notdone/ui/memory"
	"notdone/ui/tui"
	"notdone/ui/words"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func TestMoment(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		in   string
		want time.Time
		bad  bool
	}{
		{in: "", want: time.Time{}},
		{in: "48h", want: noon.Add(-48 * time.Hour)},
		{in: "1h30m", want: noon.Add(-90 * time.Minute)},
		{in: "0s", want: noon},
		{in: "0", want: noon}, // a duration of nothing, not 1970
		{in: "7d", want: noon.AddDate(0, 0, -7)},
		{in: "0.5d", want: noon.Add(-12 * time.Hour)},
		{in: "2026-03-14T11:00:00Z", want: noon.Add(-time.Hour)},
		{in: "1773489600.5", want: noon.Add(500 * time.Millisecond)},
		{in: "-1h", bad: true},
		{in: "-1d", bad: true},
		{in: "d", bad: true},
		{in: "NaNd", bad: true},
		{in: "1e9d", bad: true},
		{in: "9999999h", bad: true},
		{in: "yesterday", bad: true},
	} {
		got, err := moment(tc.in, noon)
		if (err != nil) != tc.bad || !got.Equal(tc.want) {
			t.Errorf("moment(%q) = %v, %v; want %v", tc.in, got, err, tc.want)
		}
	}
}

func FuzzMoment(f *testing.F) {
	for _, s := range []string{"", "48h", "7d", "1e4d", "2026-03-14T12:00:00Z", "1773489600", "+1h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at, err := moment(s, noon)
		switch {
		case err != nil && !at.IsZero():
			t.Errorf("refused, and yet %v", at)
		case err == nil && s != "" && at.After(noon):
			// Only a time can lie ahead, a duration never.
			if _, err := words.ParseTime(s); err != nil {
				t.Errorf("%q lies ahead: %v", s, at)
			}
		}
	})
}

func TestSelectionFilter(t *testing.T) {
	t.Parallel()
	f := &fleet{now: func() time.Time { return noon }, since: noon.Add(-time.Hour), memory: memory.Open("")}
	t.Cleanup(func() {
		if err := f.memory.Close(); err != nil {
			t.Error(err)
		}
	})
	s := options{choosingFlags: choosingFlags{states: []string{"blocked", " false-done"}, fresh: "2d", grade: "strong", query: "age>2h vault"}}
	got, err := s.selection(f)
	if err != nil {
		t.Fatal(err)
	}
	if want := "state:blocked,false-done new:2d grade>=strong changed:2026-03-14T11:00:00Z age>2h vault"; got.Text() != want {
		t.Errorf("the query is %s, want %s", got.Text(), want)
	}
	for _, bad := range []choosingFlags{
		{states: []string{"blokced"}},
		{query: "age:2h"},
		{states: []string{""}},
		{fresh: "soon"},
		{grade: "weak"},
	} {
		if got, err := (&options{choosingFlags: bad}).selection(f); err == nil {
			t.Errorf("%+v became %+v", bad, got)
		}
	}
	fresh := options{choosingFlags: choosingFlags{fresh: "1h"}}
	if _, err := fresh.selection(&fleet{now: f.now}); err == nil {
		t.Error("nothing is remembered, and what is new is told all the same")
	}
}

func TestLocalHost(t *testing.T) {
	t.Parallel()
	named := config.Config{Hosts: []string{"web-03"}}
	if got := (&options{readingFlags: readingFlags{host: "elsewhere"}, config: named}).localHosts(); !slices.Equal(got, []string{"elsewhere"}) {
		t.Errorf("--host elsewhere is %q", got)
	}
	if got := (&options{config: named}).localHosts(); len(got) != 2 || got[0] == "" || got[1] != "web-03" {
		t.Errorf("this host is %q", got)
	}
}

func TestAsciiOnly(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"LANG": "C"}, true},
		{map[string]string{"LANG": "en_US.UTF-8"}, false},
		{map[string]string{"LANG": "C.utf8"}, false},
		{map[string]string{"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, true},
		{map[string]string{"LC_CTYPE": "C.UTF-8", "LANG": "C"}, false},
	} {
		if got := asciiOnly(func(name string) string { return tc.env[name] }); got != tc.want {
			t.Errorf("%v: %v", tc.env, got)
		}
	}
}

func TestBackground(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		asked string
		env   map[string]string
		want  tui.Background
	}{
		{"auto", nil, tui.Ask},
		{"auto", map[string]string{"TERM": "xterm-256color"}, tui.Ask},
		{"auto", map[string]string{"TERM": "linux"}, tui.Dark},
		{"auto", map[string]string{"TERM": "vt100"}, tui.Dark},
		{"auto", map[string]string{"COLORFGBG": "0;15"}, tui.Light},
		{"auto", map[string]string{"COLORFGBG": "15;0"}, tui.Dark},
		{"auto", map[string]string{"COLORFGBG": "0;default;7"}, tui.Light},
		{"light", map[string]string{"COLORFGBG": "15;0"}, tui.Light},
		{"dark", map[string]string{"COLORFGBG": "0;15"}, tui.Dark},
	} {
		if got := background(tc.asked, func(name string) string { return tc.env[name] }); got != tc.want {
			t.Errorf("%s, %v: %v, want %v", tc.asked, tc.env, got, tc.want)
		}
	}
}
