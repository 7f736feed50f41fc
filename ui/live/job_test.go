package live

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// job is a dashboard that a shell runs.
type job struct {
	*dashboard
	pid int
}

// prompt is what the shell shows when it waits for a command.
const prompt = "SHELL$"

// openJob has an interactive shell start the dashboard.
func openJob(t *testing.T, args ...string) *job {
	t.Helper()
	j := startJob(t, "", args...)
	j.untilIn("1 Active", "t_one")
	return j
}

// startJob has an interactive shell start the dashboard, with what is to follow
// the command.
func startJob(t *testing.T, how string, args ...string) *job {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip(err) // there is no other way to see that a process is stopped
	}
	home := t.TempDir()
	told := filepath.Join(home, "pid")
	start := "echo $$ >" + told + "; exec " + binary + " " + strings.Join(args, " ")
	must(t, os.WriteFile(filepath.Join(home, "start"), []byte(start), 0o600))
	d := openProgram(t, home, size{width, height}, bash, "--norc", "--noprofile", "-i")
	d.press("PS1='SHELL''$ '; bind 'set enable-bracketed-paste off'\n")
	d.untilText(prompt)
	d.press("sh ~/start " + how + "\n")
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		text, err := os.ReadFile(told)
		if line, whole := strings.CutSuffix(string(text), "\n"); whole {
			pid, err := strconv.Atoi(line)
			must(t, err)
			return &job{d, pid}
		}
		if time.Now().After(deadline) {
			t.Fatalf("it does not start: %v\n%s", err, d.text())
		}
	}
}

// untilStopped waits until the dashboard is stopped with all of its threads, which
// is when its shell learns of it.
func (j *job) untilStopped() {
	j.tb.Helper()
	for deadline := time.Now().Add(j.patience); ; time.Sleep(5 * time.Millisecond) {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", j.pid))
		must(j.tb, err)
		running := slices.ContainsFunc(threads, func(name string) bool {
			stat, err := os.ReadFile(name)
			_, state, _ := bytes.Cut(stat, []byte(") "))
			return err != nil || state[0] != 'T'
		})
		if len(threads) > 0 && !running {
			return
		}
		if time.Now().After(deadline) {
			j.tb.Fatalf("it is not stopped\n%s", j.text())
		}
	}
}

// untilGone waits until the dashboard has ended.
func (j *job) untilGone() {
	j.tb.Helper()
	for deadline := time.Now().Add(j.patience); syscall.Kill(j.pid, 0) == nil; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			j.tb.Fatalf("it does not end\n%s", j.text())
		}
	}
}

// say has the shell run a command and waits for a text that comes of it.
func (j *job) say(command, text string) {
	j.tb.Helper()
	j.press(command + "\n")
	j.untilText(text)
}

// untilBack waits for the dashboard to be drawn whole and to take keys.
func (j *job) untilBack(text string) {
	j.tb.Helper()
	j.until("the dashboard, without the shell", func(s *screen) bool {
		shown := s.text()
		return s.alt && s.noCursor && strings.Contains(shown, text) && !strings.Contains(shown, prompt)
	})
	j.press("?")
	j.until("the help", func(s *screen) bool { return s.frame("Help") != "" })
	j.press("\x1b")
	// A key that follows an escape at once is taken for one with alt, and a screen that is drawn
	// anew has no help on it for a moment.
	j.until("the board again", func(s *screen) bool { return s.frame("Help") == "" && s.frame("1 Active") != "" })
}

// untilQuit ends the dashboard, and the shell, which must find the terminal as
// it was.
func (j *job) untilQuit() {
	j.tb.Helper()
	j.press("q")
	j.until("the shell on the first screen", func(s *screen) bool { return !s.alt && !s.noCursor })
	j.say("stty -a | grep -o '.icanon.*'", " icanon iexten")
	j.press("exit\n")
	j.untilEnded()
}

// stops are the ways to stop a program.
var stops = map[string]func(j *job){
	"by its key": func(j *job) { j.press("\x1a") },
	"politely":   func(j *job) { must(j.tb, syscall.Kill(j.pid, syscall.SIGTSTP)) },
	"without a word": func(j *job) {
		// What the shell then writes, it writes on the screen of the dashboard.
		j.screen.shared = true
		must(j.tb, syscall.Kill(j.pid, syscall.SIGSTOP))
	},
	"as a whole group": func(j *job) { must(j.tb, syscall.Kill(-j.pid, syscall.SIGTSTP)) },
}

// However it is stopped, and as often as it is, the shell gets the terminal, and
// the dashboard takes it again when the shell continues it.
func TestStopped(t *testing.T) {
	t.Parallel()
	for name, stop := range stops {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := ownQueue.fixture(t)
			j := openJob(t, path)
			w := ownQueue.owner(t, path)
			for i := range 3 {
				stop(j)
				j.untilStopped()
				j.say("echo here-$((40+"+strconv.Itoa(i)+"))", "here-4"+strconv.Itoa(i))
				for n := range 20 {
					w.exec(ownQueue.add(fmt.Sprintf("t_%d_%d", i, n), "Oil the hinges")...)
				}
				j.press("fg\n")
				j.untilBack(fmt.Sprintf("%d queued", 1+20*(i+1)))
			}
			j.untilQuit()
		})
	}
}

// A dashboard that is continued in the background stays stopped, writes nothing
// there, and takes no key from the shell.
func TestContinuedInTheBackground(t *testing.T) {
	t.Parallel()
	for name, stop := range stops {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := openJob(t, ownQueue.fixture(t))
			stop(j)
			j.untilStopped()
			for i := range 2 {
				j.say("bg; sleep 1; echo here-$((40+"+strconv.Itoa(i)+"))", "here-4"+strconv.Itoa(i))
				j.untilStopped()
			}
			j.press("fg\n")
			j.untilBack("t_one")
			j.untilQuit()
		})
	}
}

// A dashboard that is started in the background is stopped before it draws, and
// ends there as one that was stopped later.
func TestStartedInTheBackground(t *testing.T) {
	t.Parallel()
	path := ownQueue.fixture(t)
	j := startJob(t, "&", path)
	j.untilStopped()
	j.say("echo here-$((40+2))", "here-42")
	if said := j.said(); strings.Contains(said, "\x1b[?1049h") {
		t.Errorf("it draws in the background: %q", said)
	}
	j.press("fg\n")
	j.untilBack("t_one")
	j.untilQuit()

	j = startJob(t, "&", path)
	j.untilStopped()
	j.say("wait %1; echo noticed-$((40+2))", "noticed-42") // the shell knows that it is stopped
	// The shell may learn late that it was continued: until then it waits for nothing.
	j.say("kill %1; s=147; while [ $s = 147 ]; do wait $!; s=$?; sleep .1; done; echo ended-$s", "ended-0")
	if text := j.text(); strings.Contains(text, "notdone:") {
		t.Errorf("it ends with an error:\n%s", text)
	}
}

// A dashboard that is told to end while it is stopped ends without being
// continued in the foreground, and leaves the terminal to the shell.
func TestEndsInTheBackground(t *testing.T) {
	t.Parallel()
	for name, stop := range stops {
		for told, end := range map[string]string{
			"by the shell": "kill %1", "hung up": "kill -HUP %1", "interrupted": "kill -INT %1; kill -CONT %1",
			"continued first": "kill -CONT %1; kill %1", "while input waits": "kill %1; sleep 1",
		} {
			t.Run(name+", "+told, func(t *testing.T) {
				t.Parallel()
				j := openJob(t, ownQueue.fixture(t))
				stop(j)
				j.untilStopped()
				if told == "while input waits" {
					j.press(end + "\necho here-$((40+2))\n")
					j.untilGone()
					j.untilText("here-42")
					return
				}
				j.press(end + "\n") // what is typed before the shell reads again may be lost with any program
				j.untilGone()
				j.say("echo here-$((40+2))", "here-42")
			})
		}
	}
}

// A dashboard that is stopped when its terminal is closed ends with its shell.
func TestClosedWhileStopped(t *testing.T) {
	t.Parallel()
	for name, stop := range stops {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j := openJob(t, ownQueue.fixture(t))
			stop(j)
			j.untilStopped()
			must(t, j.program.Close())
			must(t, j.terminal.Close())
			j.untilGone()
		})
	}
}
