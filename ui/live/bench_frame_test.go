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
// to a log to the arrival of the new text at the terminal.
func BenchmarkAppendToFrame(b *testing.B) {
	for range b.N {
		dir := b.TempDir()
		w := startWriter(b, "")
		log := filepath.Join(dir, "gate.jsonl")
		w.append(log, `{"type":"user","message":{"content":"Mend the gate"},"session_id":"gate"}`+"\n")
		d := open(b, dir)
		d.untilText("Mend the gate")
		var took []time.Duration
		random := rand.New(rand.NewPCG(1, 2))
		for i := range frames {
			time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
			marker := fmt.Sprintf("key-%04d-is-lost", i)
			done := w.append(log, fmt.Sprintf(
				`{"type":"result","subtype":"success","session_id":"gate","result":"I cannot access %s."}`+"\n", marker))
			took = append(took, d.untilText(marker).Sub(done))
		}
		reportTimes(b, took, "")
		hideLoop(b)
	}
}
