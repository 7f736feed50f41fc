package cli

import (
	"runtime/debug"
	"testing"
)

func TestVersionNamesTheCommit(t *testing.T) {
	t.Parallel()
	for want, settings := range map[string][]debug.BuildSetting{
		"notdone version v1.2.3, commit 0123abcd, go1.26.0 linux/arm64":             {{Key: "vcs.revision", Value: "0123abcd"}, {Key: "vcs.modified", Value: "false"}},
		"notdone version v1.2.3, commit 0123abcd and changes, go1.26.0 linux/arm64": {{Key: "vcs.revision", Value: "0123abcd"}, {Key: "vcs.modified", Value: "true"}},
		"notdone version v1.2.3, built without its commit, go1.26.0 linux/arm64":    nil,
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: "v1.2.3"}}
		info.Settings = append(settings, debug.BuildSetting{Key: "GOOS", Value: "linux"}, debug.BuildSetting{Key: "GOARCH", Value: "arm64"})
		if got := describeBuild(info); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
