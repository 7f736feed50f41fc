package hermes

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/model"
)

// rules are the rules that hold for Hermes alone: first its own diagnostics in
// its own order, then what they miss.
func rules() []classify.Rule {
	return []classify.Rule{
		owned("hallucinated-cards", always, hallucinatedCards),
		owned("triage-aux-unavailable", parking, triageAuxUnavailable),
		owned("prose-phantom-refs", always, prosePhantomRefs),
		owned("repeated-failures", always, repeatedFailures),
		owned("repeated-crashes", always, repeatedCrashes),
		owned("review-dependency-deadlock", phasing, reviewDependencyDeadlock),
		owned("stuck-in-blocked", always, stuckInBlocked),
		owned("block-unblock-cycling", parking, blockUnblockCycling),
		owned("stranded-in-ready", parking, strandedInReady),
		ours("archived", archivedCard),
		ours("gave-up", gaveUp),
		ours("block-loop", blockLoop),
		ours("blocked-unsticky", blockedUnsticky),
		ours("done-without-completion", doneWithoutCompletion),
		ours("phantom-refs", phantomRefs),
		ours("bare-approval", bareApproval),
		ours("done-after-failures", doneAfterFailures),
		ours("promoted-at-limit", promotedAtLimit),
		ours("spawn-held", spawnHeld),
		ours("no-profile", noProfile),
		ours("waiting-too-long", waitingTooLong),
	}
}

// check is a rule's observation of one task of Hermes'.
type check func(in *classify.Input, r *record) []classify.Observation

// ours makes a rule that says nothing about tasks of other systems.
func ours(name string, c check) classify.Rule {
	rule := ruleTable[name]
	rule.Name, rule.Check = name, func(in *classify.Input) []classify.Observation {
		r := recordOf(in.Case)
		if r == nil {
			return nil
		}
		return named(c(in, r), name, model.OriginNotdone)
	}
	return rule
}

// Releases that have a rule.
func always(release) bool    { return true }
func parking(r release) bool { return r.parks }
func phasing(r release) bool { return r.phases }

// owned makes one of Hermes' own rules. Its fleet view leaves archived tasks
// out (hermes kanban.py, diagnostics). On a board of a release that does not have
// the rule, what it finds is told as ours: it is true all the same, but its owner
// does not say so.
func owned(name string, has func(release) bool, c check) classify.Rule {
	rule := ruleTable[name]
	rule.Name, rule.Origin, rule.Check = name, model.OriginOwner, func(in *classify.Input) []classify.Observation {
		r := recordOf(in.Case)
		if r == nil || r.status == stArchived {
			return nil
		}
		origin := model.OriginOwner
		if !has(r.release) {
			origin = model.OriginNotdone
		}
		return named(c(in, r), name, origin)
	}
	return rule
}

func named(all []classify.Observation, name string, origin model.Origin) []classify.Observation {
	for i := range all {
		if f := all[i].Finding; f != nil {
			f.Rule, f.Origin = name, origin
			f.Count = max(f.Count, 1)
		}
	}
	return all
}

// one is the usual case of a single finding.
func one(f model.Finding) []classify.Observation {
	return []classify.Observation{{Finding: &f}}
}

// notYet is an observation that there is nothing yet, and when there may be.
func notYet(at time.Time) []classify.Observation {
	return []classify.Observation{{Until: at}}
}

// clock is the present in whole unix seconds, as Hermes counts.
func clock(in *classify.Input) int64 { return in.Now.Unix() }

// times says how often in words.
func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// firstLine is the beginning of a text that fits into a sentence.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}

// saidBy is the evidence of an event.
func saidBy(e *model.Event) model.Evidence { return model.Evidence{Where: e.Where, Quote: e.Note} }

// newest returns the latest event, in order of arrival, of one of the names; nil
// when there is none.
func newest(events []model.Event, names ...string) *model.Event {
	for i := len(events) - 1; i >= 0; i-- {
		if slices.Contains(names, events[i].Name) {
			return &events[i]
		}
	}
	return nil
}
