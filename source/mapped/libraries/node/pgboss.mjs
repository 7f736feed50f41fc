// node pgboss.mjs URL make|work, or retry|resume|cancel|hurry QUEUE ID; LIBRARY is the release of pg-boss.
const lib = await import(process.env.LIBRARY ?? "pg-boss");
const PgBoss = lib.PgBoss ?? lib.default;
const [connectionString, what, queue, id] = process.argv.slice(2);
const boss = new PgBoss({ connectionString, supervise: false, schedule: false });

async function work(name, error, count = 1) {
  for (let n = 0; n < count; n++) {
    const [job] = await boss.fetch(name);
    if (!job) return;
    if (error) await boss.fail(name, job.id, new Error(error));
    else await boss.complete(name, job.id, { said: "hello" });
  }
}

const steps = {
  make: async () => {
    for (const name of ["greet", "stamp", "seal", "post", "weigh", "fold", "bind", "ring"]) await boss.createQueue(name);
    await boss.send("greet", { to: "Ann" });
    await boss.send("stamp", { letter: 7 }, { retryLimit: 0 });
    await boss.send("seal", { letter: 8 }, { retryLimit: 5, retryDelay: 3600 });
    await boss.send("post", { letter: 9 }, { startAfter: 3600 });
    await boss.send("weigh", { letter: 10 });
    await work("greet");
    await work("stamp", "no stamps");
    await work("seal", "no wax");
  },
  alike: async () => {
    for (let n = 0; n < 3; n++) await boss.send("fold", { letter: 11 }, { retryLimit: 0 });
    await work("fold", "no table", 3);
    for (let n = 0; n < 3; n++) await boss.send("bind", { letter: 12 });
    for (let n = 0; n < 3; n++) await boss.send("ring", { letter: 13 }, { startAfter: 3600 });
  },
  work: async () => {
    await work("fold", "", 10);
    await work("bind", "", 10);
    await work("ring", "", 10);
  },
  retry: () => boss.retry(queue, id),
  resume: () => boss.resume(queue, id),
  cancel: () => boss.cancel(queue, id),
  hurry: () => boss.update({ name: queue, options: { id, startAfter: new Date() } }),
};

await boss.start();
await steps[what]();
await boss.stop({ graceful: false });
