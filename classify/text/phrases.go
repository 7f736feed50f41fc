package text

import "notdone/model"

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

// weightWords are the weights as the rows of phrases name them.
var weightWords = map[string]float64{"certain": certain, "strong": strong, "firm": firm, "mild": mild, "weak": weak}

// shareWords are what a guard leaves of a phrase's weight, as its rows name it.
var shareWords = map[string]float64{"trace": 0.1, "little": 0.2, "part": 0.35, "half": 0.5}

// phrase is one row of the tables: a pattern (see lexicon) and what it means.
type phrase struct {
	pattern string
	group   group
	kind    model.ObstacleKind
	weight  float64
	file    string // where the row stands, in the folder phrases
	line    int
}
