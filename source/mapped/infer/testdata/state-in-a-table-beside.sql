CREATE TABLE errand_items (id TEXT PRIMARY KEY, slug TEXT NOT NULL, text TEXT, created_at TEXT NOT NULL);
CREATE TABLE errand_states (item_id TEXT PRIMARY KEY REFERENCES errand_items(id), state TEXT NOT NULL, updated_at TEXT NOT NULL);
INSERT INTO errand_items VALUES ('c1','tidy','Tidy the attic','2026-05-01T08:00:00Z'),('c2','mend','Mend the gate','2026-05-01T08:00:00Z'),('c3','sow','Sow the beans','2026-05-01T08:00:00Z'),('c4','sell','Sell the boat','2026-05-01T08:00:00Z');
INSERT INTO errand_states VALUES ('c1','done','2026-05-01T09:00:00Z'),('c2','in_progress','2026-05-01T11:00:00Z'),('c3','queued','2026-05-01T08:00:00Z'),('c4','blocked','2026-05-01T10:00:00Z');
--> errand_items c1 done Tidy the attic
--> errand_items c2 active Mend the gate
--> errand_items c3 queued Sow the beans
--> errand_items c4 blocked Sell the boat
