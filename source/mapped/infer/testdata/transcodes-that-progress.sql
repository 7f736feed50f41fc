CREATE TABLE transcoding_jobs (job_id TEXT PRIMARY KEY, job_state TEXT NOT NULL DEFAULT 'waiting' CHECK (job_state IN ('waiting','progressing','completed','failed')), input_s3_key TEXT NOT NULL, output_s3_key TEXT, target_quality TEXT NOT NULL, submit_ts INTEGER NOT NULL, callback_data TEXT);
INSERT INTO transcoding_jobs VALUES ('tj1','completed','in/rain.mov','out/rain.mp4','1080p',1777629600,'{"ok":true}'),('tj2','failed','in/snow.mov',NULL,'720p',1777629600,'{"ok":false,"error":"bad codec"}'),('tj3','progressing','in/hail.mov',NULL,'720p',1777636600,NULL),('tj4','waiting','in/fog.mov',NULL,'1080p',1777636700,NULL);
--> transcoding_jobs tj1 done in/rain.mov
--> transcoding_jobs tj2 failed in/snow.mov
--> transcoding_jobs tj3 active in/hail.mov
--> transcoding_jobs tj4 queued in/fog.mov
--= transcoding_jobs created=submit_ts
