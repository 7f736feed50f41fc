package text

import "strings"

// noBlockBytes is how much of a message is looked at for that it says that nothing blocks it.
const noBlockBytes = 1 << 10

// blocksNothing reports whether the beginning of a message says that nothing stands in the way.
func (r *reader) blocksNothing() bool {
	return containsAny(strings.ToLower(r.message[:runeStart(r.message, min(len(r.message), noBlockBytes))]), noBlocks)
}

// How long a line is at most that says that there is nothing of what the title names, and what it
// adds to that, in bytes, and how many lines below the title are looked at for it.
const (
	noneBytes = 100
	moreBytes = 40
	noneLines = 6
)

// beginsWithNone reports whether the first thing that is said behind a title is that there is
// nothing of what it names, "# Blockers" and "None.", also below a heading, or "No current blocker",
// and whether it is all that its line says.
func (r *reader) beginsWithNone(title edgeLine) (none, alone bool) {
	if !isTitle(r.message[:title.start]) {
		return false, false
	}
	lines := 0
	for line := range strings.Lines(r.message[title.end:]) {
		line = strings.ToLower(strings.Trim(line, " \t\r\n-*_>`()[]"))
		if line == "" {
			continue
		}
		lines++
		switch {
		case lines > noneLines || len(line) > noneBytes:
			return false, false
		case line[0] != '#':
			return deniesBlock(line)
		}
	}
	return false, false
}

// deniesBlock reports whether a line in small letters says that there is none, or no blocker, and
// whether it says little more.
func deniesBlock(line string) (none, alone bool) {
	if _, value, found := cutColon(line); found && value != "" {
		line = strings.Trim(value, " *_") // "status: none"
	}
	if at := strings.IndexAny(line, ".,;:!—–(。，；：！（"); at >= 0 {
		line, alone = strings.TrimSpace(line[:at]), len(line)-at <= moreBytes
	} else {
		alone = true
	}
	for word := range noneLeft {
		rest, ok := strings.CutPrefix(line, word)
		switch {
		case !ok:
		case rest == "":
			none = none || word != "no"
		case rest[0] == ' ' || word[0] >= firstCharacterNumber:
			none = none || containsAny(rest, blockStems) || noneThen[keyOf(rest)]
		}
	}
	return none, none && alone
}
