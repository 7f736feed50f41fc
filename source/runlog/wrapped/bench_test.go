package wrapped

import (
	"fmt"
	"testing"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// BenchmarkText reads a log without an agent in it, as itself and as one in
// which there may be one.
func BenchmarkText(b *testing.B) {
	var lines [][]byte
	size := int64(0)
	for i := range 1000 {
		lines = append(lines, []byte("2026-01-02T03:04:05.678Z  INFO app: turn completed"), []byte("\x1b[32m  ✓\x1b[0m read src/main.go"),
			fmt.Appendf(nil, "func step%d(x int) {", i), []byte("\treturn x // {\"a\": 1}"), []byte("}"),
			fmt.Appendf(nil, "Then I changed step %d of the importer so that it keeps the order and exits early.", i), nil)
	}
	for _, l := range lines {
		size += int64(len(l)) + 1
	}
	for name, reader := range map[string]func(runlog.Options) runlog.Reader{
		"plain":   func(o runlog.Options) runlog.Reader { return runlog.New(runlog.FormatText, o) },
		"wrapped": func(o runlog.Options) runlog.Reader { return New(o, "", runlog.FormatText) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				r := reader(runlog.Options{Name: "x"})
				for i, l := range lines {
					r.Line(tail.Line{Text: l, Number: int64(i) + 1})
				}
				if r.Summary().Final == "" {
					b.Fatal("nothing was read")
				}
			}
		})
	}
}
