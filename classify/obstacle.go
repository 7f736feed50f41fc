package classify

import (
	"cmp"
	"strings"

	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/classify/wordlist"
	"notdone/model"
)

// noReason is the headline of a block that nobody explained.
const noReason = "no reason was recorded"

// longReason is the length in bytes from which only the decisive sentence of a
// reason is kept.
const longReason = 400

// obstacleOfBlock returns the obstacle of a blocked task: what its queue recorded,
// else what its last event or run said when it was blocked.
func obstacleOfBlock(in *Input) *model.Obstacle {
	reason, where := reasonOfBlock(in)
	if unsaid.of(reason) {
		return unexplainedBlock(in, where)
	}
	o := NewObstacle(reason, where)
	o.Own = in.Facts.ObstacleOwn && reason == in.Facts.ObstacleText
	return o
}

func reasonOfBlock(in *Input) (reason, where string) {
	if !unsaid.of(in.Facts.ObstacleText) {
		return in.Facts.ObstacleText, in.Facts.ObstacleWhere
	}
	if e := newestEvent(in, model.EventBlocked, model.EventBlockLoop); e != nil {
		where = e.Where
		if !unsaid.of(e.Note) {
			return e.Note, e.Where
		}
	}
	if r := newestEndedRun(in); r != nil && r.Outcome == model.OutcomeBlocked && !unsaid.of(r.Output) {
		return r.Output, r.Where
	}
	return "", cmp.Or(in.Facts.ObstacleWhere, where)
}

// NewObstacle returns the obstacle that a text states, which was read at a place. Its kind,
// key and name depend on nothing but the sentence that states it: the text itself, or the
// decisive sentence of several.
func NewObstacle(said, where string) *model.Obstacle {
	said = strings.TrimSpace(said)
	if listed := overList().MatchString(said); listed || len(said) > longReason {
		r := text.Read(said)
		if o := quotedObstacle(&r, said, where); o != nil && (!listed || r.Label != text.LabelDone) {
			return o
		}
	}
	return stateObstacle(said, decisive.of(said), where)
}

// DescribedObstacle returns the obstacle that notdone describes itself, because nobody said a
// word about it. It is found as by NewObstacle.
func DescribedObstacle(what, where string) *model.Obstacle {
	o := NewObstacle(what, where)
	o.Own = true
	return o
}

// recordedObstacle returns the obstacle that the facts state.
func recordedObstacle(in *Input) *model.Obstacle {
	o := NewObstacle(in.Facts.ObstacleText, in.Facts.ObstacleWhere)
	o.Own = in.Facts.ObstacleOwn
	return o
}

// stateObstacle returns the obstacle that a sentence of a text states.
func stateObstacle(said, sentence, where string) *model.Obstacle {
	o := described.of(sentence).Obstacle
	o.Text, o.Where = cut(said, maxObstacle), where
	return &o
}

// quotedObstacle returns the obstacle that the decisive sentence of a message states; nil if
// there is none. If that sentence does not name what is in the way, as "I could not do it", the
// most telling sentence within longReason bytes of it is taken instead.
func quotedObstacle(r *text.Reading, message, where string) *model.Obstacle {
	if r.Quote == "" {
		return nil
	}
	o := stateObstacle(strings.TrimSpace(r.Quote), r.Point, where)
	wide := len(r.Quote) > len(r.Point)
	if _, items, listed := strings.Cut(r.Quote, r.Point); listed && wide && strings.HasSuffix(r.Point, ":") && !cycle.Blank(items) {
		return listedObstacle(r, onOneLine(items), where)
	}
	if described.of(r.Point).Object && (!wide || cycle.Names(o.Key)) {
		return o
	}
	if wide {
		whole := decisive.of(onOneLine(r.Quote))
		if said := described.of(whole); said.Object && said.Sure {
			all := stateObstacle(o.Text, whole, where)
			if strings.HasSuffix(r.Point, "?") {
				all.Name = o.Name // the rest is what it can be answered with
			}
			return all
		}
	}
	near := cycle.Decisive(message[max(r.PointAt-longReason, 0):min(r.PointAt+len(r.Point)+longReason, len(message))])
	if said := described.of(near); said.Object && said.Sure {
		shown := strings.TrimSpace(near)
		if strings.Contains(r.Quote, shown) {
			shown = o.Text
		}
		return stateObstacle(shown, near, where)
	}
	return o
}

// KindOf returns the kind of the obstacle that a reading of a message found, which is the one that a
// task with that message is shown with: the kind of the sentence that carries it, and that of the
// reading where the sentence names none.
func KindOf(message string, r *text.Reading) model.ObstacleKind {
	if r.Label == text.LabelDone || r.Kind == model.KindRateLimit {
		return r.Kind
	}
	if o := quotedObstacle(r, message, ""); o != nil {
		return cmp.Or(o.Kind, r.Kind)
	}
	return r.Kind
}

// listedObstacle returns the obstacle of a line that ends in a colon with the items below it, which
// name what is missing or in the way.
func listedObstacle(r *text.Reading, items, where string) *model.Obstacle {
	sentence := r.Point + " " + items
	if r.Asks || r.Kind == model.KindMissingInput {
		sentence = "I need " + strings.TrimPrefix(plainArticles.Replace("; "+items), "; ")
	}
	return stateObstacle(strings.TrimSpace(r.Quote), sentence, where)
}

// plainArticles writes the articles at the beginning of items as in the middle of a sentence.
var plainArticles = strings.NewReplacer("; The ", "; the ", "; A ", "; a ", "; An ", "; an ", "; Your ", "; your ")

// overList matches a colon over a list.
var overList = wordlist.Pattern(`:\s*\n\s*(?:[-*+•]|\d{1,2}[.)])\s`)

// listMark is what an item of a list begins with.
var listMark = wordlist.Pattern(`^\s*(?:[-*+•]|\d{1,2}[.)])\s+`)

// onOneLine writes the lines of a quotation behind each other, the items of a list parted by ";".
func onOneLine(quote string) string {
	var b strings.Builder
	last := ""
	for line := range strings.Lines(quote) {
		item := listMark().MatchString(line)
		if line = strings.TrimSpace(listMark().ReplaceAllString(line, "")); line == "" {
			continue
		}
		if item && last != "" && !strings.HasSuffix(last, ":") {
			b.WriteString(";")
		}
		if last != "" {
			b.WriteString(" ")
		}
		b.WriteString(line)
		last = line
	}
	return b.String()
}

// spokenObstacle returns the obstacle that the task's message states; nil if it states none, or
// the caller wants the verdict only.
func spokenObstacle(in *Input) *model.Obstacle {
	if in.verdictOnly {
		return nil
	}
	said, where := in.Message()
	return quotedObstacle(in.Reading(), said, where)
}

// isDenial reports whether an obstacle of the kind means that something was denied.
func isDenial(k model.ObstacleKind) bool {
	return k == model.KindPermission || k == model.KindAccess || k == model.KindCredentials || k == model.KindPolicy
}

// declaredObstacle returns the obstacle behind a declared outcome: the recorded one,
// else what the message says.
func declaredObstacle(in *Input) *model.Obstacle {
	if in.Facts.ObstacleText != "" {
		return recordedObstacle(in)
	}
	if r := readMessage(in); r == nil || r.Label == text.LabelDone {
		return nil
	}
	return spokenObstacle(in)
}

// failureObstacle returns the recorded reason of a failure; nil when there is none.
func failureObstacle(in *Input) *model.Obstacle {
	if !cycle.Blank(in.Facts.ObstacleText) {
		return recordedObstacle(in)
	}
	r := newestEndedRun(in)
	if r == nil {
		return nil
	}
	if !cycle.Blank(r.Error) {
		o := NewObstacle(text.ErrorLine(r.Error), r.Where)
		o.Own = r.ErrorOwn
		return o
	}
	o := spokenObstacle(in)
	if o == nil && r.Outcome == model.OutcomeRefused && !in.verdictOnly && !cycle.Blank(r.Output) {
		o = NewObstacle(r.Output, r.Where) // what a worker declared as its refusal, whatever the words
	}
	return o
}

// unexplainedBlock returns the obstacle of a block without a reason. Its text is
// empty, and its key differs between wishes, since the reasons may differ.
func unexplainedBlock(in *Input, where string) *model.Obstacle {
	kind, wish := in.Facts.ObstacleKind, cycle.WishOf(in.Case)
	if cycle.Blank(wish) {
		wish = in.Task.ID
	}
	return &model.Obstacle{Kind: kind, Name: noReason, Key: kind.String() + ":no reason, " + wish, Where: where}
}
