package transcript

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

func TestKindsAreDetected(t *testing.T) {
	b := newBench(t)
	rollout := `{"timestamp":"2026-01-02T03:04:05.000Z","type":"session_meta","payload":{"id":"x1","cwd":"/srv"}}` + "\n"
	b.file("claude/a.jsonl", edits(idA, b.now).String(), 0)
	b.file("codex/r.jsonl", rollout, 0)
	b.file("both/a.jsonl", edits(idA, b.now).String(), 0)
	b.file("both/r.jsonl", rollout, 0)
	b.file("beside/a.jsonl", edits(idA, b.now).String(), 0)
	b.file("beside/notes.txt", "Ask Anna about the second page.\n", 0)
	b.file("beside/words.json", "[\"one\", \"two\"]\n", 0)
	b.file("beside/blob.out", "\x00\x01\x02\xff\xfe\n", 0)
	b.file("repo/.claude/settings.json", "{\n}\n", 0)
	b.file("repo/.claude/work/plain.log", "text\n", 0)
	b.file("h/claude/projects/plain.log", "text\n", 0)
	b.file("h/.config/claude/projects/plain.log", "text\n", 0)
	b.file("home/.codex/sessions/readme.txt", "text\n", 0)
	for rel, want := range map[string]string{
		"claude": KindClaude, "claude/a.jsonl": KindClaude, "codex": KindCodex, "codex/r.jsonl": KindCodex, "both": Kind,
		"beside":      KindClaude,
		"home/.codex": KindCodex, "home/.codex/sessions": KindCodex,
		"repo/.claude": Kind, "repo/.claude/work": Kind, "h/claude/projects": Kind, "h/.config/claude/projects": KindClaude,
	} {
		got := ""
		for _, a := range []source.Adapter{Claude(), Codex(), Adapter()} {
			if got == "" && b.detectBy(a, rel) {
				got = a.Kind
			}
		}
		if got != want {
			t.Errorf("%s is %q, want %q", rel, got, want)
		}
	}
	env := source.Env{Home: "/h", Getenv: func(string) string { return "" }}
	set := source.Env{Home: "/h", Getenv: func(string) string { return "/elsewhere" }}
	got := [][]string{Claude().Usual(env), Claude().Usual(set), Codex().Usual(env), Codex().Usual(set)}
	want := [][]string{{"/h/.claude/projects", "/h/.config/claude/projects"}, {"/elsewhere/projects"}, {"/h/.codex/sessions"}, {"/elsewhere/sessions"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestStates(t *testing.T) {
	for recorded, want := range map[string]model.State{
		"": model.StateActive, "turn_duration": model.StateDone, chat: model.StateDone, died: model.StateFailed, waiting: model.StateBlocked,
		recordedWord("prompt_too_long", model.OutcomeBudget): model.StateFailed, recordedWord("success", model.OutcomeCompleted): model.StateDone,
		"nothing (of mine)": model.StateDone, "interrupted": model.StateFailed, "usage_limit": model.StateFailed,
	} {
		if got := state(recorded); got != want {
			t.Errorf("%q is %v, want %v", recorded, got, want)
		}
	}
}

// FuzzRecorded holds that the word that is recorded for an end stands for the
// state of its outcome, whatever word a log uses.
func FuzzRecorded(f *testing.F) {
	f.Add("success", uint8(model.OutcomeCompleted))
	f.Add("died", uint8(model.OutcomeCompleted))
	f.Add("x (failed)", uint8(model.OutcomeBlocked))
	f.Add("cancelled", uint8(model.OutcomeCancelled))
	f.Fuzz(func(t *testing.T, word string, n uint8) {
		o := model.Outcome(n % uint8(model.OutcomeCancelled+1))
		if word == "" || o == model.OutcomeUnknown {
			return
		}
		if got := state(recordedWord(word, o)); got != stateOf(o) && got != model.StateCancelled {
			t.Errorf("%q with %v is recorded as %q: %v", word, o, recordedWord(word, o), got)
		}
	})
}
