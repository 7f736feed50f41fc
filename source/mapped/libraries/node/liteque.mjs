// Makes jobs of Liteque in a file and works those that can be worked.
import { Runner, SqliteQueue, buildDBClient } from "liteque";

const db = buildDBClient(process.argv[2], { runMigrations: true });
const queue = (name) => new SqliteQueue(name, db, { defaultJobArgs: { numRetries: 1 }, keepFailedJobs: true });
const run = async (job) => { if (job.data.to === "nobody") throw new Error("no such mailbox"); };
const runner = (name) => new Runner(queue(name), { run }, { concurrency: 1, pollIntervalMs: 10, timeoutSecs: 3600 });
await queue("greet").enqueue({ to: "Ann" }); // done, and deleted
await queue("stamp").enqueue({ to: "nobody" });
await Promise.all([runner("greet").runUntilEmpty(), runner("stamp").runUntilEmpty()]);
await queue("post").enqueue({ to: "Bob" }, { delayMs: 3600e3 });
await queue("weigh").enqueue({ to: "Eve" });
await queue("seal").enqueue({ to: "Tom" });
await queue("seal").attemptDequeue({ timeoutSecs: 3600 });
process.exit(0); // a runner leaves timers behind
