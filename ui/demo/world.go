package demo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

// ChildMain is the fleet's own process. args are the folder, the seed, the speed and whether
// the folder is kept. It runs until ctx ends or standard input does, which it does when the
// parent dies; a folder that is not kept is then removed.
func ChildMain(ctx context.Context, args []string) (err error) {
	if len(args) != 4 {
		return fmt.Errorf("%s needs a folder, a seed, a speed, and whether the folder is kept", ChildCommand)
	}
	seed, seedErr := strconv.ParseUint(args[1], 10, 64)
	speed, speedErr := strconv.ParseFloat(args[2], 64)
	keep, keepErr := strconv.ParseBool(args[3])
	if err := errors.Join(seedErr, speedErr, keepErr); err != nil {
		return err
	}
	signal.Ignore(os.Interrupt) // meant for the parent, in the same terminal
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		// However reading ends, there is no parent any more.
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	w, err := newWorld(args[0], seed)
	if err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, w.close())
		if !keep && ctx.Err() != nil {
			err = errors.Join(err, os.RemoveAll(args[0]))
		}
	}()
	w.speed = speed
	// A step that was begun is finished, so that the file is closed in order.
	if err := w.begin(context.WithoutCancel(ctx)); err != nil {
		return err
	}
	if _, err := fmt.Print(readyLine); err != nil {
		return err
	}
	if err := w.live(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil // it was told to end
}

// world is the state of the simulation.
type world struct {
	db     *sql.DB
	claw   *claw
	plane  *plane
	logs   string
	speed  float64
	host   string
	rng    *rand.Rand
	now    time.Duration // simulated time since the start
	past   time.Time     // when the past that is being written happens; zero: it is the present
	actors []*actor
	tasks  map[string]*task // those in the queue, by their ids
	newest map[*plot]*task
	wishes map[string][]wish // by the names of their plots
	decks  map[*plot][]int   // the wishes that were not dealt yet
	serial map[string]int    // the last number of each area
	swept  int64             // the last event at the last tidying
}

// actor is somebody who does one thing after the other.
type actor struct {
	next time.Duration // when the next thing is due
	// act does one thing and returns the pause before the next one.
	act func(ctx context.Context) (time.Duration, error)
}

func newWorld(dir string, seed uint64) (*world, error) {
	db, err := dial(filepath.Join(dir, queueName))
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "localhost" // any name will do
	}
	w := &world{
		db: db, logs: filepath.Join(dir, logsName), speed: 1, host: host,
		rng:   rand.New(rand.NewPCG(seed, 0x6e6f74646f6e65)), //nolint:gosec // a simulation, not a secret
		tasks: map[string]*task{}, newest: map[*plot]*task{}, wishes: readWishes(), decks: map[*plot][]int{}, serial: map[string]int{},
	}
	w.plane = newPlane(w, filepath.Join(dir, planeName))
	if w.claw, err = newClaw(w, filepath.Join(dir, clawName)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return w, nil
}

func (w *world) close() error { return errors.Join(w.db.Close(), w.claw.central.Close()) }

// begin writes the past and names who acts from now on.
func (w *world) begin(ctx context.Context) error {
	if err := w.writePast(ctx); err != nil {
		return err
	}
	const s = time.Second
	for i, name := range workers {
		w.add(time.Duration(i)*700*time.Millisecond, (&worker{world: w, name: name, logs: i == 2}).act)
	}
	w.every(2*s, 3*s, 5*s, w.ask)
	w.every(5*s, 10*s, 16*s, w.operate)
	w.every(9*s, 40*s, 60*s, w.repeat("briefing"))
	w.every(7*s, 10*s, 16*s, w.repeat("prices"))
	w.every(11*s, 40*s, 64*s, w.repeat("invoices"))
	w.every(14*s, 220*s, 260*s, w.loseWorker)
	w.every(200*s, 220*s, 260*s, w.expire)
	w.every(20*s, 30*s, 30*s, w.tidy)
	w.every(s, 2*s, 5*s, w.backfill())
	for _, s := range scripts {
		if err := w.replay(s); err != nil {
			return err
		}
	}
	return errors.Join(w.claw.begin(ctx), w.plane.begin())
}

// add adds an actor who begins at a time.
func (w *world) add(first time.Duration, act func(context.Context) (time.Duration, error)) {
	w.actors = append(w.actors, &actor{next: first, act: act})
}

// every adds an actor who does the same thing again after pauses of random length.
func (w *world) every(first, least, most time.Duration, do func(context.Context) error) {
	w.add(first, func(ctx context.Context) (time.Duration, error) {
		return w.between(least, most), do(ctx)
	})
}

// upNext returns the actor whose turn it is.
func (w *world) upNext() *actor {
	return slices.MinFunc(w.actors, func(a, b *actor) int { return int(a.next - b.next) })
}

// step lets the actor act whose turn it is.
func (w *world) step(ctx context.Context) error {
	a := w.upNext()
	w.now = a.next
	wait, err := a.act(ctx)
	a.next += wait
	return err
}

// live takes one step after the other, each in its time, until the context ends.
func (w *world) live(ctx context.Context) error {
	begun := time.Now()
	for {
		due := w.real(w.upNext().next)
		if late := time.Since(begun) - due; late > time.Second {
			begun = begun.Add(late) // the machine slept: it does not hurry to catch up
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(due - time.Since(begun)):
		}
		if err := w.step(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
}

// between is a random duration.
func (w *world) between(least, most time.Duration) time.Duration {
	return least + time.Duration(w.rng.Int64N(int64(most-least)+1))
}

// real is how long a simulated duration takes.
func (w *world) real(d time.Duration) time.Duration {
	return time.Duration(float64(d) / w.speed)
}
