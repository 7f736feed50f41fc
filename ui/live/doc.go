// Package live holds tests that run the built program as an operator does: in
// a terminal, over queues and logs that other processes write.
//
// What is promised of large queues is measured by the benchmarks here:
//
//	LargeStart     start to the first frame, to whole counts, to every text read;
//	               memory; to the end of a list; cold and warm; half of it loud
//	LargeCommands  show, check and ls --state blocked: cold, warm, memory
//	LargeFilter    a word typed to its first rows, to the last title that has it, and to all texts
//	LargeBusy      at rest, beside 5, 50 and 500 commits a second: a commit and a key
//	               to their frames, processor, bytes sent, memory an hour later, and
//	               the writer's commits with the dashboard and without
//	LargeMapped    jobs of River beside the own queue, each in SQLite and PostgreSQL: frames,
//	               counts, all that failed, memory, a commit to its frame, processor
//	ListJSON       ls --json beside reading and decoding the same rows
//	Guard          a guard's processor beside a dashboard's
//	QuietScreen, CommitToFrame, AppendToFrame, Writers50, Act, FirstVerdict, Start5000
//	               the same of small queues, and of logs
//
// They take -tasks, how many tasks a large queue has, -queues, where those are kept
// for later runs, and -program, another built program to measure over the same files:
//
//	go test ./ui/live -run '^$' -benchtime 1x -timeout 2h -bench Large -tasks 1000000
//
// River's jobs in PostgreSQL need a database, which -postgres names, and the own queue
// another one, of -postgres-own; they are copied from the files that the SQLite parts keep in
// -queues, once. What River's own client pays for
// the dashboard is measured in source/mapped/libraries (BenchmarkRiverInserts).
//
// Package crowd writes the queues; each is counted before it is measured.
//
// What can be seen, typed and signalled from outside belongs here, and the
// benchmarks of what the program promises as a whole. What one package does by
// itself is tested beside it; nothing here reaches into the program.
package live
