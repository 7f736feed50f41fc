CREATE TABLE que_messages (id TEXT PRIMARY KEY, body BLOB NOT NULL, visible_at INTEGER NOT NULL, receive_count INTEGER NOT NULL DEFAULT 0, enqueued_at INTEGER NOT NULL, queue TEXT NOT NULL);
INSERT INTO que_messages VALUES ('m1',x'00',1777630000000,0,1777630000000,'uploads'),('m2',x'00',1777646800000,1,1777630000000,'uploads'),('m3',x'00',1777630000000,0,1777630000000,'exports');
--> que_messages m1 queued uploads
--> que_messages m2 active uploads
--> que_messages m3 queued exports
