CREATE TABLE states (state_id INTEGER PRIMARY KEY, entity_id TEXT, state TEXT, attributes TEXT, last_changed REAL, last_updated REAL, old_state_id INTEGER);
CREATE TABLE events (event_id INTEGER PRIMARY KEY, event_type TEXT, event_data TEXT, origin TEXT, time_fired REAL);
INSERT INTO states VALUES (1,'light.kitchen','on','{}',1777630000.1,1777630000.1,NULL),(2,'light.kitchen','off','{}',1777630001.1,1777630001.1,1),(3,'vacuum.robo','idle','{}',1777630001.1,1777630001.1,1);
