package mapped

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

const (
	largeRows  = 1000    // of a table through which a look for each task is slow
	largeBytes = 400_000 // of such a table in PostgreSQL
)

// lookup is SQL of a mapping that reads all of another table.
type lookup struct {
	of     string // the role or the flag
	table  string
	often  string // how often it is read
	column string // by which it could be found; empty: unknown
}

// fact says what is slow, and which index would help.
func (l lookup) fact() source.Fact {
	text := fmt.Sprintf("%s: all of %s is read %s", l.of, l.table, l.often)
	if l.column != "" {
		text += fmt.Sprintf("; an index on %s(%s) would help", l.table, l.column)
	}
	return source.Fact{Name: "slow", Value: text}
}

// named are the expressions of the table and what the mapping calls them.
func (t *table) named(each func(of, expression string) error) error {
	for i, e := range t.exprs {
		if err := each("the role "+string(t.roles[i]), e); err != nil {
			return err
		}
	}
	for i, e := range t.tests {
		if err := each("the flag "+t.flags[i], e); err != nil {
			return err
		}
	}
	return nil
}

// slowLookups returns what SQLite can only answer by reading another table for each task.
func (t *table) slowLookups(ctx context.Context, q sqlitedb.Queryer) (slow []source.Fact, err error) {
	err = t.named(func(of, expression string) error {
		if !lookingElsewhere.MatchString(expression) {
			return nil
		}
		for _, alias := range scans(ctx, q, "SELECT "+expression+" FROM "+t.from()+" t") {
			l := lookup{of: of, often: "for each task", table: tableOf(expression, alias), column: columnOfRow(expression, alias)}
			if l.table == "" {
				continue
			}
			large, err := sqlsource.One(ctx, q, fmt.Sprintf("SELECT 1 FROM %s LIMIT 1 OFFSET %d", quoteName(l.table), largeRows))
			if err != nil {
				return err
			}
			if fact := l.fact(); large != nil && !slices.Contains(slow, fact) {
				slow = append(slow, fact)
			}
		}
		return nil
	})
	return slow, err
}

// scans returns the names under which a statement reads whole tables again for each row. It has
// none where SQLite cannot say.
func scans(ctx context.Context, q sqlitedb.Queryer, statement string) (aliases []string) {
	again := map[int]bool{} // parts of the plan that are done for each row
	_ = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		detail := r.Text("detail")
		words := strings.Fields(detail)
		repeated := again[r.Int("parent")]
		again[r.Int("id")] = repeated || strings.HasPrefix(detail, "CORRELATED")
		switch {
		case !repeated || len(words) < 2 || strings.Contains(detail, "VIRTUAL TABLE"):
		case words[0] == "SCAN" && words[1] != "CONSTANT", words[0] == "SEARCH" && strings.Contains(detail, " AUTOMATIC "):
			aliases = append(aliases, words[1])
		}
		return nil
	}, "EXPLAIN QUERY PLAN "+statement)
	return aliases
}

// tableOf returns the table that has a name in an expression; empty: none that can be told.
func tableOf(expression, alias string) string {
	for _, m := range readTables.FindAllStringSubmatch(expression, -1) {
		if strings.EqualFold(m[3], alias) || strings.EqualFold(m[1]+m[2], alias) && (m[3] == "" || strings.EqualFold(m[3], "where")) {
			return m[1] + m[2]
		}
	}
	return ""
}

// readTables finds the tables of a query: in quotes, or plain, and their other names.
var readTables = regexp.MustCompile(`(?i)\b(?:from|join)\s+(?:"([^"]+)"|(\w+))(?:\s+(?:as\s+)?(\w+))?`)

// columnOfRow returns the column of a table that an expression compares with the task's row.
func columnOfRow(expression, alias string) string {
	name := `\b` + regexp.QuoteMeta(alias) + `\.(?:"([^"]+)"|(\w+))`
	of := regexp.MustCompile(`(?i)` + name + `\s*=\s*t\.|\bt\.(?:"[^"]+"|\w+)\s*=\s*` + name)
	m := of.FindStringSubmatch(expression)
	if m == nil {
		return ""
	}
	return m[1] + m[2] + m[3] + m[4]
}

// planNode is a part of what PostgreSQL says of a statement.
type planNode struct {
	Type     string     `json:"Node Type"`
	Kind     string     `json:"Parent Relationship"`
	Schema   string     `json:"Schema"`
	Relation string     `json:"Relation Name"`
	Alias    string     `json:"Alias"`
	Plans    []planNode `json:"Plans"`
}

// slowLookups returns what PostgreSQL plans to answer by reading all of another table, for each task
// or into its memory, and whether the tasks themselves are a view.
func (t *pgTable) slowLookups(ctx context.Context, tx pgx.Tx) (slow []source.Fact, err error) {
	kind := ""
	if err := tx.QueryRow(ctx, "SELECT coalesce((SELECT relkind::text FROM pg_class WHERE oid = to_regclass($1)), '')", pgsource.Name(t.Name)).Scan(&kind); err != nil {
		return nil, err
	}
	if kind == "v" {
		slow = append(slow, source.Fact{Name: "slow", Value: t.Name + " is a view: each look runs its query, and no index of its own can help"})
	}
	err = t.named(func(of, expression string) error {
		if !lookingElsewhere.MatchString(expression) {
			return nil
		}
		var text []byte
		if err := tx.QueryRow(ctx, "EXPLAIN (VERBOSE, FORMAT JSON) SELECT "+expression+" FROM "+t.shape.From+" t LIMIT 1").Scan(&text); err != nil {
			return err
		}
		var plans []struct{ Plan planNode }
		if err := json.Unmarshal(text, &plans); err != nil {
			return fmt.Errorf("the plan of %s: %w", of, err)
		}
		for i := range plans {
			for _, node := range plans[i].Plan.scansBelow(false) {
				large := false
				if err := tx.QueryRow(ctx, "SELECT pg_relation_size(to_regclass($1)) > $2", pgsource.Name(node.Schema+"."+node.Relation), largeBytes).Scan(&large); err != nil {
					return err
				}
				fact := lookup{of: of, often: "at each look", table: node.Relation, column: columnOfRow(expression, node.Alias)}.fact()
				if large && !slices.Contains(slow, fact) {
					slow = append(slow, fact)
				}
			}
		}
		return nil
	})
	return slow, err
}

// scansBelow returns the nodes that read a whole table in a subquery about the task's row.
func (n *planNode) scansBelow(subquery bool) (found []planNode) {
	subquery = subquery || n.Kind == "SubPlan"
	if subquery && n.Type == "Seq Scan" {
		found = append(found, *n)
	}
	for i := range n.Plans {
		found = append(found, n.Plans[i].scansBelow(subquery)...)
	}
	return found
}
