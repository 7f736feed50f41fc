CREATE TABLE todo_items (id BLOB PRIMARY KEY, headline TEXT NOT NULL, state TEXT NOT NULL, agent_id BLOB, created_at TEXT, updated_at TEXT, result TEXT, failure_reason TEXT);
INSERT INTO todo_items VALUES (x'00112233445566778899aabbccddeeff','Map the river','completed',NULL,'2026-05-01 10:00:00','2026-05-01 10:00:00','Mapped',NULL),(x'10112233445566778899aabbccddeeff','Cross the river','in-progress',x'01','2026-05-01 10:00:00','2026-05-01 10:00:00',NULL,NULL),(x'20112233445566778899aabbccddeeff','Dam the river','errored',x'01','2026-05-01 10:00:00','2026-05-01 10:00:00',NULL,'no permit'),(x'30112233445566778899aabbccddeeff','Name the river','todo',NULL,'2026-05-01 10:00:00','2026-05-01 10:00:00',NULL,NULL);
--> todo_items 00112233445566778899aabbccddeeff done Map the river
--> todo_items 10112233445566778899aabbccddeeff active Cross the river
--> todo_items 20112233445566778899aabbccddeeff failed Dam the river
--> todo_items 30112233445566778899aabbccddeeff queued Name the river
