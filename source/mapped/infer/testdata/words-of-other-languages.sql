CREATE TABLE tareas (id INTEGER PRIMARY KEY, titulo TEXT NOT NULL, estado TEXT NOT NULL DEFAULT 'pendiente', attempts INTEGER DEFAULT 0, last_error TEXT, created_at TEXT, started_at TEXT, finished_at TEXT);
INSERT INTO tareas VALUES (1,'Enviar la factura','completado',1,NULL,'2026-05-01 10:00:00','2026-05-01 10:00:10','2026-05-01 10:01:00'),(2,'Leer el correo','fallido',3,'sin red','2026-05-01 10:00:00','2026-05-01 10:01:10','2026-05-01 10:02:00'),(3,'Copiar los datos','procesando',1,NULL,'2026-05-01 11:59:00','2026-05-01 11:59:10',NULL),(4,'Borrar la copia','pendiente',0,NULL,'2026-05-01 11:59:00',NULL,NULL),(5,'Pintar la puerta','cancelado',0,NULL,'2026-05-01 11:00:00',NULL,'2026-05-01 11:01:00');
--> tareas 1 done Enviar la factura
--> tareas 2 failed Leer el correo
--> tareas 3 active Copiar los datos
--> tareas 4 queued Borrar la copia
--> tareas 5 cancelled Pintar la puerta
--= tareas error=last_error; attempts=attempts; created=created_at; started=started_at; finished=finished_at
