package text

import "notdone/model"

// obstacleRule says in words for people which obstacle was read.
func obstacleRule(kind model.ObstacleKind) string {
	switch kind {
	case model.KindPermission:
		return "says that a permission or an approval is missing"
	case model.KindAccess:
		return "says that something cannot be reached"
	case model.KindCredentials:
		return "says that a login or a key is missing"
	case model.KindMissingInput:
		return "says that information is missing"
	case model.KindDecision:
		return "says that a person has to decide"
	case model.KindDependency:
		return "says that it waits for other work"
	case model.KindRateLimit:
		return "says that a rate limit was reached"
	case model.KindBudget:
		return "says that a budget ran out"
	case model.KindTool:
		return "says that it has no tool for it"
	case model.KindEnvironment:
		return "says that its surroundings do not allow it"
	case model.KindNetwork:
		return "says that the network failed"
	case model.KindPolicy:
		return "says that a rule forbids it"
	case model.KindUnknown:
	}
	return "says that it could not"
}

// askRule says what a person is asked for.
func askRule(kind model.ObstacleKind) string {
	if kind == model.KindMissingInput {
		return "asks for something that it needs"
	}
	return "waits for a person's answer or help"
}

// rules says what decided against done, the weightiest first.
func (r *reader) rules(best evidence, done float64) []string {
	out := []string{best.rule}
	if r.onlyQuote {
		out = append(out, "there is nothing else in the message")
	}
	if done > 1 {
		out = append(out, "although it reports work")
	}
	return out
}

// words says what a phrase does in its sentence.
func (p *phrase) words() string {
	switch p.group {
	case groupObstacle:
		return obstacleRule(p.kind)
	case groupAsk:
		return askRule(p.kind)
	case groupOffer:
		return "offers more"
	case groupPromise:
		return "announces work"
	case groupRefusal:
		return "declines"
	case groupFailure:
		return "tells of a limit or an error"
	case groupDone:
		return "reports work as done"
	case groupReport:
		return "has the form of a report"
	case groupMoral:
		return "gives a reason as refusals do"
	case groupOpening:
		return "opens like a line in a list of changes"
	case groupHarmless:
		return "is harmless"
	case groupNegation:
		return "negates"
	case groupOvercome:
		return "says that it was overcome"
	case groupSubject:
		return "says it of something else"
	case groupCondition:
		return "supposes it"
	case groupAside:
		return "heads what the work leaves out"
	}
	return ""
}
