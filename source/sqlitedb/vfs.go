package sqlitedb

import (
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// readingVFS is the name of the VFS through which foreign files are read. It is
// SQLite's VFS for this system with two calls changed: a -wal is opened read-only,
// and a sleep is short.
const readingVFS = "notdone-reading"

// napMax bounds one sleep of SQLite's. To begin a read of a write-ahead log
// that does not fit its -shm it tries a hundred times and sleeps in between, 10
// seconds in all, and nothing interrupts it (sqlite wal.c, walTryBeginRead).
const napMax = time.Millisecond

type (
	openFunc  = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	sleepFunc = func(tls *libc.TLS, vfs uintptr, microseconds int32) int32
	chownFunc = func(tls *libc.TLS, fd int32, uid, gid uint32) int32
	setFunc   = func(tls *libc.TLS, vfs, name, call uintptr) int32
)

var (
	reading    lib.Tsqlite3_vfs // SQLite keeps its address
	systemOpen openFunc
	// errVFS is why files cannot be read. The layer is made before any
	// connection can be open, since SQLite looks at it without a lock.
	errVFS = registerVFS()
)

func registerVFS() error {
	tls := libc.NewTLS()
	defer tls.Close()
	system := lib.Xsqlite3_vfs_find(tls, 0)
	if system == 0 {
		return fmt.Errorf("SQLite has no layer for this system's files")
	}
	libc.Xmemcpy(tls, uintptr(unsafe.Pointer(&reading)), system, libc.Tsize_t(unsafe.Sizeof(reading)))
	name, err := libc.CString(readingVFS)
	if err != nil {
		return err
	}
	fchown, err := libc.CString("fchown")
	if err != nil {
		return err
	}
	defer libc.Xfree(tls, fchown)
	set := function[setFunc](reading.FxSetSystemCall)
	if rc := set(tls, system, fchown, pointer(chownFunc(giveAway))); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite's change of owners cannot be held back: error %d", rc)
	}
	systemOpen = function[openFunc](reading.FxOpen)
	reading.FpNext, reading.FzName = 0, name
	reading.FxOpen, reading.FxSleep = pointer(openFunc(openToRead)), pointer(sleepFunc(nap))
	if rc := lib.Xsqlite3_vfs_register(tls, uintptr(unsafe.Pointer(&reading)), 0); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not take the layer for reading: error %d", rc)
	}
	return nil
}

// function is the Go function behind a function pointer of SQLite's.
func function[F any](p uintptr) F {
	return *(*F)(unsafe.Pointer(&struct{ p uintptr }{p}))
}

// pointer is the inverse of function, for functions that are never collected.
func pointer[F any](f F) uintptr {
	return *(*uintptr)(unsafe.Pointer(&f))
}

// openToRead opens a file. SQLite asks for a -wal to be made and written even
// on a connection that may only read (sqlite wal.c, sqlite3WalOpen).
func openToRead(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	if flags&lib.SQLITE_OPEN_WAL != 0 {
		flags = flags&^(lib.SQLITE_OPEN_READWRITE|lib.SQLITE_OPEN_CREATE) | lib.SQLITE_OPEN_READONLY
	}
	return systemOpen(tls, vfs, name, file, flags, outFlags)
}

func nap(_ *libc.TLS, _ uintptr, microseconds int32) int32 {
	time.Sleep(min(time.Duration(microseconds)*time.Microsecond, napMax))
	return microseconds
}

// giveAway replaces fchown(2), with which SQLite gives every -wal, -shm and
// -journal that root opens to the owner of the database (sqlite os_unix.c,
// robustFchown). That is right for a file that root has just made. It does
// nothing for a file that is only read or already has that owner: the call alone
// would change the file's ctime.
func giveAway(_ *libc.TLS, fd int32, uid, gid uint32) int32 {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_ACCMODE == unix.O_RDONLY {
		return 0
	}
	var st unix.Stat_t
	if err := unix.Fstat(int(fd), &st); err != nil || st.Uid == uid && st.Gid == gid {
		return 0
	}
	if err := unix.Fchown(int(fd), int(uid), int(gid)); err != nil {
		return -1
	}
	return 0
}
