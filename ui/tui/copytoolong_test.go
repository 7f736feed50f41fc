package tui

import (
	"fmt"
	"strings"
	"testing"
)

// Commands that a terminal's clipboard does not take are not sent, and the notice says so: half of
// them would be something else.
func TestCommandsThatAreTooLongAreNotCopied(t *testing.T) {
	for n, want := range map[int]bool{2: true, 2000: false} {
		m, d := still(t), &commandDialog{}
		for i := range n {
			d.runs = append(d.runs, &commandRun{argv: []string{"hermes", "kanban", "--board", "default", "unblock", fmt.Sprintf("t_%08d", i)}})
		}
		m.push(d)
		if sent := m.copyCommands() != nil; sent != want || strings.HasPrefix(m.notice, "not copied: ") == want {
			t.Errorf("%d commands: sent %v, %.80q", n, sent, m.notice)
		}
	}
}
