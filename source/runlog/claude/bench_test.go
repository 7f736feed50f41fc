package claude

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// sample is a transcript as Claude Code writes it: each result stands in it
// twice, once for the model and once for the screen.
func sample(turns int) [][]byte {
	const envelope = `"isSidechain":false,"userType":"external","cwd":"/srv/app","sessionId":"5d3c","version":"2.1.0","gitBranch":"main"`
	lines := [][]byte{[]byte(`{"parentUuid":null,` + envelope + `,"type":"user","message":{"role":"user","content":"Make the importer keep the order"},"uuid":"u","timestamp":"2030-01-02T03:04:05.678Z"}`)}
	result := strings.Repeat("ok  \tapp/internal/some/path\t0.012s \"quoted\" <tag>\n", 60)
	for i := range turns {
		lines = append(lines,
			fmt.Appendf(nil, `{"parentUuid":"u%d",%s,"type":"assistant","message":{"id":"m%d","type":"message","role":"assistant","model":"claude-x","content":[{"type":"text","text":%q}],"stop_reason":null,"usage":{"input_tokens":4,"cache_creation_input_tokens":512,"cache_read_input_tokens":18000,"output_tokens":180}},"requestId":"r","uuid":"a","timestamp":"2030-01-02T03:04:05.678Z"}`, i, envelope, i, strings.Repeat("I looked at \"it\" and went on. ", 8)),
			fmt.Appendf(nil, `{"parentUuid":"u%d",%s,"type":"assistant","message":{"id":"m%d","type":"message","role":"assistant","model":"claude-x","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"go test ./... -run T%d","timeout":%d}}],"stop_reason":"tool_use","usage":{"input_tokens":4,"cache_creation_input_tokens":512,"cache_read_input_tokens":18000,"output_tokens":180}},"requestId":"r","uuid":"a","timestamp":"2030-01-02T03:04:06.678Z"}`, i, envelope, i, i, i%97, i),
			fmt.Appendf(nil, `{"parentUuid":"u%d",%s,"type":"user","message":{"role":"user","content":[{"tool_use_id":"t%d","type":"tool_result","content":%q,"is_error":false}]},"toolUseResult":{"stdout":%q,"stderr":"","interrupted":false},"uuid":"b","timestamp":"2030-01-02T03:04:07.678Z"}`, i, envelope, i, result, result))
	}
	return lines
}

func size(lines [][]byte) (n int64) {
	for _, l := range lines {
		n += int64(len(l)) + 1
	}
	return n
}

// BenchmarkRead reads 50 MB, so that its time is that of a first verdict.
func BenchmarkRead(b *testing.B) {
	lines := sample(6200)
	b.SetBytes(size(lines))
	b.ReportAllocs()
	for b.Loop() {
		r := New(runlog.Options{Name: "x"})
		for i, l := range lines {
			r.Line(tail.Line{Text: l, Number: int64(i) + 1})
		}
		if s := r.Summary(); s.Work.Tests != 6200 {
			b.Fatalf("%d tests were seen", s.Work.Tests)
		}
	}
}

// BenchmarkShortRecords reads many short records after many failed calls, each
// of which every later call could make good.
func BenchmarkShortRecords(b *testing.B) {
	s := stream()
	for i := range 2000 {
		id := fmt.Sprint("t", i)
		if i < 100 {
			s.bash(id, fmt.Sprintf("cat /srv/app/file%d.go | grep x && make target%d", i, i)).fail(id, "Exit code 1")
		} else {
			s.call(id, "Edit", fmt.Sprintf(`{"file_path":"/srv/app/dir/file%d.go","old_string":"a","new_string":"b"}`, i)).result(id, "ok")
		}
	}
	log := s.String()
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		if feed(log, runlog.Options{}).Summary().Work.Edits != 1900 {
			b.Fatal("edits were lost")
		}
	}
}

// BenchmarkEncodingJSON decodes the same lines and looks at nothing.
func BenchmarkEncodingJSON(b *testing.B) {
	lines := sample(620)
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

// BenchmarkHugeResult reads a tool result of 30 MB on one line.
func BenchmarkHugeResult(b *testing.B) {
	text := []byte(`{"type":"user","session_id":"s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"` +
		strings.Repeat(`a line with \"quotes\" in it\n`, 30<<20/30) + `"}]}}`)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	r := New(runlog.Options{Name: "x"})
	for b.Loop() {
		r.Line(tail.Line{Text: text, Number: 1})
	}
}
