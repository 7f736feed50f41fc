CREATE TABLE workflows (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, description TEXT, api_json TEXT NOT NULL, folder_id INTEGER, sort_order INTEGER DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
CREATE TABLE jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, workflow_id INTEGER NOT NULL REFERENCES workflows(id) ON DELETE CASCADE, prompt_id TEXT, status TEXT NOT NULL DEFAULT 'pending', error_message TEXT, created_at INTEGER NOT NULL, started_at INTEGER, completed_at INTEGER);
CREATE TABLE job_inputs (id INTEGER PRIMARY KEY AUTOINCREMENT, job_id INTEGER NOT NULL REFERENCES jobs(id), input_id INTEGER NOT NULL, value TEXT NOT NULL);
CREATE TABLE job_outputs (id INTEGER PRIMARY KEY AUTOINCREMENT, job_id INTEGER NOT NULL REFERENCES jobs(id), image_path TEXT NOT NULL, comfy_filename TEXT, created_at INTEGER NOT NULL, output_hash TEXT);
INSERT INTO workflows VALUES (1,'Upscale portrait','','{}',NULL,0,1777000000000,1777000000000),(2,'Anime style','','{}',NULL,0,1777000000000,1777000000000);
INSERT INTO jobs VALUES (1,1,'3e2f0c1a-1111-4000-8000-000000000001','done',NULL,1777629600000,1777629601000,1777629660000),(2,2,'3e2f0c1a-1111-4000-8000-000000000002','error','out of memory',1777629600000,1777629661000,1777629700000),(3,1,'3e2f0c1a-1111-4000-8000-000000000003','running',NULL,1777636000000,1777636700000,NULL),(4,2,NULL,'pending',NULL,1777636710000,NULL,NULL),(5,1,NULL,'queued',NULL,1777636711000,NULL,NULL);
INSERT INTO job_inputs VALUES (1,1,1,'a portrait of a cat'),(2,2,1,'a dog'),(3,3,1,'a bird');
INSERT INTO job_outputs VALUES (1,1,'/out/1.png','ComfyUI_0001.png',1777629660000,'ff');
--> jobs 1 done Upscale portrait
--> jobs 2 failed Anime style
--> jobs 3 active Upscale portrait
--> jobs 4 queued Anime style
--> jobs 5 queued Upscale portrait
--= jobs error=error_message; created=created_at; started=started_at; finished=completed_at
