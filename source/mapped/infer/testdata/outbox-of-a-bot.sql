CREATE TABLE outgoing (id INTEGER PRIMARY KEY, chat_id INTEGER NOT NULL, text TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'NEW', retry_count INTEGER DEFAULT 0, last_error TEXT, created_at INTEGER, next_attempt_at INTEGER DEFAULT 0, sent_at INTEGER DEFAULT 0);
CREATE INDEX outgoing_status ON outgoing(status, next_attempt_at);
INSERT INTO outgoing VALUES (1,5,'Your build is green','SENT',0,NULL,1777630000,0,1777630010),(2,5,'Your build is red','FAILED',5,'403 blocked by user',1777630000,0,0),(3,5,'Your build began','NEW',0,NULL,1777636000,0,0),(4,5,'Your build waits','RETRY',2,'429',1777636000,1777646000,0),(5,5,'Your build runs','SENDING',0,NULL,1777636000,0,0);
--> outgoing 1 done Your build is green
--> outgoing 2 failed Your build is red
--> outgoing 3 queued Your build began
--> outgoing 4 scheduled Your build waits
--> outgoing 5 active Your build runs
