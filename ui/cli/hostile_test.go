package cli

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/adrg/xdg"
	_ "modernc.org/sqlite"

	"notdone/source/queue/client"
)

// pieces are what hostile text is made of.
var pieces = []string{
	"\x1b[2J", "\x1b]52;c;aGk=\a", "\x1b]0;x\x1b\\", "\x1bP+q\x1b\\", "\u009b2J", "\u009d0;x\u009c", "\a", "\b\b", "\r", "\n", "\t", "\x7f", "\x00", "\x0e",
	"\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\u2028", "\U000e0041", "\ufe0f", "\xff", "\xc3", "\xed\xa0\x80",
	"plain", " words ", "ünïcödé", "漢字", "e\u0301\u0301\u0301\u0301\u0301", "🙂", "\"", "'", "\\", "{", "%s", "=1+1", "I need permission: ",
}

func nasty(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(6) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// runIn runs a command as the program does and returns all that it prints.
func runIn(t *testing.T, in string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	root := newRoot()
	root.SetIn(strings.NewReader(in))
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	if err := root.ExecuteContext(t.Context()); err != nil {
		printError(&out, err)
	}
	return out.String()
}

func checkPrintable(t *testing.T, what, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: not valid UTF-8: %.200q", what, text)
	}
	for i, r := range text {
		if r != '\n' && r != '\ufffd' && !unicode.IsPrint(r) || unicode.Is(unicode.Variation_Selector, r) {
			t.Errorf("%s: %U at byte %d, after %q", what, r, i, text[max(0, i-60):i])
			return
		}
	}
}

// No command prints what a terminal would act on, whatever stands in rows, logs,
// names of files, messages and the journal.
func TestNothingHostileIsPrinted(t *testing.T) {
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	seeds := uint64(12)
	if testing.Short() {
		seeds = 2 // other texts are printed by the same goroutines
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 7))
		dir := t.TempDir()
		db, ids := hostileQueue(t, r, dir)
		logs := hostileLogs(t, r, dir)
		hostileJournal(t, r, filepath.Join(state, "notdone", "journal.jsonl"), db)
		if n := strings.Count(runIn(t, "", "log"), " -> "); n != 4 {
			t.Fatalf("the journal tells %d entries, want the 4 whose ids are ids", n)
		}
		message := nasty(r) + "I was unable to open " + nasty(r) + " the vault."
		line, err := json.Marshal(map[string]string{"id": nasty(r), "text": message})
		if err != nil {
			t.Fatal(err)
		}
		maxTried := [][]string{
			{"ls", db},
			{"ls", "--all", db, logs},
			{"ls", "--json", db, logs},
			{"ls", "--all", "--logs", logs, db},
			{"check", db, logs},
			{"check", "--json", "--level", "info", db},
			{"doctor", db, logs},
			{"doctor", "--json", logs},
			{db},
			append([]string{"show", db}, ids...), append([]string{"show", "--json", db}, ids...),
			{"show", db, nasty(r)},
			{"show", logs, nasty(r)},
			{"log"},
			{"log", db},
			{"log", "--json"},
			{"log", nasty(r)},
			append([]string{"unblock", "--dry-run", "--answer", nasty(r), db}, ids...), append([]string{"unblock", "--dry-run", "--json", db}, ids...),
			append([]string{"unblock", "--yes", "--reason", nasty(r), db}, ids...), append([]string{"act", "hold", "--yes", "--json", db}, ids...),
			{"undo", "--dry-run", db},
			{"undo", "--yes", db},
			{"undo", "--yes", db, nasty(r)},
			{"act", nasty(r), db, "x"},
			{"unblock", "--yes", "--actor", nasty(r), db, "x"},
			{"log"},
			{"init", filepath.Join(dir, "new.db")},
			{"init", filepath.Join(dir, strings.NewReplacer("/", "", "\x00", "").Replace(nasty(r)))},
			{"ls", nasty(r)},
			{"ls", "--as", nasty(r), db},
			{"ls", "--state", nasty(r), db},
			{"ls", "--" + nasty(r)},
			{"ls", "--now", nasty(r), db},
			{nasty(r)},
			{"help", nasty(r)},
			{"classify"},
			{"classify", "--explain"},
			{"classify", "--json", "--explain"},
			{"classify", nasty(r)},
		}
		for _, args := range maxTried {
			checkPrintable(t, fmt.Sprintf("seed %d: %q", seed, args), runIn(t, message, args...))
		}
		for _, in := range []string{string(line) + "\n", nasty(r) + "\n", "[" + string(line) + "]\n"} {
			checkPrintable(t, fmt.Sprintf("seed %d: classify --jsonl of %q", seed, in), runIn(t, in, "classify", "--jsonl", "--explain"))
		}
	}
}

func hostileQueue(t *testing.T, r *rand.Rand, dir string) (path string, ids []string) {
	t.Helper()
	path = filepath.Join(dir, "q.db")
	if err := client.Init(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	put := func(statement string, args ...any) {
		if _, err := db.ExecContext(t.Context(), statement, args...); err != nil {
			t.Fatal(err)
		}
	}
	for i, state := range []string{"queued", "active", "blocked", "failed", "done"} {
		id := fmt.Sprint(i) + strings.ReplaceAll(nasty(r), "\x00", "")
		ids = append(ids, id)
		put(`INSERT INTO tasks (id, title, body, obstacle, result, claimed_by) VALUES (?, ?, ?, ?, ?, ?)`,
			id, nasty(r), nasty(r), nasty(r), nasty(r)+"I was unable to open it.", nasty(r))
		put(`UPDATE tasks SET state = ?, changed_by = ?, change_note = ? WHERE id = ?`, state, nasty(r), nasty(r), id)
		put(`INSERT INTO runs (task_id, attempt, worker, started_at, ended_at, outcome, output, error) VALUES (?, 1, ?, 1773486000000, 1773486060000, 'failed', ?, ?)`,
			id, nasty(r), nasty(r), nasty(r))
		put(`INSERT INTO events (task_id, kind, actor, note) VALUES (?, 'commented', ?, ?)`, id, nasty(r), nasty(r))
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path, ids
}

func hostileLogs(t *testing.T, r *rand.Rand, dir string) string {
	t.Helper()
	folder := filepath.Join(dir, "logs")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	quoted := func() string {
		b, err := json.Marshal(nasty(r))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	name := strings.NewReplacer("/", "", "\x00", "")
	for ending, content := range map[string]string{
		".jsonl": `{"type":"user","sessionId":` + quoted() + `,"cwd":` + quoted() + `,"gitBranch":` + quoted() + `,"message":{"role":"user","content":` + quoted() + `}}` + "\n" +
			`{"type":"assistant","message":{"role":"assistant","model":` + quoted() + `,"content":[{"type":"tool_use","id":"t","name":` + quoted() + `,"input":{"command":` + quoted() + `}},{"type":"text","text":` + quoted() + `}]}}` + "\n",
		".codex.jsonl": `{"type":"thread.started","thread_id":` + quoted() + `}` + "\n" + `{"type":"item.completed","item":{"id":"i","type":"agent_message","text":` + quoted() + `}}` + "\n",
		".log":         "started " + nasty(r) + "\n" + nasty(r) + "\nfatal: " + nasty(r) + "\n",
		".db":          "x",
	} {
		if err := os.WriteFile(filepath.Join(folder, "x"+name.Replace(nasty(r))+ending), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// hostileJournal writes entries in which every text is hostile.
func hostileJournal(t *testing.T, r *rand.Rand, path, db string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	var lines []byte
	add := func(line map[string]any) {
		b, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(append(lines, b...), '\n')
	}
	for i, id := range []string{"00aa1", "00aa2", "00aa3", "0" + nasty(r), "00aa5"} {
		add(map[string]any{"v": 1, "id": id, "at": "2026-03-14T12:00:00Z", "intent": map[string]any{
			"path": []string{db, nasty(r)}[i/4], "kind": nasty(r), "queue": db, "task": nasty(r), "name": nasty(r), "action": nasty(r), "title": nasty(r),
			"actor": nasty(r), "reason": nasty(r), "answer": nasty(r), "was": nasty(r), "now": nasty(r), "undo": nasty(r),
			"undoes": []string{"", "00aa9"}[i%2], "images": []any{},
		}})
		if i > 0 {
			add(map[string]any{"v": 1, "id": id, "at": "2026-03-14T12:00:01Z", "outcome": "applied"})
		}
	}
	if err := os.WriteFile(path, lines, 0o600); err != nil {
		t.Fatal(err)
	}
}
