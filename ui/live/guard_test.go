package live

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A guard is killed with SIGKILL again and again while tasks become blocked and its server is
// down half of the time. No finding is lost; what the server gets twice has the same key, and
// not more often than a guard was killed; and the command is never run twice for one finding.
func TestGuardIsKilled(t *testing.T) {
	t.Parallel()
	const kills, tasks = 6, 60
	home := t.TempDir()
	path := ownQueue.fixture(t)
	var mu sync.Mutex
	got, posts, up := map[string]int{}, 0, true
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var f struct {
			Key  string
			Task struct{ ID string }
		}
		err := json.NewDecoder(r.Body).Decode(&f)
		time.Sleep(20 * time.Millisecond) // it takes its time, so that a guard is killed meanwhile
		mu.Lock()
		defer mu.Unlock()
		if posts++; !up {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if err != nil || f.Key != r.Header.Get("Idempotency-Key") {
			t.Errorf("key %q, header %q: %v", f.Key, r.Header.Get("Idempotency-Key"), err)
		}
		got[f.Task.ID+" "+f.Key]++
	}))
	defer server.Close()
	ran, config := filepath.Join(home, "ran"), filepath.Join(home, "config.toml")
	must(t, os.WriteFile(config, fmt.Appendf(nil, "[guard]\nwebhook = %q\npause = \"0s\"\non-new = [\"sh\", \"-c\", \"cat >> %s\"]\n", server.URL, ran), 0o600))
	start := func(args ...string) *exec.Cmd {
		cmd := exec.Command(binary, append([]string{"guard", path, "--config", config}, args...)...)
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
		cmd.Stderr = os.Stderr
		must(t, cmd.Start())
		return cmd
	}
	must(t, start("--once").Wait()) // nothing is new
	owner := ownQueue.owner(t, path)
	random := rand.New(rand.NewPCG(1, 2))
	for round := range kills {
		mu.Lock()
		up = round%2 == 0
		mu.Unlock()
		guard := start()
		for i := range tasks / kills {
			id := fmt.Sprintf("n%d_%d", round, i)
			for _, statements := range [][]string{queueAdd(id, "Task "+id), queueBegin(id), queueBlock(id, "the gate is locked")} {
				owner.exec(statements...)
			}
		}
		time.Sleep(2300*time.Millisecond + time.Duration(random.IntN(600))*time.Millisecond)
		must(t, guard.Process.Kill())
		_ = guard.Wait() // it was killed
	}
	up = true
	time.Sleep(2 * time.Second) // a task has to be so for a moment
	if err := start("--once").Wait(); err != nil && !strings.Contains(err.Error(), "status 1") {
		t.Error(err)
	}
	if len(got) != tasks {
		t.Errorf("%d findings were told, want %d", len(got), tasks)
	}
	again := 0
	for _, n := range got {
		again += n - 1
	}
	if again > kills {
		t.Errorf("%d were told again after %d kills", again, kills)
	}
	text, err := os.ReadFile(ran)
	must(t, err)
	runs := map[string]int{}
	for line := range strings.Lines(string(text)) {
		var f struct{ Task struct{ ID string } }
		must(t, json.Unmarshal([]byte(line), &f))
		if runs[f.Task.ID]++; runs[f.Task.ID] > 1 {
			t.Errorf("the command was run twice for %s", f.Task.ID)
		}
	}
	dead, err := filepath.Glob(filepath.Join(home, "notdone", "guard", "*", "dead.jsonl"))
	must(t, err)
	given := 0
	for _, path := range dead {
		text, err := os.ReadFile(path)
		must(t, err)
		given += strings.Count(string(text), `"to":"command"`)
	}
	if len(runs)+given < tasks {
		t.Errorf("the command was run for %d, and given up for %d of %d", len(runs), given, tasks)
	}
	t.Logf("%d posts, %d told again, %d runs, %d given up", posts, again, len(runs), given)
}
