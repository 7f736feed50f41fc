CREATE TABLE job_queue (job_uid INTEGER PRIMARY KEY, source_path TEXT NOT NULL, encode_path TEXT NOT NULL, cache_directory TEXT NOT NULL, encode_string TEXT NOT NULL, status_underway BOOLEAN NOT NULL, status_completed BOOLEAN NOT NULL, worker_uid INTEGER NOT NULL, worker_string_id TEXT NOT NULL);
CREATE TABLE workers (worker_uid INTEGER PRIMARY KEY, worker_string_id TEXT, online BOOLEAN);
INSERT INTO workers VALUES (1,'w-a',1);
INSERT INTO job_queue VALUES (1,'/in/rain.mkv','/out/rain.mkv','/c','-c:v av1',0,1,1,'w-a'),(2,'/in/snow.mkv','/out/snow.mkv','/c','-c:v av1',1,0,1,'w-a'),(3,'/in/hail.mkv','/out/hail.mkv','/c','-c:v av1',0,0,0,'');
--> job_queue 1 done /in/rain.mkv
--> job_queue 2 active /in/snow.mkv
--> job_queue 3 queued /in/hail.mkv
