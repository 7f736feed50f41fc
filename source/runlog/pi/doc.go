// Package pi reads what the pi coding agent leaves of a run: the events that
// "pi --mode json" prints, and the session that it keeps beneath its sessions
// folder. The shapes are those of docs/json.md and docs/session.md of
// badlogic/pi-mono.
//
// The events end with agent_end; a stream that stops before was cut off. A
// session has no end of its own: the newest answer says why the model stopped.
package pi
