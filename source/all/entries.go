package all

import (
	"notdone/source/runlog"
	"notdone/source/runlog/wrapped"
	"notdone/source/tail"
)

// Entries returns a function that reads the lines of a log of any known format, from any
// line on, and passes what they say to o.Entry. head is the beginning of the file, a few
// kilobytes, and rel its path beneath the folder of the logs.
func Entries(head []byte, rel string, o runlog.Options) func(tail.Line) {
	for _, a := range Adapters() {
		if a.Entries == nil {
			continue
		}
		if read := a.Entries(head, rel, o); read != nil {
			return read
		}
	}
	format := runlog.Detect(head, rel)
	if format == runlog.FormatUnknown {
		format = runlog.FormatText
	}
	return wrapped.New(o, wrapped.Kind(head), format).Line
}
