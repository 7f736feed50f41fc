package runlog

import (
	"slices"
	"strings"
	"testing"
)

// TestWordsStandInOneList checks that no word belongs to two lists of one table, where
// chance would decide.
func TestWordsStandInOneList(t *testing.T) {
	for _, prefix := range []string{"class-", "key-", "level-", "codex-", "claude-", "pi-", "count-"} {
		seen := map[string]string{}
		for name, words := range lists {
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			for _, word := range words {
				if other, ok := seen[word]; ok && !slices.Contains([]string{name, other}, "codex-waiting") {
					t.Errorf("%q stands in %s and in %s", word, other, name)
				}
				seen[word] = name
			}
		}
		if len(seen) == 0 {
			t.Errorf("there is no list %s", prefix)
		}
	}
}

// TestListsAreThere checks that the lists that the code names exist.
func TestListsAreThere(t *testing.T) {
	for i, words := range outcomeWords {
		if len(words) == 0 {
			t.Errorf("no words of %v", outcomeOrder[i])
		}
	}
	for _, program := range []string{"cd", "grep", "pytest", "tsc", "git", "rsync", "ls"} {
		if programs[program] == 0 {
			t.Errorf("%s has no effect", program)
		}
	}
	for _, agent := range []string{"codex", "claude", "pi"} {
		if len(ToolModes(agent)) < 3 {
			t.Errorf("few tools of %s", agent)
		}
	}
}
