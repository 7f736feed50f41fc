CREATE TABLE habits (id INTEGER PRIMARY KEY, name TEXT, frequency TEXT, archived INTEGER, color TEXT, position INTEGER);
CREATE TABLE repetitions (id INTEGER PRIMARY KEY, habit_id INTEGER, timestamp INTEGER, value INTEGER);
INSERT INTO habits VALUES (1,'Run','daily',0,'red',1);INSERT INTO repetitions VALUES (1,1,1777630000,2);
