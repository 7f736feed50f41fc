CREATE TABLE render_jobs (
  id INTEGER PRIMARY KEY,
  scene TEXT NOT NULL,
  status INTEGER NOT NULL DEFAULT 0, -- 0 = waiting, 1 = rendering, 2 = aborted, 3 = done, 4 = failed
  title TEXT,
  frames INTEGER,
  node TEXT,
  created_at TEXT
);
INSERT INTO render_jobs VALUES (1,'a.blend',3,'Castle, final',240,'n1','2026-05-01 10:00:00'),(2,'b.blend',4,'Forest, draft',10,'n1','2026-05-01 10:00:00'),(3,'c.blend',1,'River flyover',10,'n2','2026-05-01 10:00:00'),(4,'d.blend',0,'Title card',10,NULL,'2026-05-01 10:00:00'),(5,'e.blend',2,'Old intro',10,NULL,'2026-05-01 10:00:00');
--> render_jobs 1 done Castle, final
--> render_jobs 2 failed Forest, draft
--> render_jobs 3 active River flyover
--> render_jobs 4 queued Title card
--> render_jobs 5 cancelled Old intro
