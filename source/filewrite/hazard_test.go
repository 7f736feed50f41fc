package filewrite

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"notdone/model"
	"notdone/source"
)

func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// hazards are what may happen to a file between a plan and its application.
var hazards = map[string]func(path string) error{
	"it is written": func(path string) error { return os.WriteFile(path, []byte("state: open\nmore\n"), 0o600) },
	"it is replaced by an equal one": func(path string) error {
		text, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(path+"2", text, 0o600), os.Rename(path+"2", path))
	},
	"it is gone": os.Remove,
	"it is a link to itself": func(path string) error {
		return errors.Join(os.Rename(path, path+"2"), os.Symlink(filepath.Base(path)+"2", path))
	},
	"it is a FIFO":     func(path string) error { return errors.Join(os.Remove(path), unix.Mkfifo(path, 0o600)) },
	"it is a folder":   func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
	"it has two names": func(path string) error { return os.Link(path, path+"2") },
	"its folder is a link": func(path string) error {
		dir := filepath.Dir(path)
		return errors.Join(os.Rename(dir, dir+"2"), os.Symlink(filepath.Base(dir)+"2", dir))
	},
}

// Whatever happens to a file between the plan and its application, or while the
// journal is written, nothing is written to the folder.
func TestFileChangedSinceThePlan(t *testing.T) {
	for name, hazard := range hazards {
		for _, late := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", late ", late), func(t *testing.T) {
				f := newFolder(t)
				f.write("d/a.card", "state: open\nline\n")
				p := f.opened().plan("d/a.card", model.ActionCancel, "")
				path := filepath.Join(f.dir, "d/a.card")
				meanwhile := func() {}
				if late && name != "its folder is a link" { // which is open by then
					meanwhile = func() { must(t, hazard(path)) }
				} else {
					must(t, hazard(path))
				}
				_, err := f.apply(p, meanwhile)
				var changed *source.Changed
				if !errors.As(err, &changed) || changed.Was == changed.Now || strings.Contains(err.Error(), "\n") {
					t.Errorf("the error is %v", err)
				}
				if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && strings.Contains(f.read("d/a.card"), "cancelled") {
					t.Errorf("it was written: %q", f.read("d/a.card"))
				}
				for _, left := range f.names() {
					if strings.HasSuffix(left, ".tmp") || left == "log.txt" {
						t.Errorf("%s was left", left)
					}
				}
			})
		}
	}
}

// What an owner's folder holds in place of a regular file is refused by the plan.
func TestPlansOfWhatIsNoRegularFile(t *testing.T) {
	for name, want := range map[string]string{
		"it is a link to itself": "x is not a regular file beneath ", "it is a FIFO": "x is not a regular file beneath ",
		"it is a folder": "x is not a regular file beneath ", "it has two names": "x has 2 names (hard links)", "it is gone": "x is not there",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, "x"), []byte("text"), 0o600))
			must(t, hazards[name](filepath.Join(dir, "x")))
			_, err := resolve(dir, []Edit{{Path: "x", Remove: true}})
			var refusal *source.Refusal
			if !errors.As(err, &refusal) || !strings.HasPrefix(refusal.Why, want) {
				t.Errorf("the error is %v", err)
			}
		})
	}
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "large"), make([]byte, MaxSize+1), 0o600), os.WriteFile(filepath.Join(dir, "there"), nil, 0o600))
	stays := func(b []byte) ([]byte, error) { return b, nil }
	for _, c := range []struct {
		edit Edit
		want string
	}{
		{Edit{Path: "large", Remove: true}, "large has more than 1024 KiB, too much to keep what it was before"},
		{Edit{Path: "there", Create: []byte("x")}, "there is there already"},
		{Edit{Path: "there", Change: stays}, "nothing in there would change"},
		{Edit{Path: "../there", Remove: true}, "../there is not a regular file beneath " + dir},
		{Edit{Path: "/etc/passwd", Remove: true}, "/etc/passwd is not a regular file beneath " + dir},
	} {
		if _, err := resolve(dir, []Edit{c.edit}); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v", c.edit.Path, err)
		}
	}
}

// A file of another user, and one in a folder that may only be read, is not written.
func TestAnotherUsersFile(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make files of several users")
	}
	const nobody = 65534
	for name, c := range map[string]struct {
		prepare func(dir string) error
		want    string
	}{
		"a file of root":         {func(dir string) error { return os.Chown(dir, nobody, nobody) }, "only its owner may act on it"},
		"a folder of root":       {func(dir string) error { return os.Chown(filepath.Join(dir, "c.card"), nobody, nobody) }, "the folder . may only be read"},
		"neither may be written": {func(string) error { return nil }, "only its owner may act on it"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, log := ledgerFiles(t)
			state := filepath.Dir(log)
			must(t, os.Chmod(filepath.Join(dir, "c.card"), 0o644), os.Mkdir(state, 0o700), os.Chown(state, nobody, nobody), c.prepare(dir))
			for d := dir; d != "/tmp" && d != "/"; d = filepath.Dir(d) {
				must(t, os.Chmod(d, 0o755))
			}
			for d := filepath.Dir(state); d != "/tmp" && d != "/"; d = filepath.Dir(d) {
				must(t, os.Chmod(d, 0o755))
			}
			cmd := processFor(t, "plan", dir, log, "n")
			exe, err := os.ReadFile(cmd.Path)
			program := filepath.Join(dir, "program")
			must(t, err, os.WriteFile(program, exe, 0o755))
			cmd.Path, cmd.Args[0] = program, program
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			said, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || !strings.Contains(string(said), c.want) || strings.Count(string(said), "\n") != 1 {
				t.Errorf("%v: %s", err, said)
			}
			if text, err := os.ReadFile(filepath.Join(dir, "c.card")); string(text) != "state: open\n" {
				t.Errorf("the card is %q, %v", text, err)
			}
		})
	}
}

// What lies in the place of the file in which new content is prepared is not written
// through.
func TestSomethingInTheWay(t *testing.T) {
	for name, block := range map[string]func(path string) error{
		"a link": func(path string) error { return os.Symlink("victim", path) },
		"a name": func(path string) error { return os.Link(filepath.Join(filepath.Dir(path), "victim"), path) },
		"a FIFO": func(path string) error { return unix.Mkfifo(path, 0o600) },
		"a file": func(path string) error { return os.WriteFile(path, []byte("half"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFolder(t)
			f.write("a.card", "state: open\n")
			f.write("victim", "precious\n")
			must(t, block(filepath.Join(f.dir, "a.card.notdone.tmp")))
			if _, err := f.opened().apply(f.plan("a.card", model.ActionCancel, ""), nil); err != nil {
				t.Error(err)
			}
			if f.read("victim") != "precious\n" || f.read("a.card") != "state: cancelled\n" {
				t.Errorf("the files are %q and %q", f.read("victim"), f.read("a.card"))
			}
			if got := f.names(); !slices.Equal(got, []string{"a.card", "log.txt", "victim"}) {
				t.Errorf("there are %v", got)
			}
		})
	}
	f := newFolder(t)
	f.write("a.card", "state: open\n")
	f.write("a.card.notdone.tmp/x", "")
	if _, err := f.opened().apply(f.plan("a.card", model.ActionCancel, ""), nil); err == nil || f.read("a.card") != "state: open\n" {
		t.Errorf("beside a folder: %v, %q", err, f.read("a.card"))
	}
}

// When another process prepares the same file, its content is not put in place.
func TestAnotherWriter(t *testing.T) {
	f := newFolder(t)
	f.write("a.card", "state: open\n")
	f.opened()
	_, err := f.apply(f.plan("a.card", model.ActionCancel, ""), func() {
		must(t, os.Remove(filepath.Join(f.dir, "a.card.notdone.tmp")))
		f.write("a.card.notdone.tmp", "half")
	})
	if !errors.Is(err, source.ErrBusy) || f.read("a.card") != "state: open\n" {
		t.Errorf("%v, %q", err, f.read("a.card"))
	}
}

// What a crash has interrupted between two files counts as done, and is undone to what it
// was; an undo that it has interrupted counts as not done, and is done again.
func TestInterruptedBetweenFiles(t *testing.T) {
	f := newFolder(t)
	f.write("a.card", "state: closed\nline\n")
	f.write("a.card.done", "Completed\n")
	before := []string{f.read("a.card"), f.read("a.card.done")}
	r, err := f.opened().apply(f.plan("a.card", model.ActionResetStep, ""), nil)
	must(t, err)
	is := func(after bool) bool {
		t.Helper()
		now, err := f.Current(t.Context(), r.Images)
		must(t, err)
		for i, image := range r.Images {
			if want := map[bool]map[string]any{true: image.After, false: image.Before}[after]; !equal(now[i].After, want) {
				return false
			}
		}
		return true
	}
	if !is(true) || is(false) {
		t.Error("what was done is not found")
	}
	f.write("a.card.done", before[1])
	if !is(true) {
		t.Error("with one file of two as it was it counts as not done")
	}
	undo, err := f.PlanUndo(t.Context(), r, "bob")
	must(t, err)
	if _, err = f.apply(undo, nil); err != nil || f.read("a.card") != before[0] || f.read("a.card.done") != before[1] {
		t.Errorf("undone: %v, %q, %q", err, f.read("a.card"), f.read("a.card.done"))
	}
	if !is(false) {
		t.Error("what was undone counts as done")
	}
	r, err = f.apply(f.plan("a.card", model.ActionResetStep, ""), nil)
	must(t, err)
	f.write("a.card.done", before[1]) // the undo begins with the last file
	undone := r
	if undo, err = f.PlanUndo(t.Context(), r, "bob"); err != nil || undo.Refused != "" {
		t.Fatalf("an interrupted undo is not done again: %q, %v", undo.Refused, err)
	}
	for i := range undone.Images {
		image := &r.Images[i]
		image.Before, image.After = image.After, image.Before
	}
	if is(true) {
		t.Error("an interrupted undo counts as done")
	}
}

// A message goes into a folder that need not be there, never over another file, and
// is undone until its owner has moved it.
func TestNewFiles(t *testing.T) {
	f := newFolder(t)
	f.write("a.card", "state: open\n")
	f.opened()
	if p := f.plan("a.card", model.ActionMessage, ""); p.Missing == "" || p.Native != nil {
		t.Errorf("without a text: %+v", p)
	}
	p := f.plan("a.card", model.ActionMessage, "hello")
	if want := "+hello\n"; len(p.Changes) != 1 || !strings.HasSuffix(p.Changes[0].Diff, want) || !p.Changes[0].Added {
		t.Errorf("the changes are %+v", p.Changes)
	}
	r, err := f.apply(p, nil)
	must(t, err)
	rel := r.Images[0].Key[keyPath].(string)
	if got := f.names(); !slices.Equal(got, []string{"a.card", rel}) || f.read(rel) != "hello\n" {
		t.Fatalf("there are %v", got)
	}
	if p, err := f.Plan(t.Context(), p.Request); err != nil || p.Refused != rel+" is there already" {
		t.Errorf("over a file: %q, %v", p.Refused, err)
	}
	if _, err := f.apply(p, nil); !errors.Is(err, source.ErrChanged) {
		t.Errorf("applied again: %v", err)
	}
	// Its owner moves it once it has read it, which is no sign that it was not sent.
	must(t, os.Mkdir(filepath.Join(f.dir, "out"), 0o700), os.Rename(filepath.Join(f.dir, rel), filepath.Join(f.dir, "out", filepath.Base(rel))))
	now, err := f.Current(t.Context(), r.Images)
	if err != nil || now[0].After[colContent] != "hello\n" {
		t.Errorf("moved it is %v, %v", now, err)
	}
	if undo, err := f.PlanUndo(t.Context(), r, "bob"); err != nil || undo.Refused != rel+" is not there any more" {
		t.Errorf("the undo of what was read: %q, %v", undo.Refused, err)
	}
	must(t, os.Remove(filepath.Join(f.dir, "out", filepath.Base(rel))))
	if r, err = f.apply(f.plan("a.card", model.ActionMessage, "again"), func() {}); err != nil {
		t.Fatal(err)
	}
	undo, err := f.PlanUndo(t.Context(), r, "bob")
	must(t, err)
	if _, err := f.apply(undo, nil); err != nil || !slices.Equal(f.names(), []string{"a.card"}) {
		t.Errorf("undone: %v, %v", err, f.names())
	}
}

// A line is appended as a whole line, whatever the file ended with, and is found
// again behind lines of others.
func TestAppendedLines(t *testing.T) {
	f := newFolder(t)
	f.write("a.card", "state: open\n")
	f.write("log.txt", "half a li")
	r, err := f.opened().apply(f.plan("a.card", model.ActionCancel, ""), func() { f.write("log.txt", "half a line\nanother\ntor") })
	must(t, err)
	if got := f.read("log.txt"); got != "half a line\nanother\ntor\na.card cancelled why\n" {
		t.Errorf("the log is %q", got)
	}
	now, err := f.Current(t.Context(), r.Images)
	if err != nil || now[0].After[colContent] != "state: cancelled\n" || now[1].After[colText] != "a.card cancelled why\n" {
		t.Errorf("it is %v, %v", now, err)
	}
}
