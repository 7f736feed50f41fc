package client

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"notdone/source/pgsource"
	"notdone/source/queue/schema"
)

// serverLink is a connection to a queue in PostgreSQL.
type serverLink struct {
	*pgsource.Client
	prepared map[string]prepared
}

// prepared is a statement whose parameters are $1, $2 and so on without a gap, and which of
// the block's parameters they are, counted from 1.
type prepared struct {
	text  string
	holds []int
}

// dialServer connects to a database. The name is that of the database without its password.
func dialServer(ctx context.Context, name string) (l *serverLink, shown string, err error) {
	c, err := pgsource.Dial(ctx, name)
	if err != nil {
		return nil, "", err
	}
	return &serverLink{Client: c, prepared: map[string]prepared{}}, c.Name(), nil
}

func (l *serverLink) close() error { return l.Close() }

func (l *serverLink) changes(ctx context.Context) <-chan struct{} {
	return l.Listen(ctx, schema.Channel)
}

func (l *serverLink) begin(ctx context.Context, reads bool) error { return l.Begin(ctx, reads) }

func (l *serverLink) commit(ctx context.Context) error { return l.Commit(ctx) }

func (l *serverLink) rollback(ctx context.Context) error { return l.Rollback(ctx) }

func (*serverLink) statements(block string) []string {
	return slices.DeleteFunc(schema.PostgresStatements(block), func(s string) bool { return s == "BEGIN;" || s == "COMMIT;" })
}

func (l *serverLink) exec(ctx context.Context, statement string, args []any) (changed int64, err error) {
	p, args, err := l.prepare(statement, args)
	if err != nil {
		return 0, err
	}
	return l.Exec(ctx, p, args...)
}

func (l *serverLink) query(ctx context.Context, statement string, args []any, row func(scan func(into ...any) error) error) error {
	p, args, err := l.prepare(statement, args)
	if err != nil {
		return err
	}
	return l.Query(ctx, p, row, args...)
}

// parameter matches a parameter in either dialect.
var parameter = regexp.MustCompile(`[?$](\d+)`)

// prepare returns a statement with those of the arguments that it has: PostgreSQL knows no
// type of a parameter that a statement passes over.
func (l *serverLink) prepare(statement string, args []any) (text string, own []any, err error) {
	p, known := l.prepared[statement]
	if !known {
		p.text = parameter.ReplaceAllStringFunc(statement, func(found string) string {
			n, _ := strconv.Atoi(found[1:]) // it has digits alone
			i := slices.Index(p.holds, n)
			if i < 0 {
				i, p.holds = len(p.holds), append(p.holds, n)
			}
			return "$" + strconv.Itoa(i+1)
		})
		p.text = strings.TrimSuffix(p.text, ";")
		l.prepared[statement] = p
	}
	for _, n := range p.holds {
		if n < 1 || n > len(args) {
			return "", nil, fmt.Errorf("no value for the parameter %d", n)
		}
		own = append(own, args[n-1])
	}
	return p.text, own, nil
}
