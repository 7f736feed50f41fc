// Makes jobs of pg-boss and works those that can be worked.
import * as lib from "pg-boss";

const PgBoss = lib.PgBoss ?? lib.default;
const boss = new PgBoss({ connectionString: process.argv[2], supervise: false, schedule: false });
await boss.start();
for (const name of ["greet", "stamp", "seal", "post", "weigh"]) await boss.createQueue(name);
await boss.send("greet", { to: "Ann" });
await boss.send("stamp", { letter: 7 }, { retryLimit: 0 });
await boss.send("seal", { letter: 8 }, { retryLimit: 5, retryDelay: 3600 });
await boss.send("post", { letter: 9 }, { startAfter: 3600 });
await boss.send("weigh", { letter: 10 });
for (const [name, error] of [["greet"], ["stamp", "no stamps"], ["seal", "no wax"]]) {
  const [job] = await boss.fetch(name);
  if (error) await boss.fail(name, job.id, new Error(error));
  else await boss.complete(name, job.id, { said: "hello" });
}
await boss.stop({ graceful: false });
