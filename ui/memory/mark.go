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
	"notdone/source"
)

// Mark is what the operator said of one finding about one task.
type Mark struct {
	Rule   string
	Right  bool
	Reason string // hostile; may be empty
	At     time.Time
	// Words are those that the finding is about, where it is about words; kept with the
	// mark, because the task will say something else when it was requeued.
	Words Words
	seen  fingerprint
}

// Words are a message and what was asked for. Both are hostile and may be empty.
type Words struct{ Said, Asked string }

// maxWords bounds what is kept of words, in bytes; of a longer message nothing is kept.
const maxWords = 64 << 10

// NewMark returns a mark on a finding as it is now.
func NewMark(f *model.Finding, right bool, reason string, at time.Time) Mark {
	return Mark{Rule: f.Rule, Right: right, Reason: cut(reason), At: at, seen: fingerprintOf(f)}
}

// Covers reports whether the mark still holds for a finding of the same task: the
// rule saw nothing now that it had not seen when the mark was set. More of the
// same is nothing new until there is twice as much of it.
func (m *Mark) Covers(f *model.Finding) bool {
	return m.Rule == f.Rule && m.seen.covers(fingerprintOf(f))
}

// Replaces reports whether the store keeps the mark in the place of the other one on the
// same task: both are about the same rule, which had seen the same.
func (m *Mark) Replaces(o *Mark) bool { return m.Rule == o.Rule && m.seen.String() == o.seen.String() }

// fingerprint identifies what a rule saw when the operator marked its finding.
// Where something stood matters only when nothing is quoted, and not for
// repetitions, whose places move on with every round.
type fingerprint struct {
	severity model.Severity
	count    int
	hashes   []string // sorted, without repetition
}

func fingerprintOf(f *model.Finding) fingerprint {
	s := fingerprint{severity: f.Severity, count: max(f.Count, 1)}
	for _, e := range f.Evidence {
		switch {
		case strings.TrimSpace(e.Quote) != "":
			s.hashes = append(s.hashes, hash("q", e.Quote))
		case s.count == 1:
			s.hashes = append(s.hashes, hash("w", e.Where))
		}
	}
	if len(f.Evidence) == 0 {
		s.hashes = []string{hash("m", f.Message)}
	}
	slices.Sort(s.hashes)
	s.hashes = slices.Compact(s.hashes)
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

func (s *fingerprint) covers(now fingerprint) bool {
	if now.severity > s.severity || now.count >= 2*s.count && now.count > 1 {
		return false
	}
	for _, m := range now.hashes {
		if !slices.Contains(s.hashes, m) {
			return false
		}
	}
	return true
}

// String is the fingerprint as the store keeps it, such as "2/3/1x8k2,9ab".
func (s *fingerprint) String() string {
	return fmt.Sprintf("%d/%d/%s", s.severity, s.count, strings.Join(s.hashes, ","))
}

// parseFingerprint reads what String wrote; false for any other text, which older
// versions left.
func parseFingerprint(text string) (s fingerprint, ok bool) {
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
		s.hashes = strings.Split(parts[2], ",")
	}
	return s, true
}

// MarksOn returns the operator's marks on findings of one queue, by the id of the
// task and the newest first.
func (s *Store) MarksOn(ctx context.Context, queue string) (map[string][]Mark, error) {
	const query = `SELECT m.id, m.rule, m.evidence, m.is_right, m.reason, m.at
		FROM marks m JOIN queues q ON q.id = m.queue WHERE q.path = ? ORDER BY m.at DESC`
	type row struct {
		id, seen string
		mark     Mark
	}
	rows, err := selectRows(ctx, s, query, []any{source.Absolute(queue)}, func(rows *sql.Rows) (r row, err error) {
		var at int64
		err = rows.Scan(&r.id, &r.mark.Rule, &r.seen, &r.mark.Right, &r.mark.Reason, &at)
		r.mark.At = time.Unix(0, at).UTC()
		return r, err
	})
	byID := map[string][]Mark{}
	for _, r := range rows {
		var ok bool
		if r.mark.seen, ok = parseFingerprint(r.seen); ok {
			byID[r.id] = append(byID[r.id], r.mark)
		}
	}
	return byID, err
}

// AddMark remembers what the operator said of one finding about a task. Of two
// marks that cover the finding the newer one holds. The error says that the mark
// is not kept.
func (s *Store) AddMark(ctx context.Context, ref model.Ref, m Mark) error {
	const insert = `INSERT OR REPLACE INTO marks(queue, id, rule, evidence, is_right, reason, at)
		VALUES (?, ?, ?, ?, ?, ?, ?)`
	err := s.write(ctx, func(tx *sql.Tx) error {
		queue, err := queueID(ctx, tx, ref.Queue)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, insert, queue, ref.ID, m.Rule, m.seen.String(), m.Right, m.Reason, m.At.UnixNano())
		if err != nil || m.Words.Said == "" || len(m.Words.Said) > maxWords {
			return err
		}
		const words = `INSERT OR REPLACE INTO marked_words(queue, id, rule, evidence, said, asked) VALUES (?, ?, ?, ?, ?, ?)`
		_, err = tx.ExecContext(ctx, words, queue, ref.ID, m.Rule, m.seen.String(), m.Words.Said, cut(m.Words.Asked))
		return err
	})
	if err = s.kept(err); err != nil {
		return fmt.Errorf("the mark is not kept: %w", err)
	}
	return nil
}

// RemoveMark forgets a mark and its words. A mark that somebody else has set in its place
// stays. The error says that it may come back.
func (s *Store) RemoveMark(ctx context.Context, ref model.Ref, m Mark) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		queue, err := queueID(ctx, tx, ref.Queue)
		if err != nil {
			return err
		}
		const where = ` WHERE queue = ? AND id = ? AND rule = ? AND evidence = ?`
		key := []any{queue, ref.ID, m.Rule, m.seen.String()}
		gone, err := tx.ExecContext(ctx, `DELETE FROM marks`+where+` AND at = ?`, append(key, m.At.UnixNano())...)
		if err != nil {
			return err
		}
		if n, err := gone.RowsAffected(); n == 0 {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM marked_words`+where, key...)
		return err
	})
	if err = s.kept(err); err != nil {
		return fmt.Errorf("the mark is not taken back: %w", err)
	}
	return nil
}

// kept returns the error of a write, or why what was written is forgotten with the process.
func (s *Store) kept(err error) error {
	if err == nil && !s.Persistent() {
		return s.Err()
	}
	return err
}

// Precision is how often the operator found a rule right and wrong.
type Precision struct{ Right, Wrong int }

// Precisions returns how often the operator found each rule right and wrong.
func (s *Store) Precisions(ctx context.Context) (map[string]Precision, error) {
	const query = `SELECT rule, sum(is_right), sum(1 - is_right) FROM marks GROUP BY rule`
	byRule := map[string]Precision{}
	_, err := selectRows(ctx, s, query, nil, func(rows *sql.Rows) (p Precision, err error) {
		var rule string
		err = rows.Scan(&rule, &p.Right, &p.Wrong)
		byRule[rule] = p
		return p, err
	})
	return byRule, err
}

// MarkedWords returns all marks on findings of these rules with the words that were
// kept with them, the oldest first; none without rules.
func (s *Store) MarkedWords(ctx context.Context, rules ...string) ([]Mark, error) {
	if len(rules) == 0 {
		return nil, nil
	}
	query := `SELECT m.rule, m.is_right, m.at, coalesce(w.said, ''), coalesce(w.asked, '')
		FROM marks m LEFT JOIN marked_words w USING (queue, id, rule, evidence)
		WHERE m.rule IN (` + list("?", len(rules)) + `) ORDER BY m.at, m.queue, m.id, m.rule`
	var args []any
	for _, r := range rules {
		args = append(args, r)
	}
	return selectRows(ctx, s, query, args, func(rows *sql.Rows) (m Mark, err error) {
		var at int64
		err = rows.Scan(&m.Rule, &m.Right, &at, &m.Words.Said, &m.Words.Asked)
		m.At = time.Unix(0, at).UTC()
		return m, err
	})
}
