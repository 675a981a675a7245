-- Up Migration

-- Bank statements, their lines, and settlements of the gateway.

-- How to read the CSV statements of one of our accounts, because each bank names its columns differently.
create table bank_csv_mapping (
  account text not null,
  currency text not null check (currency in ('USD', 'CDF')),
  columns jsonb not null,
  date_form text not null,
  decimal_mark text not null check (decimal_mark in (',', '.')),
  set_by text not null,
  set_at timestamptz not null,
  primary key (account, currency)
);

-- Statements as they were imported, known by their hash.
create table bank_file (
  id bigint generated always as identity primary key,
  -- The same bytes again change nothing.
  sha256 bytea not null unique check (length(sha256) = 32),
  name text not null,
  format text not null check (format in ('camt.053', 'camt.052', 'camt.054', 'MT940', 'MT942', 'CSV', 'ZIP')),
  lines integer not null,
  imported_by text not null,
  imported_at timestamptz not null,
  imported_owner text
);

-- What the card gateway or a mobile-money operator should pay us for a UTC day, by our ledger, and what its own report of the day says.
create table expected_settlement (
  environment text not null check (environment in ('sandbox', 'production')),
  day date not null,
  currency text not null check (currency in ('USD', 'CDF')),
  -- Null for the card gateway.
  operator operator_code,
  -- Gross: charges less refunds and voids. Net: less the bank's commission and what disputes took as well.
  gross_minor bigint not null,
  net_minor bigint not null,
  -- The same sum by the report; an operator's file also says what the operator keeps.
  reported_minor bigint,
  fee_minor bigint,
  unique nulls not distinct (environment, day, currency, operator),
  check (fee_minor is null or (operator is not null and reported_minor is not null))
);

-- Lines of operators' settlement files. What became of their payments is found by the reference, in the cells.
create table operator_statement_line (
  id bigint generated always as identity primary key,
  environment text not null check (environment in ('sandbox', 'production')),
  operator operator_code not null,
  -- Ours, which is the operation, or else the operator's text. Money that went back has the reference of its own operation or that of the
  -- payment, as the operator writes it.
  reference text not null,
  operator_id text not null,
  day date not null,
  currency text not null check (currency in ('USD', 'CDF')),
  -- Negative for money that went back.
  gross_minor bigint not null,
  fee_minor bigint not null check (fee_minor >= 0),
  imported_by text not null,
  imported_at timestamptz not null
);
-- A line that comes again in another file adds nothing. Those of one file are summed up.
create unique index operator_statement_line_key on operator_statement_line (environment, operator, reference, day, (gross_minor < 0));
create index operator_statement_line_day on operator_statement_line (environment, operator, day);

-- Up to where the card gateway's report of disputes was read, and when it is read next.
create table card_dispute_report (
  environment text primary key check (environment in ('sandbox', 'production')),
  read_through timestamptz,
  next_read_at timestamptz not null
);

-- A line of a statement, and what it was matched with.
create table bank_line (
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
  texts_erased_at timestamptz,
  -- As the bank numbers the statement; null where that is statement_id.
  statement_name text,
  -- OPEN: of a report, and no statement has shown it yet; CONFIRMED: a statement has. Null for the lines of statements.
  report_state text check (report_state in ('OPEN', 'CONFIRMED')),
  -- A statement that comes again, in the same file or in another one, adds no line.
  unique (account, currency, statement_id, entry),
  check ((state = 'MATCHED') = (num_nonnulls(expected_kind, expected_key, matched_by) = 3)),
  check (state = 'MATCHED' or num_nonnulls(expected_kind, expected_key, matched_by) = 0),
  check (state <> 'WRITTEN_OFF' or num_nonnulls(write_off_by, write_off_reason, decided_at) = 3)
);
-- A movement is shown by one line.
create unique index bank_line_of_movement on bank_line (expected_kind, expected_key) where state = 'MATCHED';
create index bank_line_open on bank_line (state, id);
create index bank_line_file on bank_line (file_id, id);
create index bank_line_day on bank_line (account, currency, booked_on, amount_minor);
create index bank_line_of_report on bank_line (account, currency) where report_state is not null;
