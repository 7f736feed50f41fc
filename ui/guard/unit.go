package guard

import (
	"fmt"
	"strconv"
	"strings"
)

// Unit returns a systemd user unit that runs a command, with variables of its environment, each
// as NAME=VALUE.
func Unit(argv, env []string) string {
	var b strings.Builder
	b.WriteString(`# Save it as ~/.config/systemd/user/notdone-guard.service, and start it now and at each login:
#   systemctl --user daemon-reload
#   systemctl --user enable --now notdone-guard
# loginctl enable-linger has it run without a login, too.
[Unit]
Description=notdone guard: tells of agent tasks that are blocked, failed, looping or done in name only

[Service]
Type=exec
`)
	for _, v := range env {
		fmt.Fprintf(&b, "Environment=%s\n", unitWord(v, false))
	}
	words := make([]string, len(argv))
	for i, word := range argv {
		words[i] = unitWord(word, true)
	}
	fmt.Fprintf(&b, "ExecStart=%s\n", strings.Join(words, " "))
	b.WriteString(`Restart=on-failure
RestartSec=30
NoNewPrivileges=true
Nice=5

[Install]
WantedBy=default.target
`)
	return b.String()
}

// unitWord quotes a word for a line of a unit. Only in a command $ means something.
func unitWord(word string, inCommand bool) string {
	word = strings.ReplaceAll(word, "%", "%%")
	if inCommand {
		word = strings.ReplaceAll(word, "$", "$$")
	}
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:=@%$+,", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return strconv.Quote(word)
}
