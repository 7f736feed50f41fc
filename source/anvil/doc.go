// Package anvil is the adapter for the sessions of Anvil, the local coding
// agent: one task a session, made of all the files that tell about it.
//
// Here belongs what Anvil writes and what it means: which files belong to one
// session, the tracing lines, the plan protocol in the model's text, the session
// and result files, and the rules that hold for Anvil alone. How a file is read
// while it grows is package tail's; what a message says is package text's.
//
// It never writes, never follows a symbolic link beneath the folder, and runs
// nothing. Everything it reads is hostile and kept within bounds.
package anvil
