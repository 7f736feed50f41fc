-- Charging sessions of cars, with a begin and an end, and settings.
CREATE TABLE sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, created DATETIME, finished DATETIME, loadpoint TEXT, identifier TEXT, vehicle TEXT, odometer REAL, meter_start_kwh REAL, meter_end_kwh REAL, charged_kwh REAL, solar_percentage REAL, price REAL, price_per_kwh REAL, co2_per_kwh REAL, charge_duration INTEGER);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE grid_sessions (id INTEGER PRIMARY KEY, created DATETIME, finished DATETIME, type TEXT, grid_power_limit REAL);
CREATE TABLE configs (id INTEGER PRIMARY KEY, class INTEGER, type TEXT, value TEXT);
INSERT INTO sessions VALUES (1,'2026-04-30 18:00:00','2026-05-01 06:00:00','Garage','tag1','Blue car',10200,100.5,130.5,30,40,6.5,0.22,120,14400000000000),(2,'2026-05-01 10:00:00',NULL,'Carport','','Red car',5200,50.5,NULL,NULL,NULL,NULL,NULL,NULL,NULL),(3,'2026-04-29 18:00:00','2026-04-29 20:00:00','Garage','','Red car',5100,90.5,100.5,10,80,1.5,0.15,60,7200000000000);
INSERT INTO settings VALUES ('residualPower','100'),('bufferSoc','50');
INSERT INTO grid_sessions VALUES (1,'2026-04-29 18:00:00','2026-04-29 19:00:00','consumption',4200);
