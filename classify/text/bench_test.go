package text_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"notdone/classify/text"
	"notdone/classify/text/train/own"
)

// report is a typical message of about 2 kB.
var report = strings.Repeat("I've rewritten the loader so that `config.yaml` is read once and cached. "+
	"All unit tests pass, and the lint step is clean on both platforms.\n\n"+
	"- Added a guard against empty sections\n- Removed the old parser (it couldn't handle comments)\n\n"+
	"The nightly job was failing with a timeout; I raised the limit and it now works. "+
	"Users who do not have access still see the same page as before.\n\n", 5)

// readAtMost is how much of a longer message is read, in bytes; what is not read
// counts for no throughput.
const readAtMost = 64 << 10

func BenchmarkRead(b *testing.B) {
	cases := []struct{ name, message string }{
		{"2kB", report},
		{"20kB", strings.Repeat(report, 10)},
		{"10MB", strings.Repeat(report, 5000)},
		{"10MB-line", strings.Repeat(strings.ReplaceAll(report, "\n", " "), 5000)},
		{"cannot", strings.Repeat("cannot ", 10000)},
		{"gaps", strings.Repeat("I do not have no access if you can not ", 1600)},
		{"chinese", strings.Repeat("已将配置文件改为只读取一次并缓存，所有单元测试均已通过，代码检查也没有告警。\n\n"+
			"- 为空的配置段增加了保护\n- 删除了旧的解析器（它不支持注释）\n\n"+
			"夜间任务此前因超时而失败，提高上限之后已经可以正常运行。没有权限的用户看到的页面与之前一致。\n\n", 6)},
		{"code", "```\n" + strings.Repeat("if err != nil { return err }\n", 80) + "```\n"},
	}
	for _, c := range cases {
		b.Run(fmt.Sprintf("%s-%d", c.name, len(c.message)), func(b *testing.B) {
			b.SetBytes(int64(min(len(c.message), readAtMost)))
			b.ReportAllocs()
			for b.Loop() {
				text.Read(c.message)
			}
		})
	}
}

// BenchmarkReadExamples reads different messages one after the other, as a queue has them. A
// message that is read again and again costs half as much: all that it leads to is near.
func BenchmarkReadExamples(b *testing.B) {
	messages := map[string][]string{}
	files, err := own.Files.ReadDir(".")
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		content, err := own.Files.ReadFile(file.Name())
		if err != nil {
			b.Fatal(err)
		}
		for line := range bytes.Lines(content) {
			var e struct{ Text, Lang string }
			if err := json.Unmarshal(line, &e); err != nil {
				b.Fatal(err)
			}
			messages[e.Lang] = append(messages[e.Lang], e.Text)
		}
	}
	for _, lang := range []string{"en", "de", "ru", "zh"} {
		b.Run(lang, func(b *testing.B) {
			size := 0
			for _, m := range messages[lang] {
				text.Read(m) // what it leads to in the tables is made
				size += len(m)
			}
			b.SetBytes(int64(size / len(messages[lang])))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				text.Read(messages[lang][i%len(messages[lang])])
			}
		})
	}
}

// BenchmarkReadAlone reads without learned weights.
func BenchmarkReadAlone(b *testing.B) {
	w := text.RulesAlone()
	b.SetBytes(int64(len(report)))
	for b.Loop() {
		w.Read(report)
	}
}

func BenchmarkReadAtOnce(b *testing.B) {
	b.SetBytes(int64(len(report)))
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			text.Read(report)
		}
	})
}

// listed is as many plain phrases as a list grows to; the tables of the package
// stand for several hundred times more.
var listed = func() (phrases []string) {
	for _, who := range []string{"i ", "we ", "it ", "the agent ", "this "} {
		for _, cannot := range []string{"cannot", "can't", "could not", "couldn't", "am unable to", "was unable to", "do not have", "don't have"} {
			for _, do := range []string{"access", "proceed", "continue", "push"} {
				phrases = append(phrases, who+cannot+" "+do)
			}
		}
	}
	return phrases
}()

// BenchmarkPhraseList is the baseline that looks for one phrase after the other:
// its cost grows with the list.
func BenchmarkPhraseList(b *testing.B) {
	for _, n := range []int{5, 40, len(listed)} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(report)))
			found := 0
			for b.Loop() {
				lower := strings.ToLower(report)
				for _, p := range listed[:n] {
					if strings.Contains(lower, p) {
						found++
					}
				}
			}
		})
	}
}

// BenchmarkRegexp is the baseline of one alternation of all phrases.
func BenchmarkRegexp(b *testing.B) {
	for _, n := range []int{5, 40, len(listed)} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			quoted := make([]string, n)
			for i, p := range listed[:n] {
				quoted[i] = regexp.QuoteMeta(p)
			}
			any := regexp.MustCompile("(?i)" + strings.Join(quoted, "|"))
			b.SetBytes(int64(len(report)))
			for b.Loop() {
				any.MatchString(report)
			}
		})
	}
}

func BenchmarkExplain(b *testing.B) {
	b.SetBytes(int64(len(report)))
	for b.Loop() {
		text.Explain(report, text.RequestUnknown)
	}
}
