CREATE TABLE ack_queue_default (_id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB, timestamp FLOAT, status INTEGER);
INSERT INTO ack_queue_default VALUES (1,x'8001',1777630000.5,1),(2,x'8001',1777630001.5,2),(3,x'8001',1777630002.5,5),(4,x'8001',1777630003.5,9);
--> ack_queue_default 1 queued
--> ack_queue_default 2 active
--> ack_queue_default 3 done
--> ack_queue_default 4 failed
