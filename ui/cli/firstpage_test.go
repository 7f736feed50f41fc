package cli_test

import (
	"strings"
	"testing"
)

// The script firstpage.txtar does what README's first page says, word for word.
func TestFirstPageIsTried(t *testing.T) {
	t.Parallel()
	_, after, found := strings.Cut(read(t, readmeFile), "A loop that cannot lie")
	_, block, opened := strings.Cut(after, "```\n")
	block, _, closed := strings.Cut(block, "\n```")
	script := read(t, "ui/cli/testdata/script/firstpage.txtar")
	lines := strings.Split(block, "\n")
	if !found || !opened || !closed || len(lines) != 4 {
		t.Fatalf("README has no loop of four commands: %q", lines)
	}
	for _, line := range lines {
		if !strings.Contains(script, "\n"+line+"\n") && !strings.Contains(script, "\n"+line+" &") {
			t.Errorf("the script does not run %q", line)
		}
	}
}
