CREATE TABLE conversations (id TEXT PRIMARY KEY, title TEXT, status TEXT DEFAULT 'active', created_at INTEGER);
CREATE TABLE messages (id TEXT PRIMARY KEY, conversation_id TEXT REFERENCES conversations(id), role TEXT, content_json TEXT, status TEXT, error TEXT, input_tokens INTEGER, created_at INTEGER);
INSERT INTO conversations VALUES ('c','Rome','active',1777600000);
INSERT INTO messages VALUES ('m1','c','user','[]','complete',NULL,9,1777600001),('m2','c','assistant','[]','complete',NULL,90,1777600002),('m3','c','user','[]','complete',NULL,9,1777600003),('m4','c','assistant','[]','error','overloaded',NULL,1777600004);
