// Makes jobs of Graphile Worker and works those that can be worked.
import { makeWorkerUtils, runOnce } from "graphile-worker";

const connectionString = process.argv[2];
const quiet = { logger: undefined };
const utils = await makeWorkerUtils({ connectionString });
await utils.migrate();
await utils.addJob("greet", { to: "Ann" });
await utils.addJob("stamp", { letter: 7 }, { maxAttempts: 1 });
await utils.addJob("seal", { letter: 8 }, { maxAttempts: 5 });
await utils.addJob("post", { letter: 9 }, { runAt: new Date(Date.now() + 3600e3) });
const no = (text) => async () => { throw new Error(text); };
await runOnce({ connectionString, noHandleSignals: true, ...quiet, taskList: { greet: async () => {}, stamp: no("no stamps"), seal: no("no wax") } });
await utils.addJob("weigh", { letter: 10 });
await utils.release();
