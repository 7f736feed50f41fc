package claude

// presence adds up what a log shows of who sits in front of the session.
type presence struct {
	runs    string // the newest entrypoint
	wrote   string // who wrote the newest prompt
	stream  bool   // it is a result stream, which programs read
	queued  bool   // a prompt was queued before anything was said, as programs do
	typed   bool   // somebody used commands that only a terminal offers
	local   bool   // a command of the terminal's own was used
	prompts int
}

// note looks at a record; begun says that one of the conversation came before.
func (p *presence) note(rec *record, begun bool) {
	if len(rec.entrypoint) > 0 && p.runs != string(rec.entrypoint) {
		p.runs = string(rec.entrypoint[:min(len(rec.entrypoint), 40)])
	}
	switch string(rec.typ) {
	case "user":
		if len(rec.source) > 0 && p.wrote != string(rec.source) {
			p.wrote = string(rec.source[:min(len(rec.source), 40)])
		}
	case "queue-operation":
		p.queued = p.queued || !begun
	case "file-history-snapshot":
		p.typed = true
	case "system":
		p.stream = p.stream || string(rec.subtype) == "init"
		p.local = p.local || string(rec.subtype) == "local_command"
		p.typed = p.typed || p.local
	case "result":
		p.stream = true
	}
}

// here reports whether a person sits there. What the log says itself goes first:
// its entrypoint ("cli", "sdk-cli", "claude-vscode"), then who wrote the prompt
// ("typed", "sdk"); otherwise traces decide.
func (p *presence) here(runs int) bool {
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
