package claude

import (
	"strings"
	"testing"

	"notdone/model"
	"notdone/source/runlog"
)

func TestSession(t *testing.T) {
	for _, c := range []struct {
		name string
		log  *script
	}{
		{"transcript", transcript().prompt("Make it so\nplease").end("Done.").turned()},
		{"stream", stream().say("Done.").done(success + `,"result":"Done."`)},
	} {
		s := feed(c.log.String(), runlog.Options{}).Summary()
		if s.Kind != Kind || s.Session != "s-1" || s.Model != "m-1" || s.Cwd != "/srv/app" || s.Parent != "" {
			t.Errorf("%s: %+v", c.name, s)
		}
		if c.log.stream {
			continue
		}
		if s.Branch != "main" || s.Prompt != "Make it so\nplease" || s.Title != "Make it so" || !s.Started.Equal(begin.Add(1e9)) || !s.Last.Equal(c.log.at) || !s.Stamped {
			t.Errorf("%s: %+v", c.name, s)
		}
	}
}

func TestFolderIsWhereItBegan(t *testing.T) {
	s := transcript().prompt("Go")
	s.extra = strings.ReplaceAll(s.extra, `/srv/app`, `/srv/app/sub`)
	if got := feed(s.end("Done.").String(), runlog.Options{}).Summary().Cwd; got != "/srv/app" {
		t.Errorf("folder %q", got)
	}
}

func TestSpent(t *testing.T) {
	two := `{"type":"text","text":"a"}`
	for _, c := range []struct {
		name   string
		log    *script
		tokens int64
		cost   float64
	}{
		{"one message in three records", transcript().prompt("x").message("m1", two, "null").message("m1", two, "null").message("m1", two, "end_turn"), 10, -1},
		{"two messages", transcript().prompt("x").message("m1", two, "null").message("m2", two, "end_turn"), 20, -1},
		{"a subagent between the records of one", transcript().prompt("x").message("m1", two, "null").side().message("m9", two, "null").main().message("m1", two, "end_turn"), 20, -1},
		{"the last record of a message has it all", transcript().prompt("x").raw(`{"type":"assistant","sessionId":"s-1","message":{"id":"m1","usage":{"input_tokens":5,"output_tokens":1},"content":[]}}`).raw(`{"type":"assistant","sessionId":"s-1","message":{"id":"m1","usage":{"input_tokens":5,"output_tokens":90},"content":[]}}`), 95, -1},
		{"the result says it", stream().message("m1", two, "null").done(success + `,"total_cost_usd":0.25,"usage":{"input_tokens":30,"output_tokens":12},"result":"x"`), 42, 0.25},
		{"a running total is not summed", stream().say("a").done(success + `,"total_cost_usd":0.25,"result":"x"`).say("b").done(success + `,"total_cost_usd":0.75,"result":"y"`), 20, 0.75},
		{"sessions are summed", stream().say("a").done(success + `,"total_cost_usd":0.25,"result":"x"`).raw(`{"type":"system","subtype":"init","session_id":"s-2"}`).raw(`{"type":"result","subtype":"success","session_id":"s-2","result":"y","total_cost_usd":0.5}`), 10, 0.75},
		{"a total that begins anew", stream().say("a").done(success + `,"total_cost_usd":0.75,"result":"x"`).say("b").done(success + `,"total_cost_usd":0.25,"result":"y"`), 20, 1},
		{"nothing", transcript().prompt("x"), 0, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := feed(c.log.String(), runlog.Options{}).Summary()
			var tokens int64
			if s.Tokens != nil {
				tokens = *s.Tokens
			}
			cost := -1.0
			if s.CostUSD != nil {
				cost = *s.CostUSD
			}
			if tokens != c.tokens || cost != c.cost {
				t.Errorf("%d tokens, want %d; %v USD, want %v", tokens, c.tokens, cost, c.cost)
			}
		})
	}
}

func TestSidechains(t *testing.T) {
	for _, streamed := range []bool{false, true} {
		s := transcript().prompt("Go")
		if streamed {
			s = stream()
		}
		s.say("I ask another.").call("t0", "Task", `{"description":"look","prompt":"y"}`)
		s.side().prompt("y").call("t1", "Edit", `{"file_path":"/srv/app/a.go"}`).result("t1", "ok").end("The subagent is done.").main()
		open := feed(s.String(), runlog.Options{}).Summary()
		if open.Terminal || open.Final != "I ask another." || !strings.HasPrefix(open.Work.Pending.Quote, "Task") || open.NumRuns != 1 || open.LastKind != runlog.KindToolCall {
			t.Errorf("stream %v, while it runs: %+v", streamed, open)
		}
		sum := feed(s.result("t0", "It is done.").end("All done.").String(), runlog.Options{}).Summary()
		a := sum.Work
		if sum.Final != "All done." || a.Edits != 1 || a.Delegated != 1 || a.Messages != 2 || a.Calls != 2 || sum.Parent != "" || sum.NumRuns != 1 {
			t.Errorf("stream %v: %+v", streamed, sum)
		}
	}
}

func TestSubagentsOwnFile(t *testing.T) {
	s := transcript().side().prompt("Look at a.go").bash("t1", "cat a.go").result("t1", "x").end("It is fine.")
	r := feed(s.String(), runlog.Options{}).Summary()
	if r.Parent != "s-1" || r.Session != "a-1" || r.Outcome != model.OutcomeCompleted || r.Final != "It is fine." || r.Prompt != "Look at a.go" || r.Work.Calls != 1 {
		t.Errorf("%+v", r)
	}
	if r = feed(s.main().prompt("Go").end("Done.").String(), runlog.Options{}).Summary(); r.Parent != "" || r.Session != "s-1" || r.Prompt != "Go" || r.NumRuns != 1 || r.Work.Calls != 0 {
		t.Errorf("when the session itself begins: %+v", r)
	}
}

func TestWaiting(t *testing.T) {
	ask := `{"questions":[{"question":"Which store?","header":"Store","options":[{"label":"A"}]},{"question":"How large?"}]}`
	for _, c := range []struct {
		name, want, pending string
		log                 *script
	}{
		{"question", "Which store? How large?", "AskUserQuestion Which store? How large?", transcript().prompt("x").call("t1", "AskUserQuestion", ask)},
		{"plan", "1. Move it\n2. Test it", "ExitPlanMode 1. Move it\n2. Test it", transcript().prompt("x").call("t1", "ExitPlanMode", `{"plan":"1. Move it\n2. Test it"}`)},
		{"a question without words", "AskUserQuestion", "AskUserQuestion", transcript().prompt("x").call("t1", "AskUserQuestion", `{}`)},
		{"answered", "", "", transcript().prompt("x").call("t1", "AskUserQuestion", ask).result("t1", "A")},
		{"answered with a prompt", "", "AskUserQuestion Which store? How large?", transcript().prompt("x").call("t1", "AskUserQuestion", ask).prompt("A, small")},
		{"given up", "", "", transcript().prompt("x").call("t1", "AskUserQuestion", ask).prompt("[Request interrupted by user for tool use]")},
		{"a tool runs", "", "Bash make all", transcript().prompt("x").bash("t1", "make all")},
		{"two tools, one of them done", "", "Bash make all", transcript().prompt("x").bash("t1", "make all").bash("t2", "ls").result("t2", "a")},
		{"the run is over", "", "", stream().call("t1", "AskUserQuestion", ask).done(success + `,"result":"x"`)},
		{"in a subagent", "", "AskUserQuestion Which store? How large?", transcript().prompt("x").call("t0", "Task", "{}").side().call("t1", "AskUserQuestion", ask)},
	} {
		s := feed(c.log.String(), runlog.Options{}).Summary()
		if s.Work.Waiting.Quote != c.want || (s.Work.Waiting.Where != "") != (c.want != "") || s.Work.Pending.Quote != c.pending {
			t.Errorf("%s: waits for %q at %s, pending %q", c.name, s.Work.Waiting.Quote, s.Work.Waiting.Where, s.Work.Pending.Quote)
		}
	}
}

func TestHuman(t *testing.T) {
	queued := `{"type":"queue-operation","operation":"enqueue","sessionId":"s-1"}`
	for _, c := range []struct {
		name string
		log  *script
		want bool
	}{
		{"cli", transcript().with(`"entrypoint":"cli"`).prompt("x").end("y"), true},
		{"editor", transcript().with(`"entrypoint":"claude-vscode"`).prompt("x").end("y"), true},
		{"claude -p", transcript().with(`"entrypoint":"sdk-cli"`).prompt("x").end("y"), false},
		{"SDK", transcript().with(`"entrypoint":"sdk-py"`).prompt("x").end("y"), false},
		{"entrypoint before prompt", transcript().with(`"entrypoint":"sdk-ts","promptSource":"typed"`).prompt("x"), false},
		{"typed", transcript().with(`"promptSource":"typed"`).prompt("x").end("y"), true},
		{"by a program", transcript().with(`"promptSource":"sdk"`).prompt("x").end("y"), false},
		{"result stream", stream().say("x"), false},
		{"queued before anything", transcript().raw(queued).prompt("x").end("y").prompt("z").end("y"), false},
		{"queued in the middle", transcript().prompt("x").raw(queued).end("y").prompt("z").end("y"), true},
		{"one prompt and no trace", transcript().prompt("x").end("y"), false},
		{"a conversation", transcript().prompt("x").end("y").turned().prompt("z").end("y"), true},
		{"what only a terminal keeps", transcript().raw(`{"type":"file-history-snapshot","messageId":"m"}`).prompt("x").end("y"), true},
	} {
		if got := feed(c.log.String(), runlog.Options{}).Summary().Human; got != c.want {
			t.Errorf("%s: human %v", c.name, got)
		}
	}
}

func TestSlashCommands(t *testing.T) {
	command := "<command-message>review is running</command-message>\n<command-name>/review</command-name>\n<command-args>a.go</command-args>"
	s := feed(transcript().prompt(command).end("Looks fine.").turned().String(), runlog.Options{}).Summary()
	if s.Prompt != "/review a.go" || s.NumRuns != 1 || s.Work.Messages != 1 {
		t.Errorf("a command for the agent: %+v", s)
	}
	for name, idle := range map[string]bool{"/login": true, "/clear": true, "/exit": true, "/review": false} {
		log := transcript().prompt("<command-name>" + name + "</command-name>\n<command-args></command-args>")
		if s := feed(log.String(), runlog.Options{}).Summary(); s.Idle != idle || s.NumRuns != 0 {
			t.Errorf("only %s: idle %v, %d runs", name, s.Idle, s.NumRuns)
		}
		if s := feed(log.prompt("Go").String(), runlog.Options{}).Summary(); s.Idle {
			t.Errorf("%s, then a prompt: idle", name)
		}
	}
	if s := feed(transcript().rec("system", `"subtype":"local_command","content":"<command-name>/login</command-name>"`).String(), runlog.Options{}).Summary(); !s.Idle {
		t.Error("as a record of the system: not idle")
	}
	s = feed(transcript().prompt("Go").end("Done.").turned().prompt("<command-name>/clear</command-name>\n<command-args></command-args>").
		prompt("<local-command-stdout></local-command-stdout>").String(), runlog.Options{}).Summary()
	if s.NumRuns != 1 || s.Word != "end_turn" || s.Prompt != "Go" {
		t.Errorf("a command for the terminal: %+v", s)
	}
}
