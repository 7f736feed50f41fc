CREATE TABLE workouts (id INTEGER PRIMARY KEY, title TEXT, status TEXT DEFAULT 'planned', started_at TEXT, finished_at TEXT, notes TEXT, calories INTEGER, created_at TEXT);
CREATE TABLE exercise_sets (id INTEGER PRIMARY KEY, workout_id INTEGER REFERENCES workouts(id), exercise TEXT, reps INTEGER, weight REAL, done INTEGER);
INSERT INTO workouts VALUES (1,'Legs','completed','2026-05-01 08:00:00','2026-05-01 09:00:00','',300,'2026-04-30 00:00:00'),(2,'Arms','planned',NULL,NULL,'',NULL,'2026-04-30 00:00:00'),(3,'Back','skipped',NULL,NULL,'',NULL,'2026-04-30 00:00:00');
INSERT INTO exercise_sets VALUES (1,1,'squat',10,60,1),(2,1,'squat',10,60,1);
