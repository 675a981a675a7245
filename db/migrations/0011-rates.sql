-- Up Migration

-- The exchange rates of the dollar that a provider reported at one time. The published snapshot with the latest as_of is the
-- rate table in use; one that moved too far from it waits for an admin's approval.
create table rate_snapshot (
  id bigint generated always as identity primary key,
  source text not null,
  -- The provider's own time, which may be long before fetched_at.
  as_of timestamptz not null,
  fetched_at timestamptz not null,
  -- Units of the currency for 1 USD, as decimal text: {"UGX": "3600.5"}.
  rates jsonb not null,
  state text not null check (state in ('PUBLISHED', 'QUARANTINED')),
  -- The rates that moved too far, with their previous values: {"UGX": "3600.5"}. Kept after approval.
  moved_from jsonb not null default '{}',
  approved_by text,
  approval_reason text,
  approved_at timestamptz,
  check ((approved_by is null) = (approved_at is null) and (approved_by is null) = (approval_reason is null)),
  check (state = 'PUBLISHED' or approved_by is null),
  check (state <> 'PUBLISHED' or approved_by is not null or moved_from = '{}')
);
create unique index rate_snapshot_published on rate_snapshot (as_of desc) where state = 'PUBLISHED';

-- One refresh every six hours, by the process that claims it first. If that process dies, the refresh becomes due again.
create table rate_slot (
  slot timestamptz primary key,
  attempts integer not null,
  -- While a process works on it, the end of the lease.
  next_attempt_at timestamptz not null,
  lease_token uuid not null,
  -- Why the last attempt fetched no rates.
  failure text,
  finished_at timestamptz,
  -- The result; also null if the provider had nothing newer.
  snapshot_id bigint references rate_snapshot
);
