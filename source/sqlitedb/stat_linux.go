package sqlitedb

import "golang.org/x/sys/unix"

func idOf(st *unix.Stat_t) inode { return inode{dev: st.Dev, ino: st.Ino} }
