-- People's cards: estimates, colours and lanes; programs do none of them.
CREATE TABLE tasks (id INTEGER PRIMARY KEY, title TEXT NOT NULL, description TEXT, date_creation INTEGER, color_id TEXT, project_id INTEGER, column_id INTEGER, owner_id INTEGER DEFAULT 0, position INTEGER DEFAULT 0, is_active INTEGER DEFAULT 1, date_completed INTEGER, date_due INTEGER, date_modification INTEGER DEFAULT 0, date_started INTEGER, time_spent REAL DEFAULT 0, time_estimated REAL DEFAULT 0, swimlane_id INTEGER, priority INTEGER DEFAULT 0);
CREATE TABLE columns (id INTEGER PRIMARY KEY, title TEXT NOT NULL, position INTEGER, project_id INTEGER);
CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT, password TEXT, email TEXT, role TEXT);
INSERT INTO columns VALUES (1,'Later',1,1),(2,'Now',2,1),(3,'Done',3,1);
INSERT INTO users VALUES (1,'ann','x','a@b','admin');
INSERT INTO tasks VALUES (1,'Buy flour','',1777600000,'yellow',1,1,1,1,1,NULL,1778000000,1777600000,NULL,0,1,1,0),(2,'Call the baker','',1777500000,'green',1,2,1,1,1,NULL,NULL,1777600000,1777590000,0,2,1,0),(3,'Clean the oven','',1777400000,'blue',1,3,1,1,0,1777500000,NULL,1777500000,1777450000,3,2,1,0);
