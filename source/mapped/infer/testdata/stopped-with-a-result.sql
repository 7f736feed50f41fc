-- One word for all ends, and another column for how they went; a sentence says what a row is.
CREATE TABLE plan_tasks (id TEXT PRIMARY KEY, label TEXT, started_at TEXT, ended_at TEXT, state TEXT NOT NULL, result TEXT NOT NULL, start_at TEXT, action TEXT);
INSERT INTO plan_tasks VALUES
('k1','Actions::Garden::Water','2026-05-01 10:00:00','2026-05-01 10:05:00','stopped','success','2026-05-01 10:00:00','Water the roses'),
('k2','Actions::Garden::Water','2026-05-01 10:10:00','2026-05-01 10:12:00','stopped','error','2026-05-01 10:10:00','Water the beans'),
('k3','Actions::House::Paint','2026-05-01 11:58:00',NULL,'running','pending','2026-05-01 11:58:00','Paint the door'),
('k4','Actions::House::Paint',NULL,NULL,'scheduled','pending','2026-05-01 20:00:00','Paint the fence'),
('k5','Actions::Garden::Water','2026-05-01 10:30:00',NULL,'paused','error','2026-05-01 10:30:00','Water the lawn'),
('k6','Actions::House::Paint','2026-05-01 09:00:00','2026-05-01 09:01:00','stopped','cancelled','2026-05-01 09:00:00','Paint the roof'),
('k7','Actions::Garden::Water','2026-05-01 08:00:00','2026-05-01 08:05:00','stopped','warning','2026-05-01 08:00:00','Water the pots');
--> plan_tasks k1 done Water the roses
--> plan_tasks k2 failed Water the beans
--> plan_tasks k3 active Paint the door
--> plan_tasks k4 scheduled Paint the fence
--> plan_tasks k5 blocked Water the lawn
--> plan_tasks k6 cancelled Paint the roof
--> plan_tasks k7 done Water the pots
