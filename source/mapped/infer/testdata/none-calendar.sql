CREATE TABLE calendars (id INTEGER PRIMARY KEY, name TEXT, color TEXT);
CREATE TABLE events (id INTEGER PRIMARY KEY, calendar_id INTEGER, title TEXT, description TEXT, location TEXT, start_time TEXT, end_time TEXT, status TEXT, rrule TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE attendees (id INTEGER PRIMARY KEY, event_id INTEGER, email TEXT, response_status TEXT);
CREATE TABLE reminders (id INTEGER PRIMARY KEY, event_id INTEGER, minutes INTEGER, method TEXT, state INTEGER);
INSERT INTO events VALUES (1,1,'Lunch','','Cafe','2026-05-01 12:00:00','2026-05-01 13:00:00','confirmed',NULL,'2026-04-01','2026-04-01'),(2,1,'Call','','','2026-05-01 12:00:00','2026-05-01 13:00:00','cancelled',NULL,'2026-04-01','2026-04-01'),(3,1,'Tea','','','2026-05-02 12:00:00','2026-05-02 13:00:00','tentative',NULL,'2026-04-01','2026-04-01');
