// Package own holds the messages of our own writing, with their labels: what the
// reader of final messages learns from, and what made-up queues say.
package own

import "embed"

// Files are the files of examples, in each an object a line: "text" and "label",
// and where it is known "lang", "prompt", "style", "kind" and "quote".
//
//go:embed *.jsonl
var Files embed.FS
