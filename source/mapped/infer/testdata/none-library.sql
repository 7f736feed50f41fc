CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, author TEXT, isbn TEXT, rating INTEGER, status TEXT, started_at TEXT, finished_at TEXT);
CREATE TABLE loans (id INTEGER PRIMARY KEY, book_id INTEGER, member TEXT, due_date TEXT, returned_at TEXT);
INSERT INTO books VALUES (1,'Emma','Austen','123',5,'finished','2026-01-01','2026-02-01'),(2,'Ulysses','Joyce','124',NULL,'reading','2026-01-01',NULL),(3,'Dune','Herbert','125',NULL,'queued',NULL,NULL);
