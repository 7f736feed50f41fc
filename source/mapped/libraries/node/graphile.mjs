// node graphile.mjs URL make|alike|work, or rerun|hurry|fail|complete ID.
import { makeWorkerUtils, runOnce } from "graphile-worker";

const [connectionString, what, id] = process.argv.slice(2);
const utils = await makeWorkerUtils({ connectionString });
const later = () => new Date(Date.now() + 3600e3);
const no = (text) => async () => { throw new Error(text); };
const work = (taskList) => runOnce({ connectionString, noHandleSignals: true, logger: undefined, taskList });

const steps = {
  make: async () => {
    await utils.migrate();
    await utils.addJob("greet", { to: "Ann" });
    await utils.addJob("stamp", { letter: 7 }, { maxAttempts: 1 });
    await utils.addJob("seal", { letter: 8 }, { maxAttempts: 5 });
    await utils.addJob("post", { letter: 9 }, { runAt: later() });
    await work({ greet: async () => {}, stamp: no("no stamps"), seal: no("no wax") });
    await utils.addJob("weigh", { letter: 10 });
  },
  alike: async () => {
    for (let n = 0; n < 4; n++) await utils.addJob("fold", { letter: 11 }, { maxAttempts: 1 });
    await work({ fold: no("no table") });
    for (let n = 0; n < 6; n++) await utils.addJob("bind", { letter: 12 }, { runAt: later(), maxAttempts: 3 });
  },
  work: () => work({ fold: async () => {}, bind: async () => {} }),
  // rescheduleJobs of JavaScript takes 0 attempts for none said.
  rerun: () => utils.withPgClient((client) => client.query("SELECT graphile_worker.reschedule_jobs($1, run_at := now(), attempts := 0)", [[id]])),
  hurry: () => utils.rescheduleJobs([id], { runAt: new Date() }),
  fail: () => utils.permanentlyFailJobs([id]),
  complete: () => utils.completeJobs([id]),
};

await steps[what]();
await utils.release();
