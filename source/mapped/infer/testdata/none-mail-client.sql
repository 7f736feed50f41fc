CREATE TABLE folders (id INTEGER PRIMARY KEY, name TEXT, unread INTEGER);
CREATE TABLE messages (id INTEGER PRIMARY KEY, folder_id INTEGER, subject TEXT, sender TEXT, recipients TEXT, body TEXT, date_sent INTEGER, date_received INTEGER, read INTEGER, flagged INTEGER, deleted INTEGER, size INTEGER);
INSERT INTO messages VALUES (1,1,'Hi','a@b','c@d','..',1777630000,1777630001,1,0,0,100),(2,1,'Yo','a@b','c@d','..',1777630000,1777630001,0,0,1,100);
