package sqlsource

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
)

// Store is one open database of a queue.
type Store struct {
	File
	// Ordinal is a number that identifies the database within its queue, for row numbers
	// that are unique in one database only. It is never used again.
	Ordinal int64

	// Indexes are indexes in memory that the file lacks. Start requires them; they are
	// updated before each read.
	Indexes *sqlitedb.Indexes

	searched []string // the columns that Find has looked up

	besides []*beside

	name   string // in messages
	db     *sqlitedb.DB
	queue  Queue
	shape  *Shape
	schema int64 // SQLite's schema version, which changes with the schema
	follow follow
	picked *picked // of the listing that is under way; nil: of no phase
	pace   pace
	only   func(*model.Case) bool // see source.Query, of the page that is read
	stale  bool                   // what was read earlier is invalid: start must be called
	missed bool                   // a listing had to leave it out
	lost   error                  // the error of the last read; nil when it succeeded

	unlisted unlisted // as it was counted last

	// unfit is the reason in the schema for which nothing can be acted on. readOnly is
	// that reason or another one, such as permissions, as the cases that were read carry
	// it. Both are empty when there is none.
	unfit, readOnly string
	crowded         bool // it is one of so many that access is checked with each change only
}

// pace is the number of rows of each kind that one transaction reads while it keeps the
// owner from committing.
type pace struct{ tasks, log, marks, rows, sieve, titles sqlitedb.Pace }

// openStore opens one database.
func (s *Source) openStore(ctx context.Context, f File, o sqlitedb.Options) (*Store, error) {
	db, err := sqlitedb.Open(ctx, f.Path, o)
	if errors.Is(err, sqlitedb.ErrEmpty) {
		return nil, fmt.Errorf("%w: %w", err, ErrNotMine)
	}
	if err != nil {
		return nil, err
	}
	store := &Store{File: f, Ordinal: s.ordinals, name: s.cfg.Path, db: db, crowded: o.Release}
	for _, path := range f.Beside {
		store.besides = append(store.besides, &beside{path: path, opts: o})
	}
	if f.Group != "" {
		store.name = strings.TrimSpace(s.cfg.Part + " " + f.Group)
	}
	if err := store.start(ctx, s.cfg.Format); err != nil {
		return nil, errors.Join(err, store.close())
	}
	s.ordinals++
	return store, nil
}

// start reads the database as a new one and sets the position in its log from which
// Refresh reports changes.
func (s *Store) start(ctx context.Context, format Format) error {
	var queue Queue
	s.Indexes, s.searched = s.db.NewIndexes(), nil
	err := s.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) (err error) {
		if s.schema, err = schemaVersion(ctx, q); err != nil {
			return err
		}
		if queue, err = format.Start(ctx, q, s); err != nil {
			return err
		}
		if s.shape = queue.Shape(); s.shape.Unsorted {
			s.shape.Order = ""
		}
		s.unfit = s.shape.ReadOnly
		if actor, acts := queue.(Actor); acts {
			if why, refused := sqlitedb.Refusal(s.db.CheckSchema(ctx, q, actor.Writing())); refused {
				s.unfit = why
			}
		}
		s.follow, err = beginning(ctx, q, queue, s.shape)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	s.queue, s.readOnly = queue, s.refusal()
	s.stale, s.missed = false, false
	return nil
}

// refusal returns why nothing can be acted on now; empty when something can.
func (s *Store) refusal() string {
	if s.unfit != "" {
		return s.unfit
	}
	why, _ := sqlitedb.Refusal(s.db.CheckAccess())
	return why
}

func schemaVersion(ctx context.Context, q sqlitedb.Queryer) (v int64, err error) {
	err = q.QueryRowContext(ctx, `PRAGMA schema_version`).Scan(&v)
	return v, err
}

// acts reports whether the database can be acted on at all.
func (s *Store) acts() bool {
	_, acts := s.queue.(Actor)
	return acts
}

// prefix returns the beginning of every id of the database.
func (s *Store) prefix() string {
	if s.Group == "" {
		return ""
	}
	return s.Group + "/"
}

// Info returns the description of the file.
func (s *Store) Info() sqlitedb.Info { return s.db.Info() }

// Read runs fn in one transaction; see sqlitedb.DB.Read.
func (s *Store) Read(ctx context.Context, fn func(ctx context.Context, q sqlitedb.Queryer) error) error {
	return s.db.Read(ctx, fn)
}

// ReadPart is Read for work that can be split; see sqlitedb.DB.ReadPart.
func (s *Store) ReadPart(ctx context.Context, p *sqlitedb.Pace, most int, fn func(ctx context.Context, q sqlitedb.Queryer, rows int) error) error {
	return s.db.ReadPart(ctx, p, most, fn)
}

// readTasks reads tasks in one transaction. pick returns at most most entries; it may be
// called several times and must begin anew each time.
func (s *Store) readTasks(ctx context.Context, most int, whole bool, pick func(ctx context.Context, q sqlitedb.Queryer, most int) ([]entry, error)) (entries []entry, cases []model.Case, err error) {
	if err := s.Indexes.Update(ctx); err != nil {
		return nil, nil, err
	}
	for {
		err = s.withBesides(ctx, 0, func(ctx context.Context) error {
			return s.db.ReadPart(ctx, &s.pace.tasks, most, func(ctx context.Context, q sqlitedb.Queryer, most int) (err error) {
				if entries, err = pick(ctx, q, most); err != nil {
					return err
				}
				cases, err = s.load(ctx, q, entries, whole)
				return err
			})
		})
		if unready, ok := errors.AsType[Unready](err); ok {
			if err := unready.Prepare(ctx); err != nil {
				return nil, nil, err
			}
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		if k, ok := s.queue.(Keeper); ok && len(cases) > 0 { // else nothing was loaded
			k.Keep()
		}
		return entries, cases, nil
	}
}

// load returns the cases of the entries, in their order. Those that were not read with
// their entries are read; tasks that do not exist are left out.
func (s *Store) load(ctx context.Context, q sqlitedb.Queryer, entries []entry, whole bool) ([]model.Case, error) {
	cases := make([]model.Case, 0, len(entries))
	at := make(map[string]int, len(entries))
	var ids []string
	for i := range entries {
		e := &entries[i]
		if _, twice := at[e.id]; e.id == "" || twice {
			continue
		}
		at[e.id] = len(cases)
		if e.read != nil {
			cases = append(cases, *e.read)
			continue
		}
		cases, ids = append(cases, model.Case{}), append(ids, e.id)
	}
	if len(ids) > 0 {
		found, err := s.queue.Load(ctx, q, ids, whole)
		if err != nil {
			return nil, err
		}
		for _, c := range found {
			cases[at[s.bareID(c)]] = *c
		}
		cases = slices.DeleteFunc(cases, func(c model.Case) bool { return c.Task.ID == "" })
	}
	for i := range cases {
		cases[i].ReadOnly = s.readOnly
		cycle.IgnoreUndoneReleases(&cases[i], s.shape.UndoNote)
	}
	return cases, nil
}

// facts returns the facts about the database, named after it if asked for.
func (s *Store) facts(named bool) []source.Fact {
	info, prefix := s.db.Info(), ""
	if s.Group != "" && named {
		prefix = s.name + " "
	}
	facts := append([]source.Fact{}, s.shape.Facts...)
	facts = append(facts,
		source.Fact{Name: "journal mode", Value: info.JournalMode},
		source.Fact{Name: "read as", Value: info.Mode.String()},
		source.Fact{Name: "owner", Value: info.Owner},
		source.Fact{Name: "changes", Value: s.noticed()},
	)
	facts = append(facts, s.missingIndexes()...)
	if info.NetworkFS != "" {
		facts = append(facts, source.Fact{Name: "file system", Value: info.NetworkFS + " (network)"})
	}
	if s.lost != nil {
		facts = append(facts, source.Fact{Name: "unreadable", Value: s.lost.Error()})
	}
	for i := range facts {
		facts[i].Name = prefix + facts[i].Name
	}
	return facts
}

// missingIndexes returns a fact for each index that would make reading quicker. notdone
// creates none: it writes to a queue only what an operator has confirmed.
func (s *Store) missingIndexes() (facts []source.Fact) {
	add := func(index, without string) {
		facts = append(facts, source.Fact{Name: "missing index", Value: index + ": " + without + "; it would take about 40 bytes a row in the file"})
	}
	switch {
	case !s.shape.Unsorted || s.shape.Lacks == "":
	case s.shape.Ended != nil:
		add(s.shape.Lacks, "every row is read at the start, and now and then after a commit, to find those that have not ended")
	default:
		add(s.shape.Lacks, "tasks are listed in the order of arrival, whatever their state")
	}
	for _, index := range s.Indexes.Missing() {
		add(index, "the column of every row is read at the start and kept in memory, 16 bytes a row")
	}
	return facts
}
