package text

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"notdone/classify/wordlist"
	"notdone/model"
)

func TestReadTables(t *testing.T) {
	t.Parallel()
	got := readTables(fstest.MapFS{
		"classes.txt":            {Data: []byte("# Classes.\n\nneed: need\n  require\ni: i we\n")},
		"english/obstacle.txt":   {Data: []byte("# Obstacles.\n\nstrong  permission  @i @need .. approval\n")},
		"english/promise.txt":    {Data: []byte("weak ^ now\r\n")},
		"english/negation.txt":   {Data: []byte("no|not\n")},
		"english/overcome.txt":   {Data: []byte("half so @i\n")},
		"spanish/obstacle.txt":   {Data: []byte("firm unknown no puedo\n")},
		"unheard-of/promise.txt": {Data: []byte("firm not read\n")},
	}, languages)
	want := &tables{
		phrases: []phrase{
			{pattern: "@i @need .. approval", group: groupObstacle, kind: model.KindPermission, weight: strong, file: "english/obstacle.txt", line: 3},
			{pattern: "^ now", group: groupPromise, weight: weak, file: "english/promise.txt", line: 1},
			{pattern: "no|not", group: groupNegation, file: "english/negation.txt", line: 1},
			{pattern: "so @i", group: groupOvercome, weight: 0.5, file: "english/overcome.txt", line: 1},
			{pattern: "no puedo", group: groupObstacle, weight: firm, file: "spanish/obstacle.txt", line: 1},
		},
		classes: wordlist.Lists{"need": {"need", "require"}, "i": {"i", "we"}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(tables{}, phrase{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

// TestFaultyTables checks that a wrong row is left out and told by file and line.
func TestFaultyTables(t *testing.T) {
	t.Parallel()
	got := readTables(fstest.MapFS{
		"classes.txt":           {Data: []byte("i: i we\nneed\n me\n")},
		"english/ask.txt":       {Data: []byte("firm decision which one\n\nheavy decision which\nfirm taste which\nfirm decision\n")},
		"english/condition.txt": {Data: []byte("firm if\n")},
	}, languages)
	want := []string{
		`classes.txt line 2: "need" is of no list`,
		`english/ask.txt:3: "heavy" is not a weight of this table`,
		`english/ask.txt:4: unknown obstacle kind "taste"`,
		`english/ask.txt:5: the row has no pattern`,
		`english/condition.txt:1: "firm" is not a weight of this table`,
	}
	if diff := cmp.Diff(want, got.faults); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	if len(got.phrases) != 1 {
		t.Errorf("%d rows were read, want the one that is right", len(got.phrases))
	}
}

// TestEveryTableIsRead fails for a file that no language and no group has.
func TestEveryTableIsRead(t *testing.T) {
	t.Parallel()
	expected := []string{path.Join("phrases", classFile), "phrases/marks.txt", "phrases/traces.txt", "phrases/records.txt", "phrases/sections.txt", "phrases/onward.txt"}
	for _, language := range languages {
		expected = append(expected, path.Join("phrases", language, wordFile), path.Join("phrases", language, formFile), path.Join("phrases", language, undoneFile))
		for _, g := range groups {
			expected = append(expected, path.Join("phrases", language, g.name+".txt"))
		}
	}
	err := fs.WalkDir(tableFiles, "phrases", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !slices.Contains(expected, name) {
			t.Errorf("%s is in no language and group that are read", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestRecordWords fails for an action or a key that has two meanings, and for a kind of
// obstacle that is none.
func TestRecordWords(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"act-", "plan-", "need-"} {
		seen := map[string]string{}
		for name, words := range recordLists {
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			if kind, ok := strings.CutPrefix(name, "need-"); ok {
				if _, err := model.ParseObstacleKind(kind); err != nil {
					t.Error(err)
				}
			}
			for _, w := range words {
				if seen[w] != "" {
					t.Errorf("%q is in %s and %s", w, seen[w], name)
				}
				seen[w] = name
			}
		}
	}
	for i, set := range []map[string]bool{endReasons, endValues, endFlags, rowsDone, rowsOpen, noneDue, callArguments, callTags, replyKeys, noWork, countsAll, countsPart, recordNothing} {
		if len(set) == 0 {
			t.Errorf("set %d is empty", i)
		}
	}
}

// TestEveryListHasWords fails for a list that is asked for by a name that no file has.
func TestEveryListHasWords(t *testing.T) {
	t.Parallel()
	sets := []map[string]bool{fillers, regrets, abbreviations, placeholders, dangling, hanging, qualifiers, errorParts, stateWords, statedKeys, statusKeys, statedFlags}
	for i, set := range sets {
		if len(set) == 0 {
			t.Errorf("set %d is empty", i)
		}
	}
	for i, list := range [][]string{
		lists["self"], lists["subject"], lists["party"], lists["ordinal"], completeWords, lists["answer-no"], lists["instruction"], lists["not"], lists["subjectless"], lists["relative"],
		lists["copula"], lists["proof"], contractions, endings, commitTypes, statedStarts, lists["elided"], lists["written-out"],
	} {
		if len(list) == 0 {
			t.Errorf("list %d is empty", i)
		}
	}
	for label, name := range labelNames {
		if statedValues[name] != Label(label) {
			t.Errorf("%q does not state itself", name)
		}
	}
	for _, names := range [][]string{slices.Collect(maps.Keys(statedKeys)), slices.Collect(maps.Keys(statusKeys)), slices.Collect(maps.Keys(statedFlags)), slices.Collect(maps.Keys(statedValues))} {
		for _, name := range names {
			if 3*len(name) > statedBytes { // a letter in another case takes up to three times as many bytes
				t.Errorf("%q is longer than what is looked up", name)
			}
		}
	}
}
