-- Up Migration

-- Compliance: the entries of sanctions lists, persons screened again, cases, papers and declarations.

-- The entries of the current versions only. Dates are YYYY, YYYY-MM or YYYY-MM-DD, as precise as the list has them.
create table screening_entry (
  id bigint generated always as identity primary key,
  version_id bigint not null references screening_list_version,
  entry_id text not null,
  kind text not null check (kind in ('person', 'organisation', 'unknown', 'thing')),
  name text not null,
  aliases text[] not null,
  -- Aliases so unspecific that only an exact match counts.
  weak_aliases text[] not null,
  birth_dates text[] not null,
  countries text[] not null,
  identifiers text[] not null,
  programs text[] not null,
  -- Changes when anything a reviewer would look at changes, so that earlier clearances are reviewed again.
  content_hash text not null,
  phones text[] not null default '{}',
  unique (version_id, entry_id)
);

-- What an import changed in a sanctions list, because only the entries of the current version are kept.
create table screening_entry_change (
  version_id bigint not null references screening_list_version,
  entry_id text not null,
  -- The entry before and after the import; null where the list did not have it.
  before jsonb,
  after jsonb,
  before_hash text,
  after_hash text,
  primary key (version_id, entry_id),
  check (before_hash is distinct from after_hash),
  check ((before is null) = (before_hash is null) and (after is null) = (after_hash is null))
);

-- Everyone whose screenings had the same names, birth date, document and countries.
create table screened_person (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  -- A keyed hash of what is compared with the lists.
  key bytea not null,
  -- The newest screening of the person.
  latest_party_id bigint not null,
  last_seen_at timestamptz not null,
  -- The version of the lists the person was last screened with. Null once the relationship has ended.
  last_version text,
  unique (environment, key)
);
create index screened_person_version on screened_person (environment, last_version, id)
  where last_version is not null;

-- Every screened person with the subject (`transfer:<id>`, `business:<owner>`), the version of the lists and the result. Rows never change except
-- for `last_version`, the version the person was last screened with.
create table screened_party (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  subject text not null,
  role text not null check (role in ('sender', 'receiver', 'owner')),
  name text not null,
  aliases text[] not null,
  countries text[] not null,
  document_hash bytea,
  document_sealed bytea,
  -- The same for every screening of one person; null if only a name is known, which many people share.
  person_key bytea,
  list_version text,
  decision text not null check (decision in ('hold', 'clear')),
  reason text not null,
  matches jsonb not null,
  screened_at timestamptz not null,
  last_version text not null default '',
  birth_date_sealed bytea,
  screened_person_id bigint,
  phones_sealed bytea
);
create index screened_party_subject on screened_party (subject);
create index screened_party_last_version on screened_party (environment, last_version, id);
create index screened_party_person on screened_party (environment, person_key, id);
create index screened_party_unassigned on screened_party (environment, id) where screened_person_id is null;
alter table screened_person add foreign key (latest_party_id) references screened_party;

-- A reviewer decided that a match is a different person. Valid until the list entry changes.
create table screening_clearance (
  environment text not null check (environment in ('sandbox', 'production')),
  person_key bytea not null,
  list text not null,
  entry_id text not null,
  entry_version text not null,
  subject text not null,
  cleared_by text not null check (cleared_by <> ''),
  reason text not null,
  cleared_at timestamptz not null,
  primary key (environment, person_key, list, entry_id, entry_version)
);

-- A person screened earlier is now on a list: one alert per person and entry, until the entry changes.
create table screening_alert (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  screened_party_id bigint not null references screened_party,
  person_key bytea not null,
  list text not null,
  entry_id text not null,
  entry_version text not null,
  match jsonb not null,
  list_version text not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  close_reason text,
  unique (environment, person_key, list, entry_id, entry_version),
  constraint closed_by_a_person check (
    (closed_at is null) = (closed_by is null) and (closed_at is null) = (close_reason is null) and closed_by <> '')
);
create index screening_alert_open on screening_alert (environment, id) where closed_at is null;
-- Closed alerts are listed without reading open ones, and the other way round.
create index screening_alert_closed on screening_alert (environment, id) where closed_at is not null;

-- Runs of ongoing screening: how many persons were screened again with each version of the lists.
create table screening_run (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  list_version text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  screened integer not null default 0,
  alerts integer not null default 0,
  -- While a process screens, the end of its lease, so that only one does it at a time.
  leased_until timestamptz not null default '-infinity',
  unique (environment, list_version)
);

-- A case is about one person. Name, birth date, document and number are encrypted.
create table compliance_case (
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
  erased_at timestamptz,
  -- The keyed hashes by which the person is recognized (`server/remittance/limits/subjects.ts`). They name nobody.
  keys bigint[] not null default '{}',
  check ((state = 'OPEN') = (outcome is null) and (state = 'OPEN') = (proposed_owner is null)
         and (proposed_by is null) = (proposed_owner is null)),
  check ((state = 'CLOSED') = (closed_at is not null) and (state = 'CLOSED') = (closed_owner is not null)
         and (closed_by is null) = (closed_owner is null)),
  -- Whoever proposes the outcome does not confirm it.
  check (closed_owner <> proposed_owner)
);
create index compliance_case_due on compliance_case (due_at, id) where state <> 'CLOSED';
create index compliance_case_state on compliance_case (environment, state, id);
create index compliance_case_keys on compliance_case using gin (keys);

-- What a case is about: a party of a transfer that was held, raised an alert, or was added by an admin. Without a case until the
-- worker has found or opened it.
create table compliance_case_item (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('hold', 'alert', 'request')),
  environment text not null check (environment in ('sandbox', 'production')),
  merchant_id bigint not null references merchant,
  transfer_id bigint not null,
  role text not null check (role in ('sender', 'receiver')),
  alert_id bigint references screening_alert,
  case_id bigint references compliance_case,
  added_at timestamptz not null,
  check ((kind = 'alert') = (alert_id is not null))
);
-- An admin may add a transfer again after its case was closed; a hold or an alert belongs to one case.
create unique index compliance_case_item_once
  on compliance_case_item (transfer_id, kind, role, alert_id) nulls not distinct where kind <> 'request';
create index compliance_case_item_request on compliance_case_item (transfer_id) where kind = 'request';
create index compliance_case_item_case on compliance_case_item (case_id, id);
create index compliance_case_item_alert on compliance_case_item (alert_id) where alert_id is not null;
create index compliance_case_item_waiting on compliance_case_item (id) where case_id is null;

-- The history of a case, with its notes and the reasons of decisions.
create table compliance_case_event (
  id bigint generated always as identity primary key,
  case_id bigint not null references compliance_case,
  event text not null check (event in
  ('opened', 'item_added', 'note', 'paper_added', 'proposed', 'returned', 'confirmed', 'escalated',
   'declaration_saved', 'declaration_sent', 'papers_requested', 'papers_link_opened', 'papers_link_extended',
   'papers_link_withdrawn')),
  actor text not null,
  at timestamptz not null,
  text_sealed bytea
);
create index compliance_case_event_case on compliance_case_event (case_id, id);

-- A paper of a case, added by an officer or sent through an upload link.
create table compliance_paper (
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

-- A request for papers, with the link through which they are uploaded.
create table compliance_paper_request (
  id bigint generated always as identity primary key,
  request_id uuid not null unique,
  case_id bigint not null references compliance_case,
  -- SHA-256 of the token in the link. The token itself is stored nowhere.
  token_hash bytea not null unique check (length(token_hash) = 32),
  wanted text[] not null check (cardinality(wanted) > 0 and wanted <@ array['IDENTITY', 'ADDRESS', 'FUNDS', 'OTHER']),
  -- What the officer writes to the person.
  note_sealed bytea,
  language text not null check (language in ('fr', 'en')),
  requested_by text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  withdrawn_by text,
  withdrawn_at timestamptz,
  check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index compliance_paper_request_case on compliance_paper_request (case_id, id);

-- A file that is sent in pieces. Once it is complete and accepted it is a paper of the case, which has its content from then on.
create table compliance_upload (
  id bigint generated always as identity primary key,
  file_id uuid not null unique,
  request_id bigint not null references compliance_paper_request,
  name text not null,
  size integer not null check (size between 1 and 5242880),
  -- As the sender's device computed it.
  sha256 bytea not null check (length(sha256) = 32),
  received integer not null default 0 check (received between 0 and size),
  state text not null check (state in ('RECEIVING', 'RECEIVED', 'REFUSED')),
  fault text check (fault in ('checksum', 'format', 'active')),
  paper_id bigint references compliance_paper,
  begun_at timestamptz not null,
  ended_at timestamptz,
  restarts smallint not null default 0,
  -- When the last piece arrived.
  active_at timestamptz,
  papers text[] not null default '{}' check (papers <@ array['IDENTITY', 'ADDRESS', 'FUNDS', 'OTHER']),
  -- The same file sent again, after a reload or from another tab, continues where it was.
  unique (request_id, sha256),
  check ((state = 'REFUSED') = (fault is not null) and (state = 'RECEIVED') = (paper_id is not null)
         and (state = 'RECEIVING') = (ended_at is null))
);
create index compliance_upload_unfinished on compliance_upload (id) where state = 'RECEIVING';
create index compliance_upload_paper on compliance_upload (paper_id) where paper_id is not null;

-- The content of papers, and what has arrived of files that are still being sent. It is encrypted in parts, so that a key rotation
-- never reads many large rows at once.
create table compliance_file_part (
  id bigint generated always as identity primary key,
  paper_id bigint references compliance_paper,
  upload_id bigint references compliance_upload,
  -- Where the part begins in the file.
  start integer not null check (start >= 0),
  content_sealed bytea not null,
  unique (paper_id, start),
  unique (upload_id, start),
  check (num_nonnulls(paper_id, upload_id) = 1)
);

-- What officers write for the declaration of a case, and the declaration as it was when the case was closed.
create table compliance_declaration (
  id bigint generated always as identity primary key,
  case_id bigint not null unique references compliance_case,
  content_sealed bytea not null,
  document_sealed bytea,
  prepared_by text not null,
  prepared_at timestamptz not null
);

-- How a declaration was sent to the financial intelligence unit, and what the unit replied.
create table compliance_declaration_step (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references compliance_declaration,
  kind text not null check (kind in ('PHONE', 'WRITING', 'ELECTRONIC', 'ACKNOWLEDGED')),
  reference text not null,
  noted_by text not null,
  at timestamptz not null
);
create index compliance_declaration_step_declaration on compliance_declaration_step (declaration_id, id);
create index compliance_declaration_step_at on compliance_declaration_step (at);

-- The entry of the list that merchants try a match with.
insert into screening_entry (version_id, entry_id, kind, name, aliases, weak_aliases, birth_dates, countries, identifiers,
                             programs, content_hash)
select current_version, 'sandbox-1', 'person', 'Watchlist Person', '{}', '{}', '{}', '{}', '{}', array['SANDBOX'], 'sandbox-1'
  from screening_list where name = 'sandbox-watchlist';
