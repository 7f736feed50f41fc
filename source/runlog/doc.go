// Package runlog reads the logs of agents: JSON Lines, by the keys that most logs
// share, and plain text. A Reader reads a log line by line as it grows. At any time
// it can return the last message and how the log ended. Its memory does not grow
// with the log.
//
// Packages claude, codex and pi read the logs of one agent each, including its tool
// calls, denials, repetitions and open questions. They are built from types of this
// package: Parse reads JSON, Tracker keeps the runs, Work counts the tool calls.
// Package wrapped reads logs of programs that start an agent. The words of types and
// outcomes, the effects of programs, and the tools and phrases of each agent are rows of
// words.txt and phrases.txt.
//
// Package runlog does no I/O, reads no clock but Options.Now, and gives no verdicts.
// The adapters find the files and decide what an ending means for a task. All
// returned texts are valid UTF-8 of bounded length, but hostile: they are not yet
// safe for a terminal.
package runlog
