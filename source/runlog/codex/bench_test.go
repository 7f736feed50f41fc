package codex

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// sample is a rollout as Codex writes it: short calls, longer results, prose
// twice, and a count of tokens after every step.
func sample() [][]byte {
	log := begin
	for i := range 400 {
		id := fmt.Sprint("call_", i)
		log = join(log,
			[]string{"response_item", `"type":"reasoning","summary":[{"type":"summary_text","text":"**Looking**"}],"content":null,"encrypted_content":"` + strings.Repeat("gAAAAB", 100) + `"`},
			call(id, "exec_command", fmt.Sprintf(`{"cmd":"go test ./pkg%d","workdir":"/srv/app","yield_time_ms":1000}`, i)),
			answer(id, exited(i%2, strings.Repeat("ok  \tpkg/some/path\t0.012s\n", 40))),
			event("token_count", fmt.Sprintf(`"info":{"total_token_usage":{"input_tokens":%d,"cached_input_tokens":8000,"output_tokens":120,"reasoning_output_tokens":60,"total_tokens":%d},"last_token_usage":{"input_tokens":9000,"total_tokens":9120},"model_context_window":258400},"rate_limits":{"limit_id":"codex","primary":{"used_percent":12.0,"window_minutes":300,"resets_at":1790585719},"secondary":null}`, 9000*i, 9120*i)),
			says(fmt.Sprintf("%d. %s", i, strings.Repeat("I looked at \"it\" and went on. ", 10))))
	}
	var lines [][]byte
	for l := range strings.Lines(rollout(join(log, complete)...)) {
		lines = append(lines, []byte(strings.TrimSuffix(l, "\n")))
	}
	return lines
}

func size(lines [][]byte) (n int64) {
	for _, l := range lines {
		n += int64(len(l)) + 1
	}
	return n
}

func BenchmarkReader(b *testing.B) {
	lines := sample()
	b.SetBytes(size(lines))
	b.ReportAllocs()
	for b.Loop() {
		r := New(runlog.Options{Name: "r"})
		for i, l := range lines {
			r.Line(tail.Line{Text: l, Number: int64(i) + 1})
		}
		if s := r.Summary(); !s.Terminal || s.Work.Calls != 400 {
			b.Fatalf("%+v", s)
		}
	}
}

// BenchmarkEncodingJSON decodes the same lines and looks at nothing.
func BenchmarkEncodingJSON(b *testing.B) {
	lines := sample()
	b.SetBytes(size(lines))
	b.ReportAllocs()
	for b.Loop() {
		for _, l := range lines {
			var m map[string]any
			if err := json.Unmarshal(l, &m); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkHugeLine reads one line of 30 MB, of which tail keeps a part.
func BenchmarkHugeLine(b *testing.B) {
	head := rollout(join(begin, call("c", "exec_command", `{"cmd":"make"}`))...)
	huge := []byte(rollout(answer("c", exited(1, strings.Repeat("no rule\n", 30<<17)))...))
	b.SetBytes(int64(len(huge)))
	b.ReportAllocs()
	for b.Loop() {
		r := feed(head, runlog.Options{})
		if r.Line(tail.Line{Text: huge, Number: 9}); !r.Summary().Work.Command.Failed {
			b.Fatal("it was not read")
		}
	}
}
