BEGIN TRANSACTION;
CREATE TABLE kanban_notify_subs (
    task_id       TEXT NOT NULL,
    platform      TEXT NOT NULL,
    chat_id       TEXT NOT NULL,
    thread_id     TEXT NOT NULL DEFAULT '',
    user_id       TEXT,
    user_id_alt   TEXT,
    chat_type     TEXT,
    notifier_profile TEXT,
    delivery_mode TEXT NOT NULL DEFAULT 'notify',
    delivery_metadata TEXT,
    created_at    INTEGER NOT NULL,
    last_event_id INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (task_id, platform, chat_id, thread_id)
);
INSERT INTO "kanban_notify_subs" VALUES('t_a0000015','telegram','12345','',NULL,NULL,'dm',NULL,'notify',NULL,1789892000,62);
CREATE TABLE task_attachments (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    task_id      TEXT NOT NULL,
    filename     TEXT NOT NULL,
    stored_path  TEXT NOT NULL,
    content_type TEXT,
    size         INTEGER NOT NULL DEFAULT 0,
    uploaded_by  TEXT,
    created_at   INTEGER NOT NULL
);
INSERT INTO "task_attachments" VALUES(1,'t_a0000047','spec.pdf','/nonexistent/spec.pdf',NULL,1234,'alice',1789998260);
CREATE TABLE task_comments (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    task_id    TEXT NOT NULL,
    author     TEXT NOT NULL,
    body       TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
INSERT INTO "task_comments" VALUES(1,'t_a0000016','alice','Still thinking, ask finance.',1789856000);
INSERT INTO "task_comments" VALUES(2,'t_a0000033','dispatcher','reconciliation: card was ''running'' with no valid claim (dead/gone worker) — requeued to ready',1789998920);
INSERT INTO "task_comments" VALUES(3,'t_a000003c','alice','UNBLOCK: eu-west-1',1789999700);
INSERT INTO "task_comments" VALUES(4,'t_a0000041','alice','Specified — updated title, body and promoted to todo.',1789999040);
INSERT INTO "task_comments" VALUES(5,'t_a0000042','decomposer','Decomposed into t_a0000043, t_a0000044. Root will wake when all children complete.',1789999040);
INSERT INTO "task_comments" VALUES(6,'t_a0000046','dashboard','Invalidated: ancestor t_a0000045 was reopened; retracted from ''done'' to ''todo'' (will resume via ''ready'').',1789998980);
INSERT INTO "task_comments" VALUES(7,'t_a0000048','default','Opened https://github.com/acme/app/pull/17',1789998440);
CREATE TABLE task_events (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    task_id    TEXT NOT NULL,
    run_id     INTEGER,
    kind       TEXT NOT NULL,
    payload    TEXT,
    created_at INTEGER NOT NULL
);
INSERT INTO "task_events" VALUES(1,'t_a0000012',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1788272000);
INSERT INTO "task_events" VALUES(2,'t_a0000012',1,'claimed','{"lock": "hermes-host:4242", "expires": 1788272910, "run_id": 1}',1788272010);
INSERT INTO "task_events" VALUES(3,'t_a0000012',1,'spawned','{"pid": 3999008}',1788272010);
INSERT INTO "task_events" VALUES(4,'t_a0000012',1,'completed','{"result_len": 2, "summary": "Done long ago"}',1788358400);
INSERT INTO "task_events" VALUES(5,'t_a0000012',NULL,'archived',NULL,1788444800);
INSERT INTO "task_events" VALUES(6,'t_a0000001',NULL,'created','{"assignee": "default", "status": "triage", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789136000);
INSERT INTO "task_events" VALUES(7,'t_a0000015',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789820000);
INSERT INTO "task_events" VALUES(8,'t_a0000016',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789820000);
INSERT INTO "task_events" VALUES(9,'t_a0000015',2,'claimed','{"lock": "hermes-host:4242", "expires": 1789820910, "run_id": 2}',1789820010);
INSERT INTO "task_events" VALUES(10,'t_a0000015',2,'spawned','{"pid": 3999011}',1789820010);
INSERT INTO "task_events" VALUES(11,'t_a0000016',3,'claimed','{"lock": "hermes-host:4242", "expires": 1789820910, "run_id": 3}',1789820010);
INSERT INTO "task_events" VALUES(12,'t_a0000016',3,'spawned','{"pid": 3999012}',1789820010);
INSERT INTO "task_events" VALUES(13,'t_a0000015',2,'blocked','{"reason": "needs the production deploy key", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}',1789820300);
INSERT INTO "task_events" VALUES(14,'t_a0000016',3,'blocked','{"reason": "which vendor?", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}',1789820300);
INSERT INTO "task_events" VALUES(15,'t_a0000016',NULL,'commented','{"author": "alice", "len": 28}',1789856000);
INSERT INTO "task_events" VALUES(16,'t_a000004a',NULL,'created','{"assignee": "default", "status": "blocked", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789892000);
INSERT INTO "task_events" VALUES(17,'t_a000001a',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789928000);
INSERT INTO "task_events" VALUES(18,'t_a000001a',4,'claimed','{"lock": "hermes-host:4242", "expires": 1789928960, "run_id": 4}',1789928060);
INSERT INTO "task_events" VALUES(19,'t_a000001a',4,'spawned','{"pid": 3999020}',1789928060);
INSERT INTO "task_events" VALUES(20,'t_a000001a',4,'blocked','{"reason": "cannot reach db replica (try 1)", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}',1789929800);
INSERT INTO "task_events" VALUES(21,'t_a000001a',NULL,'unblocked',NULL,1789931600);
INSERT INTO "task_events" VALUES(22,'t_a000001a',5,'claimed','{"lock": "hermes-host:4242", "expires": 1789936160, "run_id": 5}',1789935260);
INSERT INTO "task_events" VALUES(23,'t_a000001a',5,'spawned','{"pid": 3999021}',1789935260);
INSERT INTO "task_events" VALUES(24,'t_a000001a',5,'blocked','{"reason": "cannot reach db replica (try 2)", "kind": "capability", "recurrences": 1, "source_status": "ready"}',1789937000);
INSERT INTO "task_events" VALUES(25,'t_a000001a',NULL,'unblocked',NULL,1789938800);
INSERT INTO "task_events" VALUES(26,'t_a000001a',6,'claimed','{"lock": "hermes-host:4242", "expires": 1789943360, "run_id": 6}',1789942460);
INSERT INTO "task_events" VALUES(27,'t_a000001a',6,'spawned','{"pid": 3999022}',1789942460);
INSERT INTO "task_events" VALUES(28,'t_a000001a',6,'blocked','{"reason": "cannot reach db replica (try 3)", "kind": "transient", "recurrences": 1, "source_status": "ready"}',1789944200);
INSERT INTO "task_events" VALUES(29,'t_a000001a',NULL,'unblocked',NULL,1789946000);
INSERT INTO "task_events" VALUES(30,'t_a000001a',7,'claimed','{"lock": "hermes-host:4242", "expires": 1789950560, "run_id": 7}',1789949660);
INSERT INTO "task_events" VALUES(31,'t_a000001a',7,'spawned','{"pid": 3999023}',1789949660);
INSERT INTO "task_events" VALUES(32,'t_a000001a',7,'blocked','{"reason": "cannot reach db replica (try 4)", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}',1789951400);
INSERT INTO "task_events" VALUES(33,'t_a000001a',NULL,'unblocked',NULL,1789953200);
INSERT INTO "task_events" VALUES(34,'t_a000001a',8,'claimed','{"lock": "hermes-host:4242", "expires": 1789957760, "run_id": 8}',1789956860);
INSERT INTO "task_events" VALUES(35,'t_a000001a',8,'spawned','{"pid": 3999024}',1789956860);
INSERT INTO "task_events" VALUES(36,'t_a000001a',8,'blocked','{"reason": "cannot reach db replica (try 5)", "kind": "capability", "recurrences": 1, "source_status": "ready"}',1789958600);
INSERT INTO "task_events" VALUES(37,'t_a0000006',NULL,'created','{"assignee": "ghost-profile", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(38,'t_a0000007',NULL,'created','{"assignee": null, "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(39,'t_a000001c',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(40,'t_a000001d',NULL,'created','{"assignee": "default", "status": "todo", "parents": ["t_a000001c"], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(41,'t_a0000032',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(42,'t_a0000033',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(43,'t_a0000034',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(44,'t_a0000035',NULL,'created','{"assignee": "default", "status": "todo", "parents": ["t_a0000034"], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(45,'t_a0000036',NULL,'created','{"assignee": "default", "status": "todo", "parents": ["t_a0000035"], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(46,'t_a0000037',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(47,'t_a0000038',NULL,'created','{"assignee": "default", "status": "todo", "parents": ["t_a0000037"], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(48,'t_a0000039',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(49,'t_a0000039',NULL,'linked','{"parent": "t_a0000034", "child": "t_a0000039"}',1789967600);
INSERT INTO "task_events" VALUES(50,'t_a0000039',NULL,'unlinked','{"parent": "t_a0000034", "child": "t_a0000039"}',1789967600);
INSERT INTO "task_events" VALUES(51,'t_a0000039',NULL,'promoted',NULL,1789967600);
INSERT INTO "task_events" VALUES(52,'t_a000003a',NULL,'created','{"assignee": "default", "status": "todo", "parents": ["t_a0000034"], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(53,'t_a000003b',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(54,'t_a000003c',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(55,'t_a000003d',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(56,'t_a000003e',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(57,'t_a000003f',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(58,'t_a0000040',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(59,'t_a0000041',NULL,'created','{"assignee": "default", "status": "triage", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(60,'t_a0000042',NULL,'created','{"assignee": "default", "status": "triage", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(61,'t_a0000045',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(62,'t_a0000046',NULL,'created','{"assignee": "default", "status": "todo", "parents": ["t_a0000045"], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789967600);
INSERT INTO "task_events" VALUES(63,'t_a0000013',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789971200);
INSERT INTO "task_events" VALUES(64,'t_a000001b',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789971200);
INSERT INTO "task_events" VALUES(65,'t_a000001c',9,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 9}',1789971200);
INSERT INTO "task_events" VALUES(66,'t_a000001c',9,'spawned','{"pid": 3999035}',1789971200);
INSERT INTO "task_events" VALUES(67,'t_a0000032',10,'claimed','{"lock": "hermes-host:4242", "expires": 1790003600, "run_id": 10}',1789971200);
INSERT INTO "task_events" VALUES(68,'t_a0000032',10,'spawned','{"pid": 3999095}',1789971200);
INSERT INTO "task_events" VALUES(69,'t_a0000033',11,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 11}',1789971200);
INSERT INTO "task_events" VALUES(70,'t_a0000033',11,'spawned','{"pid": 3999096}',1789971200);
INSERT INTO "task_events" VALUES(71,'t_a0000037',12,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 12}',1789971200);
INSERT INTO "task_events" VALUES(72,'t_a0000037',12,'spawned','{"pid": 3999100}',1789971200);
INSERT INTO "task_events" VALUES(73,'t_a0000039',13,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 13}',1789971200);
INSERT INTO "task_events" VALUES(74,'t_a0000039',13,'spawned','{"pid": 3999101}',1789971200);
INSERT INTO "task_events" VALUES(75,'t_a0000039',NULL,'linked','{"parent": "t_a0000034", "child": "t_a0000039"}',1789971200);
INSERT INTO "task_events" VALUES(76,'t_a000003a',NULL,'promoted_manual','{"actor": "alice", "reason": "try anyway", "forced": true}',1789971200);
INSERT INTO "task_events" VALUES(77,'t_a000003b',14,'blocked','{"reason": "on hold", "kind": null, "recurrences": 1, "source_status": "ready"}',1789971200);
INSERT INTO "task_events" VALUES(78,'t_a000003c',15,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 15}',1789971200);
INSERT INTO "task_events" VALUES(79,'t_a000003c',15,'spawned','{"pid": 3999102}',1789971200);
INSERT INTO "task_events" VALUES(80,'t_a000003d',16,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 16}',1789971200);
INSERT INTO "task_events" VALUES(81,'t_a000003d',16,'spawned','{"pid": 3999110}',1789971200);
INSERT INTO "task_events" VALUES(82,'t_a000003e',17,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 17}',1789971200);
INSERT INTO "task_events" VALUES(83,'t_a000003e',17,'spawned','{"pid": 3999111}',1789971200);
INSERT INTO "task_events" VALUES(84,'t_a000003f',18,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 18}',1789971200);
INSERT INTO "task_events" VALUES(85,'t_a000003f',18,'spawned','{"pid": 3999113}',1789971200);
INSERT INTO "task_events" VALUES(86,'t_a0000040',19,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 19}',1789971200);
INSERT INTO "task_events" VALUES(87,'t_a0000040',19,'spawned','{"pid": 3999114}',1789971200);
INSERT INTO "task_events" VALUES(88,'t_a0000045',20,'claimed','{"lock": "hermes-host:4242", "expires": 1789972100, "run_id": 20}',1789971200);
INSERT INTO "task_events" VALUES(89,'t_a0000045',20,'spawned','{"pid": 3999120}',1789971200);
INSERT INTO "task_events" VALUES(90,'t_a000003a',NULL,'claim_rejected','{"reason": "parents_not_done"}',1789971230);
INSERT INTO "task_events" VALUES(91,'t_a000001b',21,'claimed','{"lock": "hermes-host:4242", "expires": 1789972160, "run_id": 21}',1789971260);
INSERT INTO "task_events" VALUES(92,'t_a000001b',21,'spawned','{"pid": 3999030}',1789971260);
INSERT INTO "task_events" VALUES(93,'t_a000001b',21,'blocked','{"reason": "feed URL returns 404", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}',1789971800);
INSERT INTO "task_events" VALUES(94,'t_a000001b',NULL,'unblocked',NULL,1789972400);
INSERT INTO "task_events" VALUES(95,'t_a0000013',22,'claimed','{"lock": "hermes-host:4242", "expires": 1789975700, "run_id": 22}',1789974800);
INSERT INTO "task_events" VALUES(96,'t_a0000013',22,'spawned','{"pid": 3999009}',1789974800);
INSERT INTO "task_events" VALUES(97,'t_a000001c',9,'blocked','{"reason": "review-required: 20/20 tests pass", "kind": null, "recurrences": 1, "source_status": "ready"}',1789974800);
INSERT INTO "task_events" VALUES(98,'t_a0000023',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789974800);
INSERT INTO "task_events" VALUES(99,'t_a0000039',13,'dependency_wait','{"reason": "needs the schema first", "kind": "dependency", "source_status": "ready"}',1789974800);
INSERT INTO "task_events" VALUES(100,'t_a000003c',15,'blocked','{"reason": "which region?", "kind": "needs_input", "recurrences": 1, "source_status": "ready"}',1789974800);
INSERT INTO "task_events" VALUES(101,'t_a000003d',16,'review_requested','{"summary": "OAuth added, PR open", "implementer": "default", "reviewer": "reviewer"}',1789974800);
INSERT INTO "task_events" VALUES(102,'t_a000003e',17,'review_requested','{"summary": "SAML added", "implementer": "default", "reviewer": "reviewer"}',1789974800);
INSERT INTO "task_events" VALUES(103,'t_a000003f',18,'review_requested','{"summary": "LDAP added", "implementer": "default", "reviewer": "reviewer"}',1789974800);
INSERT INTO "task_events" VALUES(104,'t_a0000040',19,'review_requested','{"summary": "MFA added", "implementer": "default", "reviewer": null}',1789974800);
INSERT INTO "task_events" VALUES(105,'t_a0000045',20,'completed','{"result_len": 9, "summary": "first try"}',1789974800);
INSERT INTO "task_events" VALUES(106,'t_a0000046',NULL,'promoted',NULL,1789974800);
INSERT INTO "task_events" VALUES(107,'t_a000001b',23,'claimed','{"lock": "hermes-host:4242", "expires": 1789975760, "run_id": 23}',1789974860);
INSERT INTO "task_events" VALUES(108,'t_a000001b',23,'spawned','{"pid": 3999031}',1789974860);
INSERT INTO "task_events" VALUES(109,'t_a0000023',24,'claimed','{"lock": "hermes-host:4242", "expires": 1789975760, "run_id": 24}',1789974860);
INSERT INTO "task_events" VALUES(110,'t_a0000023',24,'spawned','{"pid": 3999060}',1789974860);
INSERT INTO "task_events" VALUES(111,'t_a000001b',23,'block_loop_detected','{"reason": "feed URL returns 404", "kind": "needs_input", "recurrences": 2, "limit": 2, "source_status": "ready"}',1789975400);
INSERT INTO "task_events" VALUES(112,'t_a0000023',24,'crashed','{"pid": 3999060, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 139, "retry_status": "ready"}',1789975400);
INSERT INTO "task_events" VALUES(113,'t_a0000023',25,'claimed','{"lock": "hermes-host:4242", "expires": 1789976960, "run_id": 25}',1789976060);
INSERT INTO "task_events" VALUES(114,'t_a0000023',25,'spawned','{"pid": 3999061}',1789976060);
INSERT INTO "task_events" VALUES(115,'t_a0000023',25,'crashed','{"pid": 3999061, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 139, "retry_status": "ready"}',1789976600);
INSERT INTO "task_events" VALUES(116,'t_a0000023',26,'claimed','{"lock": "hermes-host:4242", "expires": 1789978160, "run_id": 26}',1789977260);
INSERT INTO "task_events" VALUES(117,'t_a0000023',26,'spawned','{"pid": 3999062}',1789977260);
INSERT INTO "task_events" VALUES(118,'t_a0000023',26,'crashed','{"pid": 3999062, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 139, "retry_status": "ready"}',1789977800);
INSERT INTO "task_events" VALUES(119,'t_a000000f',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(120,'t_a0000010',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(121,'t_a0000011',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(122,'t_a0000013',22,'archived',NULL,1789978400);
INSERT INTO "task_events" VALUES(123,'t_a000001e',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(124,'t_a000001f',NULL,'created','{"assignee": "poster", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(125,'t_a000002d',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(126,'t_a000002e',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(127,'t_a000002f',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(128,'t_a0000030',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(129,'t_a0000031',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789978400);
INSERT INTO "task_events" VALUES(130,'t_a000003e',27,'claimed','{"lock": "hermes-host:4242", "expires": 1789979300, "run_id": 27, "source_status": "review"}',1789978400);
INSERT INTO "task_events" VALUES(131,'t_a000003e',27,'spawned','{"pid": 3999112}',1789978400);
INSERT INTO "task_events" VALUES(132,'t_a0000040',28,'completed','{"result_len": 0, "summary": "Review approved without additional evidence."}',1789978400);
INSERT INTO "task_events" VALUES(133,'t_a0000046',29,'claimed','{"lock": "hermes-host:4242", "expires": 1789979300, "run_id": 29}',1789978400);
INSERT INTO "task_events" VALUES(134,'t_a0000046',29,'spawned','{"pid": 3999121}',1789978400);
INSERT INTO "task_events" VALUES(135,'t_a000000f',30,'claimed','{"lock": "hermes-host:4242", "expires": 1789979310, "run_id": 30}',1789978410);
INSERT INTO "task_events" VALUES(136,'t_a000000f',30,'spawned','{"pid": 3999006}',1789978410);
INSERT INTO "task_events" VALUES(137,'t_a0000010',31,'claimed','{"lock": "hermes-host:4242", "expires": 1789979310, "run_id": 31}',1789978410);
INSERT INTO "task_events" VALUES(138,'t_a0000010',31,'spawned','{"pid": 3999007}',1789978410);
INSERT INTO "task_events" VALUES(139,'t_a000001e',32,'claimed','{"lock": "hermes-host:4242", "expires": 1789979360, "run_id": 32}',1789978460);
INSERT INTO "task_events" VALUES(140,'t_a000001e',32,'spawned','{"pid": 3999040}',1789978460);
INSERT INTO "task_events" VALUES(141,'t_a000001f',33,'claimed','{"lock": "hermes-host:4242", "expires": 1789979360, "run_id": 33}',1789978460);
INSERT INTO "task_events" VALUES(142,'t_a0000023',34,'claimed','{"lock": "hermes-host:4242", "expires": 1789979360, "run_id": 34}',1789978460);
INSERT INTO "task_events" VALUES(143,'t_a0000023',34,'spawned','{"pid": 3999063}',1789978460);
INSERT INTO "task_events" VALUES(144,'t_a000001f',33,'spawn_failed','{"error": "Profile ''poster'' does not exist", "failures": 1, "retry_status": "ready"}',1789978462);
INSERT INTO "task_events" VALUES(145,'t_a0000023',34,'crashed','{"pid": 3999063, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 139, "retry_status": "ready"}',1789979000);
INSERT INTO "task_events" VALUES(146,'t_a000001f',35,'claimed','{"lock": "hermes-host:4242", "expires": 1789979960, "run_id": 35}',1789979060);
INSERT INTO "task_events" VALUES(147,'t_a000001f',35,'gave_up','{"failures": 2, "effective_limit": 2, "limit_source": "dispatcher", "error": "Profile ''poster'' does not exist", "trigger_outcome": "spawn_failed", "retry_status": "ready"}',1789979062);
INSERT INTO "task_events" VALUES(148,'t_a000001e',32,'timed_out','{"error": "Iteration budget exhausted (90/90) — task could not complete within the allowed iterations", "failures": 1, "retry_status": "ready"}',1789979900);
INSERT INTO "task_events" VALUES(149,'t_a0000009',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789982000);
INSERT INTO "task_events" VALUES(150,'t_a000000f',30,'completed','{"result_len": 0, "summary": null}',1789982000);
INSERT INTO "task_events" VALUES(151,'t_a0000010',31,'completed','{"result_len": 0, "summary": "Filed follow-ups t_deadbeef01 and t_cafebabe02 for the remaining TODOs."}',1789982000);
INSERT INTO "task_events" VALUES(152,'t_a0000010',31,'suspected_hallucinated_references','{"phantom_refs": ["t_deadbeef01", "t_cafebabe02"], "source": "completion_summary"}',1789982000);
INSERT INTO "task_events" VALUES(153,'t_a0000020',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789982000);
INSERT INTO "task_events" VALUES(154,'t_a0000021',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789982000);
INSERT INTO "task_events" VALUES(155,'t_a0000022',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789982000);
INSERT INTO "task_events" VALUES(156,'t_a000002d',36,'claimed','{"lock": "hermes-host:4242", "expires": 1789982900, "run_id": 36}',1789982000);
INSERT INTO "task_events" VALUES(157,'t_a000002d',36,'spawned','{"pid": 3999090}',1789982000);
INSERT INTO "task_events" VALUES(158,'t_a000002e',37,'claimed','{"lock": "hermes-host:4242", "expires": 1789982900, "run_id": 37}',1789982000);
INSERT INTO "task_events" VALUES(159,'t_a000002e',37,'spawned','{"pid": 3999091}',1789982000);
INSERT INTO "task_events" VALUES(160,'t_a000002f',38,'claimed','{"lock": "hermes-host:4242", "expires": 1789982900, "run_id": 38}',1789982000);
INSERT INTO "task_events" VALUES(161,'t_a000002f',38,'spawned','{"pid": 1}',1789982000);
INSERT INTO "task_events" VALUES(162,'t_a0000031',39,'claimed','{"lock": "hermes-host:4242", "expires": 1789982900, "run_id": 39}',1789982000);
INSERT INTO "task_events" VALUES(163,'t_a0000031',39,'spawned','{"pid": 1}',1789982000);
INSERT INTO "task_events" VALUES(164,'t_a0000046',29,'completed','{"result_len": 0, "summary": "built on first try"}',1789982000);
INSERT INTO "task_events" VALUES(165,'t_a0000009',40,'claimed','{"lock": "hermes-host:4242", "expires": 1789982960, "run_id": 40}',1789982060);
INSERT INTO "task_events" VALUES(166,'t_a0000009',40,'spawned','{"pid": 3999001}',1789982060);
INSERT INTO "task_events" VALUES(167,'t_a000001e',41,'claimed','{"lock": "hermes-host:4242", "expires": 1789982960, "run_id": 41}',1789982060);
INSERT INTO "task_events" VALUES(168,'t_a000001e',41,'spawned','{"pid": 3999041}',1789982060);
INSERT INTO "task_events" VALUES(169,'t_a0000020',42,'claimed','{"lock": "hermes-host:4242", "expires": 1789982960, "run_id": 42}',1789982060);
INSERT INTO "task_events" VALUES(170,'t_a0000020',42,'spawned','{"pid": 3999050}',1789982060);
INSERT INTO "task_events" VALUES(171,'t_a0000021',43,'claimed','{"lock": "hermes-host:4242", "expires": 1789982960, "run_id": 43}',1789982060);
INSERT INTO "task_events" VALUES(172,'t_a0000021',43,'spawned','{"pid": 3999055}',1789982060);
INSERT INTO "task_events" VALUES(173,'t_a0000022',44,'claimed','{"lock": "hermes-host:4242", "expires": 1789982960, "run_id": 44}',1789982060);
INSERT INTO "task_events" VALUES(174,'t_a0000022',44,'spawned','{"pid": 3999058}',1789982060);
INSERT INTO "task_events" VALUES(175,'t_a0000009',40,'heartbeat','{"note": "tests running"}',1789982600);
INSERT INTO "task_events" VALUES(176,'t_a000002f',38,'heartbeat',NULL,1789982600);
INSERT INTO "task_events" VALUES(177,'t_a0000031',39,'heartbeat',NULL,1789982600);
INSERT INTO "task_events" VALUES(178,'t_a0000021',43,'timed_out','{"pid": 3999055, "elapsed_seconds": 640, "limit_seconds": 600, "sigkill": false, "retry_status": "ready"}',1789982700);
INSERT INTO "task_events" VALUES(179,'t_a0000020',42,'crashed','{"pid": 3999050, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 1, "retry_status": "ready"}',1789982900);
INSERT INTO "task_events" VALUES(180,'t_a000001e',41,'gave_up','{"failures": 2, "effective_limit": 2, "limit_source": "dispatcher", "error": "Iteration budget exhausted (90/90) — task could not complete within the allowed iterations", "trigger_outcome": "timed_out", "retry_status": "ready", "budget_used": 90, "budget_max": 90}',1789983500);
INSERT INTO "task_events" VALUES(181,'t_a0000021',45,'claimed','{"lock": "hermes-host:4242", "expires": 1789984760, "run_id": 45}',1789983860);
INSERT INTO "task_events" VALUES(182,'t_a0000021',45,'spawned','{"pid": 3999056}',1789983860);
INSERT INTO "task_events" VALUES(183,'t_a0000021',45,'timed_out','{"pid": 3999056, "elapsed_seconds": 640, "limit_seconds": 600, "sigkill": false, "retry_status": "ready"}',1789984500);
INSERT INTO "task_events" VALUES(184,'t_a0000021',NULL,'gave_up','{"failures": 2, "effective_limit": 2, "limit_source": "dispatcher", "error": "elapsed 640s > limit 600s", "trigger_outcome": "timed_out", "retry_status": "ready", "pid": 3999056, "sigkill": false}',1789984500);
INSERT INTO "task_events" VALUES(185,'t_a0000009',40,'completed','{"result_len": 62, "summary": "Implemented exponential backoff (uploader.go, uploader_test.go). go test ./... : 14 passed."}',1789985600);
INSERT INTO "task_events" VALUES(186,'t_a000000f',30,'edited','{"fields": ["result", "summary", "metadata"], "result_len": 17, "summary": "Benchmarks recorded"}',1789985600);
INSERT INTO "task_events" VALUES(187,'t_a0000014',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789985600);
INSERT INTO "task_events" VALUES(188,'t_a0000020',46,'claimed','{"lock": "hermes-host:4242", "expires": 1789986500, "run_id": 46}',1789985600);
INSERT INTO "task_events" VALUES(189,'t_a0000020',46,'spawned','{"pid": 3999051}',1789985600);
INSERT INTO "task_events" VALUES(190,'t_a0000024',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789985600);
INSERT INTO "task_events" VALUES(191,'t_a0000028',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789985600);
INSERT INTO "task_events" VALUES(192,'t_a0000014',47,'claimed','{"lock": "hermes-host:4242", "expires": 1790018010, "run_id": 47}',1789985610);
INSERT INTO "task_events" VALUES(193,'t_a0000014',47,'spawned','{"pid": 3999010}',1789985610);
INSERT INTO "task_events" VALUES(194,'t_a0000024',48,'claimed','{"lock": "hermes-host:4242", "expires": 1789986560, "run_id": 48}',1789985660);
INSERT INTO "task_events" VALUES(195,'t_a0000024',48,'spawned','{"pid": 3999070}',1789985660);
INSERT INTO "task_events" VALUES(196,'t_a0000024',48,'protocol_violation','{"pid": 3999070, "claimer": "hermes-host:4242", "exit_code": 0, "protocol_violation": true, "retry_status": "ready"}',1789985900);
INSERT INTO "task_events" VALUES(197,'t_a0000020',46,'crashed','{"pid": 3999051, "claimer": "hermes-host:4242", "exit_kind": "signaled", "exit_code": 9, "retry_status": "ready"}',1789986500);
INSERT INTO "task_events" VALUES(198,'t_a0000020',NULL,'gave_up','{"failures": 2, "effective_limit": 2, "limit_source": "dispatcher", "error": "pid 3999051 killed by signal 9", "trigger_outcome": "crashed", "retry_status": "ready", "pid": 3999051, "claimer": "hermes-host:4242"}',1789986500);
INSERT INTO "task_events" VALUES(199,'t_a0000024',49,'claimed','{"lock": "hermes-host:4242", "expires": 1789987460, "run_id": 49}',1789986560);
INSERT INTO "task_events" VALUES(200,'t_a0000024',49,'spawned','{"pid": 3999071}',1789986560);
INSERT INTO "task_events" VALUES(201,'t_a0000024',49,'protocol_violation','{"pid": 3999071, "claimer": "hermes-host:4242", "exit_code": 0, "protocol_violation": true, "retry_status": "ready"}',1789986800);
INSERT INTO "task_events" VALUES(202,'t_a0000024',50,'claimed','{"lock": "hermes-host:4242", "expires": 1789988360, "run_id": 50}',1789987460);
INSERT INTO "task_events" VALUES(203,'t_a0000024',50,'spawned','{"pid": 3999072}',1789987460);
INSERT INTO "task_events" VALUES(204,'t_a0000024',50,'protocol_violation','{"pid": 3999072, "claimer": "hermes-host:4242", "exit_code": 0, "protocol_violation": true, "retry_status": "ready"}',1789987700);
INSERT INTO "task_events" VALUES(205,'t_a0000024',NULL,'gave_up','{"failures": 1, "effective_limit": 3, "limit_source": "dispatcher", "error": "worker exited cleanly (rc=0) without calling kanban_complete or kanban_block — protocol violation. If the prior run already did the work, verify it and report the result via kanban_complete; a run that ends without a terminal kanban call counts as failed no matter what it did.", "trigger_outcome": "crashed", "retry_status": "ready", "pid": 3999072, "claimer": "hermes-host:4242", "protocol_violations": 3, "protocol_violation_limit": 3}',1789987700);
INSERT INTO "task_events" VALUES(206,'t_a000000a',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(207,'t_a000000b',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(208,'t_a000000c',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(209,'t_a000000d',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(210,'t_a000000e',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(211,'t_a0000019',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(212,'t_a0000025',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(213,'t_a0000026',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(214,'t_a0000028',51,'claimed','{"lock": "hermes-host:4242", "expires": 1789998800, "run_id": 51}',1789989200);
INSERT INTO "task_events" VALUES(215,'t_a0000028',51,'spawned','{"pid": 1}',1789989200);
INSERT INTO "task_events" VALUES(216,'t_a0000029',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(217,'t_a000002a',NULL,'created','{"assignee": "gpu", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(218,'t_a000002b',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(219,'t_a000002c',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789989200);
INSERT INTO "task_events" VALUES(220,'t_a0000019',52,'claimed','{"lock": "hermes-host:4242", "expires": 1789990105, "run_id": 52}',1789989205);
INSERT INTO "task_events" VALUES(221,'t_a0000019',52,'spawned','{"pid": 3999014}',1789989205);
INSERT INTO "task_events" VALUES(222,'t_a000000b',53,'claimed','{"lock": "hermes-host:4242", "expires": 1789990110, "run_id": 53}',1789989210);
INSERT INTO "task_events" VALUES(223,'t_a000000b',53,'spawned','{"pid": 3999002}',1789989210);
INSERT INTO "task_events" VALUES(224,'t_a000000c',54,'claimed','{"lock": "hermes-host:4242", "expires": 1789990110, "run_id": 54}',1789989210);
INSERT INTO "task_events" VALUES(225,'t_a000000c',54,'spawned','{"pid": 3999003}',1789989210);
INSERT INTO "task_events" VALUES(226,'t_a000000d',55,'claimed','{"lock": "hermes-host:4242", "expires": 1789990110, "run_id": 55}',1789989210);
INSERT INTO "task_events" VALUES(227,'t_a000000d',55,'spawned','{"pid": 3999004}',1789989210);
INSERT INTO "task_events" VALUES(228,'t_a000000e',56,'claimed','{"lock": "hermes-host:4242", "expires": 1789990110, "run_id": 56}',1789989210);
INSERT INTO "task_events" VALUES(229,'t_a000000e',56,'spawned','{"pid": 3999005}',1789989210);
INSERT INTO "task_events" VALUES(230,'t_a000000e',56,'completed','{"result_len": 0, "summary": "I will create the cron job and monitor it every 30 minutes."}',1789989214);
INSERT INTO "task_events" VALUES(231,'t_a000000a',NULL,'completed','{"result_len": 0, "summary": null}',1789989230);
INSERT INTO "task_events" VALUES(232,'t_a000000b',53,'completed','{"result_len": 0, "summary": null}',1789989240);
INSERT INTO "task_events" VALUES(233,'t_a0000025',57,'claimed','{"lock": "hermes-host:4242", "expires": 1789990160, "run_id": 57}',1789989260);
INSERT INTO "task_events" VALUES(234,'t_a0000025',57,'spawned','{"pid": 3999075}',1789989260);
INSERT INTO "task_events" VALUES(235,'t_a0000026',58,'claimed','{"lock": "hermes-host:4242", "expires": 1789990160, "run_id": 58}',1789989260);
INSERT INTO "task_events" VALUES(236,'t_a0000026',58,'spawned','{"pid": 3999078}',1789989260);
INSERT INTO "task_events" VALUES(237,'t_a000002c',59,'claimed','{"lock": "hermes-host:4242", "expires": 1789990160, "run_id": 59}',1789989260);
INSERT INTO "task_events" VALUES(238,'t_a000002c',59,'spawned','{"pid": 3999084}',1789989260);
INSERT INTO "task_events" VALUES(239,'t_a000000d',55,'completed','{"result_len": 35, "summary": "I could not reproduce the failure and did not have permission to push to the repository, so no changes were made. A human needs to grant access."}',1789991000);
INSERT INTO "task_events" VALUES(240,'t_a0000002',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789992800);
INSERT INTO "task_events" VALUES(241,'t_a000000c',54,'completed','{"result_len": 0, "summary": "Read 41 tickets; wrote summary.md with 6 themes."}',1789992800);
INSERT INTO "task_events" VALUES(242,'t_a0000017',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789992800);
INSERT INTO "task_events" VALUES(243,'t_a0000018',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789992800);
INSERT INTO "task_events" VALUES(244,'t_a0000019',52,'blocked','{"reason": "no browser tool", "kind": "capability", "recurrences": 1, "source_status": "ready"}',1789992800);
INSERT INTO "task_events" VALUES(245,'t_a000002a',60,'claimed','{"lock": "other-host:77", "expires": 1789993700, "run_id": 60}',1789992800);
INSERT INTO "task_events" VALUES(246,'t_a000002a',60,'spawned','{"pid": 777}',1789992800);
INSERT INTO "task_events" VALUES(247,'t_a000002b',61,'claimed','{"lock": "hermes-host:4242", "expires": 1789993700, "run_id": 61}',1789992800);
INSERT INTO "task_events" VALUES(248,'t_a000002b',61,'spawned','{"pid": 3999082}',1789992800);
INSERT INTO "task_events" VALUES(249,'t_a000002c',59,'timed_out','{"error": "boom", "failures": 1, "retry_status": "ready"}',1789992800);
INSERT INTO "task_events" VALUES(250,'t_a0000017',62,'claimed','{"lock": "hermes-host:4242", "expires": 1789993710, "run_id": 62}',1789992810);
INSERT INTO "task_events" VALUES(251,'t_a0000017',62,'spawned','{"pid": 3999013}',1789992810);
INSERT INTO "task_events" VALUES(252,'t_a000002c',63,'claimed','{"lock": "hermes-host:4242", "expires": 1789994900, "run_id": 63}',1789994000);
INSERT INTO "task_events" VALUES(253,'t_a000002c',63,'spawned','{"pid": 3999085}',1789994000);
INSERT INTO "task_events" VALUES(254,'t_a0000028',51,'heartbeat','{"note": "page 400/9000"}',1789994300);
INSERT INTO "task_events" VALUES(255,'t_a000002c',63,'gave_up','{"failures": 2, "effective_limit": 2, "limit_source": "dispatcher", "error": "boom again", "trigger_outcome": "timed_out", "retry_status": "ready"}',1789994300);
INSERT INTO "task_events" VALUES(256,'t_a0000005',NULL,'created','{"assignee": "resarcher", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789994600);
INSERT INTO "task_events" VALUES(257,'t_a0000017',62,'blocked','{"reason": "human signature required", "kind": null, "recurrences": 1, "source_status": "ready"}',1789996400);
INSERT INTO "task_events" VALUES(258,'t_a0000018',NULL,'blocked','{"reason": null, "kind": null, "recurrences": 1, "source_status": "ready"}',1789996400);
INSERT INTO "task_events" VALUES(259,'t_a000002c',NULL,'unblocked',NULL,1789996400);
INSERT INTO "task_events" VALUES(260,'t_a0000004',NULL,'created','{"assignee": "orion-cc", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789997300);
INSERT INTO "task_events" VALUES(261,'t_a0000030',64,'claimed','{"lock": "hermes-host:4242", "expires": 1789998500, "run_id": 64}',1789997600);
INSERT INTO "task_events" VALUES(262,'t_a0000030',64,'spawned','{"pid": 1}',1789997600);
INSERT INTO "task_events" VALUES(263,'t_a0000030',64,'heartbeat',NULL,1789997900);
INSERT INTO "task_events" VALUES(264,'t_a0000011',65,'claimed','{"lock": "hermes-host:4242", "expires": 1790005400, "run_id": 65}',1789998200);
INSERT INTO "task_events" VALUES(265,'t_a0000011',65,'spawned','{"pid": 1}',1789998200);
INSERT INTO "task_events" VALUES(266,'t_a0000011',NULL,'completion_blocked_hallucination','{"phantom_cards": ["t_00000bad", "t_00000bae"], "verified_cards": [], "summary_preview": "Created 2 cards"}',1789998200);
INSERT INTO "task_events" VALUES(267,'t_a0000029',66,'claimed','{"lock": "hermes-host:4242", "expires": 1790005400, "run_id": 66}',1789998200);
INSERT INTO "task_events" VALUES(268,'t_a0000029',66,'spawned','{"pid": 3999080}',1789998200);
INSERT INTO "task_events" VALUES(269,'t_a0000047',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789998200);
INSERT INTO "task_events" VALUES(270,'t_a0000047',NULL,'assigned','{"assignee": "coder"}',1789998260);
INSERT INTO "task_events" VALUES(271,'t_a0000047',NULL,'model_override_set','{"model": "big-model", "provider": "acme"}',1789998260);
INSERT INTO "task_events" VALUES(272,'t_a0000047',NULL,'reasoning_effort_set','{"reasoning_effort": "high"}',1789998260);
INSERT INTO "task_events" VALUES(273,'t_a0000047',NULL,'attached','{"filename": "spec.pdf", "size": 1234, "by": "alice"}',1789998260);
INSERT INTO "task_events" VALUES(274,'t_a0000047',NULL,'attached','{"filename": "old.pdf", "size": 4, "by": "alice"}',1789998260);
INSERT INTO "task_events" VALUES(275,'t_a0000047',NULL,'attachment_removed','{"filename": "old.pdf"}',1789998260);
INSERT INTO "task_events" VALUES(276,'t_a0000047',NULL,'reprioritized','{"priority": 7}',1789998260);
INSERT INTO "task_events" VALUES(277,'t_a0000047',NULL,'edited',NULL,1789998260);
INSERT INTO "task_events" VALUES(278,'t_a0000048',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789998440);
INSERT INTO "task_events" VALUES(279,'t_a0000048',NULL,'commented','{"author": "default", "len": 42}',1789998440);
INSERT INTO "task_events" VALUES(280,'t_a0000022',44,'crashed','{"pid": 3999058, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 2, "retry_status": "ready"}',1789998500);
INSERT INTO "task_events" VALUES(281,'t_a000002e',37,'reclaimed','{"stale_lock": "hermes-host:4242", "worker_pid": 3999091, "claim_expires": 1789982900, "last_heartbeat_at": null, "now": 1789998500, "host_local": true, "heartbeat_stale": false, "retry_status": "ready", "prev_pid": 3999091, "termination_attempted": true, "terminated": true, "sigkill": false}',1789998500);
INSERT INTO "task_events" VALUES(282,'t_a0000049',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789998500);
INSERT INTO "task_events" VALUES(283,'t_a0000048',NULL,'respawn_guarded','{"reason": "active_pr"}',1789998500);
INSERT INTO "task_events" VALUES(284,'t_a0000049',67,'claimed','{"lock": "hermes-host:10979", "expires": 1789999400, "run_id": 67}',1789998500);
INSERT INTO "task_events" VALUES(285,'t_a0000049',NULL,'tip_scratch_workspace','{"message": "scratch workspaces are ephemeral — they''re deleted when the task completes. Use --workspace worktree: (git worktree) or --workspace dir:/abs/path (existing dir) to preserve worker output."}',1789998500);
INSERT INTO "task_events" VALUES(286,'t_a0000049',67,'spawned','{"pid": 1}',1789998500);
INSERT INTO "task_events" VALUES(287,'t_a0000032',10,'stale','{"elapsed_seconds": 27480, "last_heartbeat_at": null, "heartbeat_age_seconds": null, "timeout_seconds": 14400, "pid": 3999095, "retry_status": "ready", "prev_pid": 3999095, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}',1789998680);
INSERT INTO "task_events" VALUES(288,'t_a0000008',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789998800);
INSERT INTO "task_events" VALUES(289,'t_a0000025',57,'protocol_violation','{"pid": 3999075, "claimer": "hermes-host:4242", "exit_code": 0, "protocol_violation": true, "retry_status": "ready"}',1789998800);
INSERT INTO "task_events" VALUES(290,'t_a0000027',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789998800);
INSERT INTO "task_events" VALUES(291,'t_a000002f',38,'reclaimed','{"stale_lock": "hermes-host:4242", "worker_pid": 1, "claim_expires": 1789982900, "last_heartbeat_at": 1789982600, "now": 1789998800, "host_local": true, "heartbeat_stale": true, "retry_status": "ready", "prev_pid": 1, "termination_attempted": true, "terminated": true, "sigkill": false}',1789998800);
INSERT INTO "task_events" VALUES(292,'t_a0000027',68,'claimed','{"lock": "hermes-host:4242", "expires": 1790006120, "run_id": 68}',1789998920);
INSERT INTO "task_events" VALUES(293,'t_a0000027',68,'spawned','{"pid": 1}',1789998920);
INSERT INTO "task_events" VALUES(294,'t_a0000033',11,'reconciled','{"reason": "orphaned_running", "claim_lock": null, "claim_expires": 1789972100, "worker_pid": 3999096, "now": 1789998920}',1789998920);
INSERT INTO "task_events" VALUES(295,'t_a0000045',NULL,'status','{"status": "ready", "requested_status": "ready"}',1789998980);
INSERT INTO "task_events" VALUES(296,'t_a0000046',NULL,'descendant_invalidated','{"ancestor": "t_a0000045", "prior_status": "done", "new_status": "todo", "resume_status": "ready"}',1789998980);
INSERT INTO "task_events" VALUES(297,'t_a0000046',NULL,'status','{"status": "todo", "reason": "ancestor_reopened", "parent": "t_a0000045", "previous_status": "done", "resume_status": "ready"}',1789998980);
INSERT INTO "task_events" VALUES(298,'t_a0000041',NULL,'specified','{"changed_fields": ["title", "body"]}',1789999040);
INSERT INTO "task_events" VALUES(299,'t_a0000041',NULL,'promoted',NULL,1789999040);
INSERT INTO "task_events" VALUES(300,'t_a0000043',NULL,'created','{"by": "decomposer", "from_decompose_of": "t_a0000042"}',1789999040);
INSERT INTO "task_events" VALUES(301,'t_a0000044',NULL,'created','{"by": "decomposer", "from_decompose_of": "t_a0000042"}',1789999040);
INSERT INTO "task_events" VALUES(302,'t_a0000044',NULL,'linked','{"parent": "t_a0000043", "child": "t_a0000044"}',1789999040);
INSERT INTO "task_events" VALUES(303,'t_a0000042',NULL,'decomposed','{"child_ids": ["t_a0000043", "t_a0000044"], "root_assignee": "default"}',1789999040);
INSERT INTO "task_events" VALUES(304,'t_a0000043',NULL,'promoted',NULL,1789999040);
INSERT INTO "task_events" VALUES(305,'t_a0000008',69,'scheduled','{"reason": "wait until Friday 09:00"}',1789999100);
INSERT INTO "task_events" VALUES(306,'t_a000002d',36,'reclaimed','{"manual": true, "reason": "wrong model", "prev_lock": "hermes-host:4242", "retry_status": "ready", "prev_pid": 3999090, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}',1789999100);
INSERT INTO "task_events" VALUES(307,'t_a000003b',NULL,'promoted_manual','{"actor": "alice", "reason": "go", "forced": false}',1789999160);
INSERT INTO "task_events" VALUES(308,'t_a000003f',NULL,'review_reopened','{"status": "ready", "implementer": "default"}',1789999220);
INSERT INTO "task_events" VALUES(309,'t_a0000037',12,'completed','{"result_len": 0, "summary": "chose modernc.org/sqlite"}',1789999280);
INSERT INTO "task_events" VALUES(310,'t_a0000024',NULL,'promoted',NULL,1789999280);
INSERT INTO "task_events" VALUES(311,'t_a0000038',NULL,'promoted',NULL,1789999280);
INSERT INTO "task_events" VALUES(312,'t_a000003e',27,'changes_requested','{"reason": "missing tests", "implementer": "default", "reviewer": "reviewer", "status": "ready"}',1789999340);
INSERT INTO "task_events" VALUES(313,'t_a0000003',NULL,'created','{"assignee": "default", "status": "ready", "parents": [], "tenant": null, "workspace_kind": "scratch", "workspace_path": null, "branch_name": null, "project_id": null, "skills": null, "goal_mode": null, "model_override": null, "provider_override": null}',1789999400);
INSERT INTO "task_events" VALUES(314,'t_a000002c',70,'claimed','{"lock": "hermes-host:4242", "expires": 1790006600, "run_id": 70}',1789999400);
INSERT INTO "task_events" VALUES(315,'t_a000002c',70,'spawned','{"pid": 1}',1789999400);
INSERT INTO "task_events" VALUES(316,'t_a0000030',64,'claim_extended','{"reason": "pid_alive", "worker_pid": 1, "claim_lock": "hermes-host:4242", "claim_expires_was": 1789998500, "claim_expires_now": 1790000300, "last_heartbeat_at": 1789997900}',1789999400);
INSERT INTO "task_events" VALUES(317,'t_a000003c',NULL,'commented','{"author": "alice", "len": 18}',1789999700);
INSERT INTO "task_events" VALUES(318,'t_a000003c',NULL,'unblocked',NULL,1789999700);
INSERT INTO "task_events" VALUES(319,'t_a0000026',58,'rate_limited','{"pid": 3999078, "claimer": "hermes-host:4242", "exit_code": 75, "retry_status": "ready"}',1789999820);
INSERT INTO "task_events" VALUES(320,'t_a0000031',39,'reclaim_deferred','{"reason": "ttl_expired_worker_alive", "claim_lock": "hermes-host:4242", "claim_expires_now": 1790000060, "prev_pid": 1, "host_local": true, "termination_attempted": true, "terminated": false, "sigkill": true}',1789999940);
INSERT INTO "task_events" VALUES(321,'t_a0000027',68,'heartbeat',NULL,1789999960);
INSERT INTO "task_events" VALUES(322,'t_a0000049',67,'heartbeat',NULL,1789999970);
CREATE TABLE task_links (
    parent_id  TEXT NOT NULL,
    child_id   TEXT NOT NULL,
    PRIMARY KEY (parent_id, child_id)
);
INSERT INTO "task_links" VALUES('t_a000001c','t_a000001d');
INSERT INTO "task_links" VALUES('t_a0000034','t_a0000035');
INSERT INTO "task_links" VALUES('t_a0000035','t_a0000036');
INSERT INTO "task_links" VALUES('t_a0000037','t_a0000038');
INSERT INTO "task_links" VALUES('t_a0000034','t_a0000039');
INSERT INTO "task_links" VALUES('t_a0000034','t_a000003a');
INSERT INTO "task_links" VALUES('t_a0000043','t_a0000044');
INSERT INTO "task_links" VALUES('t_a0000043','t_a0000042');
INSERT INTO "task_links" VALUES('t_a0000044','t_a0000042');
INSERT INTO "task_links" VALUES('t_a0000045','t_a0000046');
CREATE TABLE task_runs (
    id                  INTEGER PRIMARY KEY AUTOINCREMENT,
    task_id             TEXT NOT NULL,
    profile             TEXT,
    step_key            TEXT,
    status              TEXT NOT NULL,
    -- status: running | done | blocked | crashed | timed_out | failed | released
    claim_lock          TEXT,
    claim_expires       INTEGER,
    worker_pid          INTEGER,
    max_runtime_seconds INTEGER,
    last_heartbeat_at   INTEGER,
    started_at          INTEGER NOT NULL,
    ended_at            INTEGER,
    outcome             TEXT,
    -- outcome: completed | blocked | crashed | timed_out | spawn_failed |
    --          gave_up | reclaimed | (null while still running)
    summary             TEXT,
    metadata            TEXT,
    error               TEXT
);
INSERT INTO "task_runs" VALUES(1,'t_a0000012','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1788272010,1788358400,'completed','Done long ago',NULL,NULL);
INSERT INTO "task_runs" VALUES(2,'t_a0000015','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789820010,1789820300,'blocked','needs the production deploy key',NULL,NULL);
INSERT INTO "task_runs" VALUES(3,'t_a0000016','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789820010,1789820300,'blocked','which vendor?',NULL,NULL);
INSERT INTO "task_runs" VALUES(4,'t_a000001a','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789928060,1789929800,'blocked','cannot reach db replica (try 1)',NULL,NULL);
INSERT INTO "task_runs" VALUES(5,'t_a000001a','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789935260,1789937000,'blocked','cannot reach db replica (try 2)',NULL,NULL);
INSERT INTO "task_runs" VALUES(6,'t_a000001a','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789942460,1789944200,'blocked','cannot reach db replica (try 3)',NULL,NULL);
INSERT INTO "task_runs" VALUES(7,'t_a000001a','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789949660,1789951400,'blocked','cannot reach db replica (try 4)',NULL,NULL);
INSERT INTO "task_runs" VALUES(8,'t_a000001a','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789956860,1789958600,'blocked','cannot reach db replica (try 5)',NULL,NULL);
INSERT INTO "task_runs" VALUES(9,'t_a000001c','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789971200,1789974800,'blocked','review-required: 20/20 tests pass',NULL,NULL);
INSERT INTO "task_runs" VALUES(10,'t_a0000032','default',NULL,'stale',NULL,NULL,NULL,NULL,NULL,1789971200,1789998680,'stale',NULL,'{"elapsed_seconds": 27480, "last_heartbeat_at": null, "heartbeat_age_seconds": null, "timeout_seconds": 14400, "pid": 3999095, "retry_status": "ready", "prev_pid": 3999095, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}','no heartbeat ever after 27480s running');
INSERT INTO "task_runs" VALUES(11,'t_a0000033','default',NULL,'reclaimed',NULL,NULL,NULL,NULL,NULL,1789971200,1789998920,'reclaimed',NULL,'{"reason": "orphaned_running", "claim_lock": null, "claim_expires": 1789972100, "worker_pid": 3999096, "now": 1789998920}','orphaned running card (broken claim bookkeeping)');
INSERT INTO "task_runs" VALUES(12,'t_a0000037','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789971200,1789999280,'completed','chose modernc.org/sqlite',NULL,NULL);
INSERT INTO "task_runs" VALUES(13,'t_a0000039','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789971200,1789974800,'blocked','needs the schema first',NULL,NULL);
INSERT INTO "task_runs" VALUES(14,'t_a000003b','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789971200,1789971200,'blocked','on hold',NULL,NULL);
INSERT INTO "task_runs" VALUES(15,'t_a000003c','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789971200,1789974800,'blocked','which region?',NULL,NULL);
INSERT INTO "task_runs" VALUES(16,'t_a000003d','default',NULL,'review',NULL,NULL,NULL,NULL,NULL,1789971200,1789974800,'review_requested','OAuth added, PR open','{"pr": "https://example.invalid/pr/1"}',NULL);
INSERT INTO "task_runs" VALUES(17,'t_a000003e','default',NULL,'review',NULL,NULL,NULL,NULL,NULL,1789971200,1789974800,'review_requested','SAML added',NULL,NULL);
INSERT INTO "task_runs" VALUES(18,'t_a000003f','default',NULL,'review',NULL,NULL,NULL,NULL,NULL,1789971200,1789974800,'review_requested','LDAP added',NULL,NULL);
INSERT INTO "task_runs" VALUES(19,'t_a0000040','default',NULL,'review',NULL,NULL,NULL,NULL,NULL,1789971200,1789974800,'review_requested','MFA added',NULL,NULL);
INSERT INTO "task_runs" VALUES(20,'t_a0000045','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789971200,1789974800,'completed','first try',NULL,NULL);
INSERT INTO "task_runs" VALUES(21,'t_a000001b','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789971260,1789971800,'blocked','feed URL returns 404',NULL,NULL);
INSERT INTO "task_runs" VALUES(22,'t_a0000013','default',NULL,'reclaimed',NULL,NULL,NULL,NULL,NULL,1789974800,1789978400,'reclaimed','task archived with run still active',NULL,NULL);
INSERT INTO "task_runs" VALUES(23,'t_a000001b','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789974860,1789975400,'blocked','feed URL returns 404',NULL,NULL);
INSERT INTO "task_runs" VALUES(24,'t_a0000023','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789974860,1789975400,'crashed',NULL,'{"pid": 3999060, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 139, "retry_status": "ready"}','pid 3999060 exited with code 139');
INSERT INTO "task_runs" VALUES(25,'t_a0000023','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789976060,1789976600,'crashed',NULL,'{"pid": 3999061, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 139, "retry_status": "ready"}','pid 3999061 exited with code 139');
INSERT INTO "task_runs" VALUES(26,'t_a0000023','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789977260,1789977800,'crashed',NULL,'{"pid": 3999062, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 139, "retry_status": "ready"}','pid 3999062 exited with code 139');
INSERT INTO "task_runs" VALUES(27,'t_a000003e','reviewer',NULL,'ready',NULL,NULL,NULL,NULL,NULL,1789978400,1789999340,'changes_requested','missing tests',NULL,NULL);
INSERT INTO "task_runs" VALUES(28,'t_a0000040','default',NULL,'completed',NULL,NULL,NULL,NULL,NULL,1789978400,1789978400,'completed','Review approved without additional evidence.','{"source_status": "review", "approval": "manual"}',NULL);
INSERT INTO "task_runs" VALUES(29,'t_a0000046','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789978400,1789982000,'completed','built on first try',NULL,NULL);
INSERT INTO "task_runs" VALUES(30,'t_a000000f','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789978410,1789982000,'completed','Benchmarks recorded','{"source": "backfill"}',NULL);
INSERT INTO "task_runs" VALUES(31,'t_a0000010','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789978410,1789982000,'completed','Filed follow-ups t_deadbeef01 and t_cafebabe02 for the remaining TODOs.',NULL,NULL);
INSERT INTO "task_runs" VALUES(32,'t_a000001e','default',NULL,'timed_out',NULL,NULL,NULL,NULL,NULL,1789978460,1789979900,'timed_out',NULL,'{"failures": 1, "retry_status": "ready"}','Iteration budget exhausted (90/90) — task could not complete within the allowed iterations');
INSERT INTO "task_runs" VALUES(33,'t_a000001f','poster',NULL,'spawn_failed',NULL,NULL,NULL,NULL,NULL,1789978460,1789978462,'spawn_failed',NULL,'{"failures": 1, "retry_status": "ready"}','Profile ''poster'' does not exist');
INSERT INTO "task_runs" VALUES(34,'t_a0000023','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789978460,1789979000,'crashed',NULL,'{"pid": 3999063, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 139, "retry_status": "ready"}','pid 3999063 exited with code 139');
INSERT INTO "task_runs" VALUES(35,'t_a000001f','poster',NULL,'gave_up',NULL,NULL,NULL,NULL,NULL,1789979060,1789979062,'gave_up',NULL,'{"failures": 2, "trigger_outcome": "spawn_failed", "effective_limit": 2, "limit_source": "dispatcher", "retry_status": "ready"}','Profile ''poster'' does not exist');
INSERT INTO "task_runs" VALUES(36,'t_a000002d','default',NULL,'reclaimed',NULL,NULL,NULL,NULL,NULL,1789982000,1789999100,'reclaimed',NULL,'{"prev_pid": 3999090, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}','manual_reclaim: wrong model');
INSERT INTO "task_runs" VALUES(37,'t_a000002e','default',NULL,'reclaimed',NULL,NULL,NULL,NULL,NULL,1789982000,1789998500,'reclaimed',NULL,'{"prev_pid": 3999091, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}','stale_lock=hermes-host:4242');
INSERT INTO "task_runs" VALUES(38,'t_a000002f','default',NULL,'reclaimed',NULL,NULL,NULL,NULL,1789982600,1789982000,1789998800,'reclaimed',NULL,'{"prev_pid": 1, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}','stale_lock=hermes-host:4242');
INSERT INTO "task_runs" VALUES(39,'t_a0000031','default',NULL,'running','hermes-host:4242',1790000060,1,NULL,1789982600,1789982000,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(40,'t_a0000009','default',NULL,'done',NULL,NULL,NULL,NULL,1789982600,1789982060,1789985600,'completed','Implemented exponential backoff (uploader.go, uploader_test.go). go test ./... : 14 passed.','{"changed_files": ["uploader.go", "uploader_test.go"], "tests_run": 14}',NULL);
INSERT INTO "task_runs" VALUES(41,'t_a000001e','default',NULL,'gave_up',NULL,NULL,NULL,NULL,NULL,1789982060,1789983500,'gave_up',NULL,'{"failures": 2, "trigger_outcome": "timed_out", "effective_limit": 2, "limit_source": "dispatcher", "retry_status": "ready"}','Iteration budget exhausted (90/90) — task could not complete within the allowed iterations');
INSERT INTO "task_runs" VALUES(42,'t_a0000020','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789982060,1789982900,'crashed',NULL,'{"pid": 3999050, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 1, "retry_status": "ready"}','pid 3999050 exited with code 1');
INSERT INTO "task_runs" VALUES(43,'t_a0000021','default',NULL,'timed_out',NULL,NULL,NULL,600,NULL,1789982060,1789982700,'timed_out',NULL,'{"pid": 3999055, "elapsed_seconds": 640, "limit_seconds": 600, "sigkill": false, "retry_status": "ready"}','elapsed 640s > limit 600s');
INSERT INTO "task_runs" VALUES(44,'t_a0000022','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789982060,1789998500,'crashed',NULL,'{"pid": 3999058, "claimer": "hermes-host:4242", "exit_kind": "nonzero_exit", "exit_code": 2, "retry_status": "ready"}','pid 3999058 exited with code 2');
INSERT INTO "task_runs" VALUES(45,'t_a0000021','default',NULL,'timed_out',NULL,NULL,NULL,600,NULL,1789983860,1789984500,'timed_out',NULL,'{"pid": 3999056, "elapsed_seconds": 640, "limit_seconds": 600, "sigkill": false, "retry_status": "ready"}','elapsed 640s > limit 600s');
INSERT INTO "task_runs" VALUES(46,'t_a0000020','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789985600,1789986500,'crashed',NULL,'{"pid": 3999051, "claimer": "hermes-host:4242", "exit_kind": "signaled", "exit_code": 9, "retry_status": "ready"}','pid 3999051 killed by signal 9');
INSERT INTO "task_runs" VALUES(47,'t_a0000014','default',NULL,'running','hermes-host:4242',1790018010,3999010,NULL,NULL,1789985610,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(48,'t_a0000024','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789985660,1789985900,'crashed',NULL,'{"pid": 3999070, "claimer": "hermes-host:4242", "exit_code": 0, "protocol_violation": true, "retry_status": "ready"}','worker exited cleanly (rc=0) without calling kanban_complete or kanban_block — protocol violation. If the prior run already did the work, verify it and report the result via kanban_complete; a run that ends without a terminal kanban call counts as failed no matter what it did.');
INSERT INTO "task_runs" VALUES(49,'t_a0000024','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789986560,1789986800,'crashed',NULL,'{"pid": 3999071, "claimer": "hermes-host:4242", "exit_code": 0, "protocol_violation": true, "retry_status": "ready"}','worker exited cleanly (rc=0) without calling kanban_complete or kanban_block — protocol violation. If the prior run already did the work, verify it and report the result via kanban_complete; a run that ends without a terminal kanban call counts as failed no matter what it did.');
INSERT INTO "task_runs" VALUES(50,'t_a0000024','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789987460,1789987700,'crashed',NULL,'{"pid": 3999072, "claimer": "hermes-host:4242", "exit_code": 0, "protocol_violation": true, "retry_status": "ready"}','worker exited cleanly (rc=0) without calling kanban_complete or kanban_block — protocol violation. If the prior run already did the work, verify it and report the result via kanban_complete; a run that ends without a terminal kanban call counts as failed no matter what it did.');
INSERT INTO "task_runs" VALUES(51,'t_a0000028','default',NULL,'running','hermes-host:4242',1789998800,1,NULL,1789994300,1789989200,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(52,'t_a0000019','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789989205,1789992800,'blocked','no browser tool',NULL,NULL);
INSERT INTO "task_runs" VALUES(53,'t_a000000b','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789989210,1789989240,'completed',NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(54,'t_a000000c','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789989210,1789992800,'completed','Read 41 tickets; wrote summary.md with 6 themes.',NULL,NULL);
INSERT INTO "task_runs" VALUES(55,'t_a000000d','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789989210,1789991000,'completed','I could not reproduce the failure and did not have permission to push to the repository, so no changes were made. A human needs to grant access.',NULL,NULL);
INSERT INTO "task_runs" VALUES(56,'t_a000000e','default',NULL,'done',NULL,NULL,NULL,NULL,NULL,1789989210,1789989214,'completed','I will create the cron job and monitor it every 30 minutes.',NULL,NULL);
INSERT INTO "task_runs" VALUES(57,'t_a0000025','default',NULL,'crashed',NULL,NULL,NULL,NULL,NULL,1789989260,1789998800,'crashed',NULL,'{"pid": 3999075, "claimer": "hermes-host:4242", "exit_code": 0, "protocol_violation": true, "retry_status": "ready"}','worker exited cleanly (rc=0) without calling kanban_complete or kanban_block — protocol violation. If the prior run already did the work, verify it and report the result via kanban_complete; a run that ends without a terminal kanban call counts as failed no matter what it did.');
INSERT INTO "task_runs" VALUES(58,'t_a0000026','default',NULL,'rate_limited',NULL,NULL,NULL,NULL,NULL,1789989260,1789999820,'rate_limited',NULL,'{"pid": 3999078, "claimer": "hermes-host:4242", "exit_code": 75, "retry_status": "ready"}','pid 3999078 exited rate-limited (quota wall) — requeued without counting a failure');
INSERT INTO "task_runs" VALUES(59,'t_a000002c','default',NULL,'timed_out',NULL,NULL,NULL,NULL,NULL,1789989260,1789992800,'timed_out',NULL,'{"failures": 1, "retry_status": "ready"}','boom');
INSERT INTO "task_runs" VALUES(60,'t_a000002a','gpu',NULL,'running','other-host:77',1789993700,777,NULL,NULL,1789992800,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(61,'t_a000002b','default',NULL,'running','hermes-host:4242',1789993700,3999082,NULL,NULL,1789992800,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(62,'t_a0000017','default',NULL,'blocked',NULL,NULL,NULL,NULL,NULL,1789992810,1789996400,'blocked','human signature required',NULL,NULL);
INSERT INTO "task_runs" VALUES(63,'t_a000002c','default',NULL,'gave_up',NULL,NULL,NULL,NULL,NULL,1789994000,1789994300,'gave_up',NULL,'{"failures": 2, "trigger_outcome": "timed_out", "effective_limit": 2, "limit_source": "dispatcher", "retry_status": "ready"}','boom again');
INSERT INTO "task_runs" VALUES(64,'t_a0000030','default',NULL,'running','hermes-host:4242',1790000300,1,NULL,1789997900,1789997600,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(65,'t_a0000011','default',NULL,'running','hermes-host:4242',1790005400,1,NULL,NULL,1789998200,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(66,'t_a0000029','default',NULL,'running','hermes-host:4242',1790005400,3999080,NULL,NULL,1789998200,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(67,'t_a0000049','default',NULL,'running','hermes-host:10979',1789999400,1,NULL,1789999970,1789998500,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(68,'t_a0000027','default',NULL,'running','hermes-host:4242',1790006120,1,NULL,1789999960,1789998920,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "task_runs" VALUES(69,'t_a0000008','default',NULL,'scheduled',NULL,NULL,NULL,NULL,NULL,1789999100,1789999100,'scheduled','wait until Friday 09:00',NULL,NULL);
INSERT INTO "task_runs" VALUES(70,'t_a000002c','default',NULL,'running','hermes-host:4242',1790006600,1,NULL,NULL,1789999400,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE tasks (
    id                   TEXT PRIMARY KEY,
    title                TEXT NOT NULL,
    body                 TEXT,
    assignee             TEXT,
    status               TEXT NOT NULL,
    priority             INTEGER DEFAULT 0,
    created_by           TEXT,
    created_at           INTEGER NOT NULL,
    started_at           INTEGER,
    completed_at         INTEGER,
    workspace_kind       TEXT NOT NULL DEFAULT 'scratch',
    workspace_path       TEXT,
    branch_name          TEXT,
    -- Optional link to a first-class Project (hermes_cli/projects_db). When set,
    -- the task's worktree is anchored under the project's primary repo with a
    -- deterministic branch name instead of a random wt/<task-id> fallback.
    project_id           TEXT,
    claim_lock           TEXT,
    claim_expires        INTEGER,
    tenant               TEXT,
    result               TEXT,
    idempotency_key      TEXT,
    -- Unified consecutive-failure counter. Incremented on spawn
    -- failure, timeout, or crash; reset only on successful completion.
    -- The circuit breaker in _record_task_failure trips when this
    -- exceeds DEFAULT_FAILURE_LIMIT consecutive non-successes.
    consecutive_failures INTEGER NOT NULL DEFAULT 0,
    worker_pid           INTEGER,
    -- Short excerpt of the most recent failure's error text.
    last_failure_error   TEXT,
    max_runtime_seconds  INTEGER,
    last_heartbeat_at    INTEGER,
    -- Pointer into task_runs for the currently-active run (NULL if no
    -- run is in-flight). Denormalised for cheap reads.
    current_run_id       INTEGER,
    -- Forward-compat for v2 workflow routing. In v1 the kernel writes
    -- these when the task is opted into a template but otherwise ignores
    -- them; the dispatcher doesn't consult them for routing yet.
    workflow_template_id TEXT,
    current_step_key     TEXT,
    -- Force-loaded skills for the worker on this task, stored as JSON.
    -- Passed to the worker via `--skills`. NULL or empty array = no extras.
    skills               TEXT,
    -- Per-task model override. When set, the dispatcher passes -m <model>
    -- to the worker, overriding the profile's default model. NULL = use
    -- the profile default.
    model_override       TEXT,
    -- Provider the model override belongs to. When set (alongside
    -- model_override), the dispatcher passes --provider <name> so the
    -- worker resolves the model against the right backend instead of the
    -- profile's configured provider. NULL = profile provider.
    provider_override    TEXT,
    -- Per-task reasoning effort for the worker (minimal|low|medium|high|
    -- xhigh|max|ultra, or 'none' for thinking off). When set, the dispatcher
    -- passes --reasoning <level> so the worker runs at that depth regardless
    -- of the profile's agent.reasoning_effort. NULL = profile setting.
    reasoning_effort     TEXT,
    -- Per-task override for the consecutive-failure circuit breaker.
    -- The value is the failure count at which the breaker trips — e.g.
    -- ``max_retries=1`` blocks on the first failure. NULL (the common
    -- case) falls through to the dispatcher-level ``kanban.failure_limit``
    -- config and then ``DEFAULT_FAILURE_LIMIT``.
    max_retries          INTEGER,
    -- When 1, the dispatched worker runs in a Ralph-style goal loop: an
    -- auxiliary judge re-evaluates the worker's response against the
    -- card title/body after each turn and feeds a continuation prompt
    -- back into the SAME session until the judge agrees the work is done
    -- or ``goal_max_turns`` is exhausted. NULL/0 = classic single-shot
    -- worker (the default).
    goal_mode            INTEGER NOT NULL DEFAULT 0,
    -- Goal-loop turn budget for ``goal_mode`` workers. NULL = use the
    -- goals-engine default.
    goal_max_turns       INTEGER,
    -- Originating chat/agent session id when the task was created from
    -- inside an agent loop that propagated ``HERMES_SESSION_ID``. NULL
    -- for tasks created from the CLI, dashboard, or any path that doesn't
    -- set the env var. Indexed so per-session list queries stay cheap on
    -- larger boards.
    session_id           TEXT,
    -- Typed block reason set by ``block_task`` (one of VALID_BLOCK_KINDS, or
    -- NULL for legacy/un-typed blocks). Drives routing: ``dependency`` never
    -- sits in ``blocked`` (goes to ``todo`` for parent-gating); the others go
    -- to ``blocked`` for a human. Preserved across unblock so a re-block for
    -- the SAME kind can be recognised as a loop.
    block_kind           TEXT,
    -- Unblock-loop counter. Incremented each time a task is re-blocked for the
    -- same truly-blocked reason after having been unblocked. When it reaches
    -- BLOCK_RECURRENCE_LIMIT the task is routed to ``triage`` instead of
    -- ``blocked`` so a cron can't spin it forever. Reset to 0 only on a
    -- successful completion — NOT on unblock (resetting on unblock is exactly
    -- the amnesia that let the loop run unbounded).
    block_recurrences    INTEGER NOT NULL DEFAULT 0
);
INSERT INTO "tasks" VALUES('t_a0000001','Rough idea: nightly cost report',NULL,'default','triage',0,'operator',1789136000,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000002','Rename config flag',NULL,'default','ready',0,'operator',1789992800,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000003','Bump dependency x/net',NULL,'default','ready',0,'operator',1789999400,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000004','Lint the docs',NULL,'orion-cc','ready',0,'operator',1789997300,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000005','Rotate staging certs',NULL,'resarcher','ready',0,'operator',1789994600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000006','Backfill metrics',NULL,'ghost-profile','ready',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000007','Nobody owns this',NULL,NULL,'ready',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000008','Publish changelog on Friday',NULL,'default','scheduled',0,'operator',1789998800,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000009','Add retry to uploader',NULL,'default','done',3,'operator',1789982000,1789982060,1789985600,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,'Implemented exponential backoff in uploader.go; 14 tests pass.',NULL,0,NULL,NULL,NULL,1789982600,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000000a','Delete stale branch',NULL,'default','done',0,'operator',1789989200,NULL,1789989230,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000000b','Write migration guide',NULL,'default','done',0,'operator',1789989200,1789989210,1789989240,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000000c','Summarise support tickets',NULL,'default','done',0,'operator',1789989200,1789989210,1789992800,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000000d','Fix flaky login test',NULL,'default','done',0,'operator',1789989200,1789989210,1789991000,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,'I was unable to complete this task.',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000000e','Create cron to monitor h13b',NULL,'default','done',0,'operator',1789989200,1789989210,1789989214,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000000f','Collect benchmark numbers',NULL,'default','done',0,'operator',1789978400,1789978410,1789982000,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,'p50 12ms p99 80ms',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000010','Audit open TODOs',NULL,'default','done',0,'operator',1789978400,1789978410,1789982000,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000011','Split epic into cards',NULL,'default','running',0,'operator',1789978400,1789998200,NULL,'scratch',NULL,NULL,NULL,'hermes-host:4242',1790005400,NULL,NULL,NULL,0,1,NULL,NULL,NULL,65,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000012','Old finished task',NULL,'default','archived',0,'operator',1788272000,1788272010,1788358400,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,'ok',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000013','Cancelled mid-run',NULL,'default','archived',0,'operator',1789971200,1789974800,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000014','Ship v2 API',NULL,'default','done',0,'operator',1789985600,1789985610,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,47,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000015','Deploy to prod',NULL,'default','blocked',0,'operator',1789820000,1789820010,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'needs_input',1);
INSERT INTO "tasks" VALUES('t_a0000016','Choose vendor',NULL,'default','blocked',0,'operator',1789820000,1789820010,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'needs_input',1);
INSERT INTO "tasks" VALUES('t_a0000017','Sign the NDA',NULL,'default','blocked',0,'operator',1789992800,1789992810,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,1);
INSERT INTO "tasks" VALUES('t_a0000018','Opaque block',NULL,'default','blocked',0,'operator',1789992800,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,1);
INSERT INTO "tasks" VALUES('t_a0000019','Book the flight',NULL,'default','blocked',0,'operator',1789989200,1789989205,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'capability',1);
INSERT INTO "tasks" VALUES('t_a000001a','Migrate billing table',NULL,'default','blocked',0,'operator',1789928000,1789928060,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'capability',1);
INSERT INTO "tasks" VALUES('t_a000001b','Import CSV feed',NULL,'default','triage',0,'operator',1789971200,1789971260,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'needs_input',2);
INSERT INTO "tasks" VALUES('t_a000001c','Implement parser',NULL,'default','blocked',0,'operator',1789967600,1789971200,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,1);
INSERT INTO "tasks" VALUES('t_a000001d','Review parser',NULL,'default','todo',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000001e','Refactor scheduler',NULL,'default','blocked',0,'operator',1789978400,1789978460,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2,NULL,'Iteration budget exhausted (90/90) — task could not complete within the allowed iterations',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000001f','Post to forum',NULL,'poster','blocked',0,'operator',1789978400,1789978460,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2,NULL,'Profile ''poster'' does not exist',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000020','Render video',NULL,'default','blocked',0,'operator',1789982000,1789982060,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2,NULL,'pid 3999051 killed by signal 9',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000021','Train model',NULL,'default','blocked',0,'operator',1789982000,1789982060,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2,NULL,'elapsed 640s > limit 600s',600,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000022','Build docs',NULL,'default','ready',0,'operator',1789982000,1789982060,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,'pid 3999058 exited with code 2',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000023','Compile firmware',NULL,'default','ready',0,'operator',1789974800,1789974860,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4,NULL,'pid 3999063 exited with code 139',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,9,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000024','Answer the email',NULL,'default','ready',0,'operator',1789985600,1789985660,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,'worker exited cleanly (rc=0) without calling kanban_complete or kanban_block — protocol violation. If the prior run already did the work, verify it and report the result via kanban_complete; a run that ends without a terminal kanban call counts as failed no matter what it did.',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000025','Tidy changelog',NULL,'default','ready',0,'operator',1789989200,1789989260,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,'worker exited cleanly (rc=0) without calling kanban_complete or kanban_block — protocol violation. If the prior run already did the work, verify it and report the result via kanban_complete; a run that ends without a terminal kanban call counts as failed no matter what it did.',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000026','Translate docs',NULL,'default','ready',0,'operator',1789989200,1789989260,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,'pid 3999078 exited rate-limited (quota wall) — requeued without counting a failure',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000027','Write release notes',NULL,'default','running',0,'operator',1789998800,1789998920,NULL,'scratch',NULL,NULL,NULL,'hermes-host:4242',1790006120,NULL,NULL,NULL,0,1,NULL,NULL,1789999960,68,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000028','Crawl the wiki',NULL,'default','running',0,'operator',1789985600,1789989200,NULL,'scratch',NULL,NULL,NULL,'hermes-host:4242',1789998800,NULL,NULL,NULL,0,1,NULL,NULL,1789994300,51,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000029','Transcode audio',NULL,'default','running',0,'operator',1789989200,1789998200,NULL,'scratch',NULL,NULL,NULL,'hermes-host:4242',1790005400,NULL,NULL,NULL,0,3999080,NULL,NULL,NULL,66,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000002a','GPU job',NULL,'gpu','running',0,'operator',1789989200,1789992800,NULL,'scratch',NULL,NULL,NULL,'other-host:77',1789993700,NULL,NULL,NULL,0,777,NULL,NULL,NULL,60,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000002b','Half-claimed',NULL,'default','running',0,'operator',1789989200,1789992800,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,61,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000002c','Second wind',NULL,'default','running',0,'operator',1789989200,1789989260,NULL,'scratch',NULL,NULL,NULL,'hermes-host:4242',1790006600,NULL,NULL,NULL,0,1,NULL,NULL,NULL,70,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000002d','Reclaimed by operator',NULL,'default','ready',0,'operator',1789978400,1789982000,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000002e','Lost worker (TTL)',NULL,'default','ready',0,'operator',1789978400,1789982000,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000002f','Wedged worker',NULL,'default','ready',0,'operator',1789978400,1789982000,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,1789982600,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000030','Slow model call',NULL,'default','running',0,'operator',1789978400,1789997600,NULL,'scratch',NULL,NULL,NULL,'hermes-host:4242',1790000300,NULL,NULL,NULL,0,1,NULL,NULL,1789997900,64,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000031','Unkillable worker',NULL,'default','running',0,'operator',1789978400,1789982000,NULL,'scratch',NULL,NULL,NULL,'hermes-host:4242',1790000060,NULL,NULL,NULL,0,1,NULL,NULL,1789982600,39,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000032','No heartbeat for 4 h',NULL,'default','ready',0,'operator',1789967600,1789971200,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000033','Orphan repaired',NULL,'default','ready',0,'operator',1789967600,1789971200,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000034','Design schema',NULL,'default','ready',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000035','Implement schema',NULL,'default','todo',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000036','Test schema',NULL,'default','todo',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000037','Choose library',NULL,'default','done',0,'operator',1789967600,1789971200,1789999280,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000038','Use library',NULL,'default','ready',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000039','Wait for schema',NULL,'default','todo',0,'operator',1789967600,1789971200,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'dependency',0);
INSERT INTO "tasks" VALUES('t_a000003a','Forced ready child',NULL,'default','todo',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000003b','Promoted by hand',NULL,'default','ready',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,1);
INSERT INTO "tasks" VALUES('t_a000003c','Unblocked, waiting',NULL,'default','ready',0,'operator',1789967600,1789971200,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,'needs_input',1);
INSERT INTO "tasks" VALUES('t_a000003d','Add OAuth',NULL,'reviewer','review',0,'operator',1789967600,1789971200,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000003e','Add SAML',NULL,'default','ready',0,'operator',1789967600,1789971200,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000003f','Add LDAP',NULL,'default','ready',0,'operator',1789967600,1789971200,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000040','Add MFA',NULL,'default','done',0,'operator',1789967600,1789971200,1789978400,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000041','Cut p99 below 200 ms','Profile and fix the top 3 hot spots','default','ready',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000042','Build a blog',NULL,'default','todo',0,'operator',1789967600,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000043','Blog: backend','b','default','ready',0,'decomposer',1789999040,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000044','Blog: frontend','f','default','todo',0,'decomposer',1789999040,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000045','Redo this one',NULL,'default','ready',0,'operator',1789967600,1789971200,1789974800,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,'first try',NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000046','Depends on redo',NULL,'default','todo',0,'operator',1789967600,1789978400,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000047','Edited a lot',NULL,'coder','ready',7,'operator',1789998200,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'big-model','acme','high',NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000048','PR already open',NULL,'default','ready',0,'operator',1789998440,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a0000049','Dispatched by a real tick',NULL,'default','running',0,'operator',1789998500,1789998500,NULL,'scratch','/srv/hermes/kanban/workspaces/t_a0000049',NULL,NULL,'hermes-host:10979',1789999400,NULL,NULL,NULL,0,1,NULL,NULL,1789999970,67,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
INSERT INTO "tasks" VALUES('t_a000004a','Approve budget',NULL,'default','blocked',0,'operator',1789892000,NULL,NULL,'scratch',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,0);
CREATE INDEX idx_tasks_assignee_status ON tasks(assignee, status);
CREATE INDEX idx_tasks_status          ON tasks(status);
CREATE INDEX idx_links_child           ON task_links(child_id);
CREATE INDEX idx_links_parent          ON task_links(parent_id);
CREATE INDEX idx_comments_task         ON task_comments(task_id, created_at);
CREATE INDEX idx_events_task           ON task_events(task_id, created_at);
CREATE INDEX idx_runs_task             ON task_runs(task_id, started_at);
CREATE INDEX idx_runs_status           ON task_runs(status);
CREATE INDEX idx_attachments_task      ON task_attachments(task_id, created_at);
CREATE INDEX idx_notify_task           ON kanban_notify_subs(task_id);
CREATE INDEX idx_tasks_tenant ON tasks(tenant);
CREATE INDEX idx_tasks_idempotency ON tasks(idempotency_key);
CREATE INDEX idx_tasks_session_id ON tasks(session_id);
CREATE INDEX idx_events_run ON task_events(run_id, id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('task_events',322);
INSERT INTO "sqlite_sequence" VALUES('task_runs',70);
INSERT INTO "sqlite_sequence" VALUES('task_comments',7);
INSERT INTO "sqlite_sequence" VALUES('task_attachments',2);
COMMIT;