CREATE TABLE friend_requests (id INTEGER PRIMARY KEY, from_user_id INTEGER, to_user_id INTEGER, status TEXT DEFAULT 'pending', message TEXT, created_at TEXT, responded_at TEXT);
CREATE TABLE direct_messages (id INTEGER PRIMARY KEY, sender_id INTEGER, recipient_id INTEGER, body TEXT, status TEXT DEFAULT 'sent', sent_at TEXT, read_at TEXT);
INSERT INTO friend_requests VALUES (1,1,2,'accepted','hi','2026-05-01 09:00:00','2026-05-01 10:00:00'),(2,1,3,'pending','hi','2026-05-01 09:00:00',NULL),(3,1,4,'rejected','hi','2026-05-01 09:00:00','2026-05-01 10:00:00');
INSERT INTO direct_messages VALUES (1,1,2,'hello','read','2026-05-01 09:00:00','2026-05-01 09:10:00'),(2,2,1,'hello','delivered','2026-05-01 09:00:00',NULL);
