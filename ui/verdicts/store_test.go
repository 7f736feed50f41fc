package verdicts

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

var (
	mine   = Identify("a queue", "its rules")
	others = Identify("a queue", "other rules")
)

func saved(t *testing.T) (s *Store, parts [][]byte) {
	t.Helper()
	s = Open(filepath.Join(t.TempDir(), "deep", "notdone"), false)
	parts = [][]byte{[]byte("a position"), {}, bytes.Repeat([]byte("standing"), 1000)}
	if err := s.Save(t.Context(), "/a/queue.db", mine, slices.Values(parts)); err != nil {
		t.Fatal(err)
	}
	return s, parts
}

// load returns the parts of a queue's file; false if it or one of them is not valid.
func load(s *Store, queue string, id Identity) (parts [][]byte, ok bool) {
	file := s.OpenParts(queue, id)
	defer file.Close()
	for i := range file.Len() {
		part, ok := file.Get(uint64(i), nil)
		if !ok {
			return nil, false
		}
		parts = append(parts, part)
	}
	return parts, file != nil
}

func TestWhatWasSavedIsLoaded(t *testing.T) {
	s, parts := saved(t)
	again := Open(s.folder, true)
	if again.Seed() != s.Seed() {
		t.Error("another process has another seed")
	}
	for _, store := range []*Store{s, again} {
		got, ok := load(store, "/a/queue.db", mine)
		if !ok || !slices.EqualFunc(got, parts, bytes.Equal) {
			t.Errorf("loaded %v, %.100q", ok, got)
		}
	}
	for queue, id := range map[string]Identity{"/a/queue.db": others, "/another/queue.db": mine} {
		if got, ok := load(s, queue, id); ok {
			t.Errorf("%s: loaded %.100q of another identity", queue, got)
		}
	}
	if Identify("ab", "c") == Identify("a", "bc") {
		t.Error("texts that are divided otherwise are the same")
	}
}

// TestDamage: a file is as if it were not there when it is cut anywhere, when any byte is
// another one, when it is longer, empty, of another queue, of another format or no file.
func TestDamage(t *testing.T) {
	s, _ := saved(t)
	path := s.path(partsKind.suffix, "/a/queue.db")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	is := func(what string, raw []byte) {
		t.Helper()
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := load(s, "/a/queue.db", mine); ok {
			t.Errorf("%s: it is loaded", what)
		}
	}
	for at := range whole {
		if at > 200 && at < len(whole)-200 && at%97 != 0 {
			continue
		}
		is(fmt.Sprintf("cut after %d", at), whole[:at])
		flipped := bytes.Clone(whole)
		flipped[at] ^= 0x10
		is(fmt.Sprintf("byte %d", at), flipped)
	}
	is("longer", append(bytes.Clone(whole), 0))
	is("twice", append(bytes.Clone(whole), whole...))
	is("of zeros", make([]byte, len(whole)))
	if err := s.Save(t.Context(), "/b/queue.db", others, slices.Values([][]byte{[]byte("b")})); err != nil {
		t.Fatal(err)
	}
	swapped, err := os.ReadFile(s.path(partsKind.suffix, "/b/queue.db"))
	if err != nil {
		t.Fatal(err)
	}
	is("of another queue", swapped)
	for what, make := range map[string]func() error{
		"a folder": func() error { return os.Mkdir(path, 0o700) },
		"a link":   func() error { return os.Symlink(filepath.Join(s.folder, "real"), path) },
		"nothing":  func() error { return nil },
	} {
		if err := os.WriteFile(filepath.Join(s.folder, "real"), whole, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := make(); err != nil {
			t.Fatal(err)
		}
		if _, ok := load(s, "/a/queue.db", mine); ok {
			t.Errorf("%s is loaded", what)
		}
	}
}

// TestNoPlaceToKeep: wherever nothing can be kept, nothing is, and nothing else happens.
func TestNoPlaceToKeep(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"", "relative", file, filepath.Join(file, "below")} {
		if s := Open(folder, false); s != nil {
			t.Errorf("%q is opened as %v", folder, s)
		}
	}
	missing := filepath.Join(dir, "missing")
	if s := Open(missing, true); s != nil {
		t.Error("a missing folder is opened to be read")
	}
	if _, err := os.Lstat(missing); err == nil {
		t.Error("a folder that was to be read is made")
	}
	var none *Store
	if _, ok := load(none, "/a/queue.db", mine); ok || none.Save(t.Context(), "/a/queue.db", mine, slices.Values([][]byte{})) != nil {
		t.Error("no store keeps something")
	}
}

func TestTooMuchIsNotKept(t *testing.T) {
	s, _ := saved(t)
	if s.Save(t.Context(), "/a/queue.db", mine, slices.Values([][]byte{make([]byte, mostBytes)})) == nil {
		t.Error("a file of any size is written")
	}
	if _, ok := load(s, "/a/queue.db", mine); !ok {
		t.Error("the file that there was is gone")
	}
}

// TestTwoWriters: whoever loads while others save gets a whole file of one of them.
func TestTwoWriters(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "notdone")
	var writing sync.WaitGroup
	for i, s := range []*Store{Open(folder, false), Open(folder, false), Open(folder, false)} {
		writing.Go(func() {
			for range 50 {
				part := bytes.Repeat([]byte{byte(i)}, 1000)
				if err := s.Save(t.Context(), "/a/queue.db", mine, slices.Values([][]byte{part, part})); err != nil {
					t.Error(err)
				}
				got, ok := load(s, "/a/queue.db", mine)
				if !ok || !bytes.Equal(got[0], got[1]) {
					t.Error("a file is not whole")
				}
			}
		})
	}
	writing.Wait()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 2 {
		t.Errorf("left are %v, %v", entries, err)
	}
}

// TestTheFolderGoes: nothing is kept any more, and the next process makes it again.
func TestTheFolderGoes(t *testing.T) {
	s, parts := saved(t)
	if err := os.RemoveAll(s.folder); err != nil {
		t.Fatal(err)
	}
	if _, ok := load(s, "/a/queue.db", mine); ok || s.Save(t.Context(), "/a/queue.db", mine, slices.Values(parts)) == nil {
		t.Error("something is kept nowhere")
	}
	again := Open(s.folder, false)
	if err := again.Save(t.Context(), "/a/queue.db", mine, slices.Values(parts)); err != nil {
		t.Error(err)
	}
	if _, ok := load(s, "/a/queue.db", mine); ok {
		t.Error("a file of another seed is loaded")
	}
}

// TestACutSeed is replaced, and what was kept with it is not there.
func TestACutSeed(t *testing.T) {
	s, _ := saved(t)
	if err := os.WriteFile(filepath.Join(s.folder, seedName), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again := Open(s.folder, true); again != nil {
		t.Error("a folder without a seed is opened to be read")
	}
	again := Open(s.folder, false)
	if _, ok := load(again, "/a/queue.db", mine); ok || again.Seed() == s.Seed() {
		t.Error("what was kept with another seed is loaded")
	}
}

// TestAnEndInTheMiddle: a file whose writing was ended leaves the one before, and nothing
// else.
func TestAnEndInTheMiddle(t *testing.T) {
	s, parts := saved(t)
	ended, end := context.WithCancel(t.Context())
	end()
	if s.Save(ended, "/a/queue.db", mine, slices.Values([][]byte{[]byte("another")})) == nil {
		t.Error("it was written to its end")
	}
	got, ok := load(s, "/a/queue.db", mine)
	if !ok || len(got) != len(parts) || !bytes.Equal(got[0], parts[0]) {
		t.Errorf("%q is left", got)
	}
	left, err := filepath.Glob(filepath.Join(s.folder, "*"+unfinished+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%q, %v", left, err)
	}
}

func TestTidy(t *testing.T) {
	s, _ := saved(t)
	old := map[string]time.Duration{
		"long-ago" + suffix: keptFor + time.Hour, "lately" + suffix: keptFor - time.Hour,
		"x" + suffix + unfinished + "1": abandoned + time.Minute, "x" + suffix + unfinished + "2": abandoned - time.Minute,
		"not ours": 10 * keptFor,
	}
	for name, age := range old {
		path := filepath.Join(s.folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Now(), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	Open(s.folder, true)
	Open(s.folder, false)
	for name, stays := range map[string]bool{
		"long-ago" + suffix: false, "lately" + suffix: true, "x" + suffix + unfinished + "1": false, "x" + suffix + unfinished + "2": true, "not ours": true,
	} {
		if _, err := os.Lstat(filepath.Join(s.folder, name)); (err == nil) != stays {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A store that was opened to be read alone writes nothing.
func TestAReadOnlyStoreSavesNothing(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "notdone")
	id := Identify("queue")
	if err := Open(folder, false).Save(t.Context(), "/a/queue.db", id, slices.Values([][]byte{[]byte("first")})); err != nil {
		t.Fatal(err)
	}
	s := Open(folder, true)
	_ = s.Save(t.Context(), "/a/queue.db", id, slices.Values([][]byte{[]byte("second")}))
	_ = s.Save(t.Context(), "/another/queue.db", id, slices.Values([][]byte{[]byte("second")}))
	if parts, ok := load(s, "/a/queue.db", id); !ok || string(parts[0]) != "first" {
		t.Errorf("the file was replaced: %q", parts)
	}
	if _, ok := load(s, "/another/queue.db", id); ok {
		t.Error("a file was written")
	}
}

// TestPartsAreWrittenOneByOne: the next part is asked for when the one before is in the file.
func TestPartsAreWrittenOneByOne(t *testing.T) {
	s, _ := saved(t)
	written := func() (size int64) {
		left, err := filepath.Glob(filepath.Join(s.folder, "*"+unfinished+"*"))
		if err != nil || len(left) != 1 {
			t.Fatalf("%q, %v", left, err)
		}
		info, err := os.Stat(left[0])
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	err := s.Save(t.Context(), "/a/queue.db", mine, func(yield func([]byte) bool) {
		yield(make([]byte, 5000))
		if size := written(); size < 5000 {
			t.Errorf("%d bytes are written when the second part is asked for", size)
		}
		yield([]byte("the second"))
	})
	got, ok := load(s, "/a/queue.db", mine)
	if err != nil || !ok || len(got) != 2 || string(got[1]) != "the second" {
		t.Errorf("%v: loaded %v, %.100q", err, ok, got)
	}
}

func TestSeedWithoutAFolder(t *testing.T) {
	if seed := (*Store)(nil).Seed(); seed != [seedBytes]byte{} {
		t.Errorf("the seed is %v", seed)
	}
}
