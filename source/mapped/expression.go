package mapped

import (
	"fmt"
	"regexp"
	"strings"
)

// What a role names is a column, a value in a JSON column, or an SQL expression.

// jsonPath is a column and a path in the JSON that it holds: "payload -> user.name",
// "errors -> [-1].message".
var jsonPath = regexp.MustCompile(`^\s*([A-Za-z_][\w$]*)\s*->\s*([\w.$\[\]-]+)\s*$`)

// plainPath is a path without mistakes.
var plainPath = regexp.MustCompile(`^(\$|\$?\.?([\w$-]+|\[-?\d+\])(\.[\w$-]+|\[-?\d+\])*)$`)

// maxJSON is the size in bytes of the longest JSON text that is parsed for a path. SQLite
// would parse it anew for each path.
const maxJSON = 8 << 20

// expression returns the SQL of what a role names, over the columns of its table, whose
// alias is t. A name that is a column, in any case, is that column.
func expression(text string, columns map[string]string) string {
	if name, ok := columns[strings.ToLower(strings.TrimSpace(text))]; ok {
		return "t." + quoteName(name)
	}
	if m := jsonPath.FindStringSubmatch(text); m != nil {
		if name, ok := columns[strings.ToLower(m[1])]; ok {
			return JSONValue("t."+quoteName(name), m[2])
		}
	}
	return "(" + text + ")"
}

// IsJSON returns the SQL of whether a column holds JSON that may be parsed: text or JSONB. The 9 of
// json_valid is 1 (text) and 8 (JSONB, read to its end): SQLite fails to read a BLOB that only
// begins like JSONB, and with it the whole query. https://www.sqlite.org/json1.html#jvalid
func IsJSON(column string) string {
	return fmt.Sprintf("octet_length(%[1]s) <= %[2]d AND json_valid(%[1]s, 9)", column, maxJSON)
}

// JSONValue returns the SQL of the value at a path of the JSON in a column; NULL where there is
// none, or the column holds no JSON, or more of it than is parsed.
func JSONValue(column, path string) string {
	return fmt.Sprintf("CASE WHEN %s THEN json_extract(%s, %s) END", IsJSON(column), column, quoteText(sqlitePath(path)))
}

// sqlitePath returns a path as SQLite writes it: an index from the end is [#-1]. The path
// $ is the whole document.
func sqlitePath(path string) string {
	path = strings.TrimPrefix(path, "$")
	path = strings.ReplaceAll(path, "[-", "[#-")
	if path != "" && !strings.HasPrefix(path, "[") && !strings.HasPrefix(path, ".") {
		path = "." + path
	}
	return "$" + path
}

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
