package watch

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

func TestFSName(t *testing.T) {
	tests := []struct {
		magic   int64
		name    string
		network bool
	}{
		{unix.NFS_SUPER_MAGIC, "NFS", true},
		{unix.SMB2_SUPER_MAGIC, "SMB2", true},
		{-0xacb2be, "CIFS", true}, // sign-extended, as on 32-bit fields
		{unix.CIFS_SUPER_MAGIC, "CIFS", true},
		{unix.FUSE_SUPER_MAGIC, "FUSE", true},
		{unix.V9FS_MAGIC, "9P", true},
		{unix.CEPH_SUPER_MAGIC, "Ceph", true},
		{unix.EXT4_SUPER_MAGIC, "ext4", false},
		{unix.TMPFS_MAGIC, "tmpfs", false},
		{0x123, "", false},
	}
	for _, tt := range tests {
		st := unix.Statfs_t{Type: tt.magic}
		if name, network := fsName(&st); name != tt.name || network != tt.network {
			t.Errorf("%#x: %q, %v", tt.magic, name, network)
		}
	}
}

func TestNetworkFSOfWhatIsMissing(t *testing.T) {
	top := t.TempDir()
	name, network := NetworkFS(top)
	below, alike := NetworkFS(filepath.Join(top, "none/at/all"))
	if name != below || network != alike {
		t.Errorf("%q %v above, %q %v below", name, network, below, alike)
	}
}
