CREATE TABLE submit_queue (id INTEGER PRIMARY KEY ASC, task TEXT);
CREATE TABLE job_queue (id INTEGER PRIMARY KEY ASC, task TEXT, job_id INTEGER, job_state TEXT);
CREATE TABLE update_queue (id INTEGER PRIMARY KEY ASC, wf_id TEXT, task_id TEXT, job_state TEXT, task_info TEXT, metadata TEXT, output TEXT);
INSERT INTO job_queue VALUES (1,'{"py/object":"flow.Task","name":"align reads","base_command":"bwa"}',101,'RUNNING'),(2,'{"py/object":"flow.Task","name":"sort reads","base_command":"samtools"}',102,'PENDING'),(3,'{"py/object":"flow.Task","name":"call variants","base_command":"gatk"}',103,'FAILED'),(4,'{"py/object":"flow.Task","name":"make report","base_command":"Rscript"}',104,'COMPLETED');
--> job_queue 1 active align reads
--> job_queue 2 queued sort reads
--> job_queue 3 failed call variants
--> job_queue 4 done make report
