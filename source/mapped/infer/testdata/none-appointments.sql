CREATE TABLE appointments (id INTEGER PRIMARY KEY, patient_id INTEGER, doctor_id INTEGER, title TEXT, start_time DATETIME, end_time DATETIME, status TEXT DEFAULT 'scheduled', notes TEXT, created_at DATETIME);
CREATE TABLE doctors (id INTEGER PRIMARY KEY, name TEXT, phone TEXT);
INSERT INTO doctors VALUES (1,'Lee','1');
INSERT INTO appointments VALUES (1,1,1,'Checkup','2026-05-01 09:00:00','2026-05-01 09:30:00','completed','','2026-04-01 00:00:00'),(2,2,1,'Checkup','2026-05-03 09:00:00','2026-05-03 09:30:00','scheduled','','2026-04-01 00:00:00'),(3,3,1,'Teeth','2026-05-01 10:00:00','2026-05-01 10:30:00','cancelled','','2026-04-01 00:00:00');
