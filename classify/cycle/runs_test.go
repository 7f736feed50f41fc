package cycle

import (
	"testing"
	"time"

	"notdone/model"
)

func run(o model.Outcome, err, output string) model.Run {
	return model.Run{Outcome: o, Error: err, Output: output, Started: t0, Ended: t0.Add(time.Minute)}
}

func TestRetry(t *testing.T) {
	crash := func(err string) model.Run { return run(model.OutcomeCrashed, err, "") }
	open := model.Run{Started: t0}
	for _, tt := range []struct {
		name string
		runs []model.Run
		want int
	}{
		{"none", nil, 0},
		{"one", []model.Run{crash("x")}, 1},
		{"same but for numbers", []model.Run{crash("pid 11 gone"), crash("pid 22 gone"), crash("PID 33 gone")}, 3},
		{"another error ends the row", []model.Run{crash("x"), crash("y"), crash("y")}, 2},
		{"another outcome ends the row", []model.Run{crash("x"), run(model.OutcomeTimedOut, "x", "")}, 1},
		{"a completion ends the row", []model.Run{crash("x"), run(model.OutcomeCompleted, "", "ok"), crash("x")}, 1},
		{"a completion last", []model.Run{crash("x"), run(model.OutcomeCompleted, "", "ok")}, 0},
		{"open and released ones are passed over", []model.Run{crash("x"), run(model.OutcomeReleased, "", ""), crash("x"), open}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Retry(tt.runs); got.Count != tt.want {
				t.Errorf("got %+v, want %d", got, tt.want)
			}
		})
	}
}

func TestSilentTail(t *testing.T) {
	said, silent := run(model.OutcomeCompleted, "", "here it is"), run(model.OutcomeCompleted, "", " \n\u200b")
	for _, tt := range []struct {
		name          string
		runs          []model.Run
		spoke, silent int
	}{
		{"none", nil, 0, 0},
		{"always silent", []model.Run{silent, silent}, 0, 2},
		{"spoke, then silent", []model.Run{said, said, silent, silent}, 2, 2},
		{"an early silence does not count", []model.Run{silent, said, silent}, 1, 1},
		{"a crash is passed over", []model.Run{said, silent, run(model.OutcomeCrashed, "x", ""), silent}, 1, 2},
		{"an open run is passed over", []model.Run{said, silent, {Started: t0}}, 1, 1},
		{"speaks", []model.Run{silent, said}, 1, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := SilentTail(tt.runs); got.Spoke != tt.spoke || got.Silent != tt.silent {
				t.Errorf("got %+v, want %d and %d", got, tt.spoke, tt.silent)
			}
		})
	}
}
