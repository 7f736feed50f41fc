// Package cycle finds repetition: the same thing again without progress. It
// says when two wishes are the same wish and two obstacles the same obstacle,
// counts rounds in the events and runs of one task, and finds rings of
// dependencies. The same failure in several tasks is found by ui/board, which
// knows all of them.
//
// Everything here is pure and knows plain model types only. What a repetition
// means for a task's state is decided in classify; which system wrote the
// events is never known here.
package cycle
