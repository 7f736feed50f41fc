// Package wrapped reads the log of a program that ran an agent and wrote down
// what that printed among lines of its own: a script, a runner, a container, a
// CI job. The agent's records may stand behind a time and the name of a stream,
// in one line or printed over many, and be cut where the program read them in
// pieces.
//
// Such a log is read as the agent's own, by the reader of that agent, and ended
// by what the program around it says of its end. What else the program says is
// neither the agent's answer nor its failure.
package wrapped
