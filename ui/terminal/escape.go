package terminal

import (
	"bytes"
	"errors"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"
)

// escapePause is how long the rest of a sequence may take to come after its ESC, with which the
// sequences of all other keys begin. A local terminal writes a sequence at once. Bubble Tea 2.0
// waits 50 ms for it, as a line over SSH needs, and every press of escape that long.
const escapePause = 5 * time.Millisecond

// longEscape is the key escape as the terminals send it that have the Kitty keyboard protocol:
// it is whole, and begins nothing else.
const longEscape = "\x1b[27u"

var (
	pasteBegins = []byte(ansi.BracketedPasteStart)
	pasteEnds   = []byte(ansi.BracketedPasteEnd)
)

// escapes tells the key escape from the beginning of a sequence.
type escapes struct {
	pastes bool   // text that is pasted has begun to come
	tail   []byte // the end of what was read, shorter than pasteBegins
}

// resolve returns how many bytes of p were read, of which the first n just were: a key escape is
// written to p as longEscape. More waits for more input, and reports whether there is.
func (e *escapes) resolve(p []byte, n int, more func() bool) int {
	if n == 1 && p[0] == ansi.ESC && !e.pastes && len(p) >= len(longEscape) && !more() {
		n = copy(p, longEscape)
	}
	e.follow(p[:n])
	return n
}

// follow notes whether a paste has begun, or ended, with what was read.
func (e *escapes) follow(read []byte) {
	e.tail = append(e.tail, read...)
	if begun, ended := bytes.LastIndex(e.tail, pasteBegins), bytes.LastIndex(e.tail, pasteEnds); begun != ended {
		e.pastes = begun > ended
	}
	e.tail = append(e.tail[:0], e.tail[max(len(e.tail)-len(pasteBegins)+1, 0):]...)
}

// hasMore waits a pause for input, and reports whether there is any; also where the system cannot tell.
func (t *Terminal) hasMore() bool {
	waiting := []unix.PollFd{{Fd: int32(t.in.Fd()), Events: unix.POLLIN}}
	for until := time.Now().Add(escapePause); ; {
		left := max(time.Until(until), 0)
		n, err := unix.Poll(waiting, int((left+time.Millisecond-1)/time.Millisecond))
		if !errors.Is(err, unix.EINTR) {
			return n != 0 || err != nil
		}
	}
}
