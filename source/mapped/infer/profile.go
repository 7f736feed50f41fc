package infer

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"notdone/source/mapped"
	"notdone/source/pickle"
)

// mostValues is how many different values of a column are counted.
const mostValues = 60

// profile is what the sampled values of a column show.
type profile struct {
	rows     int
	set      int // neither NULL nor empty
	nonzero  int // set, and neither 0, "0", "[]", "{}" nor a date of zeros
	distinct map[string]int
	many     bool // there are more different values than mostValues
	times    int  // that can be a time of these decades
	numbers  int
	texts    int
	blobs    int
	pickles  int // bytes or texts that Python has pickled
	json     int // objects and arrays
	opaque   int // identifiers: UUIDs, hexadecimal digits, numbers
	words    int // texts of several words
	length   int // of all texts together
	maxNum   float64
}

// blank are texts that say that there is nothing.
var blank = map[string]bool{"": true, "0": true, "[]": true, "{}": true, "null": true, "NULL": true, "{ }": true}

// profileOf looks at values of a column.
func profileOf(values []any) profile {
	p := profile{rows: len(values), distinct: map[string]int{}}
	for _, v := range values {
		p.add(v)
	}
	return p
}

func (p *profile) add(v any) {
	text := textOf(v)
	if v == nil || text == "" {
		return
	}
	p.set++
	if !blank[text] && !noDate(text) {
		p.nonzero++
	}
	if _, ok := p.distinct[text]; ok || len(p.distinct) < mostValues {
		p.distinct[text]++
	} else {
		p.many = true
	}
	if isTime(v) {
		p.times++
	}
	if _, ok, _ := pickle.Decode(v); ok {
		p.pickles++
	}
	switch v := v.(type) {
	case int64:
		p.numbers, p.maxNum = p.numbers+1, max(p.maxNum, float64(v))
	case float64:
		p.numbers, p.maxNum = p.numbers+1, max(p.maxNum, v)
	case []byte:
		p.blobs++
	default:
		p.addText(text)
	}
}

func (p *profile) addText(text string) {
	p.texts++
	p.length += len(text)
	switch {
	case isJSON(text):
		p.json++
	case opaque(text):
		p.opaque++
	case strings.ContainsAny(strings.TrimSpace(text), " \n"):
		p.words++
	}
}

// share returns a part of the set values.
func (p *profile) share(n int) float64 {
	if p.set == 0 {
		return 0
	}
	return float64(n) / float64(p.set)
}

// textOf returns a value as a text.
func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case []byte:
		return string(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(v)
}

// isTime reports whether a value can be a time of these decades.
func isTime(v any) bool {
	switch v := v.(type) {
	case int64:
		if !timelike(float64(v)) {
			return false
		}
	case float64:
		if !timelike(v) {
			return false
		}
	case string:
		if len(v) < 10 || len(v) > 64 || !strings.ContainsAny(v[:1], "012") {
			return false
		}
		if f, err := strconv.ParseFloat(v, 64); err == nil && !timelike(f) {
			return false
		}
	default:
		return false
	}
	at := mapped.TimeOf(v, mapped.UnitAuto)
	return at.After(earliest) && at.Before(latestTime)
}

var (
	earliest   = time.Date(2001, 9, 9, 0, 0, 0, 0, time.UTC) // 1,000,000,000 seconds
	latestTime = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)
)

// timelike leaves out numbers that would be a time only as a Julian day or by chance.
func timelike(f float64) bool { return math.Abs(f) >= 1e9 }

// isJSON reports whether a text begins as a JSON object or array; its end may be cut.
func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || text[0] != '{' && text[0] != '[' {
		return false
	}
	d := json.NewDecoder(strings.NewReader(text))
	if _, err := d.Token(); err != nil {
		return false
	}
	if !d.More() {
		return len(text) < 8
	}
	_, err := d.Token()
	return err == nil
}

var opaqueText = regexp.MustCompile(`^(?i)([a-z]{1,12}[-_:])?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{8,}|[0-9a-hjkmnp-tv-z]{26}|[0-9.,:+-]+|[a-z0-9_-]{0,6}\d{1,12})$`)

// opaque reports whether a text is an identifier that says nothing to a person.
func opaque(text string) bool {
	text = strings.TrimSpace(text)
	if opaqueText.MatchString(text) {
		return true
	}
	if strings.ContainsAny(text, " \n") || len(text) < 16 {
		return false
	}
	digits := 0
	for _, r := range text {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return digits*3 > len(text)
}

// informative reports whether the values differ and are texts that a person can read.
func (p *profile) informative() float64 {
	if p.set == 0 || p.rows == 0 {
		return 0
	}
	readable := p.share(p.texts-p.opaque-p.json) * float64(p.set) / float64(p.rows)
	if len(p.distinct) < 2 && p.set > 2 {
		readable *= 0.4
	}
	return readable
}

// isYesNo reports whether the column holds only 0 and 1, or true and false.
func (p *profile) isYesNo() bool {
	for v := range p.distinct {
		if v != "0" && v != "1" && v != "true" && v != "false" {
			return false
		}
	}
	return !p.many
}
