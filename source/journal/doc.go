// Package journal keeps what notdone did to queues: who did it, when and why,
// with the rows as they were before and after, so that it can be told, undone,
// and settled when the machine stopped in the middle of it.
//
// What belongs here: the file, its lock, the order in which an intent, a commit
// and its confirmation are made durable, and the judgement whether an action
// that was interrupted took place. What does not: any knowledge of a queue's
// tables, how an action is worked out or undone, and showing anything.
//
// # Why an action can be interrupted at any point
//
// Do holds the lock of the file from before the action until it is confirmed.
// Inside the action's own transaction, before COMMIT, an intent with the rows
// is appended and synced; after it, that it was done. The lock ends with the
// process that holds it, so whoever finds an intent without confirmation while
// holding the lock knows that nobody is still at it, and the rows tell the rest.
// The lock of the journal is always taken before that of a queue, never after.
package journal
