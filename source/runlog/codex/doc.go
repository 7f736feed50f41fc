// Package codex reads what OpenAI's Codex CLI leaves of a session: the rollout
// that it keeps beneath its sessions folder, as every version since the first
// wrote it, and the events that "codex exec --json" prints. The shapes are those
// of codex-rs/protocol/src/protocol.rs, codex-rs/protocol/src/models.rs and
// codex-rs/exec/src/exec_events.rs.
//
// A run is a turn: from the moment at which the agent was given something to do
// until it said that it is done, failed or was stopped. A log holds many, and
// what is said of the log is said of the newest.
//
// The package finds out what happened; what it means for a task belongs to the
// adapters and to classify. It opens no log and reads no clock; the one thing it
// asks the machine for is the time zone that a log names.
package codex
