CREATE TABLE Jobs (Id varchar(26) PRIMARY KEY, Type varchar(32), Priority bigint, CreateAt bigint, StartAt bigint, LastActivityAt bigint, Status varchar(32), Progress bigint, Data text);
CREATE TABLE Posts (Id varchar(26) PRIMARY KEY, CreateAt bigint, UpdateAt bigint, UserId varchar(26), ChannelId varchar(26), Message text, Type varchar(26));
INSERT INTO Posts VALUES ('p1',1777629600000,1777629600000,'u','c','hello','');
INSERT INTO Jobs VALUES ('r1','data_retention',0,1777629600000,1777629601000,1777629609000,'success',100,'{}'),('r2','ldap_sync',0,1777629600000,1777629601000,1777629609000,'error',3,'{"error":"cannot bind"}'),('r3','message_export',0,1777636600000,1777636601000,1777636790000,'in_progress',30,'{}'),('r4','ldap_sync',0,1777636790000,0,0,'pending',0,'{}'),('r5','migrations',0,1777629600000,1777629601000,1777629700000,'canceled',0,'{}'),('r6','bleve_index',0,1777629600000,1777629601000,1777629700000,'warning',100,'{}');
--> Jobs r1 done data_retention
--> Jobs r2 failed ldap_sync
--> Jobs r3 active message_export
--> Jobs r4 queued ldap_sync
--> Jobs r5 cancelled migrations
--> Jobs r6 done bleve_index
--= Jobs error=json_extract(Data,'$.error'); created=CreateAt; started=StartAt
