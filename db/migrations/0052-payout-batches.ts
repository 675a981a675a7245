// Payouts to banks are sent in batches: one admin makes a batch, another approves it, and its file goes to our bank.
import type { MigrationBuilder } from 'node-pg-migrate'

const tables = `
create table if not exists payout_batch (
  id bigint generated always as identity primary key,
  -- Without its hyphens, the id of the message that the bank receives.
  public_id uuid not null unique,
  environment text not null check (environment in ('sandbox', 'production')),
  currency text not null check (currency in ('USD', 'CDF')),
  state text not null check (state in ('WAITING', 'APPROVED', 'REJECTED')),
  -- Our account as the file names it, however settings change later.
  own_name text not null,
  own_account text not null,
  own_bic text not null,
  created_by text not null,
  -- The person behind the admin.
  created_owner text not null,
  created_at timestamptz not null,
  decided_by text,
  decided_owner text,
  decided_at timestamptz,
  decision_reason text,
  -- The file that was made with the approval: a download returns the same bytes each time.
  file text,
  payouts integer,
  total_minor bigint,
  check ((state = 'WAITING') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check (decided_owner is null or state <> 'APPROVED' or decided_owner <> created_owner),
  check ((state = 'APPROVED') = (num_nonnulls(file, payouts, total_minor) = 3)),
  check (state = 'APPROVED' or num_nonnulls(file, payouts, total_minor) = 0)
);
create index if not exists payout_batch_list on payout_batch (state, id);

-- A payout is in one batch at most. It leaves it only before the batch is approved, and then this is null again.
alter table merchant_payout add column if not exists batch_id bigint, drop constraint if exists merchant_payout_batch;
alter table merchant_payout add constraint merchant_payout_batch foreign key (batch_id) references payout_batch not valid;

alter table ledger_account drop constraint if exists ledger_account_code_check;
alter table ledger_account add constraint ledger_account_code_check check (code in
  ('gateway_receivable', 'merchant_payable', 'merchant_available', 'merchant_reserved', 'bank_commission',
   'service_commission', 'wallet_funding', 'wallet_available', 'wallet_reserved', 'wallet_adjustment', 'operator_float',
   'remittance_fee',
   'bank_account', 'bank_transit')) not valid;
`

export const up = (pgm: MigrationBuilder) => {
  // The index is built without blocking writes. Each step may be repeated if the migration was interrupted.
  pgm.noTransaction()
  pgm.sql(`begin; set local lock_timeout = '2s'; ${tables} commit;`)
  pgm.sql('alter table merchant_payout validate constraint merchant_payout_batch')
  pgm.sql(`create index concurrently if not exists merchant_payout_of_batch
    on merchant_payout (batch_id, id) where batch_id is not null`)
}
export const down = false
