package export_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/export"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func full() *model.Row {
	cost, tokens := 0.5, int64(1200)
	return &model.Row{
		Task: model.Task{
			Source: "hermes", Queue: "~/.hermes", Group: "side", ID: "side/t_1", Title: "Renew <it> & go", Wish: "renew it",
			Recorded: "done", Attempts: 2, Priority: 3, Tags: []string{"a", "b"}, Every: 24 * time.Hour,
			Due: noon.Add(2 * time.Hour), DependsOn: []string{"side/t_0"}, Created: noon, Started: noon.Add(time.Minute),
			Finished: noon.Add(90*time.Second + 5*time.Millisecond), Updated: noon.Add(2 * time.Minute).In(time.FixedZone("", 3600)),
			Worker: "host:1", Agent: "claude", Model: "m", Profile: "dev", Repo: "/r", Branch: "b", CostUSD: &cost, Tokens: &tokens,
			Logs: []model.LogRef{{Root: "/logs", Path: "a/t_1.log"}},
		},
		Verdict: model.Verdict{
			State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.75, Until: noon.Add(time.Hour),
			Obstacle: &model.Obstacle{Kind: model.KindAccess, Name: "cannot reach it", Text: "I cannot reach it.", Key: "access:it", Where: "tasks#1.result"},
			Findings: []model.Finding{{
				Rule: "obstacle-in-result", Origin: model.OriginNotdone, Severity: model.SeverityError, Message: "it reports an obstacle",
				Count: 1, First: noon, Last: noon, Evidence: []model.Evidence{{Where: "tasks#1.result", Quote: "I cannot reach it."}},
				Actions: []model.ActionName{model.ActionRequeue},
			}},
		},
		RecordedState: model.StateDone, FirstJudged: noon,
	}
}

// The names and their order are what scripts rely on.
func TestRowIsWrittenAsPromised(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		row  *model.Row
		want string
	}{
		"everything known": {full(), `{"source":"hermes","queue":"~/.hermes","group":"side","id":"side/t_1","title":"Renew <it> & go",` +
			`"wish":"renew it","recorded":"done","state":"false-done","confidence":0.75,"grade":"strong",` +
			`"obstacle":{"kind":"access","text":"I cannot reach it.","key":"access:it","where":"tasks#1.result","name":"cannot reach it","own":false},` +
			`"findings":[{"rule":"obstacle-in-result","origin":"notdone","severity":"error","message":"it reports an obstacle","count":1,` +
			`"first":"2026-03-14T12:00:00Z","last":"2026-03-14T12:00:00Z",` +
			`"evidence":[{"where":"tasks#1.result","quote":"I cannot reach it."}],"actions":["requeue"]}],` +
			`"attempts":2,"created":"2026-03-14T12:00:00Z","started":"2026-03-14T12:01:00Z","finished":"2026-03-14T12:01:30.005Z",` +
			`"updated":"2026-03-14T12:02:00Z","until":"2026-03-14T13:00:00Z","worker":"host:1","agent":"claude","model":"m",` +
			`"profile":"dev","repo":"/r","branch":"b","depends_on":["side/t_0"],"cost_usd":0.5,"tokens":1200,` +
			`"first_judged":"2026-03-14T12:00:00Z","logs":["/logs/a/t_1.log"],"actions":[],"cause":{"name":"cannot reach it","key":"access:it"},` +
			`"priority":3,"tags":["a","b"],"due":"2026-03-14T14:00:00Z","repeat":"1d"}`},
		"nothing known": {&model.Row{Task: model.Task{Source: "queue", Queue: "q.db", ID: "1"}}, `{"source":"queue","queue":"q.db",` +
			`"group":null,"id":"1","title":"","wish":null,"recorded":null,"state":"unknown","confidence":0,"grade":"cannot-tell",` +
			`"obstacle":null,"findings":[],"attempts":0,"created":null,"started":null,"finished":null,"updated":null,"until":null,` +
			`"worker":null,"agent":null,"model":null,"profile":null,"repo":null,"branch":null,"depends_on":[],"cost_usd":null,` +
			`"tokens":null,"first_judged":null,"logs":[],"actions":[],"cause":null,"priority":0,"tags":[],"due":null,"repeat":null}`},
		"a finding and an obstacle of which little is known": {&model.Row{Verdict: model.Verdict{
			Obstacle: &model.Obstacle{Key: "k"}, Findings: []model.Finding{{Rule: "r", Origin: model.OriginOwner, Message: "m", Count: 3}},
		}}, `{"source":"","queue":"","group":null,"id":"","title":"","wish":null,"recorded":null,"state":"unknown","confidence":0,` +
			`"grade":"cannot-tell","obstacle":{"kind":"unknown","text":null,"key":"k","where":null,"name":"","own":false},"findings":[{"rule":"r",` +
			`"origin":"owner","severity":"info","message":"m","count":3,"first":null,"last":null,"evidence":[],"actions":[]}],` +
			`"attempts":0,"created":null,"started":null,"finished":null,"updated":null,"until":null,"worker":null,"agent":null,` +
			`"model":null,"profile":null,"repo":null,"branch":null,"depends_on":[],"cost_usd":null,"tokens":null,"first_judged":null,` +
			`"logs":[],"actions":[],"cause":{"name":"","key":"k"},"priority":0,"tags":[],"due":null,"repeat":null}`},
		"what can be done, and a finding that was dismissed": {&model.Row{
			Actions: []model.Action{{Name: model.ActionUnblock, Allowed: true}, {Name: model.ActionHold, Reason: "a worker has it"}},
			Verdict: model.Verdict{Findings: []model.Finding{{Rule: "r", Message: "m", Count: 1, Discounted: true, Dismissed: "not so"}}},
		}, `{"source":"","queue":"","group":null,"id":"","title":"","wish":null,"recorded":null,"state":"unknown","confidence":0,` +
			`"grade":"cannot-tell","obstacle":null,"findings":[{"rule":"r","origin":"notdone","severity":"info","message":"m","count":1,` +
			`"first":null,"last":null,"evidence":[],"actions":[],"dismissed":true}],"attempts":0,"created":null,"started":null,` +
			`"finished":null,"updated":null,"until":null,"worker":null,"agent":null,"model":null,"profile":null,"repo":null,` +
			`"branch":null,"depends_on":[],"cost_usd":null,"tokens":null,"first_judged":null,"logs":[],` +
			`"actions":[{"name":"unblock","allowed":true,"reason":null},{"name":"hold","allowed":false,"reason":"a worker has it"}],"cause":null,` +
			`"priority":0,"tags":[],"due":null,"repeat":null}`},
	} {
		var enc export.Encoder
		got, err := enc.Row(tc.row)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tc.want+"\n", string(got)); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

// A known zero is a zero, not unknown.
func TestZeroIsNotUnknown(t *testing.T) {
	t.Parallel()
	r := full()
	*r.CostUSD, *r.Tokens = 0, 0
	var enc export.Encoder
	got, err := enc.Row(r)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(got), `"cost_usd":0,"tokens":0,`) {
		t.Errorf("%s", got)
	}
}

func TestDetail(t *testing.T) {
	t.Parallel()
	h := source.History{
		Case: model.Case{
			Body: "Renew it.", Answer: "The new key is there.", MaxAttempts: 5,
			Runs: []model.Run{
				{ID: "1", Attempt: 1, Worker: "w", Started: noon, Ended: noon.Add(time.Minute), Outcome: model.OutcomeFailed, Recorded: "err", Error: "no"},
				{ID: "2", Attempt: 2, Started: noon.Add(time.Hour), Output: "so far"},
			},
			Events: []model.Event{{Where: "events#1", Name: "created", Actor: "op", At: noon}},
		},
		Comments: []model.Event{{Name: "comment", Note: "look"}},
	}
	r := full()
	entries := []journal.Entry{{Outcome: journal.Applied, Record: source.Record{
		ID: "0mwt1f9pf", At: noon, Task: r.Ref(), Was: "blocked", Now: "queued", Undo: "until a worker claims it",
		Request: source.Request{Action: model.ActionUnblock, Actor: "anna", Answer: "The new key is there."},
	}}}
	var enc export.Encoder
	row, err := enc.Row(r)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSuffix(string(row), "}\n") + `,"body":"Renew it.","result":null,"runs":[` +
		`{"id":"1","attempt":1,"worker":"w","started":"2026-03-14T12:00:00Z","ended":"2026-03-14T12:01:00Z","outcome":"failed",` +
		`"recorded":"err","output":null,"error":"no","error_own":false,"cost_usd":null,"tokens":null},` +
		`{"id":"2","attempt":2,"worker":null,"started":"2026-03-14T13:00:00Z","ended":null,"outcome":null,"recorded":null,` +
		`"output":"so far","error":null,"error_own":false,"cost_usd":null,"tokens":null}],"events":[` +
		`{"where":"events#1","name":"created","actor":"op","note":null,"at":"2026-03-14T12:00:00Z"},` +
		`{"where":null,"name":"comment","actor":null,"note":"look","at":null}],"max_attempts":5,` +
		`"answer":"The new key is there.","entries":[{"entry":"0mwt1f9pf","at":"2026-03-14T12:00:00Z","actor":"anna","action":"unblock",` +
		`"queue":"","id":"side/t_1","title":null,"was":"blocked","now":"queued","outcome":"applied","undo":"until a worker claims it",` +
		`"undone_by":null,"undoes":null,"answer":"The new key is there.","reason":null}]}` + "\n"
	got, err := enc.Detail(r, &h, entries)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, string(got)); d != "" {
		t.Error(d)
	}
}

// What a detail does not know is null, and what it has none of is an empty list.
func TestDetailOfWhichNothingIsKnown(t *testing.T) {
	t.Parallel()
	var enc export.Encoder
	got, err := enc.Detail(&model.Row{}, &source.History{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `"body":null,"result":null,"runs":[],"events":[],"max_attempts":null,"answer":null,"entries":[]}` + "\n"
	if !strings.HasSuffix(string(got), want) {
		t.Errorf("%s", got)
	}
}

// Some sources list their comments among the events as well.
func TestDetailHasEachCommentOnce(t *testing.T) {
	t.Parallel()
	comment := model.Event{Where: "events#2", Kind: model.EventCommented, Name: "commented", Note: "look", At: noon}
	h := source.History{
		Case:     model.Case{Events: []model.Event{{Where: "events#1", Name: "created", At: noon}, comment}},
		Comments: []model.Event{comment},
	}
	var enc export.Encoder
	got, err := enc.Detail(full(), &h, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(got), `"note":"look"`); n != 1 {
		t.Errorf("the comment is written %d times", n)
	}
}

// What is hostile in any field is one line of printable ASCII and UTF-8, of
// bounded length, and decodes to what it was.
func TestHostileText(t *testing.T) {
	t.Parallel()
	const bad = "a\x1b]52;c;aGk=\a\u009b2J\u202e\x00\x7f\u2028\ufeff\U000e0041b"
	r := full()
	r.Title, r.ID, r.Recorded, r.Worker, r.Obstacle.Text, r.Queue = bad, bad, bad, bad, bad, bad
	r.Findings[0].Message, r.Findings[0].Evidence[0].Quote = bad, bad
	var enc export.Encoder
	got, err := enc.Row(r)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range strings.TrimSuffix(string(got), "\n") {
		if c < 0x20 || c > 0x7e {
			t.Fatalf("%U at %d", c, i)
		}
	}
	var back struct {
		ID, Title, Recorded, Worker, Queue string
		Obstacle                           struct{ Text string }
		Findings                           []struct {
			Message  string
			Evidence []struct{ Quote string }
		}
	}
	if err := json.Unmarshal(got, &back); err != nil {
		t.Fatal(err)
	}
	for i, s := range []string{
		back.ID, back.Title, back.Recorded, back.Worker, back.Queue, back.Obstacle.Text, back.Findings[0].Message, back.Findings[0].Evidence[0].Quote,
	} {
		if s != bad {
			t.Errorf("%d came back as %q", i, s)
		}
	}

	huge := strings.Repeat("\x1b", 100_000)
	r.Title, r.Wish, r.Recorded, r.Worker, r.Obstacle.Text, r.Obstacle.Key = huge, huge, huge, huge, huge, huge
	r.Findings[0].Message, r.Findings[0].Evidence[0].Quote = huge, huge
	if got, err = enc.Row(r); err != nil || len(got) > 8*6*5<<10 {
		t.Errorf("a row of %d bytes, %v", len(got), err)
	}
}

func TestBound(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		in    string
		limit int
		want  string
	}{
		{"", 0, ""},
		{"", 5, ""},
		{"hello", 5, "hello"},
		{"hello!", 5, "hello…"},
		{"hello", 0, "…"},
		{"aé", 2, "a…"},
		{"aé", 3, "aé"},
		{"日本語", 7, "日本…"},
		{"日本語", 5, "日…"},
		{"日本語", 2, "…"},
		{"\U0001f600\U0001f600", 7, "\U0001f600…"},
		{strings.Repeat("\x80", 9), 6, strings.Repeat("\x80", 6) + "…"},
	} {
		if got := export.Bound(tc.in, tc.limit); got != tc.want {
			t.Errorf("Bound(%q, %d) = %q, want %q", tc.in, tc.limit, got, tc.want)
		}
	}
}

func FuzzBound(f *testing.F) {
	f.Add("日本語 text", 5)
	f.Add("\x80\x80\xff", 1)
	f.Add("0000\xa2\xb7\xac\xa4", 7)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		if limit < 0 {
			t.Skip("a limit is 0 or more")
		}
		got := export.Bound(s, limit)
		if len(s) <= limit {
			if got != s {
				t.Errorf("%q became %q", s, got)
			}
			return
		}
		kept, marked := strings.CutSuffix(got, "…")
		if !marked || !strings.HasPrefix(s, kept) || len(kept) > limit || limit-len(kept) >= utf8.UTFMax {
			t.Errorf("Bound(%q, %d) = %q", s, limit, got)
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Errorf("%q was cut inside a character: %q", s, got)
		}
	})
}

func BenchmarkRow(b *testing.B) {
	r := full()
	for _, name := range []model.ActionName{"unblock", "requeue", "reclaim", "cancel", "hold", "block", "resume"} {
		r.Actions = append(r.Actions, model.Action{Name: name, Reason: "a worker has it: reclaim it when the worker is gone"})
	}
	var enc export.Encoder
	b.ReportAllocs()
	for b.Loop() {
		if _, err := enc.Row(r); err != nil {
			b.Fatal(err)
		}
	}
}

// Lists of actions are shared between rows, and told apart by what they are.
func TestActionsAreNotMixedUp(t *testing.T) {
	t.Parallel()
	var enc export.Encoder
	all := []model.Action{{Name: model.ActionUnblock, Allowed: true}, {Name: model.ActionHold, Allowed: true}}
	for _, want := range [][]model.Action{all, all[:1], all[1:], all} {
		got, err := enc.Row(&model.Row{Actions: want})
		if err != nil {
			t.Fatal(err)
		}
		var back struct {
			Actions []struct{ Name model.ActionName }
		}
		if err := json.Unmarshal(got, &back); err != nil {
			t.Fatal(err)
		}
		if len(back.Actions) != len(want) || back.Actions[0].Name != want[0].Name {
			t.Errorf("%v is written as %v", want, back.Actions)
		}
	}
}
