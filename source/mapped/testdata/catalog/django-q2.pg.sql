-- The tables of Django Q2 in PostgreSQL; names and types are from
-- github.com/django-q2/django-q2 0d36609: django_q/models.py, django_q/brokers/orm.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE django_q_ormq (id integer NOT NULL PRIMARY KEY, key varchar(100) NOT NULL, payload text NOT NULL, lock timestamptz);
CREATE TABLE django_q_task (id varchar(32) NOT NULL PRIMARY KEY, name varchar(100) NOT NULL, func varchar(256) NOT NULL, hook varchar(256), args text, kwargs text, result text, "group" varchar(100), started timestamptz NOT NULL, stopped timestamptz NOT NULL, success boolean NOT NULL, attempt_count integer NOT NULL);

-- want django_q_ormq/1 queued four-cat-red-fish
INSERT INTO "django_q_ormq" ("id", "key", "payload", "lock") VALUES (1, 'default', 'gASVogAAAAAAAAB9lCiMAmlklIwCYWKUjARuYW1llIwRZm91ci1jYXQtcmVkLWZpc2iUjARmdW5jlIwOYXBwLnRhc2tzLnNlbmSUjARhcmdzlIwLYUBiLmV4YW1wbGWUhZSMBmt3YXJnc5R9lIwGdXJnZW50lIhzjAdzdGFydGVklIwIZGF0ZXRpbWWUjAhkYXRldGltZZSTlEMKB-oBCgkAAAAAAJSFlFKUdS4:1tX0ab:c2lnbmF0dXJl', '2026-01-10 09:00:00.250000Z');
-- want django_q_ormq/2 active nine-dog-blue-hat
INSERT INTO "django_q_ormq" ("id", "key", "payload", "lock") VALUES (2, 'default', '.eJxrYJk6mQECaqdo9DBlpkzpYUpMmtLDkpeYmzqlRzAvMy9VNyU_XTcppzRVNyOxBCiVVpqXPKWHL7GgQK8ksTi7WK84NQ-ojyWxKL14imYPW3Y5mFU7pYettCg9Na9kSkdxD3txSWJRSSpQHUdKYklqSSbIeARz8hRnLvZXjFycYLdMaZ0SNKVUDwCU0TmY:1tX0ab:c2lnbmF0dXJl', '2026-01-10 13:00:00.250000Z');
-- want django_q_task/ab done four-cat
INSERT INTO "django_q_task" ("id", "name", "func", "started", "stopped", "success", "attempt_count") VALUES ('ab', 'four-cat', 'app.send', '2026-01-10 09:10:00.250000Z', '2026-01-10 09:20:00.250000Z', true, 1);
-- want django_q_task/cd failed app.send
INSERT INTO "django_q_task" ("id", "name", "func", "started", "stopped", "success", "attempt_count") VALUES ('cd', '', 'app.send', '2026-01-10 09:10:00.250000Z', '2026-01-10 09:20:00.250000Z', false, 3);
-- want django_q_task/ef done one-red-hen
INSERT INTO "django_q_task" ("id", "name", "func", "args", "kwargs", "result", "started", "stopped", "success", "attempt_count") VALUES ('ef', 'one-red-hen', 'app.tasks.send', 'gASVEQAAAAAAAACMC2FAYi5leGFtcGxllIWULg==', 'gAR9lC4=', 'gASVLwAAAAAAAACMK0kgbmVlZCBwZXJtaXNzaW9uIHRvIGFjY2VzcyB0aGUgcmVwb3NpdG9yeS6ULg==', '2026-01-10 09:10:00.250000Z', '2026-01-10 09:20:00.250000Z', true, 1);
-- want django_q_task/gh failed two-odd-owls
INSERT INTO "django_q_task" ("id", "name", "func", "args", "kwargs", "result", "started", "stopped", "success", "attempt_count") VALUES ('gh', 'two-odd-owls', 'app.tasks.send', 'gASVEQAAAAAAAACMC2FAYi5leGFtcGxllIWULg==', 'gAR9lC4=', 'gASVeAAAAAAAAACMdG5vIHN1Y2ggb3JkZXIgOiBUcmFjZWJhY2sgKG1vc3QgcmVjZW50IGNhbGwgbGFzdCk6CiAgRmlsZSAiYXBwL3Rhc2tzLnB5IiwgbGluZSAzLCBpbiBzZW5kClZhbHVlRXJyb3I6IG5vIHN1Y2ggb3JkZXIKlC4=', '2026-01-10 09:10:00.250000Z', '2026-01-10 09:20:00.250000Z', false, 1);
