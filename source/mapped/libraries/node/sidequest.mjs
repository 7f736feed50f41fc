// node sidequest.mjs FILE migrate|add|work, or rerun|snooze|cancel ID.
import { Engine, JobTransitioner } from "@sidequest/engine";
import { CancelTransition, RerunTransition, SnoozeTransition } from "@sidequest/core";
import { Carry } from "./carry.mjs";

const [file, what, id] = process.argv.slice(2);
const later = new Date(Date.now() + 3600e3);
const engine = new Engine();
// better-sqlite3 waits five seconds for a lock by itself, and what stands in for it does not.
const pool = { min: 1, max: 1, afterCreate: (db, done) => { db.pragma("busy_timeout = 5000"); done(null, db); } };
const config = {
  backend: { driver: "@sidequest/sqlite-backend", config: { connection: { filename: file }, pool } }, queues: [{ name: "default" }, { name: "closed", state: "paused" }],
  fork: false, runner: "inline", gracefulShutdown: false, logger: { level: "fatal" }, jobPollingInterval: 20,
  releaseStaleJobsIntervalMin: false, cleanupFinishedJobsIntervalMin: false,
};

async function work() {
  const waits = (job) => ["claimed", "running"].includes(job.state) || (job.state === "waiting" && job.available_at <= new Date());
  while ((await engine.getBackend().listJobs({ queue: "default", limit: 100 })).some(waits)) await new Promise((done) => setTimeout(done, 20));
}

async function apply(transition) {
  const backend = engine.getBackend();
  await JobTransitioner.apply(backend, await backend.getJob(Number(id)), transition);
}

const steps = {
  migrate: () => {},
  work,
  add: async () => {
    await engine.build(Carry).enqueue("ann"); // 1
    for (let n = 0; n < 3; n++) await engine.build(Carry).maxAttempts(1).enqueue("nobody"); // 2, 3, 4
    await engine.build(Carry).maxAttempts(3).retryDelay(3600e3).enqueue("nobody"); // 5
    for (let n = 0; n < 3; n++) await engine.build(Carry).availableAt(later).enqueue("ann"); // 6, 7, 8
    for (let n = 0; n < 2; n++) await engine.build(Carry).queue("closed").enqueue("ann"); // 9, 10
    await engine.build(Carry).enqueue("gate"); // 11
    await work();
  },
  rerun: () => apply(new RerunTransition()),
  snooze: () => apply(new SnoozeTransition(0)),
  cancel: () => apply(new CancelTransition()),
};

if (what === "add" || what === "work") await engine.start(config);
else await engine.configure(config);
await steps[what]();
await engine.close();
