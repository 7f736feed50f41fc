package hermes

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"notdone/source"
	"notdone/source/sqlitedb"
)

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
	ways := []func(*schema) string{byTask, byRun, bySession}
	if filepath.IsAbs(name) {
		slug, bare, ways = "", name, []func(*schema) string{byWorkspace}
	}
	for _, way := range ways {
		var found []string
		for _, b := range r.boards {
			if slug != "" && b.slug != slug {
				continue
			}
			ids, err := b.find(ctx, way(b.schema), bare)
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

func byTask(*schema) string { return "SELECT id FROM tasks WHERE id = ?1" }

func byRun(s *schema) string {
	if !s.has(tabRuns) {
		return ""
	}
	return "SELECT task_id FROM task_runs WHERE id = ?1"
}

func bySession(s *schema) string {
	if !s.columns[tabTasks]["session_id"] {
		return ""
	}
	return "SELECT id FROM tasks WHERE session_id = ?1 LIMIT 3"
}

// byWorkspace finds the task that has a folder to itself.
func byWorkspace(*schema) string { return "SELECT id FROM tasks WHERE workspace_path = ?1 LIMIT 3" }

func (b *board) find(ctx context.Context, query, name string) ([]string, error) {
	if query == "" || name == "" {
		return nil, nil
	}
	var ids []string
	err := b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		ids = nil
		return scanRows(ctx, q, 1, func(v []any) { ids = append(ids, text(v[0])) }, query, name)
	})
	return ids, err
}
