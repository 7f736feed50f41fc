CREATE TABLE urls (id INTEGER PRIMARY KEY, url TEXT, title TEXT, visit_count INTEGER, typed_count INTEGER, last_visit_time INTEGER, hidden INTEGER);
CREATE TABLE downloads (id INTEGER PRIMARY KEY, guid TEXT, current_path TEXT, target_path TEXT, start_time INTEGER, received_bytes INTEGER, total_bytes INTEGER, state INTEGER, danger_type INTEGER, interrupt_reason INTEGER, end_time INTEGER, opened INTEGER, last_access_time INTEGER, referrer TEXT, mime_type TEXT, tab_url TEXT);
INSERT INTO urls VALUES (1,'https://a','A',3,1,13377000000000000,0);
INSERT INTO downloads VALUES (1,'g1','/d/a.zip','/d/a.zip',13377000000000000,10,10,1,0,0,13377000000000100,0,0,'','application/zip','https://a');
