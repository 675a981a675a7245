// What must hold in the database whatever went wrong, once faults have stopped and nothing is under way: each query
// answers the rows that break it. Nothing here knows of simulations; it may be asked of any deployment that is quiet.

import { underWay } from '../world/under-way.ts'
import { priceInvariants } from './price-invariants.ts'
import { topUpInvariants } from './top-up-invariants.ts'

export type Invariant = {
  id: string
  title: string
  /** `$1` is the time of business. */
  sql: string
}

export type Violation = { invariant: string; title: string; rows: unknown[] }

/** @param now the time of business. @returns nothing where all is well. */
export async function checkInvariants(
  ask: (sql: string, values: unknown[]) => Promise<unknown[]>,
  now: Temporal.Instant,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { id, title, sql } of invariants) {
    const rows = await ask(`${sql} limit 20`, [now.toString()])
    if (rows.length > 0) violations.push({ invariant: id, title, rows })
  }
  return violations
}

const paid = `('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED')`
/** Every query names the time, so that all take the same values. */
const at = `$1::timestamptz is not null`

const movesOfPayments = `('PENDING','charged','SUCCESS'), ('PENDING','refused','FAILED'), ('PENDING','cancelled','CANCELLED'),
  ('PENDING','expired','EXPIRED'), ('SUCCESS','refunded_in_part','PARTIALLY_REFUNDED'), ('SUCCESS','refunded','REFUNDED'),
  ('SUCCESS','voided','VOIDED'), ('PARTIALLY_REFUNDED','refunded_in_part','PARTIALLY_REFUNDED'),
  ('PARTIALLY_REFUNDED','refunded','REFUNDED')`
const movesOfTransfers = `('Submitted','paid','Successful'), ('Submitted','declined','Failed'),
  ('Successful','reversed','Reversed'), ('Hold','released','Submitted'), ('Hold','rejected','Failed')`
const movesOfLinks = `('ACTIVE','expired','EXPIRED'), ('ACTIVE','used_up','EXHAUSTED'), ('ACTIVE','cancelled','CANCELLED')`

/** The moves that were written are in the table, begin where things begin, follow one another, and end where the thing stands. */
const story = (of: { move: string; id: string; thing: string; allowed: string; begins: string }) =>
  `select m.id from ${of.move} m where ${at} and (m.from_status, m.event, m.to_status) not in (${of.allowed})
   union all
   select m.id from (select *, lead(from_status) over (partition by ${of.id} order by id) as next from ${of.move}) m
     join ${of.thing} t on t.id = m.${of.id}
    where m.to_status <> coalesce(m.next, t.status)
   union all
   select t.id from ${of.thing} t
     left join lateral (select from_status from ${of.move} m where m.${of.id} = t.id order by m.id limit 1) begun on true
    where coalesce(begun.from_status, t.status) not in (${of.begins})`

/** How often the audit log has it. */
const told = (action: string) => `(select count(*) from audit_log where action = '${action}')`

/** What an account owes is what the payments that stand say: by merchant where the account is a merchant's. */
function sameSums(
  account: 'merchant_payable' | 'bank_commission' | 'service_commission',
  sum: string,
): string {
  const merchant = account === 'merchant_payable' ? 'merchant_id' : 'null::bigint'
  return `select merchant, environment, currency, sum(booked) as booked, sum(due) as due from (
            select a.merchant_id as merchant, a.environment, a.currency, -sum(e.amount_minor) as booked, 0 as due
              from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = '${account}' group by 1, 2, 3
            union all
            select ${merchant}, environment, currency, 0, ${sum} from card_transaction where status in ${paid} group by 1, 2, 3
          ) sums where ${at} group by 1, 2, 3 having sum(booked) <> sum(due)`
}

/** What a refund or a void is, by the state of its call (`o`). */
const byItsCall = `case when o.state = 'confirmed' then 'SUCCESS' when o.state in ('declined', 'undone') then 'FAILED' else 'PENDING' end`

/** What was told (`e`) is in other words than what was done. */
const toldOtherwise = (field: string, minor: string) =>
  `(e.body::json ->> '${field}')::numeric * 100 is distinct from ${minor}`

export const invariants: readonly Invariant[] = [
  ...priceInvariants,
  ...topUpInvariants,
  {
    id: 'I-01',
    title: 'what was refunded is the sum of the refunds, and no more than was paid',
    sql: `select t.id from card_transaction t left join card_refund r on r.transaction_id = t.id and r.status = 'SUCCESS'
           where ${at} group by t.id
          having t.refunded_minor <> coalesce(sum(r.amount_minor), 0) or t.refunded_minor > coalesce(t.amount_minor, 0)`,
  },
  {
    id: 'I-02',
    title: 'the status tells how much was refunded',
    sql: `select id from card_transaction where ${at} and
            ((status = 'REFUNDED') <> (refunded_minor > 0 and refunded_minor = amount_minor)
             or (status = 'PARTIALLY_REFUNDED') <> (refunded_minor > 0 and refunded_minor < amount_minor))`,
  },
  {
    id: 'I-03',
    title: 'what is put aside for refunds belongs to refunds under way',
    sql: `select t.id from card_transaction t left join card_refund r on r.transaction_id = t.id and r.status = 'PENDING'
           where ${at} group by t.id having t.refund_reserved_minor <> coalesce(sum(r.amount_minor), 0)`,
  },
  {
    id: 'I-04',
    title: 'a voided payment has no refund',
    sql: `select id from card_transaction where ${at} and status = 'VOIDED' and refunded_minor + refund_reserved_minor > 0`,
  },
  {
    id: 'I-05',
    title: 'a payment is voided once, and one that was voided says so',
    sql: `select t.id from card_transaction t
            left join operation o on o.card_transaction_id = t.id and o.kind = 'void' and o.state = 'confirmed'
           where ${at} group by t.id having count(o.id) <> (t.status = 'VOIDED')::int`,
  },
  {
    id: 'I-07',
    title: 'a paid payment stands on exactly one confirmed charge',
    sql: `select t.id from card_transaction t left join operation o on o.card_transaction_id = t.id and o.kind = 'charge'
             and o.state = 'confirmed'
             and not exists (select from operation u where u.undoes = o.id)
           where ${at} and t.status in ${paid} group by t.id
          having count(o.id) <> 1 or bool_or(o.amount_minor <> t.amount_minor or o.currency <> t.currency)`,
  },
  {
    id: 'I-08',
    title: 'a payment has at most one charge under way or confirmed and kept',
    sql: `select o.card_transaction_id from operation o
           where ${at} and o.kind = 'charge' and o.state in ('sent', 'unknown', 'confirmed')
             and not exists (select from operation u where u.undoes = o.id)
           group by 1 having count(*) > 1`,
  },
  {
    id: 'I-10',
    title: 'a reference is used for one call',
    sql: `select upstream_ref from operation where ${at} group by 1 having count(*) > 1`,
  },
  {
    id: 'I-11a',
    title: 'payments moved by their table only',
    sql: story({
      move: 'card_transaction_move',
      id: 'transaction_id',
      thing: 'card_transaction',
      allowed: movesOfPayments,
      begins: `'PENDING'`,
    }),
  },
  {
    id: 'I-11b',
    title: 'transfers moved by their table only',
    sql: story({
      move: 'transfer_move',
      id: 'transfer_id',
      thing: 'transfer',
      allowed: movesOfTransfers,
      begins: `'Submitted', 'Hold'`,
    }),
  },
  {
    id: 'I-11c',
    title: 'links moved by their table only',
    sql: story({
      move: 'payment_link_move',
      id: 'payment_link_id',
      thing: 'payment_link',
      allowed: movesOfLinks,
      begins: `'ACTIVE'`,
    }),
  },
  {
    id: 'I-12',
    title: 'no payment waits past its time',
    sql: `select id from card_transaction where status = 'PENDING' and expires_at < $1::timestamptz - interval '15 minutes'`,
  },
  {
    id: 'I-13',
    title: 'whatever was begun came to its end, or waits for a person',
    sql: `select what, id, state, since from (${underWay}) u
           where not waits_for_people and since < $1::timestamptz - interval '15 minutes'`,
  },
  {
    id: 'I-13b',
    title: 'no payment is held by a call that has ended',
    sql: `select t.id from card_transaction t join operation o on o.id = t.running_operation
           where ${at} and o.state in ('confirmed', 'declined', 'undone')`,
  },
  {
    id: 'I-13c',
    title: 'a refund or a void has ended as its call has, and waits only while that is under way',
    sql: `select 'refund' as what, r.id, r.status, o.state from card_refund r join operation o on o.id = r.operation
           where ${at} and r.status <> ${byItsCall}
          union all
          select 'void', v.id, v.status, o.state from card_void v join operation o on o.id = v.operation
           where v.status <> ${byItsCall}`,
  },
  {
    id: 'I-14',
    title: 'the end of every payment was announced, and each end of a transfer',
    sql: `select 'card:' || t.id as subject from card_transaction t
           where ${at} and t.status not in ('PENDING', 'EXPIRED') and t.callback_url is not null and not exists
             (select from webhook_event e where e.dedupe_key = 'payment:' || t.transaction_uuid)
          union all
          select 'transfer:' || t.id from transfer t join transfer_move m on m.transfer_id = t.id
           where m.to_status in ('Successful', 'Failed', 'Reversed') and t.callback_url is not null and not exists
             (select from webhook_event e where e.dedupe_key = 'transfer:' || t.transaction_id || ':' || m.to_status)`,
  },
  {
    id: 'I-15',
    title: 'one piece of news is one event',
    sql: `select dedupe_key from webhook_event where ${at} group by 1 having count(*) > 1`,
  },
  {
    id: 'I-16',
    title: 'every refund and void that was to be told has its event, and no other has',
    sql: `select 'refund:' || r.id as news from card_refund r
           where ${at} and (r.status = 'SUCCESS' and r.notify_merchant) <> exists
             (select from webhook_event e where e.dedupe_key = 'refund:' || r.id)
          union all
          select 'void:' || v.id from card_void v
           where (v.status = 'SUCCESS' and v.notify_merchant) <> exists
             (select from webhook_event e where e.dedupe_key = 'void:' || v.id)`,
  },
  {
    id: 'I-17',
    title: 'no event is forgotten, and none is claimed by nobody',
    sql: `select id from webhook_event where state = 'PENDING'
             and (next_attempt_at < $1::timestamptz - interval '5 minutes' or lease_until < $1::timestamptz - interval '1 minute')`,
  },
  {
    id: 'I-19',
    title: 'a payment is told one outcome',
    sql: `select subject from webhook_event where ${at} and event_type = 'PAYMENT' group by 1
          having count(distinct body::json ->> 'status') > 1`,
  },
  {
    id: 'I-19b',
    title: 'the outcome that was told is the one that stands',
    sql: `select e.id from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
           where ${at} and e.event_type = 'PAYMENT'
             and e.body::json ->> 'status' is distinct from
                 case when t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED') then 'SUCCESS'
                      when t.status in ('FAILED', 'CANCELLED') then 'FAILED' end`,
  },
  {
    id: 'I-19c',
    title: 'of a transfer its ends were told, each as it was',
    sql: `select e.id from webhook_event e join transfer t on e.subject = 'transfer:' || t.id
           where ${at} and e.event_type = 'REMITTANCE'
             and (e.dedupe_key <> 'transfer:' || t.transaction_id || ':' || (e.body::json ->> 'status')
               or e.body::json ->> 'reference' is distinct from t.reference
               or ${toldOtherwise('receiver_amount', 't.receiver_minor')} or ${toldOtherwise('amount', 't.amount_hundredths')}
               or not exists (select from transfer_move m
                               where m.transfer_id = t.id and m.to_status = e.body::json ->> 'status'))`,
  },
  {
    id: 'I-19d',
    title: 'the amounts of payments, refunds and voids were told as they are',
    sql: `select e.id from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
            left join card_refund r on e.dedupe_key = 'refund:' || r.id
           where ${at} and e.event_type in ('PAYMENT', 'REFUND', 'VOID')
             and (${toldOtherwise('amount', 'coalesce(r.amount_minor, t.amount_minor)')}
               or e.event_type = 'REFUND' and ${toldOtherwise('refunded_total', 'r.refunded_total_minor')}
               or e.body::json ->> 'currency' is distinct from t.currency)`,
  },
  {
    id: 'I-20',
    title: 'every posting balances in every currency',
    sql: `select posting_id from ledger_entry where ${at} group by posting_id, currency having sum(amount_minor) <> 0`,
  },
  {
    id: 'I-21',
    title: 'a wallet is what the ledger says, and never below zero',
    sql: `select w.id from wallet w
            left join ledger_account a on a.merchant_id = w.merchant_id and a.environment = w.environment
             and a.currency = w.currency and a.code in ('wallet_available', 'wallet_reserved')
            left join ledger_entry e on e.account_id = a.id
           where ${at} group by w.id
          having w.available_minor < 0 or w.reserved_minor < 0
              or w.available_minor <> -coalesce(sum(e.amount_minor) filter (where a.code = 'wallet_available'), 0)
              or w.reserved_minor <> -coalesce(sum(e.amount_minor) filter (where a.code = 'wallet_reserved'), 0)`,
  },
  {
    id: 'I-21b',
    title: 'a wallet is the sum of its history, line by line',
    sql: `select w.id from wallet w left join wallet_entry e on e.wallet_id = w.id where ${at} group by w.id
          having w.available_minor <> coalesce(sum(e.amount_minor), 0)
          union all
          select id from (select id, balance_after_minor, sum(amount_minor) over (partition by wallet_id order by id) as sum
                            from wallet_entry) e where balance_after_minor <> sum`,
  },
  {
    id: 'I-22',
    title: 'what a wallet has put aside is the cost of its transfers on their way',
    sql: `select w.id from wallet w left join transfer t on t.merchant_id = w.merchant_id and t.environment = w.environment
             and t.status = 'Submitted'
           where ${at} group by w.id having w.reserved_minor <> coalesce(sum(t.receiver_minor + t.fee_minor), 0)`,
  },
  {
    id: 'I-23',
    title: 'a transfer has taken from the wallet what its status says',
    sql: `select t.id from transfer t left join wallet_entry e on e.transfer_id = t.id where ${at} group by t.id
          having coalesce(sum(e.amount_minor), 0) <> case t.status
                   when 'Submitted' then -(t.receiver_minor + t.fee_minor) when 'Successful' then -(t.receiver_minor + t.fee_minor)
                   else 0 end
              or (t.status = 'Hold' and count(e.id) > 0)
              or (t.status in ('Submitted', 'Successful', 'Reversed') and count(*) filter (where e.kind = 'RESERVE') <> 1)
              or count(*) filter (where e.kind = 'DEBIT') <> (t.status in ('Successful', 'Reversed'))::int
              or count(*) filter (where e.kind = 'REVERSAL') <> (t.status = 'Reversed')::int`,
  },
  {
    id: 'I-24',
    title: 'a transfer on its way has one payout under way, one that has ended has none',
    sql: `select t.id from transfer t left join operation o on o.transfer_id = t.id and o.kind = 'payout'
           where ${at} group by t.id
          having count(o.id) > 1 or (t.status in ('Submitted', 'Successful', 'Reversed')) and count(o.id) <> 1
              or t.status = 'Hold' and count(o.id) > 0
              or t.status = 'Successful' and bool_or(o.state not in ('confirmed', 'declined'))
              or t.status in ('Failed', 'Reversed') and bool_or(o.state in ('intent', 'sent', 'unknown'))
              or t.status = 'Submitted' and bool_or(o.state not in ('intent', 'sent', 'unknown'))`,
  },
  {
    id: 'I-27',
    title: 'a reference of a merchant is one transfer',
    sql: `select merchant_id, reference from transfer where ${at} group by merchant_id, environment, reference having count(*) > 1`,
  },
  {
    id: 'I-28',
    title: 'a transfer was converted at rates no older than twelve hours',
    sql: `select t.id from transfer t left join transfer_review r on r.transfer_id = t.id
           where ${at} and t.currency <> 'USD' and t.receiver_minor is not null
             and (t.rate_as_of is null
               or t.rate_as_of not between coalesce(r.decided_at, t.created_at) - interval '12 hours' - interval '1 minute'
                                      and coalesce(r.decided_at, t.created_at) + interval '1 minute')`,
  },
  {
    id: 'I-29',
    title: 'the story of a transfer tells each movement of money once',
    sql: `select transfer_id from transfer_event where ${at} and kind like 'wallet.%' group by transfer_id, kind having count(*) > 1`,
  },
  {
    id: 'I-30',
    title: 'a link is sold as often as its payments say, and no more than it may be',
    sql: `select l.id from payment_link l left join card_transaction t on t.payment_link_id = l.id where ${at} group by l.id
          having l.uses_confirmed + l.uses_reserved > l.max_uses
              or l.uses_confirmed <> count(*) filter (where t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED'))
              or l.uses_reserved <> count(*) filter (where t.status = 'PENDING' and t.running_operation is not null)`,
  },
  {
    id: 'I-30b',
    title: 'a visitor of a link has as many charges under way as are counted',
    sql: `select v.payment_link_id from link_visitor v left join (
            select t.payment_link_id, parts.kind, parts.visitor
              from card_transaction t join link_visit on transaction_id = t.id,
                   lateral (values ('address', address), ('device', device)) as parts (kind, visitor)
             where t.status = 'PENDING' and t.running_operation is not null
          ) running using (payment_link_id, kind, visitor)
           where ${at} group by v.payment_link_id, v.kind, v.visitor, v.charges_under_way
          having v.charges_under_way <> count(running.kind)`,
  },
  {
    id: 'I-31',
    title: 'the parts of a payment add up',
    sql: `select id from card_transaction where ${at} and (commission_minor + merchant_minor is distinct from amount_minor
             or bank_commission_minor + service_commission_minor is distinct from commission_minor)`,
  },
  {
    id: 'I-32',
    title: 'the audit log has no gap, and each row follows the one before',
    sql: `select seq from (select seq, previous_hash, lag(seq) over w as before, lag(hash) over w as hash_before
                             from audit_log window w as (order by seq)) a
           where ${at} and (seq <> coalesce(before, 0) + 1 or previous_hash <> hash_before)
          union all
          select coalesce(h.seq, last) from audit_head h full join (select max(seq) as last from audit_log) l on l.last = h.seq
           where h.seq is distinct from last`,
  },
  {
    id: 'I-33',
    title: 'whatever people did is in the audit log, once',
    sql: `select what, done, told from (
            select 'refund.requested' as what, (select count(*) from card_refund) as done
            union all select 'void.requested', (select count(*) from card_void)
            union all select 'transfer.released', (select count(*) from transfer_review where decision = 'released')
            union all select 'transfer.rejected', (select count(*) from transfer_review where decision = 'rejected')
            union all select 'transfer.reversal_requested', (select count(*) from transfer_reversal)
            union all select 'adjustment.requested', (select count(*) from wallet_adjustment)
            union all select 'adjustment.approved', (select count(*) from wallet_adjustment where state = 'APPROVED')
            union all select 'wallet.topped_up', (select count(*) from wallet_entry where posting_key like 'topup:admin:%' and posting_key not like 'topup:admin:adjustment:%')
            union all select 'adjustment.rejected', (select count(*) from wallet_adjustment where state = 'REJECTED')
            union all select 'exception.closed', (select count(*) from transfer_exception where state = 'closed')
            union all select 'rates.approved', (select count(*) from rate_snapshot where approved_by is not null)
            union all select 'alert.closed', (select count(*) from screening_alert where closed_at is not null)
            union all select 'merchant.go_live_rejected', (select count(*) from go_live_request where state = 'REJECTED')
          ) acts join lateral (select count(*) as told from audit_log l where l.action = acts.what) l on true
           where ${at} and done <> told`,
  },
  {
    id: 'I-33b',
    title: 'what people have set, and may set again, is as the audit log says',
    sql: `select what, stands, told from (
            select 'suspended' as what, (select count(*) from merchant where status = 'suspended') as stands,
                   ${told('merchant.suspended')} - ${told('merchant.resumed')} as told
            union all select 'paused', (select count(*) from lane_pause), ${told('operator.paused')} - ${told('operator.resumed')}
            union all select 'blacklisted', (select count(*) from blacklisted_number where added_by <> 'sandbox'),
                   ${told('blacklist.added')} - (select count(*) from audit_log
                     where action = 'blacklist.removed' and detail::json ->> 'added_by' is distinct from 'sandbox')
            union all select 'live', (select count(*) from go_live_request where state = 'APPROVED'),
                   ${told('merchant.go_live_approved')} + ${told('merchant.go_live_vouched')}
          ) acts where ${at} and stands <> told`,
  },
  {
    id: 'I-34',
    title: 'an event goes to the merchant it is about',
    sql: `select e.id from webhook_event e join card_transaction t on e.subject = 'card:' || t.id
           where ${at} and (e.merchant_id <> t.merchant_id or e.environment <> t.environment)
          union all
          select e.id from webhook_event e join transfer t on e.subject = 'transfer:' || t.id
           where e.merchant_id <> t.merchant_id or e.environment <> t.environment`,
  },
  {
    id: 'I-35',
    title: 'a merchant that only tries things has no payment, transfer or link with real money',
    sql: `select 'payment' as what, x.id from card_transaction x join merchant m on m.id = x.merchant_id
           where ${at} and x.environment = 'production' and m.environment = 'sandbox'
          union all
          select 'transfer', x.id from transfer x join merchant m on m.id = x.merchant_id
           where x.environment = 'production' and m.environment = 'sandbox'
          union all
          select 'link', x.id from payment_link x join merchant m on m.id = x.merchant_id
           where x.environment = 'production' and m.environment = 'sandbox'`,
  },
  {
    id: 'I-35b',
    title: 'a payment of a link is of its merchant, its environment and its price',
    sql: `select t.id from card_transaction t join payment_link l on l.id = t.payment_link_id
           where ${at} and (t.merchant_id <> l.merchant_id or t.environment <> l.environment
                         or t.amount_minor <> l.amount_minor or t.currency <> l.currency)`,
  },
  {
    id: 'I-36',
    title: 'the gateway owes what was paid and not given back',
    sql: `select coalesce(b.environment, p.environment) as environment, coalesce(b.currency, p.currency) as currency, owed, kept
            from (select a.environment, a.currency, sum(e.amount_minor) as owed from ledger_entry e
                    join ledger_account a on a.id = e.account_id where a.code = 'gateway_receivable' group by 1, 2) b
            full join (select environment, currency, sum(amount_minor - refunded_minor) as kept from card_transaction
                        where status in ${paid} group by 1, 2) p using (environment, currency)
           where ${at} and coalesce(owed, 0) <> coalesce(kept, 0)`,
  },
  {
    id: 'I-36b',
    title: 'a merchant is owed its part of what was paid, less what was given back, in each currency',
    sql: sameSums('merchant_payable', 'sum(merchant_minor - refunded_minor)'),
  },
  {
    id: 'I-36c',
    title: 'the commission of the bank is that of what was paid and not voided',
    sql: sameSums('bank_commission', 'sum(bank_commission_minor)'),
  },
  {
    id: 'I-36d',
    title: 'the commission of the service is that of what was paid and not voided',
    sql: sameSums('service_commission', 'sum(service_commission_minor)'),
  },
  {
    id: 'I-37',
    title: 'the operators were left with what arrived and was not taken back',
    sql: `select coalesce(b.environment, p.environment) as environment, spent, arrived
            from (select a.environment, -sum(e.amount_minor) as spent from ledger_entry e
                    join ledger_account a on a.id = e.account_id where a.code = 'operator_float' group by 1) b
            full join (select environment, sum(receiver_minor) as arrived from transfer
                        where status = 'Successful' group by 1) p using (environment)
           where ${at} and coalesce(spent, 0) <> coalesce(arrived, 0)`,
  },
  {
    id: 'I-38',
    title: 'a charge that was taken back left no paid payment',
    sql: `select o.id from operation o join card_transaction t on t.id = o.card_transaction_id
           where ${at} and o.kind = 'charge' and o.state = 'undone' and t.status in ${paid}
             and not exists (select from operation k where k.card_transaction_id = t.id and k.kind = 'charge' and k.state = 'confirmed')`,
  },
  {
    id: 'L-4',
    title: 'no lease outlives its holder',
    sql: `select id::text from operation where lease_until < $1::timestamptz - interval '1 minute' and state in ('intent', 'sent', 'unknown')
             and next_check_at < $1::timestamptz - interval '15 minutes'`,
  },
]
