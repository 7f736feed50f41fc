// Package all is the one place that knows every adapter. A new system is a
// package beside it and a line here.
package all

import (
	"slices"

	"notdone/source"
	"notdone/source/anvil"
	"notdone/source/hermes"
	"notdone/source/mapped"
	"notdone/source/mapped/infer"
	"notdone/source/nanoclaw"
	"notdone/source/queue"
	"notdone/source/taskplane"
	"notdone/source/transcript"
)

// Adapters returns every adapter, those with the most particular shape first. Own are the
// operator's mappings, which replace those of the catalogue that have their names.
func Adapters(own ...*mapped.Mapping) []source.Adapter {
	return slices.Concat([]source.Adapter{
		queue.Adapter(), hermes.Adapter(), nanoclaw.Adapter(), taskplane.Adapter(), anvil.Adapter(),
	}, mapped.Adapters(mapped.Unite(own, mapped.Catalogue()), infer.Beside), []source.Adapter{
		infer.Adapter(), transcript.Claude(), transcript.Codex(), transcript.Adapter(),
	})
}
