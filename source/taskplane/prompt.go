package taskplane

import (
	"regexp"
	"slices"
	"strings"

	"notdone/source/runlog"
)

// promptDoc is what a PROMPT.md says (discovery.ts).
type promptDoc struct {
	Title     string
	Level     int // of review; -1: it says none
	DependsOn []string
	Mission   string // what is asked for
}

var (
	promptTitle = regexp.MustCompile(`(?m)^#\s+(?:Task:\s*)?[A-Za-z][A-Za-z0-9]*-\d+\s*[-–—:]\s*(.+)`)
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
		d.Title = runlog.Cut(strings.TrimSpace(m[1]), runlog.MaxTitle)
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
			d.Mission = runlog.Cut(body, maxMission)
			continue
		}
		if noTask.MatchString(body) {
			continue
		}
		for _, name := range taskName.FindAllStringSubmatch(body, maxNames) {
			if id := strings.ToUpper(name[1]); !slices.Contains(d.DependsOn, id) {
				d.DependsOn = append(d.DependsOn, id)
			}
		}
	}
	return d
}

// Bounds of what is taken from one text.
const (
	maxMission = 64 << 10 // bytes
	maxNames   = 100
)
