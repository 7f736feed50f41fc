package runlog

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"notdone/source/tail"
)

// sample is a log as agents write them: short calls, longer results, prose.
func sample() [][]byte {
	var lines [][]byte
	for i := range 500 {
		lines = append(lines,
			fmt.Appendf(nil, `{"type":"assistant","timestamp":"2026-01-02T03:04:05.678Z","session_id":"6f","message":{"id":"m%d","role":"assistant","model":"m","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"go test ./...","timeout":%d}}],"usage":{"input_tokens":4,"output_tokens":180}}}`, i, i, i),
			fmt.Appendf(nil, `{"type":"user","timestamp":"2026-01-02T03:04:06.678Z","session_id":"6f","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":%q,"is_error":false}]}}`, i, strings.Repeat("ok  \tpkg/some/path\t0.012s\n", 40)),
			fmt.Appendf(nil, `{"type":"assistant","timestamp":"2026-01-02T03:04:07.678Z","session_id":"6f","message":{"id":"n%d","role":"assistant","model":"m","content":[{"type":"text","text":%q}],"usage":{"input_tokens":4,"output_tokens":180}}}`, i, strings.Repeat("I looked at \"it\" and went on. ", 10)))
	}
	return lines
}

func size(lines [][]byte) (n int64) {
	for _, l := range lines {
		n += int64(len(l)) + 1
	}
	return n
}

func BenchmarkJSONL(b *testing.B) {
	lines := sample()
	b.SetBytes(size(lines))
	b.ReportAllocs()
	for b.Loop() {
		r := New(FormatJSONL, Options{Name: "x"})
		for i, l := range lines {
			r.Line(tail.Line{Text: l, Number: int64(i) + 1})
		}
		if r.Summary().Final == "" {
			b.Fatal("nothing was read")
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

func BenchmarkText(b *testing.B) {
	var lines [][]byte
	for i := range 1000 {
		lines = append(lines, []byte("2026-01-02T03:04:05.678Z  INFO app: turn completed"), []byte("\x1b[32m  ✓\x1b[0m read src/main.go"),
			fmt.Appendf(nil, "Then I changed step %d of the importer so that it keeps the order.", i), nil)
	}
	b.SetBytes(size(lines))
	b.ReportAllocs()
	for b.Loop() {
		r := New(FormatText, Options{Name: "x"})
		for i, l := range lines {
			r.Line(tail.Line{Text: l, Number: int64(i) + 1})
		}
		if r.Summary().Final == "" {
			b.Fatal("nothing was read")
		}
	}
}
