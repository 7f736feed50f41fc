// Package journal records the actions of notdone on queues: who acted, when and
// why, with the rows before and after. The records can be listed, undone and,
// when a crash interrupted an action, settled.
//
// The package owns the journal file and its lock, the order in which an intent,
// the commit and its outcome become durable, and the decision whether an
// interrupted action took place. It does not know the tables of a queue, and it
// neither plans actions nor displays them.
//
// # Why an action can be interrupted at any point
//
// Do holds the lock of the file from before the action until its outcome is
// recorded. Inside the transaction of the action, before COMMIT, it appends and
// syncs an intent with the rows. After COMMIT it appends the outcome. The lock
// ends with the process that holds it. So a process that holds the lock and finds
// an intent without an outcome knows that the action was interrupted, and decides
// from the rows whether it took place. To avoid deadlocks the lock of the journal
// is always taken before the lock of a queue.
package journal
