package anvil

import (
	"regexp"
	"strings"

	"notdone/classify"
	"notdone/model"
)

var (
	// edits begins a request for a change, and nothing else.
	edits = regexp.MustCompile(`(?i)^\W*(?:please\s+)?(?:add|implement|fix|create|write|refactor|rename|remove|delete|replace|update|change|migrate|convert|extract|introduce)\b`)
	// claimed is a change that a message claims.
	claimed = regexp.MustCompile(`(?i)\b(?:I(?:'ve| have)?|all|have been|has been|was|were|are now|is now)\s+(?:now\s+|successfully\s+|also\s+)?(?:fixed|added|implemented|updated|changed|created|refactored|removed|replaced|rewritten|wrote|modified|migrated)\b`)
	// needless says that there was nothing to change.
	needless = regexp.MustCompile(`(?i)\b(?:already|no (?:code |further )?(?:changes?|edits?|modifications?)|nothing|unchanged|did(?: not|n't) (?:need|change|edit|modify)|not needed|no remaining)\b`)
)

// noChangeMade is about a session that was to change something, claims that all
// is done, and changed no file: a plan can be finished by checking its items off
// (anvil #301), and nothing is ever verified.
func noChangeMade(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateDone || rec.changed != 0 || !complete(rec.kind) && !finishedWord(rec.outcome) && rec.kind != "" {
		return nil
	}
	said := strings.ReplaceAll(rec.said, "’", "'")
	if needless.MatchString(said) || rec.needless() {
		return nil
	}
	asks := edits.MatchString(rec.session.prompt)
	claims := claimed.MatchString(said)
	switch {
	case rec.mutated > 0 && rec.result.changed == nil:
		return nil // tools changed files, and nobody counted them
	case rec.mutated == 0 && !asks && !claims:
		return nil
	}
	grade, message := model.GradeStrong, "marked done, but it was to make a change and changed no file"
	switch {
	case claims:
		message = "its last message claims a change, but no file is changed"
	case rec.mutated > 0:
		message = "its changes are gone: no file is changed"
	}
	f := model.Finding{
		Severity: model.SeverityError, First: rec.beat, Last: rec.beat, Message: message, Clears: clearsByRun, Actions: answerRequeue,
		Evidence: rec.kindAt.evidence(),
	}
	if rec.said != "" {
		f.Evidence = append(f.Evidence, model.Evidence{Where: rec.saidWhere, Quote: title(rec.said)})
	}
	return both(f, classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: grade, Confidence: 0.8, Headline: "no change made",
		Obstacle: obstacleOf(model.KindUnknown, "no change was made", "no change made", or(rec.kindAt.where, rec.saidWhere)),
	})
}

// needless reports whether the plan itself says of every item that it needs no
// change.
func (rec *record) needless() bool {
	items := rec.log.plan.items
	if len(items) == 0 {
		items = rec.session.plans
	}
	for i := range items {
		if !needless.MatchString(items[i].text) {
			return false
		}
	}
	return len(items) > 0
}
