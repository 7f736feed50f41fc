package sqlitedb

import (
	"fmt"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// readingVFS is the name of the VFS that reads foreign files. It is SQLite's default
// VFS with two changed methods: it opens a -wal read-only, and it sleeps only
// shortly.
const readingVFS = "notdone-reading"

// maxSleep bounds one sleep of SQLite. When a -wal does not fit its -shm, SQLite
// tries a hundred times to begin a read and sleeps in between, 10 seconds in all,
// which nothing can interrupt (sqlite wal.c, walTryBeginRead).
const maxSleep = time.Millisecond

type (
	openFunc  = func(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32
	sleepFunc = func(tls *libc.TLS, vfs uintptr, microseconds int32) int32
	chownFunc = func(tls *libc.TLS, fd int32, uid, gid uint32) int32
	setFunc   = func(tls *libc.TLS, vfs, name, call uintptr) int32
)

var (
	readVFS    lib.Tsqlite3_vfs // SQLite keeps its address
	systemOpen openFunc
	// errVFS is the error of registering the VFS. It is registered before the first
	// connection is opened, because SQLite reads its VFS list without a lock.
	errVFS = registerVFS()
)

func registerVFS() error {
	tls := libc.NewTLS()
	defer tls.Close()
	system := lib.Xsqlite3_vfs_find(tls, 0)
	if system == 0 {
		return fmt.Errorf("SQLite has no layer for this system's files")
	}
	libc.Xmemcpy(tls, uintptr(unsafe.Pointer(&readVFS)), system, libc.Tsize_t(unsafe.Sizeof(readVFS)))
	name, err := libc.CString(readingVFS)
	if err != nil {
		return err
	}
	fchown, err := libc.CString("fchown")
	if err != nil {
		return err
	}
	defer libc.Xfree(tls, fchown)
	set := goFunc[setFunc](readVFS.FxSetSystemCall)
	if rc := set(tls, system, fchown, cPointer(chownFunc(chownNewFile))); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite's change of owners cannot be held back: error %d", rc)
	}
	systemOpen = goFunc[openFunc](readVFS.FxOpen)
	readVFS.FpNext, readVFS.FzName = 0, name
	readVFS.FxOpen, readVFS.FxSleep = cPointer(openFunc(openWALReadOnly)), cPointer(sleepFunc(shortSleep))
	if rc := lib.Xsqlite3_vfs_register(tls, uintptr(unsafe.Pointer(&readVFS)), 0); rc != lib.SQLITE_OK {
		return fmt.Errorf("SQLite does not take the layer for reading: error %d", rc)
	}
	return nil
}

// goFunc returns the Go function for a function pointer of SQLite.
func goFunc[F any](p uintptr) F {
	return *(*F)(unsafe.Pointer(&struct{ p uintptr }{p}))
}

// cPointer is the inverse of goFunc. The function must never be garbage collected.
func cPointer[F any](f F) uintptr {
	return *(*uintptr)(unsafe.Pointer(&f))
}

// openWALReadOnly opens a file, and a -wal without write access. SQLite wants to
// create and write a -wal even on a read-only connection (sqlite wal.c,
// sqlite3WalOpen).
func openWALReadOnly(tls *libc.TLS, vfs, name, file uintptr, flags int32, outFlags uintptr) int32 {
	if flags&lib.SQLITE_OPEN_WAL != 0 {
		flags = flags&^(lib.SQLITE_OPEN_READWRITE|lib.SQLITE_OPEN_CREATE) | lib.SQLITE_OPEN_READONLY
	}
	return systemOpen(tls, vfs, name, file, flags, outFlags)
}

func shortSleep(_ *libc.TLS, _ uintptr, microseconds int32) int32 {
	time.Sleep(min(time.Duration(microseconds)*time.Microsecond, maxSleep))
	return microseconds
}

// chownNewFile replaces fchown(2). SQLite, when run by root, calls it to give every
// -wal, -shm and -journal to the owner of the database (sqlite os_unix.c,
// robustFchown). That is right for a new file. For a file that is only read or
// already has that owner chownNewFile does nothing, because the call would change
// the file's ctime.
func chownNewFile(_ *libc.TLS, fd int32, uid, gid uint32) int32 {
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
