package pgsource

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Pauses between two looks whether anything was written.
const (
	leastPause  = 250 * time.Millisecond
	mostPause   = 5 * time.Second // between two attempts to listen
	failedPause = time.Second     // after a question without an answer
	lookShare   = 100
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

// pauseAfter returns how long to wait after a question, so that questions take a hundredth of
// the time at most.
func pauseAfter(cost time.Duration) time.Duration { return max(lookShare*cost, leastPause) }

// positionQuery asks for a text that is another one after each commit. The log alone does not
// do on a primary: it has the commit before others see it. On a replica the transactions
// alone do not: those in progress are not listed.
const positionQuery = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text ELSE pg_current_snapshot()::text END`

// lookQuery asks for it, and for what may change with no commit here: the clock, whether the
// server is a read replica, and behind a pooler the server itself.
var lookQuery = strings.Replace(positionQuery, " END", " END, clock_timestamp(), pg_is_in_recovery(), pg_postmaster_start_time()", 1)

// look asks now and then whether anything was written to the server, and has the source
// refreshed when something was. It is told of the rest by LISTEN, unless the server is a read
// replica or behind a pooler.
func (s *Source) look(replica bool, another *link) {
	listens := len(s.queue.Listen) == 0
	position, pause, least := "", leastPause, cost{}
	var started time.Time // the server
	for sleep(s.ended, pause) {
		if !listens && !replica && !s.link.pooled.Load() {
			listens = true
			s.background.Go(func() { listen(s.ended, another, s.queue.Listen, s.poke) })
		}
		var began time.Time // behind the calls that run before it
		now := ""
		ctx, cancel := context.WithTimeout(s.ended, statementTimeout)
		err := s.connected(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			began = time.Now()
			var there, since time.Time
			err := conn.QueryRow(ctx, lookQuery).Scan(&now, &there, &replica, &since)
			moved := err == nil && !since.Equal(started) && !started.IsZero()
			if err == nil {
				started = since
			}
			if err == nil && (s.clock.follow(there, began) || replica != s.replica || moved) {
				s.fresh, position = true, "" // a refresh looks what is otherwise
			}
			return err
		})
		cancel()
		if pause = failedPause; err == nil {
			pause = pauseAfter(least.add(time.Since(began)))
		}
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

// pokeIn says so after a pause, unless it will before, or the source is closed.
func (s *Source) pokeIn(pause time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := time.Now().Add(pause)
	if s.ended.Err() != nil || s.poking != nil && !s.pokeAt.After(at) {
		return
	}
	s.stopPoking()
	var timer *time.Timer
	timer = time.AfterFunc(pause, func() {
		s.mu.Lock()
		if s.poking == timer {
			s.poking = nil
		}
		s.mu.Unlock()
		s.poke()
	})
	s.poking, s.pokeAt = timer, at
}

// stopPoking takes back a call for Refresh that is due later. The caller holds mu.
func (s *Source) stopPoking() {
	if s.poking != nil {
		s.poking.Stop()
		s.poking = nil
	}
}
