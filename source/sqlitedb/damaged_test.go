package sqlitedb

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// TestDamagedLogIsRead is a -wal that does not fit its -shm, which is whole,
// while nobody holds either. SQLite tries again and again to begin.
func TestDamagedLogIsRead(t *testing.T) {
	noise := rand.New(rand.NewPCG(1, 2))
	for name, damage := range map[string]func(wal []byte) []byte{
		"garbage magic": func(wal []byte) []byte { copy(wal, "garbage!"); return wal },
		"other salt":    func(wal []byte) []byte { wal[17]++; return wal },
		"noise": func(wal []byte) []byte {
			for i := range wal {
				wal[i] = byte(noise.Uint32())
			}
			return wal
		},
		"zeros": func(wal []byte) []byte { return make([]byte, len(wal)) },
		"short": func(wal []byte) []byte { return wal[:100] },
		"long":  func(wal []byte) []byte { return append(make([]byte, 32), bytes.Repeat(wal, 3)...) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "queue.db")
			w := owner(t, path, "journal_mode(wal)")
			w.fill()
			w.do("PRAGMA wal_checkpoint(TRUNCATE)", "INSERT INTO t(body) VALUES ('only in the log')")
			w.kill()
			wal, err := os.ReadFile(path + "-wal")
			must(t, err)
			must(t, os.WriteFile(path+"-wal", damage(wal), 0o600))
			before := fingerprint(t, filepath.Dir(path))

			db := open(t, path, Options{})
			wantCount(t, db, "3")
			wantChange(t, db, Change{})
			must(t, db.Close())
			after := fingerprint(t, filepath.Dir(path))
			for side := range before {
				if before[side] != after[side] {
					t.Errorf("%s changed", side)
				}
			}
		})
	}
}
