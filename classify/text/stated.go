package text

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"notdone/model"
)

// statement is a terminal state that the message states in a field of its own.
type statement struct {
	label      Label
	start, end int  // the line that states it
	nothing    bool // a file named for what blocks says that nothing does
}

// findStatement looks for a terminal state where contracts put one: in a message that
// is one JSON object, in a code block or front matter of fields, and on the
// first or one of the last lines. The last one found counts.
func (r *reader) findStatement() (statement, bool) {
	var found statement
	var ok bool
	lines := r.findEdgeLines()
	closing := 0
	for _, line := range lines {
		if line.closing {
			closing++
		}
	}
	for i, line := range lines {
		if s, is := r.parseStatement(line); is {
			if s.label == LabelDone && line.marker && i == 0 && len(lines)-closing > 4 {
				continue // "Done: ..." as an opening is prose
			}
			if s.label == LabelFailed && r.isReview() && r.isOfReviewed(line) {
				continue // what the review found of the work of another
			}
			if s.label == LabelBlocked && line.marker {
				none, alone := r.beginsWithNone(line)
				if alone {
					s.label, s.nothing = LabelDone, true // a file of that name that says "none"
				} else if none || r.blocksNothing() {
					continue
				}
			}
			found, ok = s, true
		}
	}
	return found, ok
}

// clearReport takes what the stating line itself says of finished work out of the
// prose, so that the two can be compared.
func (r *reader) clearReport(s statement) {
	for i := range r.sentences {
		if r.sentences[i].start < s.end && s.start < r.sentences[i].end {
			r.remarks[i].weight[groupDone], r.remarks[i].weight[groupReport] = 0, 0
		}
	}
}

// reportsWork reports whether any sentence tells of something that was done.
func (r *reader) reportsWork() bool {
	return slices.ContainsFunc(r.remarks, func(m remark) bool { return m.weight[groupDone] > 0 || m.weight[groupReport] > 0 })
}

// How surely the prose speaks against done beside a success that is stated, where it tells of no work at all
// (contradicted), and how likely the work is not done then.
const (
	contradicted     = 0.8
	leftContradicted = 0.7
)

// applyStatement puts a stated end above what the prose says, and says so where the
// two contradict each other. A success is not believed of a message that tells of what
// was in the way and of no work.
func (r *reader) applyStatement(s statement, prose Reading) Reading {
	out := Reading{Label: s.label, Score: 0.97, Grade: model.GradeTextOnly}
	r.setQuote(&out, s.start, s.end)
	out.Rules = []string{"states its own end as " + s.label.String()}
	against := prose.Label != LabelDone
	if s.label == LabelDone {
		object := strings.HasPrefix(strings.TrimSpace(r.message), "{") // it has no prose but its fields
		if against && prose.Score > contradicted && !prose.Reports && !s.nothing && !object {
			prose.Score = leftContradicted
			prose.Rules = append(prose.Rules, "states its own end as done all the same, and tells of no work")
			return prose
		}
		out.Score = 0.04
		if against && prose.Score > 0.7 {
			out.Score, out.Otherwise = 0.35, prose.Quote
			out.Rules = append(out.Rules, "its prose says otherwise: "+prose.Rules[0])
		}
		return out
	}
	if against {
		out.Kind = prose.Kind
	} else if prose.Grade != model.GradeCannotTell && prose.Score < 0.1 {
		out.Score = 0.9
		out.Rules = append(out.Rules, "its prose says otherwise: "+prose.Rules[0])
	}
	r.quoteStatement(&out, s, &prose)
	return out
}

// statedBytes is more than any name of a field or stated value takes, in any case.
const statedBytes = 100

// longestStated is how long a name of a field or a stated value is that is in capitals or small letters of ASCII.
var longestStated = func() (most int) {
	for _, names := range []iter.Seq[string]{maps.Keys(statedKeys), maps.Keys(statusKeys), maps.Keys(statedFlags), maps.Keys(statedValues)} {
		for name := range names {
			most = max(most, len(name))
		}
	}
	return most
}()

// parseStatement reads one line as a field or a marker.
func (r *reader) parseStatement(line edgeLine) (statement, bool) {
	text := r.message[line.start:line.end]
	s := statement{start: line.start, end: line.end}
	if line.value {
		label, ok := parseStatedValue(text, true)
		s.label = label
		return s, ok
	}
	bare := strings.TrimLeft(text, " \t-*#>{\"'_,`")
	if tag, ok := strings.CutPrefix(bare, "<"); ok {
		key, rest, ok := strings.Cut(tag, ">")
		value, _, closed := strings.Cut(rest, "</")
		name := strings.ToLower(key)
		if ok && closed && (statedKeys[name] || statusKeys[name] || name == "promise") {
			s.label, ok = parseStatedValue(value, false)
			return s, ok
		}
		return s, false
	}
	at, value := len(bare), ""
	for _, mark := range [...]string{":", "=", "：", " - ", " – ", " — ", " (", "（"} {
		if end := strings.Index(bare[:at], mark); end >= 0 {
			at, value = end, bare[end+len(mark):]
		}
	}
	title := line.marker && isTitle(r.message[:line.start])
	if at == len(bare) && !title && strings.ContainsFunc(bare, isSmallLetter) {
		return s, false // prose: only a marker in capitals or a title has no value
	}
	name := strings.Trim(bare[:at], " \t-–—*_\"'`.!✅❌🚫⛔")
	if title {
		name = strings.TrimSuffix(name, ".md")
		if label, ok := parseStatedValue(value, false); ok && (isCapital(value) || label == LabelBlocked) {
			s.label = label
			return s, true // "# Task 3: BLOCKED"
		}
		key := keyOf(name)
		blocked := statedValues[key] == LabelBlocked && containsAny(key, blockStems) && strings.ContainsFunc(value, unicode.IsLetter)
		if (blocked || namesBlocker(key)) && !saysResolved(bare) {
			s.label = LabelBlocked
			return s, true // "# Blocker report", "# Blocked: no key for the release"
		}
	}
	if line.marker && isCapital(name) && hasNot(name) {
		s.label = LabelFailed
		return s, true
	}
	if len(name) > statedBytes || len(name) > longestStated && isASCII(name) {
		return s, false // as most lines of prose
	}
	key := strings.ReplaceAll(strings.ToLower(name), " ", "_")
	if statedKeys[key] && !line.header || statusKeys[key] {
		label, ok := parseStatedValue(value, line.header)
		s.label = label
		return s, ok
	}
	if statedFlags[key] && line.field {
		switch strings.Trim(value, " \t\",}") {
		case "true":
			return s, true
		case "false":
			s.label = LabelFailed
			return s, true
		}
		return s, false
	}
	label, ok := statedValues[key]
	if !ok && title && isCapital(name) {
		label, ok = stateOfTitle(key)
		key = ""
	}
	if !ok || !line.marker || !isCapital(name) && (!title || at < len(bare) || label != LabelBlocked) || key == "error" && len(value) > 0 {
		return s, false
	}
	s.label = label
	return s, true
}

// namesBlocker reports whether a title, as a key, is of a report of what is in the way: "preview_blocker_report".
func namesBlocker(title string) bool {
	if titlesBlocked[title] {
		return true
	}
	before, last, found := cutLast(title, "_")
	_, kind, _ := cutLast(before, "_")
	return found && titlesBlocked[kind+"_"+last]
}

// saysResolved reports whether a word of a title says that what it names is over. "No" says so at its
// end only: "Blocked: no key" is not.
func saysResolved(title string) bool {
	words := strings.FieldsFunc(strings.ToLower(title), func(c rune) bool { return !unicode.IsLetter(c) })
	for i, word := range words {
		if titlesOver[word] && (word != "no" || i == len(words)-1) {
			return true
		}
	}
	return false
}

// isTitle reports whether a line behind this text is a title, "# Import".
func isTitle(before string) bool { return before == "# " || strings.HasSuffix(before, "\n# ") }

// hasNot reports whether a line in capitals ends by saying that something is not complete.
func hasNot(name string) bool {
	label, ok := stateOfTitle(strings.ReplaceAll(strings.ToLower(name), " ", "_"))
	before, _, _ := cutLast(name, " ")
	return ok && label == LabelFailed && strings.HasSuffix(before, " NOT")
}

// stateOfTitle returns the state that a title in capitals ends in, "PROJECT COMPLETE".
func stateOfTitle(key string) (label Label, ok bool) {
	before, last, found := cutLast(key, "_")
	if label, ok = statedValues[last]; !found || !ok || label == LabelBlocked {
		return label, false
	}
	if strings.HasSuffix(before, "not") && label == LabelDone {
		label = LabelFailed
	}
	return label, true
}

// isCapital reports whether a name is in capitals, which not every script has.
func isCapital(name string) bool {
	return name == strings.ToUpper(name) && name != strings.ToLower(name)
}

func isSmallLetter(c rune) bool { return c >= 'a' && c <= 'z' }

// parseStatedValue reads the value of a field: one of the known words, alone or
// before punctuation; in a header also one of being blocked before others, "blocked on the key".
func parseStatedValue(value string, header bool) (Label, bool) {
	value = strings.Trim(value, " \t*_\"'`✅❌🚫⛔⚠️")
	if at := strings.IndexAny(value, ".,;:(—–|}\"*`/。，、；：（"); at >= 0 {
		value = value[:at]
	}
	if at := strings.Index(value, " - "); at >= 0 {
		value = value[:at]
	}
	value = strings.ToLower(strings.TrimSpace(strings.Trim(value, "✅❌🚫⛔ ")))
	value = strings.NewReplacer(" ", "_", "-", "_").Replace(value)
	if label, ok := statedValues[value]; ok {
		return label, true
	}
	word, _, _ := strings.Cut(value, "_")
	return LabelBlocked, header && statedValues[word] == LabelBlocked || hasAnyPrefix(value, statedStarts)
}

// edgeLine is a line that may state how the work ended.
type edgeLine struct {
	start, end int
	field      bool // it stands among fields: in JSON, YAML or front matter
	marker     bool // a bare word in capitals counts here
	header     bool // it stands below the title that the message opens with
	value      bool // it is the value of a heading such as "Status"
	closing    bool // it stands in bold near the end
}

// How many lines are looked at.
const (
	lastLines   = 3
	fieldLines  = 60
	headerLines = 12
)

// findEdgeLines returns the first line, the fields below a title, the last lines and the fields of
// the last code block, in the order of the message, until it is called again.
func (r *reader) findEdgeLines() []edgeLine {
	out, own := r.scratch.lines[:0], r.scratch.own[:0]
	defer func() { r.scratch.lines, r.scratch.own = out, own }()
	add := func(line edgeLine) {
		text := r.message[line.start:line.end]
		line.start += len(text) - len(strings.TrimLeft(text, " \t\r"))
		line.end = line.start + len(strings.TrimSpace(r.message[line.start:line.end]))
		if text = r.message[line.start:line.end]; text != "" && len(text) <= sentenceLimit && utf8.ValidString(text) {
			out = append(out, line)
		}
	}
	firstField, lastQuoted := -1, -1
	for i, p := range r.pieces {
		if p.shape != shapeQuoted {
			if p.end > p.start {
				own = append(own, p)
			}
			continue
		}
		if p.end == p.start {
			continue
		}
		if lastQuoted != i-1 {
			firstField = i
		}
		lastQuoted = i
	}
	if len(own) > 0 {
		start, end := r.cutLine(own[0].start, own[0].end, false)
		add(edgeLine{start: start, end: end, marker: true})
		r.addHeader(own, add)
	}
	if object := strings.TrimSpace(r.message[:min(len(r.message), wholeLimit)]); strings.HasPrefix(object, "{") || strings.HasPrefix(object, "---\n") {
		r.addFields(strings.Index(r.message, object), len(object), add)
	} else if firstField >= 0 && r.isNearEnd(lastQuoted) {
		start := r.pieces[firstField].start
		r.addFields(start, r.pieces[lastQuoted].end-start, add)
	}
	r.addClosing(own, add)
	r.addSole(own, add)
	r.addDeclared(own, add)
	for i := max(1, len(own)-lastLines); i < len(own); i++ {
		start, end := r.cutLine(own[i].start, own[i].end, true)
		add(edgeLine{start: start, end: end, marker: true})
	}
	return out
}

// addDeclared adds the fields of an object that is the last line of the message, in which an agent declares
// how it ended: {"outcome": "refused", "obstacle": "The rules forbid it."}.
func (r *reader) addDeclared(own []piece, add func(edgeLine)) {
	if len(own) == 0 {
		return
	}
	last := own[len(own)-1]
	start := last.start + strings.LastIndexByte(strings.TrimRight(r.message[last.start:last.end], "\n"), '\n') + 1
	if object := strings.TrimSpace(r.message[start:last.end]); strings.HasPrefix(object, "{") && strings.HasSuffix(object, "}") {
		r.addFields(start+strings.IndexByte(r.message[start:], '{'), len(object), add)
	}
}

// addHeader adds the fields that stand right below a title, "# Import" and "Status: blocked", which may be
// headings too, or a heading and what stands below it.
func (r *reader) addHeader(own []piece, add func(edgeLine)) {
	if own[0].shape != shapeHeading {
		return
	}
	n := 0
	for i, p := range own[1:] {
		if p.shape == shapeHeading {
			heading := strings.Trim(r.message[p.start:p.end], " #*_")
			if strings.ContainsAny(heading, ":：") {
				add(edgeLine{start: p.start, end: p.end, header: true})
				continue
			}
			if below := own[1+i:]; len(below) > 1 && below[1].shape != shapeHeading && statusKeys[strings.ToLower(heading)] {
				start, end := r.cutLine(below[1].start, below[1].end, false)
				add(edgeLine{start: start, end: end, header: true, value: true})
			}
			return
		}
		at := p.start
		for line := range strings.Lines(r.message[p.start:p.end]) {
			if _, value, found := cutColon(line[:min(len(line), statedBytes)]); !found || value == "" || n == headerLines {
				return
			}
			add(edgeLine{start: at, end: at + len(line), header: true})
			at += len(line)
			n++
		}
	}
}

// closingLines is how many lines of its end a message has at most that may hold a field for its state in bold.
const closingLines = 16

// addClosing adds the fields in bold, "**Status:** NEEDS_INPUT", of the lines that a message ends in up to a heading. One that
// stands there more than once is said of each of several things.
func (r *reader) addClosing(own []piece, add func(edgeLine)) {
	n := 0
	for i := len(own) - 1; i > 0 && own[i].shape != shapeHeading; i-- {
		at := own[i].start
		for line := range strings.Lines(r.message[at:own[i].end]) {
			if key, _, _ := strings.Cut(line, ":"); strings.HasPrefix(line, "**") && strings.Count(r.message, "\n"+key+":") == 1 {
				add(edgeLine{start: at, end: at + len(line), closing: true})
			}
			at += len(line)
			n++
		}
		if n >= closingLines {
			return
		}
	}
}

// cutLine returns the first or the last line of a run of text.
func (r *reader) cutLine(start, end int, last bool) (int, int) {
	text := r.message[start:end]
	if last {
		return start + strings.LastIndexByte(text, '\n') + 1, end
	}
	if at := strings.IndexByte(text, '\n'); at >= 0 {
		return start, start + at
	}
	return start, end
}

// isNearEnd reports whether hardly any text follows the piece.
func (r *reader) isNearEnd(i int) bool {
	return len(strings.TrimSpace(r.message[r.pieces[i].end:])) <= 400
}

// addFields adds the fields of an object at its first level; in a text of lines,
// those that are not indented.
func (r *reader) addFields(at, length int, add func(edgeLine)) {
	text := r.message[at : at+length]
	if !strings.HasPrefix(text, "{") {
		n := 0
		for line := range strings.Lines(text) {
			if n++; n > fieldLines {
				return
			}
			if !strings.ContainsAny(line[:1], " \t\n-") || strings.HasPrefix(line, "---") {
				add(edgeLine{start: at, end: at + len(strings.TrimSuffix(line, "\n")), field: true, marker: true})
			}
			at += len(line)
		}
		return
	}
	eachField(text, func(from, to int) { add(edgeLine{start: at + from, end: at + to, field: true}) })
}

// eachField gives the bounds of every field of a JSON object at its first level to use.
// It reports whether the object is closed; text after that is no part of it.
func eachField(text string, use func(from, to int)) (closed bool) {
	depth, begin, inString := 0, 1, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
		case c == '}' || c == ']':
			if depth--; depth == 0 {
				use(begin, i)
				return true
			}
		case c == ',' && depth == 1:
			use(begin, i)
			begin = i + 1
		}
	}
	return false
}
