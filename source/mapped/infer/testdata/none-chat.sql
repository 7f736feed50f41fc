CREATE TABLE chats (id TEXT PRIMARY KEY, name TEXT, archived INTEGER, last_message_at INTEGER);
CREATE TABLE messages (id INTEGER PRIMARY KEY, chat_id TEXT REFERENCES chats(id), sender TEXT, body TEXT, status TEXT, sent_at INTEGER, delivered_at INTEGER, read_at INTEGER);
INSERT INTO chats VALUES ('c','Ann',0,1777630000);
INSERT INTO messages VALUES (1,'c','ann','hi','read',1777630000,1777630001,1777630002),(2,'c','me','hello','delivered',1777630000,1777630001,NULL);
