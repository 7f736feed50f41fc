CREATE TABLE albums (id TEXT PRIMARY KEY, title TEXT, status TEXT DEFAULT 'draft', published_at INTEGER);
CREATE TABLE upload_objects (id TEXT PRIMARY KEY, owner_id TEXT, object_key TEXT, content_type TEXT, size INTEGER, status TEXT DEFAULT 'pending', created_at INTEGER);
INSERT INTO albums VALUES ('a','Alps','published',1777600000),('b','Sea','draft',NULL);
INSERT INTO upload_objects VALUES ('u1','o','k1','image/jpeg',9,'uploaded',1777600000),('u2','o','k2','image/jpeg',9,'pending',1777630000);
