-- Up Migration

-- What the staff of the platform do and see: merchants that go live, approvals, keys, processes, retention and operators.

-- Requests of merchants to go live. The command line can approve a merchant that made none: the company columns are then null.
create table go_live_request (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  state text not null check (state in ('PENDING', 'APPROVED', 'REJECTED')),
  company_name text,
  registration_number text,
  country text check (country ~ '^[A-Z]{2}$'),
  contact_name text,
  contact_email text,
  contact_phone text,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  reason text,
  check ((state = 'PENDING') = (decided_at is null)),
  check ((state = 'PENDING') = (decided_by is null)),
  check (state = 'APPROVED' or num_nulls(company_name, registration_number, country, contact_name, contact_email, contact_phone) = 0)
);
create unique index go_live_request_open on go_live_request (merchant_id) where state in ('PENDING', 'APPROVED');
create index go_live_request_merchant on go_live_request (merchant_id, id desc);

-- What a merchant states about its business to go live. Numbers, address and owners are encrypted; empty once they were erased.
create table business (
  merchant_id bigint primary key references merchant,
  facts_sealed bytea not null,
  saved_at timestamptz not null,
  erased_at timestamptz
);

-- Whether an owner of a business is on a sanctions list, as screened when the request was filed; a match is decided by compliance.
create table business_screening (
  owner_id uuid primary key,
  merchant_id bigint not null references business,
  environment text not null check (environment in ('sandbox', 'production')),
  state text not null check (state in ('CLEAR', 'HELD', 'UNAVAILABLE', 'CLEARED', 'CONFIRMED')),
  screened_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  reason text,
  check ((state in ('CLEARED', 'CONFIRMED')) = (decided_at is not null)),
  check (num_nonnulls(decided_by, decided_at, reason) in (0, 3))
);
create index business_screening_merchant on business_screening (merchant_id);

-- A paper of a business, of one or several files that are decided together.
create table business_paper (
  id bigint generated always as identity primary key,
  paper_id uuid not null unique,
  merchant_id bigint not null references business,
  kind text not null check (kind in
    ('REGISTER', 'NATIONAL_ID', 'TAX', 'STATUTES', 'AUTHORIZATION', 'ADDRESS', 'BANK', 'OWNER_IDENTITY')),
  -- Whose identity document it is.
  owner_id uuid,
  state text not null check (state in ('SENT', 'ACCEPTED', 'RETURNED', 'REPLACED')),
  -- The last day on which an accepted paper is valid.
  expires_on date,
  -- Why it was returned.
  reason text,
  decided_by text,
  decided_at timestamptz,
  -- The days left that the merchant was reminded of last.
  reminded_days smallint,
  created_at timestamptz not null,
  check ((kind = 'OWNER_IDENTITY') = (owner_id is not null)),
  check (state not in ('ACCEPTED', 'RETURNED') or decided_at is not null),
  check ((decided_at is null) = (decided_by is null)),
  check (state <> 'RETURNED' or reason is not null)
);
create unique index business_paper_sent on business_paper (merchant_id, kind, owner_id) nulls not distinct
  where state = 'SENT';
create unique index business_paper_accepted on business_paper (merchant_id, kind, owner_id) nulls not distinct
  where state = 'ACCEPTED';
create index business_paper_merchant on business_paper (merchant_id, id);
create index business_paper_expiry on business_paper (expires_on, id) where state = 'ACCEPTED' and expires_on is not null;

-- A file of such a paper, which is sent in pieces.
create table business_file (
  id bigint generated always as identity primary key,
  file_id uuid not null unique,
  paper_id bigint not null references business_paper,
  name text not null,
  size integer not null check (size between 1 and 5242880),
  -- As the sender's device computed it.
  sha256 bytea not null check (length(sha256) = 32),
  received integer not null default 0 check (received between 0 and size),
  state text not null check (state in ('RECEIVING', 'RECEIVED', 'REFUSED')),
  fault text check (fault in ('checksum', 'format', 'active')),
  type text check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  begun_at timestamptz not null,
  active_at timestamptz not null,
  -- The same file sent again, after a reload or from another device, continues where it was.
  unique (paper_id, sha256),
  check ((state = 'REFUSED') = (fault is not null) and (state = 'RECEIVED') = (type is not null))
);
create index business_file_unfinished on business_file (active_at, id) where state <> 'RECEIVED';

-- Its content, encrypted in parts, so that a key rotation never reads many large rows at once.
create table business_file_part (
  id bigint generated always as identity primary key,
  file_id bigint not null references business_file,
  start integer not null check (start >= 0),
  content_sealed bytea not null,
  unique (file_id, start)
);

-- The latest certification of each merchant's webhook handler; the next one replaces it. It names no person.
create table webhook_certification (
  merchant_id bigint primary key references merchant,
  -- Of the latest run, which may still be under way: then the report is that of the run before.
  begun_at timestamptz not null,
  -- With its signature, as others verify it.
  signed_report text
);

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
  -- The call to the gateway that carries out an approved act, if there is one. It stands in the cell of the merchant.
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

-- Runs of retention, each over one kind of data. A run that was interrupted continues with the cut-off it began with.
create table retention_run (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The cell whose rows are erased; 0 for rows of control.
  cell smallint not null check (cell between 0 and 64),
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
create unique index retention_run_open on retention_run (kind, cell) where ended_at is null;
create index retention_run_kind on retention_run (kind, cell, id);

-- Recent results of calls to an operator: whether it can be reached, regardless of what it replied.
create table operator_health (
  environment text not null check (environment in ('sandbox', 'production')),
  operator operator_code not null,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_failure text,
  -- An operator without recent calls is probed, by one process at a time.
  next_probe_at timestamptz not null,
  primary key (environment, operator)
);

-- When messages left for an address in the last hour, so that an address gets only so many.
create table message_allowance (
  address text primary key,
  sent_at timestamptz[] not null,
  last_sent_at timestamptz not null,
  -- The times of messages other than alerts, which are in `sent_at` too.
  others_sent_at timestamptz[] not null default '{}'
);
create index message_allowance_last on message_allowance (last_sent_at);

-- Callbacks received by `/api/v1/test/test-callback`, in channels that belong to no merchant.
create table test_callback (
  id bigint generated always as identity primary key,
  public_id uuid not null default gen_random_uuid(),
  channel text not null check (channel ~ '^[A-Za-z0-9._-]{1,64}$'),
  received_at timestamptz not null,
  headers jsonb not null,
  body text not null
);
create index test_callback_channel on test_callback (channel, id desc);
create index test_callback_received on test_callback (received_at);

-- Locks of transactions of any cell and of control, which an advisory lock, known to one server only, cannot be. A lock of which there is
-- one for each address or person has up to 64 parts.
create table lock_for_all (
  name text not null,
  part smallint not null,
  primary key (name, part)
);

-- Cells that get no new merchants unless they are created there by name.
create table closed_cell (
  cell integer primary key check (cell >= 1)
);
