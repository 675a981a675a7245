-- Up Migration

-- What a provider told of the dollar at one time. The published one with the latest as_of is the card; one that moved
-- too far from it is set aside until an admin approves it.
create table rate_snapshot (
  id bigint generated always as identity primary key,
  source text not null,
  -- The provider's own time, which may lie long before fetched_at.
  as_of timestamptz not null,
  fetched_at timestamptz not null,
  -- Units of the currency for 1 USD, as decimal text: {"UGX": "3600.5"}.
  rates jsonb not null,
  state text not null check (state in ('PUBLISHED', 'QUARANTINED')),
  -- Which rates moved too far, and from what: {"UGX": "3600.5"}. Kept when it is approved.
  moved_from jsonb not null default '{}',
  approved_by text,
  approval_reason text,
  approved_at timestamptz,
  check ((approved_by is null) = (approved_at is null) and (approved_by is null) = (approval_reason is null)),
  check (state = 'PUBLISHED' or approved_by is null),
  check (state <> 'PUBLISHED' or approved_by is not null or moved_from = '{}')
);
create unique index rate_snapshot_published on rate_snapshot (as_of desc) where state = 'PUBLISHED';

-- One refresh every six hours, by whichever process takes it first. A process that dies leaves it due again.
create table rate_slot (
  slot timestamptz primary key,
  attempts integer not null,
  -- While it is being worked on, the end of the lease.
  next_attempt_at timestamptz not null,
  lease_token uuid not null,
  -- Why the last attempt got no rates.
  failure text,
  finished_at timestamptz,
  -- What came of it; null as well when the provider had nothing newer.
  snapshot_id bigint references rate_snapshot
);
