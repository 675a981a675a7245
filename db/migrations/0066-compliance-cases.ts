// Compliance cases: what holds, alerts and admins bring together about one person, with its history and papers.
import type { MigrationBuilder } from 'node-pg-migrate'

const tables = `
-- A case is about one person. Name, birth date, document and number are encrypted.
create table if not exists compliance_case (
  id bigint generated always as identity primary key,
  case_id uuid not null unique,
  environment text not null check (environment in ('sandbox', 'production')),
  state text not null check (state in ('OPEN', 'PROPOSED', 'CLOSED')),
  -- Proposed by one person; final once another one has confirmed it.
  outcome text check (outcome in ('CLEARED', 'DECLARED')),
  person_sealed bytea not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  escalated_at timestamptz,
  proposed_by text,
  proposed_owner text,
  closed_by text,
  closed_owner text,
  closed_at timestamptz,
  check ((state = 'OPEN') = (outcome is null) and (state = 'OPEN') = (proposed_owner is null)
         and (proposed_by is null) = (proposed_owner is null)),
  check ((state = 'CLOSED') = (closed_at is not null) and (state = 'CLOSED') = (closed_owner is not null)
         and (closed_by is null) = (closed_owner is null)),
  -- Whoever proposes the outcome does not confirm it.
  check (closed_owner <> proposed_owner)
);
create index if not exists compliance_case_due on compliance_case (due_at, id) where state <> 'CLOSED';
create index if not exists compliance_case_state on compliance_case (environment, state, id);

-- The keyed hashes by which the person is recognized (limits/subjects.ts). They name nobody.
create table if not exists compliance_case_key (
  case_id bigint not null references compliance_case,
  key bigint not null,
  primary key (case_id, key)
);
create index if not exists compliance_case_key_key on compliance_case_key (key, case_id);

-- What a case is about: a party of a transfer that was held, raised an alert, or was added by an admin. Without a case until the
-- worker has found or opened it.
create table if not exists compliance_case_item (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('hold', 'alert', 'request')),
  environment text not null check (environment in ('sandbox', 'production')),
  transfer_id bigint not null references transfer,
  role text not null check (role in ('sender', 'receiver')),
  alert_id bigint references screening_alert,
  case_id bigint references compliance_case,
  added_at timestamptz not null,
  check ((kind = 'alert') = (alert_id is not null))
);
-- An admin may add a transfer again after its case was closed; a hold or an alert belongs to one case.
create unique index if not exists compliance_case_item_once
  on compliance_case_item (transfer_id, kind, role, alert_id) nulls not distinct where kind <> 'request';
create index if not exists compliance_case_item_request on compliance_case_item (transfer_id) where kind = 'request';
create index if not exists compliance_case_item_case on compliance_case_item (case_id, id);
create index if not exists compliance_case_item_alert on compliance_case_item (alert_id) where alert_id is not null;
create index if not exists compliance_case_item_waiting on compliance_case_item (id) where case_id is null;

-- The history of a case, with its notes and the reasons of decisions.
create table if not exists compliance_case_event (
  id bigint generated always as identity primary key,
  case_id bigint not null references compliance_case,
  event text not null check (event in
    ('opened', 'item_added', 'note', 'paper_added', 'proposed', 'returned', 'confirmed', 'escalated',
     'declaration_saved', 'declaration_sent')),
  actor text not null,
  at timestamptz not null,
  text_sealed bytea
);
create index if not exists compliance_case_event_case on compliance_case_event (case_id, id);

create table if not exists compliance_paper (
  id bigint generated always as identity primary key,
  case_id bigint not null references compliance_case,
  name text not null,
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  size integer not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  added_by text not null,
  created_at timestamptz not null,
  -- The same file sent again, as after a lost response, is stored once.
  unique (case_id, sha256)
);
-- The content in encrypted parts, so that a key rotation never reads many large rows at once.
create table if not exists compliance_paper_part (
  id bigint generated always as identity primary key,
  paper_id bigint not null references compliance_paper,
  position smallint not null check (position >= 0),
  content_sealed bytea not null,
  unique (paper_id, position)
);`

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  pgm.sql(tables)
  // The subjects of the transfer, so that refused requests, whose names are not stored, are found by a person's keys. Null in
  // rows of earlier releases.
  pgm.sql('alter table limit_hit add column if not exists subjects bigint[]')
  pgm.sql('reset lock_timeout')
  pgm.sql(
    'create index concurrently if not exists limit_hit_subjects on limit_hit using gin (subjects) where subjects is not null',
  )
}
export const down = false
