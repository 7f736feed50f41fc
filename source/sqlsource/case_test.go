package sqlsource_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"notdone/model"
	"notdone/source/sqlsource"
)

func seconds(n int64) time.Time { return time.Unix(n, 0) }

func TestAddRuns(t *testing.T) {
	one, half, many := int64(1), 0.5, int64(7)
	c := model.Case{Runs: []model.Run{
		{Where: "runs#1", Output: "first", Tokens: &one, CostUSD: &half, Worker: "w1", Ended: seconds(2)},
		{Where: "runs#2", Output: "second", Tokens: &many, Worker: "w2", Started: seconds(5)},
	}}
	sqlsource.AddRuns(&c, true)
	if c.Result != "second" || c.ResultWhere != "runs#2.output" || !c.Facts.OpenRun || c.Task.Worker != "w2" || !c.Task.Started.Equal(seconds(5)) {
		t.Errorf("%+v", c)
	}
	if *c.Task.Tokens != 8 || *c.Task.CostUSD != half {
		t.Errorf("%d tokens, %v USD", *c.Task.Tokens, *c.Task.CostUSD)
	}
	c.Runs = append(c.Runs, model.Run{Where: "runs#3", Ended: seconds(9)})
	sqlsource.AddRuns(&c, true)
	if c.Result != "" || c.ResultWhere != "runs#3.output" || !c.Task.Finished.Equal(seconds(9)) || *c.Task.Tokens != 8 {
		t.Errorf("after a run that said nothing: %+v", c)
	}
}

// TestAddRunsOfAnOpenRun: while the last run goes on, the answer is that of the one before.
func TestAddRunsOfAnOpenRun(t *testing.T) {
	c := model.Case{Runs: []model.Run{{Where: "runs#1", Output: "first", Ended: seconds(2)}, {Where: "runs#2", Started: seconds(5)}}}
	sqlsource.AddRuns(&c, false)
	if c.Result != "first" || c.ResultWhere != "runs#1.output" || !c.Facts.OpenRun || !c.Task.Finished.IsZero() {
		t.Errorf("%+v", c)
	}
}

// TestNewestLogs: of very many logs the last ones are kept, the last one first, each once.
func TestNewestLogs(t *testing.T) {
	var paths []string
	for i := range 20 {
		paths = append(paths, fmt.Sprintf("logs/%02d.log", i), fmt.Sprintf("./logs/%02d.log", i))
	}
	refs := sqlsource.LogRefs("/srv/queue", paths)
	if len(refs) != 8 || refs[0].Path != "logs/19.log" || refs[7].Path != "logs/12.log" {
		t.Errorf("%d logs: %v", len(refs), refs)
	}
}

func beneath(path string) bool { return len(sqlsource.LogRefs("/srv/queue", []string{path})) == 1 }

func TestLogsStayBeneath(t *testing.T) {
	for path, want := range map[string]bool{
		"logs/a.log": true, "a.log": true, "./logs/../a.log": true, "logs/..a": true,
		"": false, ".": false, "..": false, "../a.log": false, "logs/../../a": false, "/etc/passwd": false, "a\x00b": false,
	} {
		if got := beneath(path); got != want {
			t.Errorf("%q lies beneath: %v", path, got)
		}
	}
}

func FuzzLogRefs(f *testing.F) {
	for _, p := range []string{"a", "../a", "a/../../b", "/", "a/./b", ".", "a\x00"} {
		f.Add(p)
	}
	root := filepath.FromSlash("/srv/queue")
	f.Fuzz(func(t *testing.T, p string) {
		if !beneath(p) {
			return
		}
		rel, err := filepath.Rel(root, filepath.Join(root, p))
		if err != nil || rel == "." || rel == ".." || len(rel) > 2 && rel[:3] == "../" {
			t.Errorf("%q leaves the folder: %q, %v", p, rel, err)
		}
	})
}
