CREATE TABLE work_queue (created_at TIMESTAMP NOT NULL, data BLOB NOT NULL, domain TEXT NOT NULL, id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT 'pending', updated_at TIMESTAMP NOT NULL, error TEXT NOT NULL DEFAULT '', UNIQUE (data, project));
INSERT INTO work_queue VALUES ('2026-05-01 10:00:00',x'0a01','dns',1,'p','completed','2026-05-01 10:01:00',''),('2026-05-01 10:00:00',x'0a02','ports',2,'p','failed','2026-05-01 10:02:00','no route to host'),('2026-05-01 11:59:00',x'0a03','dns',3,'p','processing','2026-05-01 11:59:30',''),('2026-05-01 11:59:00',x'0a04','banner',4,'p','pending','2026-05-01 11:59:00','');
--> work_queue 1 done dns
--> work_queue 2 failed ports
--> work_queue 3 active dns
--> work_queue 4 queued banner
--= work_queue error=error; created=created_at
