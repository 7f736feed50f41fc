package pgsource

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Pauses between two looks whether anything was written.
const (
	leastPause = 250 * time.Millisecond
	mostPause  = 5 * time.Second
	lookShare  = 100
)

// look asks now and then whether anything was written to the server, and has the source
// refreshed when something was. It is told of the rest by LISTEN.
func (s *Source) look() {
	if len(s.queue.Listen) > 0 && !s.replica {
		s.background.Go(s.listen)
	}
	position, pause := "", leastPause
	for s.sleep(pause) {
		began, now := time.Now(), ""
		ctx, cancel := context.WithTimeout(s.ended, statementTimeout)
		err := s.read(ctx, func(tx pgx.Tx) error {
			return tx.QueryRow(ctx, `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END::text`).Scan(&now)
		})
		cancel()
		pause = min(max(lookShare*time.Since(began), leastPause), mostPause)
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
		s.sleep(pause)
		s.mu.Lock()
		s.poking = false
		s.mu.Unlock()
		s.poke()
	})
}

// sleep waits, and reports whether the source is still open.
func (s *Source) sleep(pause time.Duration) bool {
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-s.ended.Done():
		return false
	}
}

// listen waits for the notifications of the library, on a connection of its own.
func (s *Source) listen() {
	for pause := leastPause; s.sleep(pause); pause = min(2*pause, mostPause) {
		conn, err := pgx.ConnectConfig(s.ended, s.cfg)
		if err != nil {
			continue
		}
		for _, channel := range s.queue.Listen {
			if _, err = conn.Exec(s.ended, "LISTEN "+Quote(channel)); err != nil {
				break
			}
		}
		for err == nil {
			if _, err = conn.WaitForNotification(s.ended); err == nil {
				pause = leastPause
				s.poke()
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_ = conn.Close(ctx) // it is broken, or the source is closed
		cancel()
	}
}
