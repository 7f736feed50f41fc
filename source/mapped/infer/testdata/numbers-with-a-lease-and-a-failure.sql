CREATE TABLE hook_inbox (space TEXT NOT NULL, event TEXT NOT NULL, event_type TEXT, state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3), lease_until INTEGER, failure INTEGER, received_at INTEGER, PRIMARY KEY (space, event));
INSERT INTO hook_inbox VALUES ('s','e1','page.created',2,NULL,NULL,1777630000),('s','e2','page.moved',1,1777637100,NULL,1777636700),('s','e3','page.dropped',0,NULL,NULL,1777636790),('s','e4','page.opened',3,NULL,2,1777630000);
--> hook_inbox e1 done page.created
--> hook_inbox e2 active page.moved
--> hook_inbox e3 queued page.dropped
--> hook_inbox e4 failed page.opened
