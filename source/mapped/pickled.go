package mapped

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"notdone/source/pgsource"
	"notdone/source/pickle"
	"notdone/source/sqlsource"
)

// Values that Python has pickled. A mapping names their roles, because only a whole pickle can be read: a text that is
// cut in SQL, as others are, would be none.

// maxPickled is how many bytes of a cell are read whole: a pickle in hexadecimal digits, or in base64.
const maxPickled = 2*pickle.MaxBytes + 2

// picklePaths are what is shown of a pickled value: paths with a space between, and "|" before one that is shown where the
// path before it leads to nothing.
var picklePaths = regexp.MustCompile(`^` + onePath + `([ |]` + onePath + `)*$`)

const onePath = `(\$|[\w$-]+|\[-?\d+\])(\.[\w$-]+|\[-?\d+\])*`

// validatePickled returns what is wrong with the roles whose values are pickled.
func (t *Table) validatePickled() error {
	for _, role := range slices.Sorted(maps.Keys(t.Pickled)) {
		paths := t.Pickled[role]
		switch {
		case !slices.Contains(TextRoles, role) || t.Roles[role] == "":
			return &misplaced{string(role), fmt.Errorf("%q cannot be pickled: it is no role of a text of this table", role)}
		case !picklePaths.MatchString(paths):
			return &misplaced{paths, fmt.Errorf("pickled %s: %q is no path: it is $ for the whole value, or such as args[0].name", role, paths)}
		}
	}
	return nil
}

// wholeCell is sqlsource.Ends for a cell that may hold a pickle: it is only cut where it is too long to be read, and a
// pickle as long as that is said to be so.
func wholeCell(expression string, most int) string {
	return fmt.Sprintf("CASE WHEN octet_length(%[1]s) <= %[2]d THEN %[1]s WHEN typeof(%[1]s) = 'blob' OR %[1]s GLOB 'gA[I-X]*' "+
		"THEN '[… ' || octet_length(%[1]s) || ' bytes …]' ELSE %[3]s END", expression, maxPickled, sqlsource.Ends(expression, most))
}

// wholePgCell is wholeCell in PostgreSQL, where bytes are a text of hexadecimal digits.
func wholePgCell(expression string, most int) string {
	return fmt.Sprintf("CASE WHEN length((%[1]s)::text) <= %[2]d THEN (%[1]s)::text WHEN (%[1]s)::text ~ '^(\\\\x|gA[I-X])' "+
		"THEN '[… ' || length((%[1]s)::text) || ' characters …]' ELSE %[3]s END", expression, maxPickled, pgsource.Ends(expression, most))
}

// unpickled returns what a cell of a role says whose values are pickled, cut to most characters. An array of JSON is each
// of its values, such as a function's arguments. false: there is no text in it.
func unpickled(role Role, cell any, paths string, most int) (string, bool) {
	var parts []string
	ok := false
	for _, one := range valuesOf(cell) {
		part, readable := unpickledOne(one, paths, role == RoleResult)
		if ok = ok || readable; part != "" {
			parts = append(parts, part)
		}
	}
	return cut(strings.Join(parts, " "), most), ok
}

// valuesOf returns the values of an array of JSON one of which is pickled; any other cell is one.
func valuesOf(cell any) []any {
	var all []any
	if text, ok := cell.(string); ok && strings.HasPrefix(text, "[") && json.Unmarshal([]byte(text), &all) == nil && slices.ContainsFunc(all, isPickled) {
		return all
	}
	return []any{cell}
}

func isPickled(cell any) bool {
	_, found, _ := pickle.Decode(cell)
	return found
}

// unpickledOne returns what a cell says, and whether that is its own text; what is not pickled is as elsewhere. A value that
// holds nothing says nothing, but as a result it says what the function returned: no result is missing.
func unpickledOne(cell any, paths string, result bool) (string, bool) {
	value, found, err := pickle.Decode(cell)
	switch {
	case !found:
		return said(cell), utf8.ValidString(sqlsource.Text(cell))
	case err != nil:
		return unreadable(sqlsource.Text(cell), err), false
	}
	var parts []string
	for choice := range strings.FieldsSeq(paths) {
		for path := range strings.SplitSeq(choice, "|") {
			if one := pickle.Find(value, path); !pickle.Empty(one) {
				parts = append(parts, pickle.Text(one))
				break
			}
		}
	}
	if result && len(parts) == 0 {
		return returned(pickle.Find(value, strings.Fields(paths)[0])), true
	}
	return strings.Replace(strings.Join(parts, " "), " : "+traceback, "\n"+traceback, 1), true // Django-Q writes both in one line
}

// unreadable is what stands for a pickle that cannot be read: no sentence, which would be taken for somebody's own.
func unreadable(text string, err error) string {
	if wrong, ok := errors.AsType[*pickle.SyntaxError](err); ok {
		return fmt.Sprintf("[… a pickle, unreadable at byte %d …]", wrong.At)
	}
	return bytesAlone(len(text))
}

// returned says what a function returned that holds nothing; empty: an empty text.
func returned(value any) string {
	switch value {
	case nil:
		return "returned None" // as mappings say it where a library keeps None as NULL
	case "":
		return ""
	}
	return "returned " + pickle.Text(value)
}

// traceback is how Python begins to tell where an exception is from; what stands before it is its message.
const traceback = "Traceback (most recent call last):\n"

// cut keeps most characters of a text, as sqlsource.Ends does: the first quarter from its beginning, the rest from its end.
func cut(text string, most int) string {
	n := utf8.RuneCountInString(text)
	if len(text) <= most || n <= most {
		return text
	}
	const between = "\n[…]\n"
	head, tail := 0, 0
	at := 0
	for i := range text {
		switch at {
		case most / 4:
			head = i
		case n - (most - most/4 - utf8.RuneCountInString(between)):
			tail = i
		}
		at++
	}
	return text[:head] + between + text[tail:]
}
