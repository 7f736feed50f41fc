package memory

import (
	"context"
	"database/sql"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
)

// Opinion is what the operator thinks of one finding about one task.
type Opinion struct {
	Rule   string
	Right  bool
	Reason string // hostile; may be empty
	At     time.Time
	seen   sighting
}

// NewOpinion returns an opinion on a finding as it is now.
func NewOpinion(f *model.Finding, right bool, reason string, at time.Time) Opinion {
	return Opinion{Rule: f.Rule, Right: right, Reason: cut(reason), At: at, seen: sightingOf(f)}
}

// Covers reports whether the opinion still holds for a finding of the same task:
// the rule saw nothing now that it had not seen when the opinion was given. More
// of the same is nothing new until there is twice as much of it.
func (o *Opinion) Covers(f *model.Finding) bool {
	return o.Rule == f.Rule && o.seen.covers(sightingOf(f))
}

// sighting is what a rule saw, as far as it matters for what was thought of it.
// Where something stood matters only when nothing is quoted, and not for
// repetitions, whose places move on with every round.
type sighting struct {
	severity model.Severity
	count    int
	marks    []string // sorted, without repetition
}

func sightingOf(f *model.Finding) sighting {
	s := sighting{severity: f.Severity, count: max(f.Count, 1)}
	for _, e := range f.Evidence {
		switch {
		case strings.TrimSpace(e.Quote) != "":
			s.marks = append(s.marks, hash("q", e.Quote))
		case s.count == 1:
			s.marks = append(s.marks, hash("w", e.Where))
		}
	}
	if len(f.Evidence) == 0 {
		s.marks = []string{hash("m", f.Message)}
	}
	slices.Sort(s.marks)
	s.marks = slices.Compact(s.marks)
	return s
}

// hash stands for a text without what changes by itself: counts, durations,
// moments.
func hash(kind, text string) string {
	if normal := cycle.NormalError(text); kind != "w" && normal != "" {
		text = normal
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(kind + "\x00" + text)) // a hash never fails to be written
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

func (s *sighting) covers(now sighting) bool {
	if now.severity > s.severity || now.count >= 2*s.count && now.count > 1 {
		return false
	}
	for _, m := range now.marks {
		if !slices.Contains(s.marks, m) {
			return false
		}
	}
	return true
}

// String is the sighting as the store keeps it, such as "2/3/1x8k2,9ab".
func (s *sighting) String() string {
	return fmt.Sprintf("%d/%d/%s", s.severity, s.count, strings.Join(s.marks, ","))
}

// parseSighting reads what String wrote; false for any other text, which older
// versions left.
func parseSighting(text string) (s sighting, ok bool) {
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return s, false
	}
	severity, err := strconv.ParseUint(parts[0], 10, 8)
	if err != nil || severity >= uint64(model.NumSeverities) {
		return s, false
	}
	count, err := strconv.Atoi(parts[1])
	if err != nil || count < 1 || count > 1<<30 {
		return s, false
	}
	s.severity, s.count = model.Severity(severity), count
	if parts[2] != "" {
		s.marks = strings.Split(parts[2], ",")
	}
	return s, true
}

// Opinions returns what the operator thinks of findings of one queue, by the id
// of the task and the newest first.
func (s *Store) Opinions(ctx context.Context, queue string) (map[string][]Opinion, error) {
	var all map[string][]Opinion
	err := s.do(ctx, func(db *sql.DB) error {
		all = map[string][]Opinion{}
		return readOpinions(ctx, db, absolute(queue), all)
	})
	if err != nil {
		return nil, fmt.Errorf("reading the memory: %w", err)
	}
	return all, nil
}

func readOpinions(ctx context.Context, db *sql.DB, path string, all map[string][]Opinion) error {
	const query = `SELECT m.id, m.rule, m.evidence, m.is_right, m.reason, m.at
		FROM marks m JOIN queues q ON q.id = m.queue WHERE q.path = ? ORDER BY m.at DESC`
	rows, err := db.QueryContext(ctx, query, path)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // Err below says what went wrong
	for rows.Next() {
		var id, seen string
		var at int64
		var o Opinion
		if err := rows.Scan(&id, &o.Rule, &seen, &o.Right, &o.Reason, &at); err != nil {
			return err
		}
		var ok bool
		if o.seen, ok = parseSighting(seen); ok {
			o.At = time.Unix(0, at).UTC()
			all[id] = append(all[id], o)
		}
	}
	return rows.Err()
}
