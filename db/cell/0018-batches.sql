-- Up Migration

-- Many transfers or refunds by file: a merchant uploads the rows, a worker checks them, a person confirms them, and a worker sends each as an
-- ordinary transfer or refund request.
create table batch (
  id bigint generated always as identity primary key,
  batch_id text not null unique check (batch_id ~ '^BAT-[A-Z0-9]{12}$'),
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  kind text not null check (kind in ('transfer', 'refund', 'admin_refund')),
  name text not null,
  -- Of all sums of the batch.
  currency text not null check (currency in ('USD', 'CDF')),
  state text not null default 'CHECKING'
    check (state in ('CHECKING', 'CHECKED', 'CONFIRMED', 'RUNNING', 'PAUSED', 'DONE', 'CANCELLED')),
  row_count integer not null check (row_count between 1 and 10000),
  -- A hash of all rows as normalised, in any order, by which the same file is recognised.
  fingerprint bytea not null,
  -- The same of the file as it was uploaded, before profiles were filled in and rows corrected.
  uploaded_fingerprint bytea not null,
  -- The person, and what they are called: the id of a user and the email at that time, or `admin:` with the person behind an admin, and the
  -- name of the admin. Null if a server uploaded it with its secret or key.
  uploaded_by text,
  uploader text,
  -- The persons who corrected rows, and what they are called.
  correctors text[] not null default '{}',
  corrected_by text[] not null default '{}',
  created_at timestamptz not null,
  checked_at timestamptz,
  confirmed_by text,
  confirmer text,
  -- Null for an admin with a token.
  confirmer_role text,
  confirmed_at timestamptz,
  -- What the person confirmed: rows, and minor units with fees.
  confirmed_rows integer check (confirmed_rows > 0),
  confirmed_minor bigint check (confirmed_minor > 0),
  pause_reason text check (pause_reason in ('requested', 'balance_insufficient', 'merchant_suspended')),
  -- How often it began to send rows: once, and once more for each retry of failed rows.
  runs integer not null default 0 check (runs >= 0),
  done_at timestamptz,
  -- When a worker continues with it; null if nothing is left to do. A worker that claims it moves it ahead, so it is the lease, too.
  next_at timestamptz,
  constraint batch_second_user check (confirmed_by <> uploaded_by),
  constraint batch_other_than_correctors check (confirmed_by <> all (correctors)),
  check ((confirmed_at is null) = (confirmed_by is null) and (confirmed_at is null) = (confirmed_rows is null)
    and (confirmed_at is null) = (confirmed_minor is null) and (confirmed_at is null) = (runs = 0)),
  check ((state = 'PAUSED') = (pause_reason is not null)),
  check ((state = 'DONE') = (done_at is not null)),
  check (state not in ('CONFIRMED', 'RUNNING', 'PAUSED', 'DONE') or confirmed_at is not null)
);
create index batch_list on batch (merchant_id, environment, kind, id desc);
create index batch_of_admins on batch (id) where kind = 'admin_refund';
create index batch_content on batch (merchant_id, environment, fingerprint);
create index batch_due on batch (kind, next_at) where next_at is not null;
-- What is past its retention is found among those that ended.
create index batch_ended on batch (id) where state in ('DONE', 'CANCELLED');

create table batch_row (
  id bigint generated always as identity primary key,
  batch bigint not null references batch,
  -- From 1, in the order of the file.
  number integer not null check (number > 0),
  -- Of the merchant; null if the file has none that can be used.
  reference text check (reference <> '' and length(reference) <= 44 and position('/' in reference) = 0),
  -- What the row is about, if its kind knows it: the transaction_uuid of a payment to refund.
  subject text,
  state text not null default 'UNCHECKED'
    check (state in ('UNCHECKED', 'READY', 'FAULTY', 'WAITING', 'SENDING', 'SENT', 'FAILED', 'CANCELLED')),
  -- The fields as uploaded, sealed because they name persons and their documents; null once erased.
  fields_sealed bytea,
  -- Of the fields as normalised, of which the fingerprint of the batch is made; null once erased.
  digest bytea,
  -- Of the reference, the amount and who is paid as they were uploaded, by which a payment is recognised whose other fields have changed.
  alike bytea,
  -- The saved profiles of which fields were copied, as they were then: [{kind, code, id, changed_at, changed_by, is_confirmed, changers}].
  profiles jsonb not null default '[]',
  -- What is wrong with it, or what refused it: [{code, field, message}].
  faults jsonb not null default '[]',
  -- Minor units, as of the check. What was paid is in the outcome.
  amount_minor bigint check (amount_minor > 0),
  fee_minor bigint check (fee_minor >= 0),
  -- Whether screening or a limit would hold it, as of the check.
  would_hold boolean not null default false,
  -- The batch, confirmed within the last 30 days, that has the same row, as of the check.
  repeats text,
  attempt integer not null default 1 check (attempt between 1 and 99),
  -- The reference of its transfer, or the idempotency key of its refund request or refund, from before it is sent: what has it is the outcome
  -- of the row, whatever else is stored here.
  sent_as text unique,
  -- How often the operator or the rates did not reply, and when it is tried again.
  tries integer not null default 0,
  next_at timestamptz,
  unique (batch, number),
  check (state not in ('SENDING', 'SENT') or sent_as is not null),
  check (state not in ('READY', 'WAITING', 'SENDING', 'SENT') or (amount_minor is not null and fee_minor is not null))
);
create index batch_row_digest on batch_row (digest) where digest is not null;
create index batch_row_alike on batch_row (alike) where alike is not null;
create index batch_row_open on batch_row (batch, number) where state in ('UNCHECKED', 'WAITING', 'SENDING');

-- Senders and beneficiaries that a merchant saved. A row of a file names them by their codes instead of giving their fields, which are
-- copied into the row when it is uploaded.
create table saved_profile (
  id bigint generated always as identity primary key,
  merchant_id bigint not null references merchant,
  environment text not null check (environment in ('sandbox', 'production')),
  kind text not null check (kind in ('sender', 'beneficiary')),
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9._-]{0,31}$'),
  -- Names of fields of a transfer with their values, sealed because they identify a person.
  fields_sealed bytea not null,
  -- The email of the user at that time; null if a server saved it with the merchant secret.
  changed_by text,
  -- Whether a batch that another user confirmed has used it as it is. Until then, those who changed it cannot confirm one: [{id, email}].
  is_confirmed boolean not null default false,
  changers jsonb not null default '[]',
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When it was last changed or named by a file, to the day. Its retention begins then.
  used_at timestamptz not null,
  unique (merchant_id, environment, kind, code)
);
