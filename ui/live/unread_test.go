package live

import (
	"errors"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Nobody reads the terminal: the dashboard ends nevertheless, and the terminal
// that is read again is found as it was. A key acts when it is read again.
func TestUnread(t *testing.T) {
	t.Parallel()
	signals := func(all ...syscall.Signal) func(d *dashboard) {
		return func(d *dashboard) {
			for _, s := range all {
				must(d.tb, d.cmd.Process.Signal(s))
			}
		}
	}
	for name, end := range map[string]func(d *dashboard){
		"q":          func(d *dashboard) { d.press("\x13q"); d.unread.Store(false) },
		"terminated": signals(syscall.SIGTERM), "interrupted": signals(syscall.SIGINT), "hung up": signals(syscall.SIGHUP),
		"terminated twice": signals(syscall.SIGTERM, syscall.SIGTERM), "all at once": signals(syscall.SIGINT, syscall.SIGHUP, syscall.SIGTERM),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openSized(t, t.TempDir(), size{250, 60}, ownQueue.fixture(t))
			d.untilIn("1 Active", "t_one")
			d.unread.Store(true)
			defer d.unread.Store(false)
			for held, same := -1, 0; same < 20; same++ { // until no more is taken
				d.press("\t")
				time.Sleep(40 * time.Millisecond)
				waiting := d.untaken(t)
				if waiting != held {
					held, same = waiting, 0
				}
			}
			end(d)
			select {
			case <-d.ended:
			case <-time.After(patience):
				t.Fatal("it does not end")
			}
			d.unread.Store(false)
			d.untilEnded()
		})
	}
}

// untaken is how many bytes the program has written that were not read.
func (d *dashboard) untaken(t *testing.T) (bytes int) {
	t.Helper()
	raw, err := d.terminal.SyscallConn()
	must(t, err)
	asked := raw.Control(func(fd uintptr) { bytes, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	must(t, errors.Join(asked, err))
	return bytes
}
