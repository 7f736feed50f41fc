-- Readings of a house; the program notes when it ran itself.
CREATE TABLE readings (reading_id INTEGER PRIMARY KEY, sensor_id INTEGER, state TEXT, changed_ts REAL, old_reading_id INTEGER);
CREATE TABLE logger_runs (run_id INTEGER PRIMARY KEY, start DATETIME NOT NULL, "end" DATETIME, closed_incorrect BOOLEAN NOT NULL, created DATETIME NOT NULL);
INSERT INTO readings VALUES (1, 1, 'on', 1777633200.5, NULL), (2, 1, 'off', 1777633260.5, 1), (3, 2, 'idle', 1777633300.5, NULL);
INSERT INTO logger_runs VALUES (1, '2026-05-01 10:00:00', '2026-05-01 11:00:00', 0, '2026-05-01 10:00:00'), (2, '2026-05-01 11:00:05', NULL, 0, '2026-05-01 11:00:05');
