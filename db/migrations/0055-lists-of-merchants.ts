// The console lists the refund requests, disputes and payouts of one merchant and state without reading others. For that a refund
// request has its merchant.
import type { MigrationBuilder } from 'node-pg-migrate'

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  pgm.sql('alter table refund_request add column if not exists merchant_id bigint')
  // For processes of the previous release, which do not write it.
  pgm.sql(`create or replace function refund_request_name_merchant() returns trigger language plpgsql as $$
    begin
      new.merchant_id := (select merchant_id from card_transaction where id = new.transaction_id);
      return new;
    end $$`)
  pgm.sql(`create or replace trigger refund_request_merchant before insert on refund_request
    for each row when (new.merchant_id is null) execute function refund_request_name_merchant()`)
  pgm.sql('reset lock_timeout')
  pgm.sql(`-- few rows: refund requests are new in this release.
    update refund_request q set merchant_id = t.merchant_id from card_transaction t
     where t.id = q.transaction_id and q.merchant_id is null`)
  pgm.sql(
    'create index concurrently if not exists refund_request_merchant on refund_request (merchant_id, state, id)',
  )
  pgm.sql(
    'create index concurrently if not exists card_dispute_merchant on card_dispute (merchant_id, state, id)',
  )
  pgm.sql(
    'create index concurrently if not exists merchant_payout_merchant on merchant_payout (merchant_id, state, id)',
  )
}
export const down = false
