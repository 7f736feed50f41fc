package text

import "strings"

// appendPart appends that less was done than there is: "17 of the 42 are converted",
// "60 % complete".
func (r *reader) appendPart(out []evidence) []evidence {
	if i := r.findPart(); i >= 0 {
		out = append(out, evidence{value: firm, at: i, rule: "has done a part of it", label: LabelFailed, group: groupFailure})
	}
	return out
}

// findPart returns the sentence that says so, or -1.
func (r *reader) findPart() int {
	if r.asked.IsWords() || len(r.sentences) > impersonalSentences+1 {
		return -1
	}
	for i := range r.sentences {
		if m := &r.remarks[i]; m.aside || m.overcame || m.excused {
			continue
		}
		if r.sentences[i].last != '?' && r.countsPart(i) {
			return i
		}
	}
	return -1
}

// countsPart reports whether a sentence reports work and counts less of it than there is.
func (r *reader) countsPart(i int) bool {
	s := &r.sentences[i]
	words := r.scanner.words[s.from:s.to]
	if n, all := r.findRatio(i); n < all && r.remarks[i].weight[groupDone] > 0 {
		return true
	}
	for k := range words {
		c := r.message[words[k].start]
		if c < '0' || c > '9' || words[k].quoted {
			continue
		}
		n, rest := cutCount(r.message[words[k].start:s.end])
		all, unit := cutWhole(rest)
		if n < 0 || n >= all || k > 0 && r.lexicon.ordinals[words[k-1].id] {
			continue
		}
		unit = strings.TrimLeft(unit, " ")
		if (all != 100 || rest[0] != '/') && hasAnyPrefix(unit, completeWords) || r.remarks[i].weight[groupDone] > 0 && all != 100 {
			return true
		}
	}
	return false
}

// cutCount cuts off the number that a text begins with, which may have commas between
// its thousands.
func cutCount(text string) (int, string) {
	end := 0
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == ',' && end+1 < len(text) && text[end+1] >= '0' && text[end+1] <= '9') {
		end++
	}
	n, rest := cutNumber(strings.ReplaceAll(text[:end], ",", ""))
	return n, rest + text[end:]
}

// cutWhole returns what a count is a part of, behind "of", a slash or as a hundred per
// cent, and the text behind it; -1 when it is a part of nothing.
func cutWhole(text string) (int, string) {
	bare := strings.TrimLeft(text, " ")
	if rest, ok := strings.CutPrefix(bare, "%"); ok {
		return 100, rest
	}
	if rest, ok := strings.CutPrefix(text, "/"); ok {
		all, rest := cutCount(rest)
		if strings.HasPrefix(rest, "/") {
			return -1, rest // a date
		}
		return all, rest
	}
	rest, ok := strings.CutPrefix(bare, "of ")
	if !ok {
		return -1, text
	}
	for _, article := range [...]string{"the ", "all ", "our ", "your ", "my "} {
		rest = strings.TrimPrefix(rest, article)
	}
	return cutCount(rest)
}
