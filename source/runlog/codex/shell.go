package codex

import (
	"bytes"
	"regexp"
	"strings"

	"notdone/source/runlog"
)

// edits turns a command that only applies a patch into the edit that it is.
func edits(c runlog.Call, in *line) runlog.Call {
	if c.Mode == runlog.ModeCommand && strings.Contains(c.Command, "apply_patch") {
		for _, word := range in.argv {
			if bytes.Contains(word, []byte("*** Begin Patch")) {
				in.files = patched(word)
				c.Mode, c.Command = runlog.ModeEdit, ""
			}
		}
	}
	if c.Mode == runlog.ModeEdit && len(in.files) > 0 {
		c.Path = text(in.files[0], runlog.MaxPrompt)
	}
	return c
}

// patched finds the files that a patch changes, by its headers, in the text of
// a JSON string (codex-rs/apply-patch/src/parser.rs). A file that is moved
// counts by where it goes too.
func patched(raw span) []span {
	var files []span
	for _, head := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "} {
		for rest := raw; len(files) < maxFiles; {
			_, after, ok := bytes.Cut(rest, []byte(head))
			if !ok {
				break
			}
			end := bytes.Index(after, []byte(`\n`))
			if lines := bytes.IndexByte(after, '\n'); lines >= 0 && (end < 0 || lines < end) {
				end = lines
			}
			if end < 0 {
				end = len(after)
			}
			if file := bytes.TrimSpace(bytes.TrimSuffix(after[:end], []byte(`\r`))); len(file) > 0 {
				files = append(files, file)
			}
			rest = after[end:]
		}
	}
	return files
}

// shell is the command that a shell is to run, without the shell around it.
func shell(argv []span) string {
	if len(argv) == 1 {
		return bare(text(argv[0], runlog.MaxPrompt))
	}
	words := make([]string, len(argv))
	for i, w := range argv {
		words[i] = text(w, runlog.MaxPrompt)
	}
	if len(words) >= 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c") {
		switch words[0][strings.LastIndexByte(words[0], '/')+1:] {
		case "bash", "sh", "zsh", "dash", "fish":
			return words[2]
		}
	}
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n'\"$`\\|&;<>()*?#~") {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}

// wrapped is how codex exec writes a command that a shell runs.
var wrapped = regexp.MustCompile(`(?s)^(?:/\S*/)?(?:ba|z|da)?sh -l?c (.+)$`)

// bare takes the shell off a command that is written in one text.
func bare(text string) string {
	m := wrapped.FindStringSubmatch(text)
	if m == nil {
		return text
	}
	script := m[1]
	if quote := script[0]; len(script) > 1 && (quote == '\'' || quote == '"') && script[len(script)-1] == quote {
		script = script[1 : len(script)-1]
		if quote == '\'' {
			return strings.ReplaceAll(script, `'\''`, "'")
		}
		return strings.NewReplacer(`\"`, `"`, `\$`, "$", "\\`", "`", `\\`, `\`).Replace(script)
	}
	return script
}
