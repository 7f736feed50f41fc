package libraries

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/detect"
	"notdone/source/mapped"
)

// TestPickles reads queues of libraries of Python that pickle what they keep, and compares states, titles, results and
// errors with what the library itself says of them.
func TestPickles(t *testing.T) {
	for library, needs := range map[string]struct{ system, module, pack string }{
		"celery":              {"celery-sqlalchemy", "celery, sqlalchemy", "python3-celery python3-sqlalchemy"},
		"celery_extended":     {"celery-sqlalchemy", "celery, sqlalchemy", "python3-celery python3-sqlalchemy"},
		"celery_pickle":       {"celery-sqlalchemy", "celery, sqlalchemy", "python3-celery python3-sqlalchemy"},
		"django_q":            {"django-q2", "django_q", "python3-django-q"},
		"django_q_compressed": {"django-q2", "django_q", "python3-django-q"},
		"apscheduler":         {"apscheduler", "apscheduler, sqlalchemy", "python3-apscheduler python3-sqlalchemy"},
		"persistqueue":        {"persist-queue", "persistqueue", "python3-persist-queue"},
	} {
		t.Run(library, func(t *testing.T) {
			t.Parallel()
			python := "/usr/bin/python3" // Debian's, which has Debian's packages
			if exec.CommandContext(t.Context(), python, "-c", "import "+needs.module).Run() != nil {
				t.Skip("it is not on this machine: apt-get install " + needs.pack)
			}
			path := filepath.Join(t.TempDir(), "queue.db")
			cmd := exec.CommandContext(t.Context(), python, "pickles.py", library, path)
			var complaints bytes.Buffer
			cmd.Stderr = &complaints
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, &complaints)
			}
			type task struct{ Title, State, Text string }
			want, got := map[string]task{}, map[string]task{}
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			must(t, json.Unmarshal([]byte(lines[len(lines)-1]), &want))
			found, err := detect.Adapters(t.Context(), mapped.Adapters(mapped.Catalogue(), nil), path, "")
			if err != nil || found[0].Kind != needs.system {
				t.Fatal(found, err)
			}
			s, err := found[0].Open(t.Context(), path, source.Options{Now: time.Now})
			must(t, err)
			t.Cleanup(func() { must(t, s.Close()) })
			for _, c := range list(t, s) {
				whole, err := s.History(t.Context(), c.Task.ID)
				must(t, err)
				one := task{Title: whole.Case.Task.Title, State: whole.Case.Stands.String()}
				for i := range whole.Case.Runs {
					if one.Text = whole.Case.Runs[i].Output; whole.Case.Stands == model.StateFailed {
						one.Text = whole.Case.Runs[i].Error
					}
				}
				got[c.Task.ID] = one
			}
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("the library says another thing (-library +notdone):\n%s", diff)
			}
		})
	}
}
