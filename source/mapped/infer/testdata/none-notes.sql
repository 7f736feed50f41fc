CREATE TABLE notes (id TEXT PRIMARY KEY, title TEXT, body TEXT, is_todo INTEGER, todo_due INTEGER, todo_completed INTEGER, created_time INTEGER, updated_time INTEGER, parent_id TEXT, is_conflict INTEGER, latitude REAL, longitude REAL);
CREATE TABLE tags (id TEXT PRIMARY KEY, title TEXT);
CREATE TABLE folders (id TEXT PRIMARY KEY, title TEXT, parent_id TEXT);
INSERT INTO notes VALUES ('n1','Milk','Buy milk',1,0,0,1777630000000,1777630000000,'f',0,0,0),('n2','Bread','Buy',0,0,0,1777630000000,1777630000000,'f',0,0,0);
