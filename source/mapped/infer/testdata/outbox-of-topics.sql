CREATE TABLE transactional_outbox (id text primary key, aggregate_id integer not null, aggregate_type text not null, topic text not null, payload text null, created_at datetime default current_timestamp, processed_at datetime null, status text not null check(status in ('pending','processed','failed')), retry_count integer not null, max_retries integer not null, last_error text not null, metadata text null);
INSERT INTO transactional_outbox VALUES ('e1',4,'order','order.created','{"id":4}','2026-05-01 10:00:00','2026-05-01 10:00:02','processed',0,5,'',NULL),('e2',5,'order','order.paid','{"id":5}','2026-05-01 10:00:00',NULL,'failed',5,5,'broker refused',NULL),('e3',6,'user','user.created','{"id":6}','2026-05-01 11:59:00',NULL,'pending',0,5,'',NULL);
--> transactional_outbox e1 done order.created
--> transactional_outbox e2 failed order.paid
--> transactional_outbox e3 queued user.created
--= transactional_outbox error=last_error; attempts=retry_count; created=created_at; finished=processed_at
