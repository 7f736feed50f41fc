package text

import (
	"slices"

	"notdone/model"
)

// group is what a phrase does to the reading of its sentence.
type group uint8

// The groups, in the order in which their tables are read: first those against done,
// then those for it, then the guards, which only take weight from other phrases.
const (
	groupObstacle group = iota
	groupAsk
	groupFailure
	groupOffer
	groupPromise
	groupRefusal
	groupMoral
	groupDone
	groupReport
	groupOpening
	groupAdvice
	groupHarmless
	groupNegation
	groupOvercome
	groupSubject
	groupCondition
	groupAside
	groupDraft
	groupQuestion
	groupErrand
	groupLeft
	groupHeld
	groupRemains
	groupFutile

	numSpeaking = groupAdvice + 1 // groups that say something of the work
)

// groupRow describes a group and the columns of its table.
type groupRow struct {
	name    string             // of its file, without .txt
	says    string             // what its phrases do in their sentence, in words for people
	weights map[string]float64 // the words of the first column; nil: the table has none
	kinds   bool               // the table has a column of obstacle kinds
}

// groups are the rows of all groups.
var groups = [...]groupRow{
	groupObstacle:  {"obstacle", "", weightWords, true}, // something stands in the way; obstacleRules says what
	groupAsk:       {"ask", "", weightWords, true},      // a person has to answer, decide or take over; see askRule
	groupFailure:   {"failure", "tells of a limit or an error", weightWords, true},
	groupOffer:     {"offer", "offers more", weightWords, false}, // nothing is missing when the work is there
	groupPromise:   {"promise", "announces work", weightWords, false},
	groupRefusal:   {"refusal", "declines", weightWords, false},
	groupMoral:     {"moral", "gives a reason as refusals do", weightWords, false},
	groupDone:      {"done", "reports work as done", weightWords, false},
	groupReport:    {"report", "has the form of a report", weightWords, false},                // "Summary", "feat:"
	groupOpening:   {"opening", "opens like a line in a list of changes", weightWords, false}, // "Add", "Fix"
	groupAdvice:    {"advice", "tells the reader what to do", weightWords, false},             // the deed is the reader's
	groupHarmless:  {"harmless", "is harmless", nil, false},                                   // covers phrases: "unable to find any"
	groupNegation:  {"negation", "negates", nil, false},                                       // "no", "without"
	groupOvercome:  {"overcome", "says that it was overcome", shareWords, false},              // what stood in the way no longer does
	groupSubject:   {"subject", "says it of something else", shareWords, false},               // of a program, a user, a rule
	groupCondition: {"condition", "supposes it", shareWords, false},
	groupAside:     {"aside", "heads what the work leaves out", nil, false}, // "Known limitations"
	groupDraft:     {"draft", "says that a text was written and not sent", nil, false},
	groupQuestion:  {"question", "restates a question that was asked", nil, false},
	groupErrand:    {"errand", "restates what was to be done", nil, false},
	groupLeft:      {"left", "heads what was not done or waits for a person", nil, false}, // "Human decision needed"
	groupHeld:      {"held", "says that the work is held up", nil, false},                 // a push was turned down
	groupRemains:   {"remains", "says that a part remains to be done", nil, false},        // "still on the old version"
	groupFutile:    {"futile", "says that what was tried did not help", nil, false},       // "without success"
}

// speaks reports whether phrases of the group say something of the work; the others
// are guards.
func (g group) speaks() bool { return g < numSpeaking }

// accuses reports whether phrases of the group speak for work not done.
func (g group) accuses() bool { return g < groupDone }

// canBeOvercome reports whether what phrases of the group say can be overcome or be said
// of others.
func (g group) canBeOvercome() bool {
	return g == groupObstacle || g == groupFailure || g == groupRefusal
}

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

// says returns what the phrase does in its sentence, in words for people.
func (p *phrase) says() string {
	switch p.group {
	case groupObstacle:
		return obstacleRules[p.kind]
	case groupAsk:
		return askRule(p.kind)
	default:
		return groups[p.group].says
	}
}

// obstacleRules say in words for people which obstacle was read.
var obstacleRules = map[model.ObstacleKind]string{
	model.KindUnknown:      "says that it could not",
	model.KindPermission:   "says that a permission or an approval is missing",
	model.KindAccess:       "says that something cannot be reached",
	model.KindCredentials:  "says that a login or a key is missing",
	model.KindMissingInput: "says that information is missing",
	model.KindDecision:     "says that a person has to decide",
	model.KindDependency:   "says that it waits for other work",
	model.KindRateLimit:    "says that a rate limit was reached",
	model.KindBudget:       "says that a budget ran out",
	model.KindTool:         "says that it has no tool for it",
	model.KindEnvironment:  "says that its surroundings do not allow it",
	model.KindNetwork:      "says that the network failed",
	model.KindPolicy:       "says that a rule forbids it",
}

// askRule says what a person is asked for.
func askRule(kind model.ObstacleKind) string {
	if kind == model.KindMissingInput {
		return "asks for something that it needs"
	}
	return "waits for a person's answer or help"
}

// Row is one row of the tables, as its file holds it.
type Row struct {
	File string // LANGUAGE/GROUP.txt, in the folder phrases
	Line int    // from 1
	// NotDone says what the row stands for: unfinished work, or finished work. A
	// guard stands for finished work, because it takes weight from what speaks
	// against that.
	NotDone bool
}

// Rows returns the rows of all tables.
func Rows() []Row {
	phrases := theLexicon().phrases
	out := make([]Row, len(phrases))
	for i := range phrases {
		p := &phrases[i]
		out[i] = Row{File: p.file, Line: p.line, NotDone: p.group.accuses() || p.group == groupLeft || p.group == groupHeld || p.group == groupRemains}
	}
	return out
}

// RowsIn returns the rows that count in a message, each once, ascending, as
// indexes of Rows. A row that a guard leaves without weight does not count; a
// guard counts wherever it is found.
func RowsIn(message string) []int {
	r := newReader(message, RulesAlone())
	defer r.release()
	r.readSentences()
	var out []int
	for i := range r.sentences {
		s := &r.sentences[i]
		hits := r.match(s, nil)
		for _, h := range hits {
			if !r.lexicon.phrases[h.phrase].group.speaks() {
				out = append(out, int(h.phrase))
			}
		}
		for _, c := range r.weighHits(s, hits, nil) {
			out = append(out, int(c.phrase))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
