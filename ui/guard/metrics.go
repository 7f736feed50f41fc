package guard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"notdone/model"
	"notdone/source/wholefile"
	"notdone/ui/board"
	"notdone/ui/config"
)

// counts are what a guard has done. Any goroutine may use it.
type counts struct {
	mu     sync.Mutex
	found  map[Kind]int
	told   map[string]int
	failed map[string]int
}

func (c *counts) init() {
	c.found, c.told, c.failed = map[Kind]int{}, map[string]int{}, map[string]int{}
}

func (c *counts) addFound(as []Kind) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, k := range as {
		c.found[k]++
	}
}

func (c *counts) add(to string, told bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if told {
		c.told[to]++
	} else {
		c.failed[to]++
	}
}

func (c *counts) allFailed() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, of := range c.failed {
		n += of
	}
	return n
}

// metrics writes numbers as Prometheus reads them.
type metrics struct{ b bytes.Buffer }

// head begins a metric.
func (m *metrics) head(name, kind, help string) {
	fmt.Fprintf(&m.b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// label is a name and a value.
type label [2]string

// put writes a number with labels.
func (m *metrics) put(name string, value float64, labels ...label) {
	m.b.WriteString(name)
	for i, l := range labels {
		m.b.WriteByte("{,"[min(i, 1)])
		m.b.WriteString(l[0] + `="` + escapeLabel.Replace(strings.ToValidUTF8(l[1], "\ufffd")) + `"`)
	}
	if len(labels) > 0 {
		m.b.WriteByte('}')
	}
	m.b.WriteString(" " + strconv.FormatFloat(value, 'g', -1, 64) + "\n")
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// Metrics returns the numbers of the board and of the guard, in Prometheus' text format.
func (g *Guard) Metrics(now time.Time) []byte {
	m := &metrics{}
	writeBoard(m, g.o.Board.Snapshot(), now)
	c := &g.counts
	c.mu.Lock()
	defer c.mu.Unlock()
	m.head("notdone_guard_found_total", "counter", "New findings since the guard began, by what the task became.")
	for _, k := range config.GuardKinds {
		m.put("notdone_guard_found_total", float64(c.found[Kind(k)]), label{"became", k})
	}
	m.head("notdone_guard_told_total", "counter", "Findings that were told since the guard began.")
	for _, s := range g.sinks {
		m.put("notdone_guard_told_total", float64(c.told[s.name]), label{"to", s.name})
	}
	m.head("notdone_guard_given_up_total", "counter", "Findings that could not be told since the guard began.")
	for _, s := range g.sinks {
		m.put("notdone_guard_given_up_total", float64(c.failed[s.name]), label{"to", s.name})
	}
	return m.b.Bytes()
}

// writeBoard writes the numbers of a board.
func writeBoard(m *metrics, snap *board.Snapshot, now time.Time) {
	m.head("notdone_tasks", "gauge", "Tasks by their judged state.")
	for i := range snap.Sources {
		s := &snap.Sources[i]
		for state, n := range s.Counts {
			m.put("notdone_tasks", float64(n), label{"queue", s.Queue}, label{"source", s.Kind}, label{"state", model.State(state).String()})
		}
	}
	m.head("notdone_tasks_with_findings", "gauge", "Tasks by the severity of their worst finding.")
	for severity, n := range snap.Severities {
		m.put("notdone_tasks_with_findings", float64(n), label{"severity", model.Severity(severity).String()})
	}
	m.head("notdone_queue_late", "gauge", "1 while a queue cannot be read.")
	for i := range snap.Sources {
		late := 0.0
		if snap.Sources[i].Late() {
			late = 1
		}
		m.put("notdone_queue_late", late, label{"queue", snap.Sources[i].Queue})
	}
	if n, known := snap.Workers(); known {
		m.head("notdone_workers_alive", "gauge", "Workers of active tasks that give a sign of life.")
		m.put("notdone_workers_alive", float64(n))
	}
	if usd := snap.PerHour(now); usd != nil {
		m.head("notdone_cost_usd_last_hour", "gauge", "What attempts cost in the last hour, as far as it is recorded.")
		m.put("notdone_cost_usd_last_hour", *usd)
	}
	if usd := snap.AgainUSD(); usd != nil {
		m.head("notdone_loops_cost_usd", "gauge", "What attempts cost that ended where one at the same task had ended before.")
		m.put("notdone_loops_cost_usd", *usd)
	}
}

// writeMetrics writes the file of metrics, where there is one and it would say something else.
func (g *Guard) writeMetrics() {
	if g.o.Metrics == "" || !g.looked {
		return
	}
	text := g.Metrics(time.Now())
	if bytes.Equal(text, g.kept) {
		return
	}
	err := wholefile.Replace(g.o.Metrics, text, 0o644, false)
	if g.kept = text; err != nil {
		g.kept = nil
		if !g.warned {
			g.o.Say(fmt.Sprintf("the metrics cannot be written: %v", err))
		}
	}
	g.warned = err != nil
}

// ServeMetrics answers requests for /metrics on an address of this host until ctx ends.
func (g *Guard) ServeMetrics(ctx context.Context, on net.Listener) error {
	routes := http.NewServeMux()
	routes.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(g.Metrics(time.Now())) // who asked may have gone
	})
	server := &http.Server{Handler: routes, ReadTimeout: postLimit, WriteTimeout: postLimit, MaxHeaderBytes: 16 << 10}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(on); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("the metrics: %w", err)
	}
	return nil
}

// Listen listens on an address such as localhost:9777, of this host alone; false: it is no
// address, so it is a file.
func Listen(ctx context.Context, address string) (net.Listener, bool, error) {
	host, port, err := net.SplitHostPort(address)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 || strings.Contains(address, "/") {
		return nil, false, nil //nolint:nilerr // a path is no error
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, true, fmt.Errorf("%s is not of this host alone: metrics are served at localhost:%s, or 127.0.0.1", address, port)
	}
	var config net.ListenConfig
	on, err := config.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, true, err
	}
	return on, true, nil
}
