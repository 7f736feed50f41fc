// Package all is the one place that knows every adapter. A new system is a
// package beside it and a line here.
package all

import (
	"notdone/source"
	"notdone/source/anvil"
	"notdone/source/hermes"
	"notdone/source/nanoclaw"
	"notdone/source/queue"
	"notdone/source/taskplane"
	"notdone/source/transcript"
)

// Adapters returns every adapter, those with the most particular shape first.
func Adapters() []source.Adapter {
	return []source.Adapter{
		queue.Adapter(), hermes.Adapter(), nanoclaw.Adapter(), taskplane.Adapter(), anvil.Adapter(),
		transcript.Claude(), transcript.Codex(), transcript.Adapter(),
	}
}
