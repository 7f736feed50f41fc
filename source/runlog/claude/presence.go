package claude

// presence collects signs of whether a session is interactive.
type presence struct {
	runs    string // the newest entrypoint
	wrote   string // who wrote the newest prompt
	stream  bool   // it is a result stream, which programs read
	queued  bool   // a prompt was queued before anything was said, as programs do
	typed   bool   // somebody used commands that only a terminal offers
	local   bool   // a command of the terminal's own was used
	prompts int
}

// note reads a record; begun says that one of the conversation came before.
func (p *presence) note(rec *record, begun bool) {
	rec.Get("entrypoint").Keep(&p.runs)
	subtype := string(rec.Get("subtype").Text())
	switch rec.typ {
	case "user":
		rec.Get("promptSource").Keep(&p.wrote)
	case "queue-operation":
		p.queued = p.queued || !begun
	case "file-history-snapshot":
		p.typed = true
	case "system":
		p.stream = p.stream || subtype == "init"
		p.local = p.local || subtype == "local_command"
		p.typed = p.typed || p.local
	case "result":
		p.stream = true
	}
}

// isInteractive reports whether a person uses the session. What the log says itself goes first:
// its entrypoint ("cli", "sdk-cli", "claude-vscode"), then who wrote the prompt
// ("typed", "sdk"); otherwise traces decide.
func (p *presence) isInteractive(runs int) bool {
	switch p.runs {
	case "":
	case "cli", "claude-vscode", "claude-desktop", "vscode", "jetbrains", "claude-jetbrains":
		return true
	default:
		return false
	}
	switch p.wrote {
	case "":
	case "sdk", "system", "queue", "cron", "schedule":
		return false
	default:
		return true
	}
	return !p.stream && !p.queued && (p.typed || runs > 1 && p.prompts > 1)
}
