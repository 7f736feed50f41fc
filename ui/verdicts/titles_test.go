package verdicts

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// savedTitles returns a store with the titles of some tasks, of which some were appended.
func savedTitles(t *testing.T, saved, appended int) *Store {
	t.Helper()
	s := Open(filepath.Join(t.TempDir(), "notdone"), false)
	w := s.NewTitles("/a/queue.db", mine)
	for i := range saved {
		w.Add(titleNo(i))
	}
	if err := w.Save(); err != nil {
		t.Fatal(err)
	}
	for i := range appended {
		if err := s.AppendTitles("/a/queue.db", mine, []Title{titleNo(saved + i)}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func titleNo(i int) Title { return Title{fmt.Sprintf("t%05d", i), fmt.Sprintf("mend lamp %d.", i)} }

func find(t *testing.T, s *Store, text string, most int) string {
	t.Helper()
	ids, ok := s.FindTitles(t.Context(), "/a/queue.db", mine, text, most)
	return fmt.Sprint(strings.Join(ids, " "), " ", ok)
}

func TestTitlesAreFound(t *testing.T) {
	s := savedTitles(t, 20_000, 3)
	for _, store := range []*Store{s, Open(s.folder, true)} {
		for text, want := range map[string]string{
			"lamp 7.": "t00007 true", "t00019": "t00019 true", "lamp 2000": "t20002 t20001 t20000 t02000 true", "none": " true", "9.mend": " true",
			"": " false", "lamp\n": " false", "7\x00mend": " false",
		} {
			if got := find(t, store, text, 4); got != want {
				t.Errorf("%q is in %s, want %s", text, got, want)
			}
		}
	}
	if got := find(t, s, "lamp", 2); got != "t20002 t20001 true" {
		t.Errorf("of all, two are %s", got)
	}
	if !s.HasTitles("/a/queue.db", mine) || s.HasTitles("/a/queue.db", others) || s.HasTitles("/b/queue.db", mine) {
		t.Error("titles are those of another queue or identity")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, ok := s.FindTitles(ended, "/a/queue.db", mine, "lamp", 2); ok || !s.HasTitles("/a/queue.db", mine) {
		t.Error("a search that has ended goes on, or the file is gone")
	}
	if info, err := os.Stat(s.path(titlesSuffix, "/a/queue.db")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	var none *Store
	if none.NewTitles("/q", mine).Add(Title{}); none.HasTitles("/q", mine) || none.AppendTitles("/q", mine, []Title{{}}) != nil {
		t.Error("no store keeps titles")
	}
}

// TestDamagedTitles: whatever byte of the file is another one, and wherever it is cut, nothing is
// found by a text that no task had, and a damaged file is removed.
func TestDamagedTitles(t *testing.T) {
	s := savedTitles(t, 4, 2)
	path := s.path(titlesSuffix, "/a/queue.db")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole := "t00005 t00004 t00000 t00001 t00002 t00003 true"
	try := func(raw []byte) string {
		t.Helper()
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		return find(t, s, "lamp", 10)
	}
	if got := try(raw); got != whole {
		t.Errorf("the whole file has %s", got)
	}
	for i := range raw {
		flipped := bytes.Clone(raw)
		flipped[i] ^= 1 << (i % 8)
		got := try(flipped)
		if got != " false" && !strings.HasSuffix(whole, strings.TrimPrefix(got, " ")) {
			t.Errorf("byte %d: %s", i, got)
		}
		if _, err := os.Stat(path); i > titlesHead && got == " false" && err == nil {
			t.Errorf("byte %d: the damaged file is left", i)
		}
		if got := try(raw[:i]); got != " false" && !strings.HasSuffix(whole, strings.TrimPrefix(got, " ")) {
			t.Errorf("cut at %d: %s", i, got)
		}
	}
}

// TestTitlesAreRenewed: when much was appended the file is written anew with what each task had
// last, and without those that are gone.
func TestTitlesAreRenewed(t *testing.T) {
	s := savedTitles(t, 100, 0)
	path := s.path(titlesSuffix, "/a/queue.db")
	long := strings.Repeat("x", 1000)
	for range 3 {
		for i := range 500 {
			if err := s.AppendTitles("/a/queue.db", mine, []Title{{fmt.Sprint("new", i), fmt.Sprint(long, i, ".")}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.AppendTitles("/a/queue.db", mine, []Title{{"t00005", "another"}, {"t00006", ""}, {"new5", ""}}); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.Stat(path)
	if err != nil || s.RenewTitles("/a/queue.db", mine) != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(path)
	if err != nil || after.Size() > before.Size()/2 {
		t.Errorf("%d bytes became %d, %v", before.Size(), after.Size(), err)
	}
	for text, want := range map[string]string{
		"another": "t00005 true", "lamp 5.": " true", "lamp 6.": " true", "t00006": " true", "lamp 99.": "t00099 true", "x499.": "new499 true", "x5.": " true",
	} {
		if got := find(t, s, text, 5); got != want {
			t.Errorf("%q is in %s, want %s", text, got, want)
		}
	}
	if err := s.RenewTitles("/a/queue.db", mine); err != nil {
		t.Fatal(err)
	}
	if again, err := os.Stat(path); err != nil || again.ModTime() != after.ModTime() {
		t.Errorf("a file to which nothing was appended is written anew: %v", err)
	}
}

// TestTitlesThatAreLeftOut: what no line can hold is left out, and what is given up leaves the file
// before, and nothing else, in the folder.
func TestTitlesThatAreLeftOut(t *testing.T) {
	s := savedTitles(t, 2, 0)
	w := s.NewTitles("/a/queue.db", mine)
	w.Add(Title{"other", "lamp"})
	w.Remove()
	w.Remove()
	if err := w.Save(); err != nil || find(t, s, "lamp", 5) != "t00000 t00001 true" {
		t.Errorf("%v, %s", err, find(t, s, "lamp", 5))
	}
	w = s.NewTitles("/a/queue.db", mine)
	for _, title := range []Title{{"a\nb", "lamp"}, {"c", "lamp\x00"}, {"long", strings.Repeat("lamp", mostTitleBytes)}, {"d", "lamp"}} {
		w.Add(title)
	}
	if err := w.Save(); err != nil || find(t, s, "lamp", 5) != "d true" {
		t.Errorf("%v, %s", err, find(t, s, "lamp", 5))
	}
	if files, _ := os.ReadDir(s.folder); len(files) != 2 {
		t.Errorf("there are %d files, want the titles and the seed", len(files))
	}
	if Open(s.folder, true).NewTitles("/a/queue.db", mine) != nil {
		t.Error("titles are written where nothing is")
	}
}

// FuzzTitles: blocks whose check sums are right may still hold anything.
func FuzzTitles(f *testing.F) {
	f.Add([]byte("t1\x00mend lamp\nt2\x00lamp\n"), []byte("\x00\n\nlamp"), "lamp")
	f.Add([]byte{}, []byte("\n"), "\x01")
	f.Fuzz(func(t *testing.T, lines, rest []byte, text string) {
		s := Open(filepath.Join(t.TempDir(), "notdone"), false)
		raw := appendBlock(make([]byte, titlesHead), lines)
		copy(raw, makeTitlesHead(s.seal(mine), int64(len(raw))))
		raw = append(appendBlock(raw, rest), rest...)
		if err := os.WriteFile(s.path(titlesSuffix, "/q"), raw, 0o600); err != nil {
			t.Fatal(err)
		}
		ids, _ := s.FindTitles(t.Context(), "/q", mine, text, 10)
		for _, id := range ids {
			if !bytes.Contains(raw, []byte(id)) || strings.ContainsAny(id, ends) {
				t.Errorf("%q is no id of the file", id)
			}
		}
		if len(ids) > 10 || len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
			t.Errorf("%q", ids)
		}
		_ = s.RenewTitles("/q", mine) // it must end
	})
}
