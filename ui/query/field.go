package query

import (
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"notdone/model"
	"notdone/source/spelling"
	"notdone/ui/words"
)

// Field describes a field for help and completion.
type Field struct {
	Name    string
	Help    string
	Example string
	Values  []string // all values; nil: it has any
}

// Fields returns all fields.
func Fields() []Field {
	all := make([]Field, len(fields))
	for i := range fields {
		f := &fields[i]
		all[i] = Field{Name: f.name, Help: f.help, Example: f.example, Values: f.values}
	}
	return all
}

// field is one row of the table of fields.
type field struct {
	name    string
	aka     string // another name; empty: it has none
	help    string
	example string
	values  []string          // of an enumeration, in its order
	also    map[string]string // other words for values
	needs   string            // what a value is, for errors; empty: one of values
	// read returns the number that a value of this field stands for, and false for a text
	// that is none; nil: a value is a text.
	read func(text string) (n int64, ok bool)
	// ordered says that values are compared. Its values are compared only, if it is strict.
	ordered, strict bool
	// moment says that a value is a time, and that later ones match.
	moment bool
	// number is the field of a task. The answer is Yes when it is known, No when the task
	// has none, and Maybe when only its row tells.
	number func(s *subject) (n int64, known Answer)
	// has reports whether the row of a task has this text, in lower case; for fields of texts.
	has func(r *model.Row, text string) bool
	// beforehand tells the same without a row, where that is possible; may be nil.
	beforehand func(f *Facts, text string) Answer
}

// fields are all fields, in the order of help and completion.
var fields = []field{
	{
		name: "state", help: "what notdone says of the task", example: "state:blocked,failed", values: model.Names[model.State](model.NumStates),
		also:   map[string]string{"running": "active", "suspected": "false-done"},
		number: func(s *subject) (int64, Answer) { return int64(s.facts.State), Yes },
	},
	{
		name: "kind", help: "what kind of obstacle stands in the way", example: "kind:permission", values: model.Names[model.ObstacleKind](int(model.KindPolicy) + 1),
		number: ofRow(func(s *subject) (int64, Answer) {
			if s.row.Obstacle == nil {
				return 0, No
			}
			return int64(s.row.Obstacle.Kind), Yes
		}),
	},
	{
		name: "sev", aka: "severity", help: "how serious its worst finding is", example: "sev>=error", values: model.Names[model.Severity](model.NumSeverities), ordered: true,
		number: func(s *subject) (int64, Answer) {
			return int64(s.facts.Weight) - 1, answer(s.facts.Weight > 0)
		},
	},
	{
		name: "grade", help: "how far the verdict can be trusted", example: "grade:proven", values: model.Names[model.Grade](int(model.GradeProven) + 1), ordered: true,
		number: ofFacts(func(s *subject) (int64, Answer) { return int64(s.facts.Grade), Yes }),
	},
	{
		name: "age", help: "how long it has been so", example: "age>2h", needs: "a duration such as 2h or 3d", read: readDuration, ordered: true, strict: true,
		number: ofFacts(func(s *subject) (int64, Answer) {
			return int64(s.now.Sub(s.facts.Since)), answer(!s.facts.Since.IsZero())
		}),
	},
	{
		name: "cost", help: "what it cost, in dollars", example: "cost>1", needs: "a sum such as 1 or 0.25", read: readDollars, ordered: true,
		number: ofFacts(func(s *subject) (int64, Answer) { return s.facts.NanoUSD, answer(s.facts.Priced) }),
	},
	{
		name: "tries", aka: "attempts", help: "how often it was tried", example: "tries>=3", needs: "a number such as 3", read: readCount, ordered: true,
		number: ofFacts(func(s *subject) (int64, Answer) { return int64(s.facts.Attempts), Yes }),
	},
	{
		name: "rounds", help: "how often it went round a cycle", example: "rounds>2", needs: "a number such as 3", read: readCount, ordered: true,
		number: ofRow(func(s *subject) (int64, Answer) { return int64(s.row.Rounds()), Yes }),
	},
	{
		name: "cause", help: "the obstacle, as a cause is named", example: `cause:"deploy key"`, has: func(r *model.Row, text string) bool {
			return r.Obstacle != nil && (contains(r.Obstacle.Name, text) || contains(r.Obstacle.Text, text) || contains(r.Obstacle.Key, text))
		},
		beforehand: func(f *Facts, text string) Answer {
			if id, ok := strings.CutPrefix(text, "#"); ok && !f.Several {
				if n, err := strconv.ParseUint(id, 16, 64); err == nil {
					return answer(f.Cause == n)
				}
			}
			return Maybe
		},
	},
	{
		name: "rule", help: "the rule that found something", example: "rule:loop", has: func(r *model.Row, text string) bool {
			for i := range r.Findings {
				if contains(r.Findings[i].Rule, text) {
					return true
				}
			}
			return false
		},
	},
	{
		name: "new", help: "first judged so within this time", example: "new:1d", needs: "a duration such as 1d, or a date", read: readMoment, moment: true,
		number: ofRow(func(s *subject) (int64, Answer) { return unix(s.row.FirstJudged) }),
	},
	{
		name: "changed", help: "changed within this time", example: "changed:2h", needs: "a duration such as 1d, or a date", read: readMoment, moment: true,
		number: ofRow(func(s *subject) (int64, Answer) { return unix(s.row.Updated) }),
	},
	{
		name: "source", help: "the kind, file or folder of its queue", example: "source:hermes",
		has: func(r *model.Row, text string) bool { return IsOfSource(r.Source, r.Queue, text) },
		beforehand: func(f *Facts, text string) Answer {
			if IsOfSource("", f.Queue, text) {
				return Yes
			}
			return Maybe
		},
	},
	{
		name: "tag", help: "what its owner sorts it by", example: "tag:nightly", has: func(r *model.Row, text string) bool {
			return slices.ContainsFunc(r.Tags, func(tag string) bool { return contains(tag, text) })
		},
	},
	{
		name: "host", help: "the host of its worker", example: "host:build-2", has: func(r *model.Row, text string) bool {
			host, _, _ := strings.Cut(strings.ToLower(r.Worker), ":")
			return strings.HasPrefix(host, text)
		},
	},
	{
		name: "worker", help: "its worker, agent or profile", example: "worker:claude", has: func(r *model.Row, text string) bool {
			return contains(r.Worker, text) || contains(r.Agent, text) || contains(r.Profile, text) || contains(r.Model, text)
		},
	},
}

// IsOfSource reports whether a source has the name: by its kind or by the name of its file or
// folder, of which the beginning is enough, or by the last parts of its path.
func IsOfSource(kind, queue, name string) bool {
	name, queue = strings.ToLower(name), strings.ToLower(queue)
	if kind != "" && strings.HasPrefix(strings.ToLower(kind), name) || queue != "" && strings.HasPrefix(path.Base(queue), name) {
		return true
	}
	return strings.Contains(name, "/") && strings.HasSuffix("/"+queue, "/"+strings.Trim(name, "/"))
}

// contains reports whether the lower case of a text contains a part.
func contains(text, part string) bool {
	if !isASCII(text) {
		return strings.Contains(strings.ToLower(text), part)
	}
	if part == "" {
		return true
	}
	for first := part[0]; len(text) >= len(part); text = text[1:] {
		if lower(text[0]) == first && hasPrefix(text, part) {
			return true
		}
	}
	return false
}

// hasPrefix reports whether the lower case of a text of ASCII, which is not shorter, begins with a prefix.
func hasPrefix(text, prefix string) bool {
	for i := range len(prefix) {
		if lower(text[i]) != prefix[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// ofRow makes a number that only the row of a task tells.
func ofRow(number func(s *subject) (int64, Answer)) func(s *subject) (int64, Answer) {
	return func(s *subject) (int64, Answer) {
		if s.row == nil {
			return 0, Maybe
		}
		return number(s)
	}
}

// ofFacts makes a number that the facts tell unless they are only those of many tasks.
func ofFacts(number func(s *subject) (int64, Answer)) func(s *subject) (int64, Answer) {
	return func(s *subject) (int64, Answer) {
		if s.facts.Several {
			return 0, Maybe
		}
		return number(s)
	}
}

// unix returns a time in nanoseconds since 1970.
func unix(t time.Time) (int64, Answer) { return t.UnixNano(), answer(!t.IsZero()) }

// fieldOf returns the field of that name; nil when there is none.
func fieldOf(name string) *field {
	for i := range fields {
		if f := &fields[i]; strings.EqualFold(name, f.name) || f.aka != "" && strings.EqualFold(name, f.aka) {
			return f
		}
	}
	return nil
}

// nearField returns the name of the field that is meant by a name that is none, one that
// begins with the same letter: "rate:5" is a word that has a colon in it.
func nearField(name string) string {
	name = strings.ToLower(name)
	var all []string
	for i := range fields {
		if f := &fields[i]; f.name[0] == name[0] {
			all = append(all, f.name)
		}
	}
	return spelling.Nearest(name, all)
}

// test makes the test of a comparison with a value. It says in a sentence why there is none.
func (f *field) test(op, text string) (made test, says string) {
	switch {
	case text == "" && f.values != nil:
		return nil, f.name + " needs a value: " + f.wanted()
	case text == "":
		return nil, f.name + " needs a value, as in " + f.example
	case op != "=" && !f.ordered:
		return nil, f.name + " cannot be compared: write " + f.example
	case op == "=" && f.strict:
		return nil, f.name + " needs a comparison, as in " + f.example
	case f.has != nil:
		return f.textTest(strings.ToLower(text)), ""
	}
	if f.values != nil {
		n, says := f.enumerated(strings.ToLower(text))
		return f.compare(op, n), says
	}
	n, ok := f.read(text)
	if !ok {
		return nil, f.name + " needs " + f.needs + ", not " + quoted(text)
	}
	return f.compare(op, n), ""
}

func (f *field) textTest(text string) test {
	return func(s *subject) Answer {
		if f.beforehand != nil {
			if known := f.beforehand(s.facts, text); known != Maybe {
				return known
			}
		}
		if s.row == nil {
			return Maybe
		}
		return answer(f.has(s.row, text))
	}
}

// compare makes a test of the field's number.
func (f *field) compare(op string, than int64) test {
	return func(s *subject) Answer {
		n, known := f.number(s)
		if known != Yes {
			return known
		}
		switch {
		case f.moment && than < 0:
			return answer(n >= s.now.UnixNano()+than)
		case f.moment:
			return answer(n >= than)
		case op == ">":
			return answer(n > than)
		case op == ">=":
			return answer(n >= than)
		case op == "<":
			return answer(n < than)
		case op == "<=":
			return answer(n <= than)
		}
		return answer(n == than)
	}
}

// enumerated returns the number of a value, or of the only one that begins so.
func (f *field) enumerated(text string) (n int64, says string) {
	var begin []string
	if meant, ok := f.also[text]; ok {
		text = meant
	}
	for i, v := range f.values {
		if v == text {
			return int64(i), ""
		}
		if strings.HasPrefix(v, text) {
			n, begin = int64(i), append(begin, v)
		}
	}
	switch near := spelling.Nearest(text, f.values); {
	case len(begin) == 1:
		return n, ""
	case len(begin) > 1:
		return 0, quoted(text) + " is " + strings.Join(begin, " or ")
	case near != "":
		return 0, "no " + f.name + " " + quoted(text) + ": did you mean " + near + "?"
	}
	return 0, "no " + f.name + " " + quoted(text) + ": it is " + f.wanted()
}

func (f *field) wanted() string { return "one of " + strings.Join(f.values, ", ") }

func readDuration(text string) (int64, bool) {
	d, ok := words.ParseDuration(text)
	return int64(d), ok
}

// readMoment reads a time in nanoseconds since 1970, or a duration before now, which is
// negative.
func readMoment(text string) (int64, bool) {
	if d, ok := words.ParseDuration(text); ok {
		return -max(int64(d), 1), true
	}
	t, err := time.ParseInLocation(time.DateOnly, text, time.Local)
	if err != nil {
		t, err = words.ParseTime(text)
	}
	return t.UnixNano(), err == nil && t.Year() > 1970 && t.Year() < 2200
}

// nano is how many of the units in which sums are held are a dollar.
const nano = 1e9

func readDollars(text string) (int64, bool) {
	usd, err := strconv.ParseFloat(strings.TrimPrefix(text, "$"), 64)
	return int64(math.Round(usd * nano)), err == nil && usd >= 0 && usd < nano
}

func readCount(text string) (int64, bool) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 10, 31)
	return int64(n), err == nil
}
