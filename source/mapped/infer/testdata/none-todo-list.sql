CREATE TABLE user (id INTEGER PRIMARY KEY, username TEXT, password_hash TEXT);
CREATE TABLE todo (id INTEGER PRIMARY KEY, title TEXT, description TEXT, complete BOOLEAN, due_date TEXT, date_created TEXT, user_id INTEGER REFERENCES user(id));
INSERT INTO user VALUES (1,'ann','x');
INSERT INTO todo VALUES (1,'Milk','2 l',0,'2026-05-02','2026-05-01',1),(2,'Bread','',1,'2026-05-02','2026-05-01',1);
