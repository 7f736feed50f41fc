package pgsource

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// Pauses between two looks whether anything was written.
const (
	leastPause = 250 * time.Millisecond
	mostPause  = 5 * time.Second
	lookShare  = 100
)

// cost is what a query takes by itself. On a busy machine it often waits for others.
type cost struct {
	last [8]time.Duration
	n    int
}

// add adds what the query took, and returns the least of the last few times.
func (c *cost) add(took time.Duration) time.Duration {
	c.last[c.n%len(c.last)] = took
	c.n++
	return slices.Min(c.last[:min(c.n, len(c.last))])
}

// look asks now and then whether anything was written to the server, and has the source
// refreshed when something was. It is told of the rest by LISTEN.
func (s *Source) look() {
	if len(s.queue.Listen) > 0 && !s.replica {
		s.background.Go(func() { listen(s.ended, s.cfg, s.queue.Listen, s.poke) })
	}
	position, pause, least := "", leastPause, cost{}
	for sleep(s.ended, pause) {
		began, now := time.Now(), ""
		ctx, cancel := context.WithTimeout(s.ended, statementTimeout)
		err := s.read(ctx, func(tx pgx.Tx) error {
			return tx.QueryRow(ctx, `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END::text`).Scan(&now)
		})
		cancel()
		pause = min(max(lookShare*least.add(time.Since(began)), leastPause), mostPause)
		s.mu.Lock()
		s.pause = pause
		s.mu.Unlock()
		if err != nil || now != position { // what is wrong is for a refresh to tell
			position = now
			s.poke()
		}
	}
}

// poke says that something may have changed.
func (s *Source) poke() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// pokeIn says so after a pause.
func (s *Source) pokeIn(pause time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.poking {
		return
	}
	s.poking = true
	s.background.Go(func() {
		sleep(s.ended, pause)
		s.mu.Lock()
		s.poking = false
		s.mu.Unlock()
		s.poke()
	})
}
