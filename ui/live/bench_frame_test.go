package live

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// frames is how many changes each benchmark of a frame waits for.
const frames = 100

// BenchmarkCommitToFrame measures from the return of another process' COMMIT
// to the arrival of the new text at the terminal.
func BenchmarkCommitToFrame(b *testing.B) {
	for _, k := range kinds {
		b.Run(strings.ReplaceAll(k.name, " ", "-"), func(b *testing.B) {
			for range b.N {
				path := filepath.Join(b.TempDir(), k.file)
				k.crowded(b, path, 1000)
				must(b, inDatabase(path, k.settle)) // so that what is blocked later is at the top
				const tasks = 4
				for i := range tasks {
					must(b, inDatabase(path, append(k.add(name(i), "Mend the gate"), k.begin(name(i))...)...))
				}
				d := open(b, path)
				d.untilLoaded()
				w := k.owner(b, path)
				var took []time.Duration
				random := rand.New(rand.NewPCG(1, 2))
				for i := range frames {
					d.untilText("0 blocked")
					time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
					marker := fmt.Sprintf("key-%04d-is-lost", i)
					done := w.exec(k.block(name(i%tasks), marker)...)
					took = append(took, d.untilText(marker).Sub(done))
					w.exec(k.begin(name(i % tasks))...)
				}
				reportTimes(b, took, "")
				hideLoop(b)
			}
		})
	}
}

func name(i int) string { return fmt.Sprintf("t_g%d", i) }

// BenchmarkAppendToFrame measures from the return of another process' append
// to a log to the arrival of the new text at the terminal. The logs of Claude
// and Codex are long ones already.
func BenchmarkAppendToFrame(b *testing.B) {
	b.Run("any", func(b *testing.B) {
		for range b.N {
			log := filepath.Join(b.TempDir(), "gate.jsonl")
			must(b, appendTo(log, `{"type":"user","message":{"content":"Mend the gate"},"session_id":"gate"}`+"\n"))
			appended(b, log, func(text string) string {
				return fmt.Sprintf(`{"type":"result","subtype":"success","session_id":"gate","result":%q}`+"\n", text)
			})
		}
	})
	for _, a := range []agent{claudeAgent, codexAgent} {
		b.Run(a.name, func(b *testing.B) {
			for range b.N {
				log := filepath.Join(b.TempDir(), "gate.jsonl")
				l := a.write(b, log, "gate", 10<<20, "I counted 14 lamps.")
				l.at = time.Now()
				appended(b, log, func(text string) string {
					a.begin(l)
					a.step(l)
					a.say(l, text)
					return l.take()
				})
			}
		})
	}
}

// appended has another process append to a log what an agent writes that ends
// with a text, and waits for the text each time.
func appended(b *testing.B, log string, write func(text string) string) {
	b.Helper()
	w, d := startWriter(b, ""), open(b, filepath.Dir(log))
	d.untilLoaded()
	var took []time.Duration
	random := rand.New(rand.NewPCG(1, 2))
	for i := range frames {
		time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
		marker := fmt.Sprintf("key-%04d-is-lost", i)
		done := w.append(log, write("I cannot access "+marker+"."))
		took = append(took, d.untilText(marker).Sub(done))
	}
	reportTimes(b, took, "")
	hideLoop(b)
}
