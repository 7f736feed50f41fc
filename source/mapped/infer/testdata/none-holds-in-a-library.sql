CREATE TABLE holds (id INTEGER PRIMARY KEY, patron_id INTEGER, book_id INTEGER, queue_position INTEGER, status TEXT DEFAULT 'waiting', placed_at TEXT, ready_at TEXT, expires_at TEXT, picked_up_at TEXT);
CREATE TABLE patrons (id INTEGER PRIMARY KEY, name TEXT, email TEXT, phone TEXT);
INSERT INTO holds VALUES (1,1,1,0,'ready','2026-04-01 00:00:00','2026-05-01 00:00:00','2026-05-08 00:00:00',NULL),(2,2,1,1,'waiting','2026-04-02 00:00:00',NULL,NULL,NULL),(3,3,2,0,'picked_up','2026-03-02 00:00:00','2026-04-01 00:00:00','2026-04-08 00:00:00','2026-04-02 00:00:00');
INSERT INTO patrons VALUES (1,'Ann','a@a.org','1');
