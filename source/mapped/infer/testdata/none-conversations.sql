CREATE TABLE conversation (id TEXT PRIMARY KEY, title TEXT, model TEXT, created_at INTEGER, updated_at INTEGER, archived INTEGER);
CREATE TABLE message (id TEXT PRIMARY KEY, conversation_id TEXT REFERENCES conversation(id), role TEXT, content TEXT, status TEXT, created_at INTEGER, completed_at INTEGER, prompt_tokens INTEGER, completion_tokens INTEGER);
INSERT INTO conversation VALUES ('c','Trip','gpt',1777630000,1777630000,0);
INSERT INTO message VALUES ('m1','c','user','Hi','completed',1777630000,1777630000,1,2),('m2','c','assistant','Hello','completed',1777630000,1777630000,1,2);
