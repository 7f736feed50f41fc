// Makes jobs of plainjob in a file and works those that can be worked.
import Database from "better-sqlite3";
import { better, defineQueue, defineWorker } from "plainjob";

const logger = { debug() {}, error() {}, info() {}, warn() {} };
const queue = defineQueue({ connection: better(new Database(process.argv[2])), logger });
queue.add("greet", { to: "Ann" });
queue.add("stamp", { letter: 7 });
queue.add("post", { letter: 9 }, { delay: 3600e3 });
queue.add("weigh", { letter: 10 });
queue.add("seal", { letter: 8 });
queue.getAndMarkJobAsProcessing("seal");
const tasks = { greet: async () => {}, stamp: async () => { throw new Error("no stamps"); } };
const workers = Object.entries(tasks).map(([name, run]) => defineWorker(name, run, { queue, logger, pollIntervall: 10 }));
for (const worker of workers) worker.start();
while (["greet", "stamp"].some((type) => [0, 1].some((status) => queue.countJobs({ type, status })))) await new Promise((done) => setTimeout(done, 20));
await Promise.all(workers.map((worker) => worker.stop()));
queue.close();
