package text_test

import (
	"fmt"
	"strings"
	"testing"

	"notdone/classify/text"
)

// report is a typical message of about 2 kB.
var report = strings.Repeat("I've rewritten the loader so that `config.yaml` is read once and cached. "+
	"All unit tests pass, and the lint step is clean on both platforms.\n\n"+
	"- Added a guard against empty sections\n- Removed the old parser (it couldn't handle comments)\n\n"+
	"The nightly job was failing with a timeout; I raised the limit and it now works. "+
	"Users who do not have access still see the same page as before.\n\n", 5)

func BenchmarkRead(b *testing.B) {
	cases := []struct{ name, message string }{
		{"2kB", report},
		{"20kB", strings.Repeat(report, 10)},
		{"10MB", strings.Repeat(report, 5000)},
		{"cannot", strings.Repeat("cannot ", 10000)},
		{"gaps", strings.Repeat("I do not have no access if you can not ", 1600)},
		{"code", "```\n" + strings.Repeat("if err != nil { return err }\n", 80) + "```\n"},
	}
	for _, c := range cases {
		b.Run(fmt.Sprintf("%s-%d", c.name, len(c.message)), func(b *testing.B) {
			b.SetBytes(int64(min(len(c.message), 64<<10)))
			b.ReportAllocs()
			for b.Loop() {
				text.Read(c.message)
			}
		})
	}
}
