CREATE TABLE queues (queue_id UUID PRIMARY KEY, queue_name VARCHAR NOT NULL, queue_size INTEGER NOT NULL, visibility_timeout INTEGER NOT NULL, max_deliveries INTEGER NOT NULL, current_message_count INTEGER NOT NULL DEFAULT 0, parent_queue_id UUID, created_at TIMESTAMP NOT NULL);
CREATE TABLE messages (message_id UUID PRIMARY KEY, queue_id UUID NOT NULL REFERENCES queues(queue_id), data TEXT NOT NULL, delivery_count INTEGER NOT NULL DEFAULT 0, visible_at TIMESTAMP NOT NULL, created_at TIMESTAMP NOT NULL);
INSERT INTO queues VALUES ('q-1','orders',100,30,5,3,NULL,'2026-01-01 00:00:00'),('q-2','orders-dead',100,30,5,0,'q-1','2026-01-01 00:00:00');
INSERT INTO messages VALUES ('7d0e0001-0000-4000-8000-000000000001','q-1','Ship parcel 9',0,'2026-05-01 11:50:00','2026-05-01 11:50:00'),('7d0e0001-0000-4000-8000-000000000002','q-1','Ship parcel 10',1,'2026-05-01 12:00:20','2026-05-01 11:51:00'),('7d0e0001-0000-4000-8000-000000000003','q-1','Ship parcel 11',0,'2026-05-01 11:52:00','2026-05-01 11:52:00');
--> messages 7d0e0001-0000-4000-8000-000000000001 queued Ship parcel 9
--> messages 7d0e0001-0000-4000-8000-000000000002 active Ship parcel 10
--> messages 7d0e0001-0000-4000-8000-000000000003 queued Ship parcel 11
--= messages attempts=delivery_count; created=created_at
