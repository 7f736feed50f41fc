package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"notdone/model"
	"notdone/ui/memory"
)

// dismiss ID REASON finds the findings of a task in the last output wrong, as
// the key n does on the screen.
func dismiss(ts *testscript.TestScript, _ bool, args []string) {
	store := memory.Open(filepath.Join(ts.Getenv("XDG_STATE_HOME"), "notdone", "memory.db"))
	defer func() { ts.Check(store.Close()) }()
	for _, o := range objects(ts) {
		if o["id"] != args[0] {
			continue
		}
		text, err := json.Marshal(o["findings"])
		ts.Check(err)
		var all []struct {
			Rule, Severity, Message string
			Count                   int
			Evidence                []model.Evidence
		}
		ts.Check(json.Unmarshal(text, &all))
		queue, _ := o["queue"].(string)
		for _, f := range all {
			severity, err := model.ParseSeverity(f.Severity)
			ts.Check(err)
			found := model.Finding{Rule: f.Rule, Severity: severity, Message: f.Message, Count: f.Count, Evidence: f.Evidence}
			ref := model.Ref{Queue: ts.MkAbs(queue), ID: args[0]}
			ts.Check(store.AddMark(context.Background(), ref, memory.NewMark(&found, false, args[1], time.Now())))
		}
		return
	}
	ts.Fatalf("no object has the id %q", args[0])
}

// labelled FILE [QUESTIONS] writes 40 labelled messages of agents that say in words of their
// own whether work is done, and the same as questions for classify --jsonl. Every other one
// is not done.
func labelled(ts *testscript.TestScript, _ bool, args []string) {
	var examples, questions strings.Builder
	for i := range 40 {
		label, text := "done", "It hangs on the wall of room %d."
		if i%2 == 0 {
			label, text = "not-done", "It is in the drawer of week %d."
		}
		line, err := json.Marshal(fmt.Sprintf("I went through the ledger with Mira, page by page. "+text, i))
		ts.Check(err)
		fmt.Fprintf(&examples, `{"text":%s,"label":%q}`+"\n", line, label)
		fmt.Fprintf(&questions, `{"id":"q%d","text":%s}`+"\n", i, line)
	}
	for i, content := range []string{examples.String(), questions.String()}[:len(args)] {
		ts.Check(os.WriteFile(ts.MkAbs(args[i]), []byte(content), 0o600))
	}
}
