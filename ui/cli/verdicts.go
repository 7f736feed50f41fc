package cli

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"

	"github.com/adrg/xdg"

	"notdone/classify"
	"notdone/ui/board"
	"notdone/ui/verdicts"
)

// openVerdicts opens the folder in which verdicts are kept until the next start; nil where
// there is none. With --read-only they are read and not written.
func (o *options) openVerdicts() *verdicts.Store {
	folder := filepath.Join(xdg.CacheHome, "notdone")
	switch {
	case o.state != "":
		folder = filepath.Join(o.state, "cache")
	case os.Getenv("HOME") == "" && !filepath.IsAbs(os.Getenv("XDG_CACHE_HOME")):
		return nil
	}
	store := verdicts.Open(folder, o.readOnly)
	if store == nil || !board.Seed(store.Seed()) {
		return nil
	}
	return store
}

// verdictIdentity stands for what verdicts depend on beside the queue and the thresholds: the
// program with its rules, tables and model, the correction, the host and its processes.
func (o *options) verdictIdentity(config *classify.Config) string {
	host, _ := os.Hostname() // without one no worker is here
	correction := ""
	if config.Corrected != nil {
		raw, _ := os.ReadFile(o.correctionPath()) // it was read a moment ago
		correction = string(raw)
	}
	return fmt.Sprintf("%q", []string{program(), correction, host, fmt.Sprint(o.localHosts()), fmt.Sprint(o.chats), o.since, o.as})
}

// headOfProgram is as much of the program's file as holds what the linker writes of its
// contents, Go's build ID.
const headOfProgram = 64 << 10

// program identifies the running program: by the beginning of its file, with Go's build ID,
// which is a hash of all that it was built of, and where the file is and since when.
var program = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	said := path
	if info, ok := debug.ReadBuildInfo(); ok {
		said += "\n" + info.String()
	}
	f, err := os.Open(path) // #nosec G304 -- of this program
	if err != nil {
		return said
	}
	defer func() { _ = f.Close() }() // it is only read
	head := sha256.New()
	if _, err := io.CopyN(head, f, headOfProgram); err != nil {
		return said
	}
	if info, err := f.Stat(); err == nil {
		said += fmt.Sprintf("\n%d %d", info.Size(), info.ModTime().UnixNano())
	}
	return said + fmt.Sprintf("\n%x", head.Sum(nil))
})
