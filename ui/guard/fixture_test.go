package guard_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/board"
	"notdone/ui/guard"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memory is a queue in memory, which tells of its changes itself.
type memory struct {
	name    string
	mu      sync.Mutex
	cases   map[string]model.Case
	moved   map[string]bool
	changes chan struct{}
}

func newMemory(name string) *memory {
	return &memory{name: name, cases: map[string]model.Case{}, moved: map[string]bool{}, changes: make(chan struct{}, 1)}
}

// set makes or changes a task, which stays created when it was.
func (m *memory) set(c model.Case) {
	m.mu.Lock()
	if old, ok := m.cases[c.Task.ID]; ok {
		c.Task.Created = old.Task.Created
	}
	m.mu.Unlock()
	m.renew(c)
}

// renew makes a task anew, as in a queue that replaces the one before it.
func (m *memory) renew(c model.Case) {
	m.mu.Lock()
	c.Task.Queue, c.Task.Source = m.name, "memory"
	m.cases[c.Task.ID], m.moved[c.Task.ID] = c, true
	m.mu.Unlock()
	select {
	case m.changes <- struct{}{}:
	default:
	}
}

func (m *memory) Describe() source.Description {
	return source.Description{Kind: "memory", Path: m.name}
}
func (m *memory) Changes() <-chan struct{} { return m.changes }
func (m *memory) Targets() []watch.Target  { return nil }
func (m *memory) Close() error             { return nil }

func (m *memory) List(context.Context, source.Query) (p source.Page, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(m.cases)) {
		p.Cases = append(p.Cases, m.cases[id])
	}
	return p, nil
}

func (m *memory) Get(_ context.Context, ids []string) (all []model.Case, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		if c, ok := m.cases[id]; ok {
			all = append(all, c)
		}
	}
	return all, nil
}

func (m *memory) Resolve(_ context.Context, name string) (string, error) { return name, nil }

func (m *memory) Refresh(context.Context, watch.Signal) (d source.Delta, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(m.moved)) {
		d.Cases = append(d.Cases, m.cases[id])
	}
	clear(m.moved)
	return d, nil
}

func (m *memory) History(_ context.Context, id string) (source.History, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return source.History{Case: m.cases[id]}, nil
}

// task returns a task in a recorded state, after so many attempts, since a moment.
func task(id, recorded string, attempts int, since time.Time) model.Case {
	c := model.Case{Task: model.Task{
		ID: id, Title: "task " + id, Recorded: recorded, Attempts: attempts, Created: since, Updated: since,
	}}
	switch recorded {
	case "done":
		c.Task.Finished = since
		c.Result = "All the tests pass and the report is written to summary.md."
	case "blocked":
		c.Facts.BlockedAt = since
		c.Events = []model.Event{{Kind: model.EventBlocked, At: since, Note: "I need permission to access that file"}}
	}
	return c
}

// falseDone returns a task that is done in name only.
func falseDone(id string, attempts int, since time.Time) model.Case {
	c := task(id, "done", attempts, since)
	c.Result = "I need permission to access that file. Please grant it."
	return c
}

func adapter() source.Adapter {
	return source.Adapter{Kind: "memory", State: func(recorded string) model.State {
		s, err := model.ParseState(recorded)
		if err != nil {
			return model.StateUnknown
		}
		return s
	}}
}

// post is a finding that a server has received.
type post struct {
	key, id, became string
	at              time.Time
}

// server is a webhook in memory.
type server struct {
	mu    sync.Mutex
	got   []post
	tries int
	// answer returns the status of an answer; 0: nobody is there. Nil: 200.
	answer func(p post) int
	after  string // Retry-After
}

// set changes the answers of a server that may be asked just now.
func (s *server) set(answer func(p post) int, after string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer, s.after = answer, after
}

func (s *server) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var f struct {
		Key    string
		Became []string
		Task   struct{ ID string }
	}
	if err := json.Unmarshal(body, &f); err != nil {
		return nil, err
	}
	p := post{f.Key, f.Task.ID, strings.Join(f.Became, "+"), time.Now()}
	if r.Header.Get("Idempotency-Key") != f.Key {
		return nil, errors.New("the key is not in the header")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries++
	code := 200
	if s.answer != nil {
		code = s.answer(p)
	}
	if code == 0 {
		return nil, errors.New("connection refused")
	}
	if code == 200 {
		s.got = append(s.got, p)
	}
	return &http.Response{
		StatusCode: code, Header: http.Header{"Retry-After": {s.after}}, Body: io.NopCloser(strings.NewReader("")), Request: r,
	}, nil
}

// ids are the tasks that were told of, in their order, with what they became.
func (s *server) ids() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.got {
		all = append(all, p.id+" "+p.became)
	}
	return all
}

// world is a queue, a server and the folder of guards.
type world struct {
	t      *testing.T
	queue  *memory
	server *server
	folder string
	said   []string
	found  []string
	deaf   bool                 // nobody reads what is printed
	set    func(*guard.Options) // changes the options of each guard
	end    func() guard.Result  // ends the one that runs
	err    error                // of the last one
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return &world{t: t, queue: newMemory("/srv/queue.db"), server: &server{}, folder: t.TempDir()}
}

// start begins to guard the queue.
func (w *world) start() {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w.queue.mu.Lock()
	clear(w.queue.moved)
	w.queue.mu.Unlock()
	b := board.New(board.Options{Now: time.Now, Config: classify.DefaultConfig(), Poll: true}, board.Feed{Adapter: adapter(), Source: w.queue})
	hook, err := guard.NewWebhook("https://user:secret@example.org/hook?token=secret", map[string]string{"Authorization": "Bearer secret"}, w.server)
	if err != nil {
		w.t.Fatal(err)
	}
	o := guard.Options{
		Board: b, Folder: w.folder, Kinds: []guard.Kind{guard.FalseDone, guard.Blocked, guard.Failed, guard.Looping}, Webhook: hook, GiveUp: 24 * time.Hour,
		Found: func(f *guard.Finding) error {
			if w.deaf {
				return io.ErrClosedPipe
			}
			w.found = append(w.found, f.Row.ID+" "+fmt.Sprint(f.As))
			return nil
		},
		Say: func(s string) { w.said = append(w.said, s) },
	}
	if w.set != nil {
		w.set(&o)
	}
	g, err := guard.Open(o)
	if err != nil {
		cancel()
		w.t.Fatal(err)
	}
	var all sync.WaitGroup
	all.Go(func() {
		if err := b.Run(ctx); err != nil {
			w.t.Error(err)
		}
	})
	var result guard.Result
	ran := make(chan struct{})
	go func() {
		defer close(ran)
		result, w.err = g.Run(ctx)
		if err := g.Close(); err != nil {
			w.t.Error(err)
		}
	}()
	w.end = func() guard.Result {
		if o.Once {
			<-ran
		}
		cancel()
		<-ran
		all.Wait()
		return result
	}
}

// pass lets time pass.
func (w *world) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// want checks what the server has received.
func (w *world) want(when string, ids ...string) {
	w.t.Helper()
	if got := w.server.ids(); !slices.Equal(got, ids) {
		w.t.Errorf("%s: told of %q, want %q", when, got, ids)
	}
}

// log is the log of the queue.
func (w *world) log() string {
	w.t.Helper()
	all, err := filepath.Glob(filepath.Join(w.folder, "*", "told.jsonl"))
	if err != nil || len(all) != 1 {
		w.t.Fatalf("logs: %q, %v", all, err)
	}
	return all[0]
}

func (w *world) saidSomething(about string) bool {
	return slices.ContainsFunc(w.said, func(s string) bool { return strings.Contains(s, about) })
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
