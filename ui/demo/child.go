package demo

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// ChildMain is the fleet's own process: args are those after ChildCommand. It
// lives until ctx ends or standard input does, which is when its parent dies.
func ChildMain(ctx context.Context, args []string) (err error) {
	flags := flag.NewFlagSet(ChildCommand, flag.ContinueOnError)
	dir := flags.String("dir", "", "the folder that holds the queue file and the logs")
	seed := flags.Uint64("seed", 1, "what decides what happens")
	speed := flags.Float64("speed", 1, "how much faster than life")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if !(*speed > 0 && *speed <= maxSpeed) {
		return fmt.Errorf("speed %v is not more than 0 and at most %d", *speed, maxSpeed)
	}
	signal.Ignore(os.Interrupt) // meant for the parent, in the same terminal
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		// However reading ends, there is no parent any more.
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	w, err := newWorld(*dir, *seed)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	w.speed = *speed
	// What is begun is finished, so that the file is closed as it should be.
	if err = w.begin(context.WithoutCancel(ctx)); err == nil {
		_, err = fmt.Println("ready") // for Start, which waits for it
	}
	if err == nil {
		err = w.live(ctx, pause)
	}
	if errors.Is(err, context.Canceled) {
		return nil // it was told to end
	}
	return err
}

// pause waits, or ends early with the context.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// world is everything that the simulation knows.
type world struct {
	client *client
	logs   string
	speed  float64
	host   string
	rng    *rand.Rand
	now    time.Duration // simulated, since the beginning
	agenda agenda
	tasks  map[string]*task // those that are in the queue
	serial map[string]int
	deck   []int // the honest wishes not yet dealt
	swept  int64 // events up to here were there at the last sweep
	cast
}

// cast are the tasks with a story of their own.
type cast struct {
	briefing *task
	prices   *task
	invoices *task
}

func newWorld(dir string, seed uint64) (*world, error) {
	c, err := dial(filepath.Join(dir, queueName))
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "localhost" // a name is all it is
	}
	return &world{
		client: c, logs: filepath.Join(dir, logsName), speed: 1, host: host,
		rng:   rand.New(rand.NewPCG(seed, 0x6e6f74646f6e65)), //nolint:gosec // a simulation, not a secret
		tasks: map[string]*task{}, serial: map[string]int{},
	}, nil
}

func (w *world) close() error { return w.client.db.Close() }

// begin writes what has happened before, and who acts from now on.
func (w *world) begin(ctx context.Context) error {
	if err := w.client.transaction(ctx, w.writePast); err != nil {
		return err
	}
	if err := w.startLogs(); err != nil {
		return err
	}
	for i, name := range workers {
		w.at(time.Duration(i)*700*time.Millisecond, (&worker{name: name, world: w, logs: i == 2}).act)
	}
	w.at(2*time.Second, w.plan)
	w.at(5*time.Second, w.answer)
	w.at(9*time.Second, w.brief)
	w.at(14*time.Second, w.loseWorker)
	w.at(200*time.Second, w.expire)
	w.at(20*time.Second, w.tidy)
	return nil
}

// live does what is on the agenda until the context ends, waiting in between.
func (w *world) live(ctx context.Context, wait func(context.Context, time.Duration) error) error {
	begun := time.Now()
	for len(w.agenda) > 0 {
		next := w.agenda[0].when
		due := time.Duration(float64(next) / w.speed)
		if late := time.Since(begun) - due; late > time.Second {
			begun = begun.Add(late) // it slept, with its machine: no hurry to catch up
		}
		if d := due - time.Since(begun); d > 0 {
			if err := wait(ctx, d); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.step(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	return nil
}
