// A job of Sidequest that carries a letter: its receiver says what becomes of it.
import { existsSync } from "node:fs";
import { Job } from "@sidequest/core";

export class Carry extends Job {
  async run(to) {
    if (to === "nobody" && !process.env.MOVED) throw new Error("no such mailbox");
    while (to === "gate" && !existsSync(process.env.GATE)) await new Promise((done) => setTimeout(done, 20));
    return "delivered to " + to;
  }
}
