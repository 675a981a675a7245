-- Up Migration

-- Removes everything that a cell has of a sample, the ledger included: whole postings, so that the sums of all other accounts stay right.
-- What it forgets keeps the merchant from being deleted, since rows refer to it. Locked first, so that nothing new is written meanwhile.
-- Returns what control knows some of it by: the hashes of numbers that were asked to pay, and transfers as screenings name them.
create function remove_sample_rows(sample bigint, out numbers bytea[], out subjects text[]) language plpgsql
  set search_path from current as $$
declare
  payments bigint[];
  transfers bigint[];
  payouts bigint[];
  links bigint[];
  calls uuid[];
  postings bigint[];
  disputes bigint[];
  wallets bigint[];
  batches bigint[];
begin
  perform from merchant where id = sample and sample_of is not null for update;
  if not found then
    raise exception 'merchant % is no sample', sample using errcode = 'restrict_violation';
  end if;
  perform set_config('likuta.removed_sample', sample::text, true);

  payments := array(select id from card_transaction where merchant_id = sample);
  transfers := array(select id from transfer where merchant_id = sample);
  subjects := array(select 'transfer:' || id from unnest(transfers) t (id));
  payouts := array(select id from merchant_payout where merchant_id = sample);
  links := array(select id from payment_link where merchant_id = sample);
  disputes := array(select id from card_dispute where merchant_id = sample);
  wallets := array(select id from wallet where merchant_id = sample);
  batches := array(select id from batch where merchant_id = sample);
  numbers := array(select distinct number_hash from collection where merchant_id = sample);
  calls := array(select id from operation where card_transaction_id = any(payments) or transfer_id = any(transfers)
                     or merchant_payout_id = any(payouts));
  postings := array(select distinct e.posting_id from ledger_entry e join ledger_account a on a.id = e.account_id
                     where a.merchant_id = sample
                     union
                    select p.id from unnest(calls) c (id) join ledger_posting p on p.key = 'charge:' || c.id);

  delete from webhook_attempt where event_id in (select id from webhook_event where merchant_id = sample);
  delete from webhook_event where merchant_id = sample;
  delete from webhook_listener where merchant_id = sample;
  delete from webhook_endpoint where merchant_id = sample;
  delete from merchant_request where merchant_id = sample;
  delete from message where merchant_id = sample;
  delete from payer_opt_out where merchant_id = sample;

  delete from merchant_approval where merchant_id = sample;
  delete from merchant_approval_rule where merchant_id = sample;
  delete from payout_schedule where merchant_id = sample;
  delete from card_dispute_file where dispute_id = any(disputes);
  delete from card_dispute_move where dispute_id = any(disputes);
  delete from card_dispute where id = any(disputes);
  delete from refund_request where transaction_id = any(payments);
  delete from card_refund where transaction_id = any(payments);
  delete from card_void where transaction_id = any(payments);
  delete from receipt where transaction_id = any(payments) or transfer_id = any(transfers) or payment_link_id = any(links);
  delete from authentication_token where id in (select id from card_authentication where transaction_id = any(payments));
  delete from card_authentication where transaction_id = any(payments);
  delete from card_token where transaction_id = any(payments);
  delete from card_token_key where transaction_id = any(payments);
  delete from link_visit where transaction_id = any(payments);
  delete from link_reminder where transaction_id = any(payments);
  delete from card_transaction_move where transaction_id = any(payments);

  delete from transfer_exception where transfer_id = any(transfers) or wallet_id = any(wallets)
                                    or merchant_payout_id = any(payouts) or collection = any(calls);
  delete from other_number where card_transaction_id = any(payments);
  delete from collection_move where operation = any(calls);
  delete from collection where merchant_id = sample;
  delete from transfer_review_match where transfer_id = any(transfers);
  delete from transfer_review where transfer_id = any(transfers);
  delete from transfer_reversal where transfer_id = any(transfers);
  delete from transfer_event where transfer_id = any(transfers);
  delete from transfer_move where transfer_id = any(transfers);
  delete from limit_hit where merchant_id = sample;
  delete from quote where merchant_id = sample;

  delete from balance_transaction where merchant_id = sample;
  delete from ledger_entry where posting_id = any(postings);
  delete from ledger_posting where id = any(postings);
  delete from ledger_account where merchant_id = sample;
  delete from merchant_balance where merchant_id = sample;
  delete from wallet_entry where wallet_id = any(wallets);
  delete from wallet_check where wallet_id = any(wallets);
  delete from wallet_adjustment where merchant_id = sample;

  update card_transaction set running_operation = null where merchant_id = sample and running_operation is not null;
  -- An operation that undoes another one refers to it.
  delete from operation where id = any(calls) and undoes is not null;
  delete from operation where id = any(calls);
  delete from merchant_payout_event where payout_id = any(payouts);
  delete from merchant_payout where id = any(payouts);
  delete from payout_destination where merchant_id = sample;
  delete from transfer where id = any(transfers);
  delete from settlement where merchant_id = sample;
  delete from wallet where id = any(wallets);
  delete from card_transaction where id = any(payments);
  delete from till_sale where payment_link_id = any(links);
  delete from link_visitor where payment_link_id = any(links);
  delete from payment_link_move where payment_link_id = any(links);
  delete from payment_link where id = any(links);
  delete from link_batch where merchant_id = sample;
  delete from batch_row where batch = any(batches);
  delete from batch where id = any(batches);
  delete from saved_profile where merchant_id = sample;

  -- A worker adds changes to counters in one transaction, so the changes go first.
  delete from day_count_change where merchant_id = sample;
  delete from day_count where merchant_id = sample;
  delete from day_total where count = 0;
end $$;
