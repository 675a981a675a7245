// Random ids of refund requests, and what lists the payments of a link and the links by their newest payment.
import type { MigrationBuilder } from 'node-pg-migrate'

/** Pages, so that no payment by a link waits long for its row. Only whole pages are committed, and a repeat goes on after them. */
const fillNewestPayments = `do $$
declare
  last bigint := 0;
  upto bigint;
begin
  loop
    select max(id) into upto from (select id from payment_link where id > last order by id limit 500) page;
    exit when upto is null;
    update payment_link l
       set last_paid_at = (select max(t.finalised_at) from card_transaction t
                            where t.payment_link_id = l.id and t.cs_payment_id is not null)
     where l.id > last and l.id <= upto and l.uses_confirmed > 0 and l.last_paid_at is null;
    commit;
    last := upto;
  end loop;
end $$`

export const up = (pgm: MigrationBuilder) => {
  pgm.noTransaction()
  pgm.sql("set lock_timeout = '2s'")
  // A number that counts up would tell merchants how many requests there are. The default is for the previous release.
  pgm.sql('alter table refund_request add column if not exists public_id uuid')
  pgm.sql('alter table refund_request alter column public_id set default gen_random_uuid()')
  pgm.sql('alter table payment_link add column if not exists last_paid_at timestamptz')
  // A trigger, so that payments recorded by the previous release count as well. The time is only for sorting.
  pgm.sql(`create or replace function payment_link_note_payment() returns trigger language plpgsql as $$
    begin
      new.last_paid_at := greatest(clock_timestamp(), old.last_paid_at);
      return new;
    end $$`)
  pgm.sql(`create or replace trigger payment_link_paid before update of uses_confirmed on payment_link
    for each row when (new.uses_confirmed > old.uses_confirmed) execute function payment_link_note_payment()`)
  pgm.sql('reset lock_timeout')
  pgm.sql(`-- few rows: refund requests are new in this release.
    update refund_request set public_id = gen_random_uuid() where public_id is null`)
  pgm.sql(
    'create unique index concurrently if not exists refund_request_public_id on refund_request (public_id)',
  )
  pgm.sql(
    'create index concurrently if not exists card_transaction_link on card_transaction (payment_link_id, created_at, id) where payment_link_id is not null',
  )
  pgm.sql(fillNewestPayments)
  pgm.sql(
    'create index concurrently if not exists payment_link_newest_payment on payment_link (merchant_id, environment, last_paid_at desc nulls last, created_at desc, id desc)',
  )
}
export const down = false
