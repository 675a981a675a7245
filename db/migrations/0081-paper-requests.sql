-- Requests for papers: a link to an upload page for the person of a case, and the files that are sent through it.
set local lock_timeout = '2s';

alter table compliance_case_event drop constraint compliance_case_event_event_check;
alter table compliance_case_event add constraint compliance_case_event_event_check check (event in
  ('opened', 'item_added', 'note', 'paper_added', 'proposed', 'returned', 'confirmed', 'escalated',
   'declaration_saved', 'declaration_sent', 'papers_requested', 'papers_link_opened', 'papers_link_extended',
   'papers_link_withdrawn')) not valid;

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

-- A file that is sent in pieces. Once it is complete and accepted it is a paper of the case, and its pieces are deleted.
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
  -- The same file sent again, after a reload or from another tab, continues where it was.
  unique (request_id, sha256),
  check ((state = 'REFUSED') = (fault is not null) and (state = 'RECEIVED') = (paper_id is not null)
         and (state = 'RECEIVING') = (ended_at is null))
);
create index compliance_upload_unfinished on compliance_upload (id) where state = 'RECEIVING';
create index compliance_upload_paper on compliance_upload (paper_id) where paper_id is not null;

create table compliance_upload_piece (
  id bigint generated always as identity primary key,
  upload_id bigint not null references compliance_upload,
  start integer not null check (start >= 0),
  content_sealed bytea not null,
  unique (upload_id, start)
);
