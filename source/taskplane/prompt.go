package taskplane

import (
	"regexp"
	"strings"

	"notdone/source/runlog"
)

// promptDoc is what a PROMPT.md says (discovery.ts).
type promptDoc struct {
	ID, Title string
	Level     int // of review; -1: it says none
	DependsOn []string
	Mission   string // what is asked for
}

var (
	promptTitle = regexp.MustCompile(`(?m)^#\s+(?:Task:\s*)?([A-Za-z][A-Za-z0-9]*-\d+)\s*[-–—:]\s*(.+)`)
	promptLevel = regexp.MustCompile(`(?m)^##\s+Review Level[:\s]*(\d)`)
	promptHead  = regexp.MustCompile(`(?m)^##\s+(Dependencies|Mission)\s*$`)
	nextHead    = regexp.MustCompile(`(?m)^(?:##\s|---)`)
	taskName    = regexp.MustCompile(`(?i)\b(?:[a-z0-9-]+/)?([A-Z]+-\d+)\b`)
	noTask      = regexp.MustCompile(`(?i)^[\s*-]*none\b`)
)

func parsePrompt(raw []byte) any {
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	d := &promptDoc{Level: -1}
	if m := promptTitle.FindStringSubmatch(text); m != nil {
		d.ID, d.Title = m[1], runlog.Cut(strings.TrimSpace(m[2]), runlog.MaxTitle)
	}
	if m := promptLevel.FindStringSubmatch(text); m != nil {
		d.Level = leadingNumber(m[1], -1)
	}
	for _, m := range promptHead.FindAllStringSubmatchIndex(text, -1) {
		body := text[m[1]:]
		if end := nextHead.FindStringIndex(body); end != nil {
			body = body[:end[0]]
		}
		if body = strings.TrimSpace(body); text[m[2]:m[3]] == "Mission" {
			d.Mission = body
			continue
		}
		if noTask.MatchString(body) {
			continue
		}
		for _, name := range taskName.FindAllStringSubmatch(body, maxNames) {
			d.DependsOn = appendNew(d.DependsOn, strings.ToUpper(name[1]))
		}
	}
	return d
}

// maxNames bounds how many names are taken from one text.
const maxNames = 100

func appendNew(all []string, name string) []string {
	for _, n := range all {
		if n == name {
			return all
		}
	}
	return append(all, name)
}
