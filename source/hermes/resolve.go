package hermes

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
)

// finder finds the tasks of a board that are called so in one way.
type finder func(ctx context.Context, b *board, name string) ([]string, error)

// Resolve implements source.Source. A name that means several tasks is not
// found; the error says which.
func (r *reader) Resolve(ctx context.Context, name string) (string, error) {
	ctx, leave, err := r.enter(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	slug, bare, full := strings.Cut(name, "/")
	if !r.root || !full {
		slug, bare = "", name
	}
	ways := []finder{findTask, findRun, findSession}
	if filepath.IsAbs(name) {
		slug, bare, ways = "", name, []finder{findFolder}
	}
	for _, way := range ways {
		var found []string
		for _, b := range r.boards {
			if slug != "" && b.slug != slug {
				continue
			}
			ids, err := way(ctx, b, bare)
			if err != nil {
				return "", fmt.Errorf("cannot look for %s on %s: %w", name, b.name(), err)
			}
			for _, id := range ids {
				found = append(found, b.prefix+id)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return "", fmt.Errorf("%s may be %s: %w", name, strings.Join(found, ", "), source.ErrNotFound)
		}
	}
	return "", fmt.Errorf("%s: %w", name, source.ErrNotFound)
}

func findTask(ctx context.Context, b *board, id string) ([]string, error) {
	return b.find(ctx, "SELECT id FROM tasks WHERE id = ?1", id)
}

func findRun(ctx context.Context, b *board, id string) ([]string, error) {
	if !b.schema.has(tabRuns) {
		return nil, nil
	}
	return b.find(ctx, "SELECT task_id FROM task_runs WHERE id = ?1", id)
}

// find returns the ids that a query for a name, its first argument, yields.
func (b *board) find(ctx context.Context, query, name string, args ...any) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	var ids []string
	err := b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		ids = nil
		return scanRows(ctx, q, 1, func(v []any) { ids = append(ids, text(v[0])) }, query, append([]any{name}, args...)...)
	})
	return ids, err
}
