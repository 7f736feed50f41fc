package words_test

import (
	"testing"
	"time"

	"notdone/ui/words"
)

func TestAge(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_000_000_000, 0)
	for _, tc := range []struct {
		ago  time.Duration
		want string
	}{
		{0, "<1m"},
		{59 * time.Second, "<1m"},
		{time.Minute, "1m"},
		{59*time.Minute + 59*time.Second, "59m"},
		{time.Hour, "1h"},
		{47 * time.Hour, "47h"},
		{48 * time.Hour, "2d"},
		{-90 * time.Minute, "in 1h"},
	} {
		if got := words.Age(now.Add(-tc.ago), now); got != tc.want {
			t.Errorf("%s ago reads %q, want %q", tc.ago, got, tc.want)
		}
	}
	if got := words.Past(now.Add(5*time.Second), now); got != "<1m" {
		t.Errorf("a moment ahead of the clock reads %q", got)
	}
	if got := words.Age(time.Time{}, now); got != "" {
		t.Errorf("an unknown time reads %q", got)
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -4321: "-4,321"} {
		if got := words.Number(n); got != want {
			t.Errorf("%d reads %q, want %q", n, got, want)
		}
	}
	if got := words.Count(1, "task", "tasks"); got != "1 task" {
		t.Error(got)
	}
	if got := words.Count(1200, "task", "tasks"); got != "1,200 tasks" {
		t.Error(got)
	}
	usd := 4.1
	if got := words.Dollars(&usd); got != "$4.10" {
		t.Error(got)
	}
	if got := words.Dollars(nil); got != "" {
		t.Errorf("an unknown sum reads %q", got)
	}
}

// TestIntervalsAreExact: an interval is read again as the same duration.
func TestIntervalsAreExact(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		every time.Duration
		want  string
	}{
		{time.Minute, "1m"},
		{90 * time.Second, "1m30s"},
		{10 * time.Minute, "10m"},
		{90 * time.Minute, "1h30m"},
		{20 * time.Hour, "20h"},
		{24 * time.Hour, "1d"},
		{48 * time.Hour, "2d"},
		{49 * time.Hour, "49h"},
		{7 * 24 * time.Hour, "7d"},
	} {
		got := words.Interval(tc.every)
		if back, ok := words.ParseDuration(got); got != tc.want || !ok || back != tc.every {
			t.Errorf("%v is %q and read as %v, want %q", tc.every, got, back, tc.want)
		}
	}
}
