// Payouts to banks: their batches, and the money that has left our account for them.
import { at, type Invariant } from '../invariant.ts'

const toBanks = `merchant_payout p join payout_destination d on d.id = p.destination_id and d.type = 'bank'`

/** Postings that have no payout, or correct one by hand. */
export const withoutPayout = `split_part(p.key, ':', 1) in ('adjustment', 'bank_cost', 'sweep')`

/** The balance of an account of ours equals the sum of the payouts to banks in these states. */
const sameAsPayouts = (account: string, sign: '' | '-', states: string) => `
  select environment, currency, booked, due from (
    select a.environment, a.currency, ${sign}sum(e.amount_minor) as booked from ledger_entry e
      join ledger_account a on a.id = e.account_id and a.code = '${account}'
      join ledger_posting p on p.id = e.posting_id and not ${withoutPayout}
     group by 1, 2) book
    full join (select p.environment, p.currency, sum(p.amount_minor) as due from ${toBanks}
                where p.state in (${states}) group by 1, 2) made using (environment, currency)
   where ${at} and coalesce(booked, 0) <> coalesce(due, 0)`

export const bankInvariants: readonly Invariant[] = [
  {
    id: 'I-54',
    title: 'the money in transit at banks is that of the payouts that were sent to them and have not ended',
    sql: sameAsPayouts('bank_transit', '', `'SENT'`),
  },
  {
    id: 'I-54b',
    title:
      'what has left our bank account is the payouts to banks that were sent or paid, beside its charges and corrections',
    sql: sameAsPayouts('bank_account', '-', `'SENT', 'PAID'`),
  },
  {
    id: 'I-54c',
    title: 'a payout to a bank went into transit once if it was sent, and one to a wallet never',
    sql: `select p.id from merchant_payout p join payout_destination d on d.id = p.destination_id where ${at}
             and (select count(*) from ledger_posting where key = 'payout_transit:' || p.public_id)
              <> case when d.type = 'bank' and p.sent_at is not null then 1 else 0 end`,
  },
  {
    id: 'I-54d',
    title:
      'a payout to a bank is sent in an approved batch of its currency, and no other payout is in a batch',
    sql: `select p.id from merchant_payout p join payout_destination d on d.id = p.destination_id
            left join payout_batch b on b.id = p.batch_id
           where ${at} and (d.type = 'wallet' and p.batch_id is not null
              or d.type = 'bank' and p.sent_at is not null and (b.state is distinct from 'APPROVED' or b.decided_at <> p.sent_at)
              or d.type = 'bank' and p.sent_at is null and coalesce(b.state, 'WAITING') <> 'WAITING'
              or p.state not in ('APPROVED', 'SENT', 'PAID', 'FAILED', 'RETURNED') and p.batch_id is not null
              or (b.environment, b.currency) is distinct from (p.environment, p.currency) and b.id is not null)`,
  },
  {
    id: 'I-54e',
    title: 'an approved batch states the number and sum of its payouts, and its file names each of them once',
    sql: `select b.id from payout_batch b
            left join lateral (select count(*) as payouts, coalesce(sum(p.amount_minor), 0) as total,
                                      coalesce(bool_and((length(b.file) - length(replace(b.file,
                                        '<EndToEndId>' || replace(p.public_id::text, '-', '') || '</EndToEndId>', '')))
                                        = 57), false) as are_named
                                 from merchant_payout p where p.batch_id = b.id) s on true
           where ${at} and (b.state = 'APPROVED' and (b.payouts <> s.payouts or b.total_minor <> s.total or not s.are_named)
              or b.state = 'REJECTED' and s.payouts <> 0)`,
  },
  {
    id: 'I-54f',
    title: 'a batch is approved by another person than whoever made it',
    sql: `select id from payout_batch where ${at} and state = 'APPROVED'
             and (decided_owner is null or decided_owner = created_owner)`,
  },
  {
    id: 'I-54h',
    over: 'all cells',
    title:
      'a payout to a bank is paid and returned by one bank line each, and no other line is matched with it',
    sql: `select p.id from ${toBanks} where ${at}
             and ((select count(*) from bank_line l where l.state = 'MATCHED' and l.expected_kind = 'payout'
                      and l.expected_key = p.public_id::text and l.amount_minor < 0 and l.environment = p.environment
                      and l.currency = p.currency) <> case when p.state in ('PAID', 'RETURNED') then 1 else 0 end
               or (select count(*) from bank_line l where l.state = 'MATCHED' and l.expected_kind = 'payout_return'
                      and l.expected_key = p.public_id::text and l.amount_minor > 0)
                  <> case when p.state = 'RETURNED' then 1 else 0 end)`,
  },
  {
    id: 'I-54i',
    over: 'all cells',
    title: 'our cost of operators is the fees of their settlement files for payments that agree',
    sql: `select environment, currency, booked, kept from (
            select a.environment, a.currency, sum(e.amount_minor) as booked
              from ledger_entry e join ledger_account a on a.id = e.account_id and a.code = 'operator_cost' group by 1, 2) book
            full join (select l.environment, l.currency, sum(l.fee_minor) as kept from operator_statement_line l
                         join ledger_posting p on p.key = 'collection_fee:' || l.reference || case when l.gross_minor < 0 then ':' || l.day else '' end group by 1, 2) made
           using (environment, currency)
           where ${at} and coalesce(booked, 0) <> coalesce(kept, 0)`,
  },
  {
    id: 'I-54j',
    over: 'all cells',
    title: 'what an operator has paid us is posted from the bank line of its settlement, and once',
    sql: `select p.key from ledger_posting p left join bank_line l on p.key = 'sweep:' || l.id
           where ${at} and p.key like 'sweep:%' and (l.state = 'MATCHED' and l.expected_kind = 'settlement'
             and l.amount_minor = (select e.amount_minor from ledger_entry e join ledger_account a on a.id = e.account_id
                                    where e.posting_id = p.id and a.code = 'bank_account')) is not true
          union all
          select 'sweep:' || l.id from bank_line l
           where l.state = 'MATCHED' and l.expected_kind = 'settlement' and split_part(l.expected_key, ' ', 4) <> ''
             and not exists (select from ledger_posting p where p.key = 'sweep:' || l.id)`,
  },
  {
    id: 'I-54g',
    title: 'a payout to a bank has no call to an operator',
    sql: `select p.id from ${toBanks} join operation o on o.merchant_payout_id = p.id where ${at}`,
  },
]
