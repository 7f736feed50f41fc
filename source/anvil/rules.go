package anvil

import (
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/model"
)

// rules are the rules that hold for Anvil alone. That a session left no words
// is judged here: where the runtime itself says that the plan is finished, none
// are needed.
func rules() []classify.Rule {
	return []classify.Rule{
		ours("dropped-plan-update", droppedUpdate),
		ours("partial-completion", partialCompletion),
		ours("incomplete-run", incompleteRun),
		ours("final-not-accepted", finalNotAccepted),
		ours("plan-item-failed", planItemFailed),
		ours("stagnation", stagnation),
		ours("tool-loop", toolLoop),
		ours("no-change-made", noChangeMade),
		ours("no-output", noActivity),
		ours("plan-finished", planFinished),
		ours("truncated-log", truncatedLog),
		ours("session-live", sessionLive),
		ours("session-stopped", sessionStopped),
		ours("invalid-run", invalidRun),
	}
}

// ours makes a rule that says nothing about tasks of other systems.
func ours(name string, check func(in *classify.Input, rec *record) []classify.Observation) classify.Rule {
	rule := ruleTable[name]
	rule.Name, rule.Check = name, func(in *classify.Input) []classify.Observation {
		rec, ok := in.Native.(*record)
		if !ok {
			return nil
		}
		return check(in, rec)
	}
	return rule
}

func one(f model.Finding) []classify.Observation { return []classify.Observation{{Finding: &f}} }

func both(f model.Finding, o classify.Opinion) []classify.Observation {
	return []classify.Observation{{Finding: &f, Opinion: o}}
}

// evidence is a mark as evidence; nothing for one that is not set.
func (m *mark) evidence() []model.Evidence {
	if !m.set() {
		return nil
	}
	return []model.Evidence{{Where: m.where, Quote: m.quote}}
}

// since is when a mark was first set, or else when the session was last heard of.
func (rec *record) since(m *mark) time.Time {
	switch {
	case m.set() && !m.first.IsZero():
		return m.first
	case m.set() && !m.at.IsZero():
		return m.at
	}
	return rec.beat
}

func (rec *record) until(m *mark) time.Time {
	if m.set() && !m.at.IsZero() {
		return m.at
	}
	return rec.beat
}

// obstacleOf makes an obstacle of a sentence of ours; its key is of what it is
// about.
func obstacleOf(kind model.ObstacleKind, text, about, where string) *model.Obstacle {
	return &model.Obstacle{Kind: kind, Text: text, Key: cycle.ObstacleKey(kind, about), Where: where}
}

// clearsByRun is what clears a finding about a session that is over.
const clearsByRun = "a later session that completes its plan"

var answerRequeue = []model.ActionName{model.ActionRequeue}
