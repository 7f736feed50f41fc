// Package live holds tests that run the built program as an operator does: in
// a terminal, over queues and logs that other processes write.
//
// What can be seen, typed and signalled from outside belongs here, and the
// benchmarks of what the program promises as a whole. What one package does by
// itself is tested beside it; nothing here reaches into the program.
package live
