package text

import (
	_ "embed" // the words of questions about what comes next
	"strings"

	"notdone/classify/wordlist"
)

//go:embed phrases/onward.txt
var onwardContent string

// onwards finds the words of questions about what comes next, befores those of what must be answered
// first, tries those of requests to try what was made, watches those of promises to look after it, and begun those
// of work that goes on. Approvals finds words of approval, works the names of work that was asked for, workEnds those of its end.
var (
	onwardLists = wordlist.Parse(onwardContent)
	onwards     = newHeadWords(onwardLists, []string{"onward"})
	befores     = newHeadWords(onwardLists, []string{"before"})
	tries       = newHeadWords(onwardLists, []string{"try"})
	watches     = newHeadWords(onwardLists, []string{"watch"})
	begun       = newHeadWords(onwardLists, []string{"begun"})
	approvals   = newHeadWords(onwardLists, []string{"approval"})
	works       = newHeadWords(onwardLists, []string{"work"})
	workEnds    = newHeadWords(onwardLists, []string{"work-end"})
)

// leftOnward is what is left of a closing question about what comes next, of what it announces, and of
// a closing request to try what was made.
const leftOnward = 0.25

// reduceOnward lowers what one of the last two sentences asks for or promises that the work does not wait for,
// where work is reported before it and nothing stands in the way: "all tests pass. Shall I go on with the next
// phase?", "the alarm is set. I will keep watching it."
func (r *reader) reduceOnward() {
	last := len(r.sentences) - 1
	at := last
	for at >= max(1, last-1) && !r.asksOnward(at) && !r.asksToTry(at) && !r.offersBehindDone(at) && !r.promisesWatch(at) {
		at--
	}
	if at < max(1, last-1) || !r.isReported(at) {
		return
	}
	for i := max(1, at-1); i <= last; i++ {
		if i == at || r.tells(&onwards, i) {
			r.remarks[i].lower(leftOnward)
		}
	}
}

// lower lowers what a sentence asks for and announces, and lets its words count no more.
func (m *remark) lower(left float64) {
	for _, g := range [...]group{groupAsk, groupOffer, groupPromise} {
		m.weight[g] *= left
	}
	m.excused = true
}

// asksOnward reports whether a sentence asks about what comes next; in Japanese a question may end in
// the word for it and a stop.
func (r *reader) asksOnward(i int) bool {
	s := &r.sentences[i]
	return (s.last == '?' || strings.HasSuffix(strings.TrimRight(r.message[s.start:s.end], "。"), "か")) && r.tells(&onwards, i) && !r.tells(&befores, i)
}

// doneWords is how many words a sentence has at most that says no more than that it is done: "Done.",
// "Alles erledigt!".
const doneWords = 2

// offersBehindDone reports whether a sentence asks whether more is wanted, in a message that opens with
// the bare word that the work is done.
func (r *reader) offersBehindDone(i int) bool {
	s := &r.sentences[0]
	return r.remarks[0].weight[groupDone] >= mild && s.to-s.from <= doneWords && r.sentences[i].last == '?' && r.remarks[i].weight[groupOffer] > 0
}

// asksToTry reports whether a sentence requests to try what was made.
func (r *reader) asksToTry(i int) bool {
	m := &r.remarks[i]
	return r.sentences[i].last != '?' && m.weight[groupAsk] > 0 && r.tells(&tries, i)
}

// promisesWatch reports whether a sentence promises to look after what was made, or to tell of what comes of it,
// and no sentence before it says that the work goes on.
func (r *reader) promisesWatch(i int) bool {
	if r.remarks[i].weight[groupPromise] == 0 || !r.tells(&watches, i) {
		return false
	}
	for at := range i {
		if r.tells(&begun, at) {
			return false
		}
	}
	return true
}

// tells reports whether a sentence has a word of a table.
func (r *reader) tells(words *headWords, i int) bool {
	s := &r.sentences[i]
	return words.find(r.message[s.start:s.end]) != sectionOther
}

// isReported reports whether a sentence before one reports work, and none behind that names an obstacle,
// none before it one of the agent's own, and none asks for anything or lists what was not done.
func (r *reader) isReported(before int) bool {
	done := before - 1
	for done >= 0 && r.remarks[done].weight[groupDone] < mild {
		done--
	}
	if done < 0 {
		return false
	}
	for i := range r.remarks {
		m := &r.remarks[i]
		if m.left || m.held || i < before-1 && m.weight[groupAsk] >= mild {
			return false
		}
		for _, g := range [...]group{groupObstacle, groupFailure, groupRefusal} {
			if m.weight[g] >= mild && !m.overcame && (i > done || m.own[g]) {
				return false
			}
		}
	}
	return true
}
