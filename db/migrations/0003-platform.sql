-- Up Migration

-- What every part of the platform uses: idempotency, approvals, the audit log, keys, processes, counters and retention.

-- Stored responses for `Idempotency-Key`. The owner of a key is a merchant, by its id, or an admin, by `admin` and the name. A row
-- without status is a request that is still running.
create table idempotent_request (
  owner text not null,
  method text not null,
  path text not null,
  key text not null check (key like 'h1:%'),
  fingerprint bytea not null,
  status integer,
  body text,
  locked_until timestamptz not null,
  created_at timestamptz not null,
  primary key (owner, method, path, key)
);
create index idempotent_request_created on idempotent_request (created_at);

-- Acts of admins that wait for a second admin. The act is executed in the transaction that approves it.
create table approval (
  id bigint generated always as identity primary key,
  -- The id that admins know.
  public_id uuid not null unique,
  action text not null,
  -- What the act is about, as the audit log names it: a transaction, a transfer, a version of rules.
  subject text not null,
  merchant_id bigint references merchant,
  environment text check (environment in ('sandbox', 'production')),
  amount_minor bigint,
  currency text,
  -- What the act needs, as it was checked when it was requested.
  request jsonb not null,
  fingerprint bytea not null,
  idempotency_key text check (idempotency_key like 'h1:%'),
  reason text not null,
  requested_by text not null,
  -- The person behind the admin.
  requested_owner text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REJECTED', 'EXPIRED', 'WITHDRAWN')),
  decided_by text,
  decided_owner text,
  decided_at timestamptz,
  decision_reason text,
  -- The call to the gateway that carries out an approved act, if there is one.
  operation uuid unique,
  check ((amount_minor is null) = (currency is null)),
  check ((state = 'WAITING') = (decided_at is null)),
  check ((state in ('APPROVED', 'REJECTED')) = (decided_owner is not null)),
  check ((decided_owner is null) = (decided_by is null)),
  constraint approval_second_person check (decided_owner <> requested_owner),
  check (operation is null or state = 'APPROVED')
);
-- The same act waits once.
create unique index approval_waiting on approval (action, subject, fingerprint) where state = 'WAITING';
create index approval_list on approval (state, id);
create index approval_key on approval (action, subject, idempotency_key) where idempotency_key is not null;

-- The audit log of admin actions. Each row has a keyed hash over itself and the row before; the key is not in the database,
-- so editing, removing, adding or moving a row breaks the chain there.
create table audit_log (
  seq bigint primary key,
  at timestamptz not null,
  actor text not null,
  address text not null,
  action text not null,
  subject text not null,
  detail text not null,
  request_id text not null,
  previous_hash bytea not null,
  hash bytea not null
);
-- Finds rows by actor, action and subject: few people write here, and rows are never deleted.
create index audit_log_actor on audit_log (actor, seq);
create index audit_log_action on audit_log (action, seq);
create index audit_log_subject on audit_log (subject, seq);
-- The audit log of one person and action: the other indexes read all entries of the person to find those of the action.
create index audit_log_actor_action on audit_log (actor, action, seq);

-- For tables whose rows are never edited; those marked as erasable may be, by the retention job.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_argv[0] = 'erasable' and current_setting('likuta.retention', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- The last row of the log, for a transaction that appends to it. Transactions that append wait for each other here. Each statement of the
-- function sees what was committed before it began, so the second one sees what the previous transaction appended.
create function locked_audit_end() returns table (seq bigint, hash bytea) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('likuta audit log'));
  return query select l.seq, l.hash from audit_log l order by l.seq desc limit 1;
end $$;

-- The last row, with a hash of its own, so that rows removed from the end are detected.
create table audit_head (
  single boolean primary key default true check (single),
  seq bigint not null,
  hash bytea not null
);

-- Keys derived from an earlier master key that are still needed, sealed under the current one: for hashes used in look-ups
-- (which cannot be recomputed without the plain text), and for audit rows written before a rotation.
create table earlier_key (
  id bigint generated always as identity primary key,
  purpose text not null,
  -- Identifies the key without revealing it.
  fingerprint text not null,
  sealed bytea not null,
  kept_at timestamptz not null,
  unique (purpose, fingerprint)
);

-- Progress of `likuta keys rotate` per column and master key, so that an interrupted rotation continues where it stopped.
create table key_rotation (
  master_key text not null,
  target text not null,
  through text not null,
  primary key (master_key, target)
);

-- Heartbeats of the processes of this deployment, every few seconds.
create table process_beat (
  id uuid primary key,
  role text not null,
  version text not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- Milliseconds since each of its workers last ran: {"expiry of transactions": 812}.
  workers jsonb not null,
  worker_limits jsonb not null default '{}',
  list_versions jsonb
);

-- How far a sandbox's business clock is ahead of real time. One row; the offset only grows.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_seconds bigint not null default 0 check (offset_seconds between 0 and 315576000)
);

-- Recent API requests of merchants, never with a body, header or query. The last 1,000 per merchant are kept for 7 days.
create table merchant_request (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  at timestamptz not null,
  method text not null,
  path text not null,
  status integer not null,
  reason text not null,
  request_id text not null,
  duration_ms integer not null,
  address text not null,
  -- The merchant's environment at the time of the request.
  environment text not null,
  explanation jsonb
);
create index merchant_request_merchant on merchant_request (merchant_id, id desc);
create index merchant_request_at on merchant_request using brin (at);

-- Counters of a merchant's lists: rows and amounts by UTC day of creation, status and kind (currency of a payment, operator of
-- a transfer, reason of a failure). The correct figure is day_count and day_count_change together: statements that insert or
-- change a row insert a change, and a worker adds the changes up. Changes are only inserted, so that payments never wait
-- for a counter.
create table day_count (
  list text not null check (list in
  ('payment', 'payment_failure', 'transfer', 'transfer_failure', 'delivery', 'link', 'balance', 'payout',
   'balance_fee')),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  day date not null,
  status text not null,
  kind text not null,
  count bigint not null,
  amount_minor bigint not null,
  primary key (merchant_id, environment, list, day, status, kind)
);
-- Lists over the rows of all merchants read the counters by day.
create index day_count_days on day_count (list, day);

-- Triggers add up the totals, so that they follow every change of the counters.
create function add_to_day_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into day_total as t (list, environment, day, status, kind, count)
    select list, environment, day, status, kind, sum(count) from added group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (list, environment, day, status, kind) do update set count = t.count + excluded.count;
  elsif tg_op = 'UPDATE' then
    insert into day_total as t (list, environment, day, status, kind, count)
    select list, environment, day, status, kind, sum(count)
      from (select list, environment, day, status, kind, count from added
            union all
            select list, environment, day, status, kind, -count from removed) changed
     group by 1, 2, 3, 4, 5 having sum(count) <> 0 order by 1, 2, 3, 4, 5
        on conflict (list, environment, day, status, kind) do update set count = t.count + excluded.count;
  else
    insert into day_total as t (list, environment, day, status, kind, count)
    select list, environment, day, status, kind, -sum(count) from removed group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
        on conflict (list, environment, day, status, kind) do update set count = t.count + excluded.count;
  end if;
  return null;
end $$;

create trigger day_count_added after insert on day_count
  referencing new table as added for each statement execute function add_to_day_total();

create trigger day_count_changed after update on day_count
  referencing new table as added old table as removed for each statement execute function add_to_day_total();

create trigger day_count_removed after delete on day_count
  referencing old table as removed for each statement execute function add_to_day_total();

-- Changes of the counters that a worker has not added up yet.
create table day_count_change (
  list text not null,
  merchant_id bigint not null,
  environment text not null,
  day date not null,
  status text not null,
  kind text not null,
  count bigint not null,
  amount_minor bigint not null
);
alter table day_count_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index day_count_change_list on day_count_change (merchant_id, environment, list);

-- The counters of a day, of all merchants together, so that lists of all merchants find the day of a page without reading the
-- counters of every merchant. Only the worker that adds pending changes to day_count writes here, so no request waits for these rows.
create table day_total (
  list text not null,
  environment text not null,
  day date not null,
  status text not null,
  kind text not null,
  count bigint not null,
  primary key (list, environment, day, status, kind)
);

-- Runs of retention, each over one kind of data. A run that was interrupted continues with the cut-off it began with.
create table retention_run (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What ended at this time or before is past its retention.
  cutoff timestamptz not null,
  started_by text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  erased bigint not null default 0,
  -- A chain of hashes over the kind and the ids of what was erased, in order.
  digest bytea not null,
  -- The last id that was looked at, and the first that must be looked at again because it was kept.
  position bigint not null,
  first_kept bigint
);
create unique index retention_run_open on retention_run (kind) where ended_at is null;
create index retention_run_kind on retention_run (kind, id);

insert into sandbox_clock default values;
