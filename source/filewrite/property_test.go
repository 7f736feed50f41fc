package filewrite

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
	"notdone/source"
)

// TestUndoRestoresEveryByte: whatever the files held and become, an action leaves
// what its images say, its diff is that of the files, and the undo of it leaves every
// byte and every mode as they were.
func TestUndoRestoresEveryByte(t *testing.T) {
	content := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"a\n", "b\r\n", "- [x] c\n", "\xff\xfe", "é\n", "", "\x00", "end"}), 0, 40),
		func(parts []string) []byte { return []byte(strings.Join(parts, "")) })
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "filewrite")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		var edits []Edit
		for _, name := range []string{"one", "d/two", "d/three"}[:rapid.IntRange(1, 3).Draw(t, "files")] {
			was, now := content.Draw(t, "was"), content.Draw(t, "now")
			mode := os.FileMode(rapid.SampledFrom([]int{0o600, 0o644, 0o640, 0o755}).Draw(t, "mode"))
			kind := rapid.IntRange(0, 2).Draw(t, "kind")
			path := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if kind != 0 {
				if err := os.WriteFile(path, was, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(path, mode); err != nil {
					t.Fatal(err)
				}
			}
			edits = append(edits, []Edit{
				{Path: name, Create: append([]byte{}, now...), Mode: mode},
				{Path: name, Remove: true},
				{Path: name, Change: func([]byte) ([]byte, error) { return append(now, "!"+string(was)...), nil }},
			}[kind])
		}
		before := tree(t, dir)
		writes, err := resolve(dir, edits)
		if err != nil {
			t.Fatal(err)
		}
		var kept []source.Image
		if err := apply(t.Context(), dir, writes, false, func(all []source.Image) error { kept = all; return nil }); err != nil {
			t.Fatal(err)
		}
		now, err := current(dir, kept)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range changes(writes) {
			if !reflect.DeepEqual(now[i].After, kept[i].After) {
				t.Fatalf("%s is %q and should be %q", c.Row, now[i].After, kept[i].After)
			}
			was, _ := kept[i].Before[colContent].(string)
			is, _ := kept[i].After[colContent].(string)
			if err := fits(c.Diff, was, is); err != "" {
				t.Fatalf("the diff of %q and %q has %s:\n%s", was, is, err, c.Diff)
			}
		}
		back, err := restore(dir, kept)
		if err != nil {
			t.Fatal(err)
		}
		if writes, err = resolve(dir, back); err != nil {
			t.Fatal(err)
		}
		if err := apply(t.Context(), dir, writes, true, func([]source.Image) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if after := tree(t, dir); after != before {
			t.Fatalf("undone it is\n%s\nand was\n%s", after, before)
		}
		if _, err := restore(dir, kept); err == nil {
			t.Fatal("it can be undone twice")
		}
	})
}

// fits says which line a diff tells wrongly of two texts; empty: none.
func fits(diff, was, now string) string {
	count := map[string]int{}
	for _, text := range []struct {
		sign string
		text string
		n    int
	}{{"-", was, -1}, {"+", now, 1}} {
		for line := range strings.Lines(text.text) {
			count[strings.TrimSuffix(line, "\n")] += text.n
		}
		for line := range strings.Lines(diff) {
			if said, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), text.sign); ok {
				count[said] -= text.n
			}
		}
	}
	for line, n := range count {
		if n != 0 {
			return line
		}
	}
	return ""
}

// tree describes every file in a folder.
func tree(t *rapid.T, dir string) string {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = info.Mode().String() + " " + string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
