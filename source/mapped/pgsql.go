package mapped

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"notdone/source/pgsource"
)

// Dialect is what a mapping says otherwise for PostgreSQL.
type Dialect struct {
	Roles map[Role]string   `toml:"roles,omitempty"`
	Flags map[string]string `toml:"flags,omitempty"`
	Where string            `toml:"where,omitempty"`
	// Ended is a condition for rows that have ended and hardly ever change, for a queue
	// whose status does not tell. An index should serve its contrary.
	Ended string `toml:"ended,omitempty"`
}

// inSchema returns the mapping with the names that its tables have in a database, given the
// columns of each table there: a table that the search path does not find is looked for in
// the schema of the mapping.
func (m *Mapping) inSchema(there map[string][]string) *Mapping {
	if m.Schema == "" {
		return m
	}
	named := func(table string) string {
		within := m.Schema + "." + table
		if table == "" || len(there[table]) > 0 || len(there[within]) == 0 {
			return table
		}
		return within
	}
	other := *m
	other.Signature, other.Tables = map[string][]string{}, slices.Clone(m.Tables)
	for table, columns := range m.Signature {
		other.Signature[named(table)] = columns
	}
	for i := range other.Tables {
		t := &other.Tables[i]
		t.Name, t.Actions = named(t.Name), slices.Clone(t.Actions)
		for j := range t.Actions {
			a := &t.Actions[j]
			a.Writes, a.Postgres = slices.Clone(a.Writes), slices.Clone(a.Postgres)
			for _, writes := range [][]Write{a.Writes, a.Postgres} {
				for k := range writes {
					writes[k].Table = named(writes[k].Table)
				}
			}
		}
	}
	return &other
}

// pgColumns are the columns of a table in PostgreSQL.
type pgColumns struct {
	names map[string]string // as they are written, by their names in small letters
	kinds map[string]string // their types, by their names as written
	tests bool              // the server says of a text whether it is JSON: from PostgreSQL 16 on
}

// findColumns returns the columns of a table; empty: it is not there.
func findColumns(ctx context.Context, tx pgx.Tx, there pgsource.Columns, table string) (pgColumns, error) {
	c := pgColumns{names: map[string]string{}, kinds: map[string]string{}}
	for _, column := range there[table] {
		c.names[strings.ToLower(column.Name)], c.kinds[column.Name] = column.Name, column.Type
	}
	err := tx.QueryRow(ctx, `SELECT current_setting('server_version_num')::int >= 160000`).Scan(&c.tests)
	return c, err
}

// expression is expression for PostgreSQL. An element of an array column is counted from
// its end when its index is negative, as in JSON.
func (c *pgColumns) expression(text string) string {
	if name, ok := c.names[strings.ToLower(strings.TrimSpace(text))]; ok {
		return "t." + quoteName(name)
	}
	sql := "(" + asJSON.ReplaceAllStringFunc(text, func(call string) string { return c.jsonOfText(asJSON.FindStringSubmatch(call)[1]) }) + ")"
	m := jsonPath.FindStringSubmatch(text)
	if m == nil {
		return sql
	}
	name, ok := c.names[strings.ToLower(m[1])]
	if !ok {
		return sql
	}
	column, steps := "t."+quoteName(name), pathSteps(m[2])
	kind, isArray := strings.CutSuffix(c.kinds[name], "[]")
	if isArray && len(steps) > 0 {
		if i, err := strconv.Atoi(steps[0]); err == nil {
			if at := strconv.Itoa(i + 1); i < 0 {
				column = fmt.Sprintf("%s[array_upper(%[1]s, 1) + %d]", column, i+1)
			} else {
				column += "[" + at + "]"
			}
			steps = steps[1:]
		}
		if len(steps) == 0 {
			return "(" + column + ")"
		}
	}
	if kind != "jsonb" { // json may hold an escape for NUL, too
		column = c.jsonOfText(column)
	}
	return "(" + column + " #>> " + quoteText("{"+strings.Join(quoteSteps(steps), ",")+"}") + ")"
}

// asJSON is what SQL of a mapping says for the JSON in a column of texts.
var asJSON = regexp.MustCompile(`\bas_json\(([\w.]+)\)`)

// jsonOfText returns the SQL of the JSON in a column of texts; NULL where it is none, or more than
// is parsed. Before PostgreSQL 16 a text that only begins like JSON cannot be told from it, and ends
// the query. PostgreSQL has no character NUL and refuses JSON with an escape for one, and with it the
// whole query: it is left out. Behind an odd number of backslashes it is an escape.
func (c *pgColumns) jsonOfText(column string) string {
	text := column + "::text"
	kept := `CASE WHEN octet_length(` + text + `) > ` + strconv.Itoa(maxJSON) + ` OR ` + text + ` !~ '^\s*[\[{"]' THEN NULL
		WHEN strpos(` + text + `, '\u0000') = 0 THEN ` + text + `
		ELSE regexp_replace(` + text + `, '(?<!\\)((\\\\)*)\\u0000', '\1', 'g') END`
	if !c.tests {
		return "(" + kept + ")::jsonb"
	}
	return "(SELECT CASE WHEN pg_input_is_valid(kept, 'jsonb') THEN kept::jsonb END FROM (SELECT " + kept + " AS kept) AS texts)"
}

var pathStep = regexp.MustCompile(`\[(-?\d+)\]|[^.\[\]]+`)

// pathSteps splits "a.b[-1]" into a, b and -1.
func pathSteps(path string) (steps []string) {
	for _, m := range pathStep.FindAllStringSubmatch(strings.TrimPrefix(path, "$"), -1) {
		if m[1] != "" {
			steps = append(steps, m[1])
		} else {
			steps = append(steps, m[0])
		}
	}
	return steps
}

func quoteSteps(steps []string) []string {
	quoted := make([]string, len(steps))
	for i, s := range steps {
		quoted[i] = strconv.Quote(s)
	}
	return quoted
}
