-- As postgres on the primary of the coordinator: psql -v password=… -f deploy/database/role.sql likuta
-- Once, again after a node was added, and again with a new password. Citus creates the role on every node, also on one that is added
-- later; each node needs the password with which nodes connect to each other as this role.
select not exists (select from pg_roles where rolname = 'likuta') as missing \gset
\if :missing
create role likuta login;
\endif
alter role likuta password :'password';
alter database likuta owner to likuta;
select nodeid, success, result from run_command_on_all_nodes(format(
  'insert into pg_dist_authinfo values (0, %L, %L) on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo',
  'likuta', 'password=' || :'password'));
