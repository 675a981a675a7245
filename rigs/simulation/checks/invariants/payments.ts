// Card payments: what was charged, refunded and voided.
import { at, type Invariant, movesFollowTable, paid } from './invariant.ts'

const movesOfPayments = `('PENDING','charged','SUCCESS'), ('PENDING','refused','FAILED'),
  ('PENDING','declined','PENDING'), ('PENDING','cancelled','CANCELLED'),
  ('PENDING','expired','EXPIRED'), ('SUCCESS','refunded_in_part','PARTIALLY_REFUNDED'), ('SUCCESS','refunded','REFUNDED'),
  ('SUCCESS','voided','VOIDED'), ('PARTIALLY_REFUNDED','refunded_in_part','PARTIALLY_REFUNDED'),
  ('PARTIALLY_REFUNDED','refunded','REFUNDED')`

/** The status of a refund or a void, by the state of its call (`o`). */
const byItsCall = `case when o.state = 'confirmed' then 'SUCCESS' when o.state in ('declined', 'undone') then 'FAILED' else 'PENDING' end`

export const paymentInvariants: readonly Invariant[] = [
  {
    id: 'I-01',
    title: 'the refunded amount is the sum of the refunds, and at most the paid amount',
    sql: `select t.id from card_transaction t left join card_refund r on r.transaction_id = t.id and r.status = 'SUCCESS'
           where ${at} group by t.id
          having t.refunded_minor <> coalesce(sum(r.amount_minor), 0) or t.refunded_minor > coalesce(t.amount_minor, 0)`,
  },
  {
    id: 'I-02',
    title: 'the status matches the refunded amount',
    sql: `select id from card_transaction where ${at} and
            ((status = 'REFUNDED') <> (refunded_minor > 0 and refunded_minor = amount_minor)
             or (status = 'PARTIALLY_REFUNDED') <> (refunded_minor > 0 and refunded_minor < amount_minor))`,
  },
  {
    id: 'I-03',
    title: 'the amount reserved for refunds is that of refunds in progress',
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
    title: 'a payment is voided at most once and then has the status VOIDED',
    sql: `select t.id from card_transaction t
            left join operation o on o.card_transaction_id = t.id and o.kind = 'void' and o.state = 'confirmed'
           where ${at} group by t.id having count(o.id) <> (t.status = 'VOIDED')::int`,
  },
  {
    id: 'I-07',
    title: 'a paid payment has exactly one confirmed charge or collection',
    sql: `select t.id from card_transaction t left join operation o on o.card_transaction_id = t.id and o.kind in ('charge', 'collection')
             and o.state = 'confirmed'
             and not exists (select from operation u where u.undoes = o.id)
           where ${at} and t.status in ${paid} group by t.id
          having count(o.id) <> 1 or bool_or(o.amount_minor <> t.amount_minor or o.currency <> t.currency)`,
  },
  {
    id: 'I-08',
    title: 'a payment has at most one charge or collection in progress or confirmed',
    sql: `select o.card_transaction_id from operation o
           where ${at} and o.kind in ('charge', 'collection') and o.state in ('sent', 'unknown', 'confirmed')
             and not exists (select from operation u where u.undoes = o.id)
           group by 1 having count(*) > 1`,
  },
  {
    id: 'I-44',
    title: 'a payment counts its declined attempts, and has at most as many as it allows',
    sql: `select t.id from card_transaction t
            left join (select transaction_id as id, count(*) as n from card_transaction_move
                        where event in ('declined', 'refused') group by 1) history using (id)
            left join (select card_transaction_id as id, count(*) as n from operation
                        where kind in ('charge', 'collection') and state = 'declined' and upstream_reason is distinct from 'not_sent'
                        group by 1) charges using (id)
           where ${at} and (t.declined_attempts <> coalesce(history.n, 0) or t.declined_attempts > t.checkout_attempts
                         or coalesce(charges.n, 0) > t.checkout_attempts)`,
  },
  {
    id: 'I-45',
    title:
      'a payment that is open for another attempt has one left, and no charge or collection of it stands',
    sql: `select t.id from card_transaction t
           where ${at} and t.status = 'PENDING'
             and (t.declined_attempts >= t.checkout_attempts or exists (
               select from operation o where o.card_transaction_id = t.id and o.kind in ('charge', 'collection') and o.state = 'confirmed'
                  and not exists (select from operation u where u.undoes = o.id)))`,
  },
  {
    id: 'I-11a',
    title: 'payments move only as their state table allows',
    sql: movesFollowTable({
      move: 'card_transaction_move',
      id: 'transaction_id',
      thing: 'card_transaction',
      allowed: movesOfPayments,
      begins: `'PENDING'`,
    }),
  },
  {
    id: 'I-12',
    title: 'no payment stays pending after its expiry',
    sql: `select id from card_transaction where status = 'PENDING' and expires_at < $1::timestamptz - interval '15 minutes'`,
  },
  {
    id: 'I-13b',
    title: 'no payment is held by a call that has ended',
    sql: `select t.id from card_transaction t join operation o on o.id = t.running_operation
           where ${at} and o.state in ('confirmed', 'declined', 'undone')`,
  },
  {
    id: 'I-13c',
    title: 'a refund or a void has the outcome of its call, and is pending only while that is in progress',
    sql: `select 'refund' as what, r.id, r.status, o.state from card_refund r join operation o on o.id = coalesce(r.payout, r.operation)
           where ${at} and r.status <> ${byItsCall}
          union all
          select 'void', v.id, v.status, o.state from card_void v join operation o on o.id = v.operation
           where v.status <> ${byItsCall}`,
  },
  {
    id: 'I-31',
    title: 'the parts of a payment add up',
    sql: `select id from card_transaction where ${at} and (commission_minor + merchant_minor is distinct from amount_minor
             or bank_commission_minor + service_commission_minor is distinct from commission_minor)`,
  },
  {
    id: 'I-38',
    title: 'an undone charge leaves no paid payment',
    sql: `select o.id from operation o join card_transaction t on t.id = o.card_transaction_id
           where ${at} and o.kind = 'charge' and o.state = 'undone' and t.status in ${paid}
             and not exists (select from operation k where k.card_transaction_id = t.id and k.kind = 'charge' and k.state = 'confirmed')`,
  },
]
