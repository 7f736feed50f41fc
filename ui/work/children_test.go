package work

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestChildren tries commands that end in every way: each has one clear outcome, and
// leaves nothing behind.
func TestChildren(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		want   string // how the run ended: outcome, exit code and part of the error
		error  string
	}{
		"says nothing":      {`:`, "failed 0", "it said nothing"},
		"is done":           {`echo "Done, all of it."`, "done 0", ""},
		"hangs":             {`sleep 1000`, "timed_out -", "it took longer than"},
		"ignores TERM":      {`trap '' TERM; while :; do sleep 0.1; done`, "timed_out -", "it took longer than"},
		"by signal":         {`kill -SEGV $$`, "crashed -", "it was ended by SIGSEGV"},
		"exits with 3":      {`echo "it broke" >&2; exit 3`, "failed 3", "it broke (it exited with code 3)"},
		"exits with 75":     {`echo "which port?"; exit 75`, "blocked 75", ""},
		"forks":             {`sleep 1001 & echo "Done, all of it."`, "done 0", ""},
		"forks a daemon":    {`if command -v setsid >/dev/null; then setsid sleep 1001 & fi; (sleep 1002 &) & echo "Done, all of it."`, "done 0", ""},
		"stubborn orphans":  {`(trap '' TERM; while :; do sleep 0.1; done) & echo "Done, all of it."`, "done 0", ""},
		"closes stdout":     {`exec 1>&- 2>&-; sleep 0.1`, "failed 0", "it said nothing"},
		"closes stdin":      {`exec 0<&-; sleep 0.1; echo "Done, all of it."`, "done 0", ""},
		"escape sequences":  {`printf '\033]0;owned\007\033[31mDone,\033[0m all \033[2Jof it.\r\n'`, "done 0", ""},
		"a missing newline": {`printf 'Done, all of it.'`, "done 0", ""},
		"NUL bytes":         {`printf 'Done,\000 all of it.\n\377\376\n'`, "done 0", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, `echo $$ > "$NOTDONE_RUN_DIR/../pid"; `+c.script, "a")
			b.Timeout = time.Second
			if !strings.HasPrefix(c.want, "timed_out") {
				b.Timeout = time.Minute
			}
			b.work()
			got := strings.ReplaceAll(b.one(`SELECT outcome, exit_code FROM runs`), " | ", " ")
			if got != c.want {
				t.Errorf("ended as %q, want %q", got, c.want)
			}
			if got := b.one(`SELECT coalesce(error, '') FROM runs`); !strings.Contains(got, c.error) {
				t.Errorf("error %q, want %q", got, c.error)
			}
			pid, err := os.ReadFile(filepath.Join(b.dir, "runs", "pid"))
			if err != nil {
				t.Fatal(err)
			}
			group, err := strconv.Atoi(strings.TrimSpace(string(pid)))
			if err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(-group, 0); !errors.Is(err, syscall.ESRCH) {
				t.Errorf("its process group: %v", err)
			}
			if left := mentions(t, b.dir); len(left) > 0 {
				t.Errorf("processes of the run are left: %v", left)
			}
		})
	}
}

// mentions returns the processes whose environment names the folder; none where there is
// no /proc.
func mentions(t *testing.T, dir string) (found []string) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		// Of a process that ended or is another's nothing can be read.
		if environ, err := os.ReadFile(path); err == nil && bytes.Contains(environ, []byte("NOTDONE_RUN_DIR="+dir)) {
			found = append(found, path)
		}
	}
	return found
}

const floodRole = "__flood"

// playFlood prints so many bytes and then a message.
func playFlood(args []string) error {
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	line := bytes.Repeat([]byte("0123456789abcde\n"), 4<<10)
	if len(args) > 1 { // without a line break
		line = bytes.ReplaceAll(line, []byte("\n"), []byte(" "))
	}
	for ; n > 0; n -= len(line) {
		if _, err := os.Stdout.Write(line); err != nil {
			return err
		}
	}
	_, err = fmt.Println("\n\nI need permission to access that file")
	return err
}

func TestFlood(t *testing.T) {
	size := 36 << 20
	switch {
	case *long:
		size = 1 << 30
	case testing.Short():
		size = 4 << 20
	}
	b := newBench(t, "", "lines", "line")
	b.Command = []string{"sh", "-c", `[ $1 = line ] && more=x; exec "$0" ` + floodRole + ` ` + strconv.Itoa(size) + ` $more`, self(t), "{id}"}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	b.work()
	runtime.ReadMemStats(&after)
	if got := after.Sys - before.Sys; got > 300<<20 {
		t.Errorf("%d MB were taken from the system for %d MB of output", got>>20, size>>20)
	}
	for _, id := range []string{"lines", "line"} {
		if got := b.one(stateOf, id); got != "blocked | blocked | permission | I need permission to access that file" {
			t.Errorf("%s: %s", id, got)
		}
		f, err := os.Open(filepath.Join(b.dir, filepath.FromSlash(b.one(`SELECT log_path FROM runs WHERE task_id = ?`, id))))
		if err != nil {
			t.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > maxLog+2*maxLogTail {
			t.Errorf("%s: the log has %d bytes", id, info.Size())
		}
		end := make([]byte, 1<<10)
		if _, err := f.ReadAt(end, info.Size()-int64(len(end))); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		if !bytes.HasSuffix(end, []byte("I need permission to access that file\n")) {
			t.Errorf("%s: the log ends with %q", id, end[len(end)-80:])
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
