CREATE TABLE user_events (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, event_type TEXT NOT NULL, title TEXT NOT NULL, event_date TEXT NOT NULL, repeat_yearly INTEGER NOT NULL DEFAULT 0, note TEXT NOT NULL DEFAULT '');
CREATE TABLE transactions (id INTEGER PRIMARY KEY, user_id INTEGER, amount REAL, merchant_name TEXT, status TEXT, booked_at TEXT);
INSERT INTO user_events VALUES (1,1,'birthday','Ann','2026-06-01',1,''),(2,1,'payday','Pay','2026-05-28',0,'');
INSERT INTO transactions VALUES (1,1,9.5,'Cafe','booked','2026-05-01 10:00:00'),(2,1,19.5,'Shop','pending','2026-05-01 10:00:00'),(3,1,19.5,'Shop','declined','2026-05-01 10:00:00');
