// Package wrapped reads the log of a program that ran an agent, such as a
// script, a runner, a container or a CI job, and mixed the agent's output with
// lines of its own. A record of the agent may stand behind a time and the name of
// a stream, be printed over many lines, or be cut into the pieces in which the
// program read it.
//
// The reader of the agent reads the records. What the program says about the end
// of the agent ends the run; its other lines are neither the agent's answer nor
// its failure.
package wrapped
