CREATE TABLE patients (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, birthday TEXT, phone TEXT);
CREATE TABLE admissions (id INTEGER PRIMARY KEY, patient_id INTEGER, ward TEXT, status TEXT, admitted_at TEXT, discharged_at TEXT, doctor TEXT, diagnosis TEXT);
CREATE TABLE lab_orders (id INTEGER PRIMARY KEY, patient_id INTEGER, test TEXT, status TEXT, ordered_by TEXT, ordered_at TEXT, collected_at TEXT, resulted_at TEXT, result TEXT);
INSERT INTO patients VALUES (1,'Ann','A','1980-01-01','555'),(2,'Bob','B','1970-01-01','556');
INSERT INTO admissions VALUES (1,1,'3B','discharged','2026-04-20 10:00:00','2026-04-25 10:00:00','Dr C','flu'),(2,2,'3B','admitted','2026-04-30 10:00:00',NULL,'Dr C','leg');
INSERT INTO lab_orders VALUES (1,1,'blood','resulted','Dr C','2026-04-20 11:00:00','2026-04-20 11:30:00','2026-04-20 14:00:00','normal'),(2,2,'blood','ordered','Dr C','2026-04-30 11:00:00',NULL,NULL,NULL),(3,2,'urine','collected','Dr C','2026-04-30 11:00:00','2026-04-30 12:00:00',NULL,NULL);
