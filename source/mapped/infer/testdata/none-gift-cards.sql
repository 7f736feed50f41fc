CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, banned INTEGER DEFAULT 0);
CREATE TABLE cards (id INTEGER PRIMARY KEY, code TEXT UNIQUE, status TEXT DEFAULT 'available', created_at INTEGER, claimed_by INTEGER, claimed_at INTEGER);
INSERT INTO users VALUES (1,'Ann',0),(2,'Bob',0);
INSERT INTO cards VALUES (1,'A-1','claimed',1777600000,1,1777630000),(2,'A-2','available',1777600000,0,0),(3,'A-3','available',1777600000,0,0);
