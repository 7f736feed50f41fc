package hermes

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/sqlsource"
)

// payload holds the keys of an event's JSON that anything here asks for.
type payload struct {
	Reason, Error, Summary, Note, Actor, Author, Message string

	TriggerOutcome string `json:"trigger_outcome"`
	Failures       int    `json:"failures"`
	BudgetUsed     int    `json:"budget_used"`
	BudgetMax      int    `json:"budget_max"`
	PhantomCards   []any  `json:"phantom_cards"`
	PhantomRefs    []any  `json:"phantom_refs"`
}

// metadata holds the keys of a run's JSON that anything here asks for.
type metadata struct {
	TriggerOutcome string            `json:"trigger_outcome"`
	ExitCode       *int              `json:"exit_code"`
	ChangedFiles   []json.RawMessage `json:"changed_files"`
}

// decode reads as much of a payload as has the expected shape. Whatever is not JSON
// says nothing: Hermes reads it so too (hermes kanban_diagnostics.py, _parse_payload).
func decode[T any](raw string, into *T) {
	if raw == "" {
		return
	}
	var shape *json.UnmarshalTypeError
	if err := json.Unmarshal([]byte(raw), into); err != nil && !errors.As(err, &shape) {
		var none T
		*into = none
	}
}

// said returns the sentence that a payload carries, if it carries one.
func (p *payload) said() string {
	for _, s := range []string{p.Reason, p.Error, p.Note, p.Summary, p.Message} {
		if !blank(s) {
			return s
		}
	}
	return ""
}

// texts are those of a list.
func texts(list []any) (all []string) {
	for _, v := range list {
		if s, ok := v.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

// files counts the changed files that a run reported; nil when it reported
// none, which is no claim that there were none.
func (m *metadata) files() *int {
	if m.ChangedFiles == nil {
		return nil
	}
	n := len(m.ChangedFiles)
	return &n
}

// telling reports whether a run's metadata can hold a key that is asked for,
// so that the rest need not be decoded.
func telling(raw string) bool {
	return strings.Contains(raw, `"trigger_outcome"`) || strings.Contains(raw, `"exit_code"`) ||
		strings.Contains(raw, `"changed_files"`)
}

// Outcomes of runs as Hermes records them (hermes kanban_db.py).
const (
	outCompleted       = "completed"
	outBlocked         = "blocked"
	outReviewRequested = "review_requested"
	outCrashed         = "crashed"
	outTimedOut        = "timed_out"
	outSpawnFailed     = "spawn_failed"
	outGaveUp          = "gave_up"
	outReclaimed       = "reclaimed"
	outRateLimited     = "rate_limited"
)

// outcomes maps a recorded outcome; statuses of old boards stand beside them,
// because a run of theirs may have only a status.
var outcomes = map[string]model.Outcome{
	outCompleted: model.OutcomeCompleted, "done": model.OutcomeCompleted,
	outReviewRequested: model.OutcomeCompleted, "review": model.OutcomeCompleted, outBlocked: model.OutcomeBlocked,
	"changes_requested": model.OutcomeReleased, "scheduled": model.OutcomeReleased, outReclaimed: model.OutcomeReleased,
	"released": model.OutcomeReleased, "stale": model.OutcomeReleased,
	outCrashed: model.OutcomeCrashed, outTimedOut: model.OutcomeTimedOut, outSpawnFailed: model.OutcomeSpawnFailed,
	outGaveUp: model.OutcomeFailed, "failed": model.OutcomeFailed, outRateLimited: model.OutcomeRateLimited,
}

// budgetError is the error of a run that used up its turns; its outcome is
// timed_out, the same as that of a run which used up its time.
var budgetError = regexp.MustCompile(`(?i)^\s*iteration budget exhausted(?:\s*\((\d+)/([1-9]\d*)\))?`)

// outcomeOf says how a run ended. The breaker hides the true cause of the last failure
// behind gave_up and keeps it as trigger (hermes kanban_db.py, _record_task_failure).
func outcomeOf(outcome, status, trigger, failure string) model.Outcome {
	name := cmp.Or(outcome, status)
	if name == outGaveUp && trigger != "" {
		name = trigger
	}
	o := outcomes[name]
	if (o == model.OutcomeTimedOut || o == model.OutcomeFailed) && budgetError.MatchString(failure) {
		return model.OutcomeBudget
	}
	return o
}

// text and number read a cell; intern keeps one copy of short texts.
var (
	intern = sqlsource.Intern
	text   = sqlsource.Text
	number = sqlsource.Int
)

// moment turns unix seconds into a time; what is unset or cannot be written as
// RFC 3339 is the zero time.
func moment(sec int64) time.Time {
	if sec <= 0 {
		return time.Time{}
	}
	return sqlsource.Seconds(sec)
}

// seconds is the inverse of moment: the zero time is 0.
func seconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.Unix()
}

// later returns the later of two times, of which either may be zero.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// blank reports whether a text says nothing.
func blank(s string) bool { return strings.TrimSpace(s) == "" }

// holder splits a claim lock, "<host>:<pid of the dispatcher>", and returns the
// host; it is empty when the lock has another shape.
func holder(lock string) string {
	if i := strings.LastIndexByte(lock, ':'); i > 0 {
		return lock[:i]
	}
	return ""
}

// pyObject writes a JSON object as Python's json.dumps does with ensure_ascii=False,
// which is how Hermes writes payloads (hermes kanban_db.py, _append_event): a space
// after each comma and colon, and letters of any script as they are. Keys and values
// take turns; a value is nil, a bool, an integer or a string.
func pyObject(pairs ...any) string {
	var parts []string
	for i := 0; i+1 < len(pairs); i += 2 {
		value := "null"
		switch x := pairs[i+1].(type) {
		case nil:
		case string:
			value = pyString(x)
		default:
			value = fmt.Sprint(x)
		}
		parts = append(parts, pyString(fmt.Sprint(pairs[i]))+": "+value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// pyEscapes escapes quotes, backslashes and the 32 control characters; DEL is
// not one of them.
var pyEscapes = func() *strings.Replacer {
	pairs := []string{`"`, `\"`, `\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\b", `\b`, "\f", `\f`}
	for c := range 0x20 {
		pairs = append(pairs, string(rune(c)), fmt.Sprintf(`\u%04x`, c)) // the first of two counts
	}
	return strings.NewReplacer(pairs...)
}()

func pyString(s string) string {
	return `"` + pyEscapes.Replace(strings.ToValidUTF8(s, "\uFFFD")) + `"`
}
