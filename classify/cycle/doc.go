// Package cycle finds repetition: the same thing again without progress. It
// says when two wishes are the same wish and two obstacles the same obstacle,
// counts rounds in the events and runs of one task, finds the same failure
// across tasks, and finds rings of dependencies.
//
// Everything here is pure and knows plain model types only. What a repetition
// means for a task's state is decided in classify; which system wrote the
// events is never known here.
package cycle
