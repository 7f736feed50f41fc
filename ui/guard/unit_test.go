package guard_test

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"notdone/ui/guard"
)

func TestUnit(t *testing.T) {
	t.Parallel()
	got := guard.Unit([]string{"/usr/bin/notdone", "guard", "/srv/a b.db", "--on-new=say $HOME 100% \"x\""}, []string{"XDG_STATE_HOME=/srv/my state"})
	for _, want := range []string{
		"\nEnvironment=\"XDG_STATE_HOME=/srv/my state\"\n",
		"\nExecStart=/usr/bin/notdone guard \"/srv/a b.db\" \"--on-new=say $$HOME 100%% \\\"x\\\"\"\n",
		"\nWantedBy=default.target\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

// Numbers are served on this host alone; what is no address is a file.
func TestListen(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"localhost:0", "127.0.0.1:0", "[::1]:0"} {
		on, is, err := guard.Listen(t.Context(), address)
		if !is || err != nil && !strings.Contains(err.Error(), "cannot assign") {
			t.Errorf("%s: %v, %v", address, is, err)
		}
		if on != nil {
			on.Close()
		}
	}
	for _, address := range []string{":0", "0.0.0.0:0", "example.org:0", "[::]:0", "192.168.1.1:0"} {
		if on, is, err := guard.Listen(t.Context(), address); !is || err == nil {
			t.Errorf("%s: %v, %v", address, is, err)
			if on != nil {
				on.Close()
			}
		}
	}
	for _, file := range []string{"numbers.prom", "/var/lib/a:1", "dir/localhost:9", "C:x", "localhost:nine"} {
		if _, is, err := guard.Listen(t.Context(), file); is || err != nil {
			t.Errorf("%s: %v, %v", file, is, err)
		}
	}
}

// Secrets may stand elsewhere, and a place without one is an error that does not name it.
func TestSecretsOfAWebhook(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	write(t, file, "https://example.org/\nmore")
	t.Setenv("GUARD_TEST_HOOK", "https://example.org/hush")
	for _, address := range []string{"env:GUARD_TEST_HOOK", "file:" + file, "http://localhost:1/"} {
		if _, err := guard.NewWebhook(address, nil, nil); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"env:GUARD_TEST_NOTHING", "file:" + file + ".gone", "ftp://hush/", "hush", "https://", "https://hush:\x7f/"} {
		_, err := guard.NewWebhook(address, nil, nil)
		if err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

// The metrics name what happened, in a file that is replaced whole, and to whoever asks.
func TestMetrics(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "numbers.prom")
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.queue.name = "/srv/a \"b\"\\\n.db"
		w.set = func(o *guard.Options) { o.Metrics = path }
		w.start()
		w.pass(time.Minute)
		w.queue.set(falseDone("a", 1, time.Now()))
		w.queue.set(task("b", "blocked", 1, time.Now()))
		w.pass(time.Minute)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			`notdone_tasks{queue="/srv/a \"b\"\\\n.db",source="memory",state="blocked"} 1` + "\n",
			"# TYPE notdone_tasks gauge\n", "notdone_guard_found_total{became=\"false-done\"} 1\n",
			"notdone_guard_told_total{to=\"webhook\"} 2\n", "notdone_queue_late{queue=\"/srv/a \\\"b\\\"\\\\\\n.db\"} 0\n",
		} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
		}
		w.end()
	})
	if all, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(all) > 0 {
		t.Errorf("left over: %q", all)
	}
}

func TestMetricsAreServed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	var on net.Listener
	served := make(chan error, 1)
	w.set = func(o *guard.Options) {
		own := *o
		own.Folder = t.TempDir()
		g, err := guard.Open(own)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { g.Close() })
		if on, _, err = guard.Listen(ctx, "localhost:0"); err != nil {
			t.Fatal(err)
		}
		go func() { served <- g.ServeMetrics(ctx, on) }()
	}
	w.start()
	defer w.end()
	for path, want := range map[string]int{"/metrics": 200, "/": 404} {
		client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		resp, err := client.Get("http://" + on.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
