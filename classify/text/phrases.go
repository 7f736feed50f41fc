package text

import (
	"slices"

	"notdone/model"
)

// group is what a phrase does to the reading of its sentence.
type group uint8

const (
	groupObstacle  group = iota // something stands in the way
	groupAsk                    // a person has to answer, decide or take over
	groupOffer                  // more could be done; nothing is missing when the work is there
	groupPromise                // work is announced
	groupRefusal                // the agent would not
	groupFailure                // it ended at a limit or in an error
	groupDone                   // work is reported
	groupReport                 // the message has the form of a report: "Summary", "feat:"
	groupHarmless               // covers other phrases where they mean nothing: "unable to find any"
	groupNegation               // turns what follows into its opposite: "no", "without"
	groupOvercome               // says that what stood in the way no longer does
	groupSubject                // what follows is said of a program, a user, a rule, not of this work
	groupCondition              // what follows is supposed, not so
	groupMoral                  // reasons that refusals give
	groupOpening                // the sentence begins with a verb of doing, as in commits: "Add", "Fix"
	groupAside                  // a heading over what the work leaves out, not what became of it: "Known limitations"
)

// The weights of phrases, in the units of the score's exponent: how much one
// phrase alone, where it counts fully, speaks for its group.
const (
	certain = 4.5
	strong  = 3.6
	firm    = 2.8
	mild    = 1.9
	weak    = 0.9
)

// phrase is one row of the tables: a pattern (see lexicon) and what it means.
type phrase struct {
	pattern string
	group   group
	kind    model.ObstacleKind
	weight  float64
}

// row is a phrase whose group its table knows.
type row struct {
	pattern string
	kind    model.ObstacleKind
	weight  float64
}

// plain is a table of patterns of one weight without a kind.
type plain struct {
	weight   float64
	patterns []string
}

// allPhrases is every table. A new table is one line here; a new phrase one line
// in its table.
func allPhrases() []phrase {
	return slices.Concat(
		rows(groupObstacle, accessObstacles), rows(groupObstacle, inputObstacles), rows(groupObstacle, workObstacles), rows(groupObstacle, standingObstacles),
		rows(groupObstacle, machineObstacles), rows(groupObstacle, writingObstacles), rows(groupObstacle, policyObstacles),
		rows(groupAsk, asks), rows(groupFailure, failures),
		plains(groupOffer, offers), plains(groupPromise, promises), plains(groupRefusal, refusals),
		plains(groupMoral, morals), plains(groupDone, accomplished), plains(groupReport, reports),
		plains(groupOpening, openings), plains(groupHarmless, harmless), plains(groupNegation, negations),
		plains(groupOvercome, overcome), plains(groupSubject, subjects), plains(groupCondition, conditions),
		plains(groupAside, asides),
		rows(groupObstacle, spanishObstacles), rows(groupAsk, spanishAsks), plains(groupPromise, spanishPromises),
		plains(groupRefusal, spanishRefusals), plains(groupDone, spanishAccomplished), plains(groupHarmless, spanishHarmless),
		plains(groupOffer, spanishOffers), plains(groupSubject, spanishSubjects), plains(groupCondition, spanishConditions), plains(groupOvercome, spanishOvercome),
		rows(groupObstacle, germanObstacles), rows(groupAsk, germanAsks), rows(groupFailure, germanFailures), plains(groupRefusal, germanRefusals),
		plains(groupPromise, germanPromises), plains(groupPromise, romancePromises),
		rows(groupObstacle, romanceObstacles), rows(groupAsk, romanceAsks), rows(groupFailure, romanceFailures), plains(groupRefusal, romanceRefusals),
		rows(groupObstacle, russianObstacles), rows(groupAsk, russianAsks), rows(groupFailure, russianFailures), plains(groupRefusal, russianRefusals),
	)
}

func rows(g group, table []row) []phrase {
	out := make([]phrase, 0, len(table))
	for _, r := range table {
		out = append(out, phrase{pattern: r.pattern, group: g, kind: r.kind, weight: r.weight})
	}
	return out
}

func plains(g group, tables []plain) []phrase {
	var out []phrase
	for _, t := range tables {
		for _, p := range t.patterns {
			out = append(out, phrase{pattern: p, group: g, weight: t.weight})
		}
	}
	return out
}
