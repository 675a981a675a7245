// What banks report: their files, the lines in them, and what each line was matched with.
import type { MigrationBuilder } from 'node-pg-migrate'

const tables = `
create table if not exists bank_file (
  id bigint generated always as identity primary key,
  -- The same bytes again change nothing.
  sha256 bytea not null unique check (length(sha256) = 32),
  name text not null,
  format text not null check (format in ('camt.053', 'MT940', 'CSV')),
  lines integer not null,
  imported_by text not null,
  imported_at timestamptz not null
);

create table if not exists bank_line (
  id bigint generated always as identity primary key,
  file_id bigint not null references bank_file,
  environment text not null check (environment in ('sandbox', 'production')),
  account text not null,
  currency text not null check (currency in ('USD', 'CDF')),
  statement_id text not null,
  entry text not null,
  booked_on date not null,
  -- Positive for money that came in.
  amount_minor bigint not null check (amount_minor <> 0),
  is_return boolean not null,
  end_to_end_id text,
  bank_reference text,
  text text not null,
  -- NEW lines are matched by a worker, or by the import itself.
  state text not null check (state in
    ('NEW', 'MATCHED', 'CANDIDATES', 'UNKNOWN', 'DUPLICATE', 'AMOUNT_DIFFERS', 'CONFLICT', 'WRITTEN_OFF')),
  -- The movement that a matched line shows.
  expected_kind text check (expected_kind in ('payout', 'payout_return', 'settlement', 'top_up')),
  expected_key text,
  -- reference, amount, or the admin.
  matched_by text,
  duplicate_of bigint references bank_line,
  decided_at timestamptz,
  -- Who asked to write it off, or did so alone; and the second person where it needs two.
  write_off_by text,
  write_off_owner text,
  write_off_reason text,
  write_off_approved_by text,
  -- A statement that comes again, in the same file or in another one, adds no line.
  unique (account, currency, statement_id, entry),
  check ((state = 'MATCHED') = (num_nonnulls(expected_kind, expected_key, matched_by) = 3)),
  check (state = 'MATCHED' or num_nonnulls(expected_kind, expected_key, matched_by) = 0),
  check (state <> 'WRITTEN_OFF' or num_nonnulls(write_off_by, write_off_reason, decided_at) = 3)
);
-- A movement is shown by one line.
create unique index if not exists bank_line_of_movement on bank_line (expected_kind, expected_key) where state = 'MATCHED';
create index if not exists bank_line_open on bank_line (state, id);
create index if not exists bank_line_file on bank_line (file_id, id);
create index if not exists bank_line_day on bank_line (account, currency, booked_on, amount_minor);

-- What the card gateway should pay us for a UTC day, by our ledger, and what its own report of the day sums up to.
create table if not exists gateway_settlement (
  environment text not null check (environment in ('sandbox', 'production')),
  day date not null,
  currency text not null check (currency in ('USD', 'CDF')),
  -- Charges less what was taken back, without and with the bank's commission.
  gross_minor bigint not null,
  net_minor bigint not null,
  reported_minor bigint,
  primary key (environment, day, currency)
);
`

export const up = (pgm: MigrationBuilder) => {
  // The index is built without blocking writes. Each step may be repeated if the migration was interrupted.
  pgm.noTransaction()
  pgm.sql(`begin; set local lock_timeout = '2s'; ${tables} commit;`)
  // Small and cheap to maintain, since postings are written in the order of their time.
  pgm.sql(
    'create index concurrently if not exists ledger_posting_posted_at on ledger_posting using brin (posted_at)',
  )
}
export const down = false
