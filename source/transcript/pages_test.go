package transcript

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// TestAnOldClaimIsNotLive: what a log tells of its times says how old it is, though its file was
// copied a moment ago.
func TestAnOldClaimIsNotLive(t *testing.T) {
	for _, record := range []string{
		`{"type":"task","status":"in_progress","title":"Sort the mail","claimed_at":"2026-01-02T03:04:05Z"}`,
		`{"type":"task","status":"running","title":"Sort the mail","startedAt":1767323045}`,
	} {
		b := newBench(t)
		b.now = time.Date(2026, 7, 26, 12, 0, 0, 0, time.UTC)
		b.file("claim.jsonl", record+"\n", time.Minute)
		b.open(nil)
		rows := b.rows(b.list())
		if len(rows) != 1 {
			t.Errorf("%d logs: %s", len(rows), record)
		}
		for id, r := range rows {
			if r.State == model.StateActive {
				t.Errorf("%s is active: %s", id, record)
			}
		}
	}
}

// TestPagesBesideLogsAreNoRuns: pages, labels and the log of a server that lie in a folder of logs are counted as no
// logs; one that is opened by its name is read.
func TestPagesBesideLogsAreNoRuns(t *testing.T) {
	b := newBench(t)
	b.sh(`printf 'We do not have permission to publish this.\n' > notes.txt
printf '{"id":1,"text":"permission denied","label":"blocked"}\n' > labels.jsonl
for i in $(seq 30); do echo "2026-01-02T03:04:05Z INFO app started worker $i"; done > app.log
printf '2026-01-02T03:04:05Z started\nexit code 0\n' > build.txt`)
	b.open(nil)
	var ids []string
	for id := range b.rows(b.list()) {
		ids = append(ids, id)
	}
	if diff := cmp.Diff([]string{"build.txt"}, ids); diff != "" {
		t.Error(diff)
	}
	if got := b.LeftOut(); got != "3 files that are no logs" {
		t.Errorf("left out: %q", got)
	}
}
