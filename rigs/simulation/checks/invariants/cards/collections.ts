// Payments by phone: which of them pay, one at a time, what came too late, and what the operators owe us.
import { at, type Invariant, movesFollowTable, paid } from '../invariant.ts'

/**
 * Whether the call `o` gives collected money back by a payout to the number that paid: the operator refused to refund it, or to refund this
 * part.
 */
export const paysBack = (o: string) => `(${o}.queue <> 'cards' and case ${o}.kind
  when 'refund' then not exists (select from card_refund r where r.operation = ${o}.id)
  when 'undo' then exists (select from operation b where b.undoes = ${o}.undoes and b.state = 'declined' and b.created_at < ${o}.created_at)
  else false end)`

const open = ['REQUESTED', 'PROMPTED', 'UNKNOWN']
const allowed = [
  ...open.flatMap((from) => [
    `('${from}','approved','APPROVED')`,
    `('${from}','declined','DECLINED')`,
    `('${from}','lapsed','EXPIRED')`,
    `('${from}','prompted','PROMPTED')`,
    `('${from}','contact_lost','UNKNOWN')`,
    `('${from}','paid_late','UNKNOWN')`,
  ]),
  ...['DECLINED', 'EXPIRED'].flatMap((from) => [
    `('${from}','approved','APPROVED')`,
    `('${from}','paid_late','${from}')`,
  ]),
  ...['UNKNOWN', 'DECLINED', 'EXPIRED', 'APPROVED'].map((from) => `('${from}','returned','REFUNDED')`),
].join()

/** The collection `k` pays the order `t`. */
const pays = `coalesce(t.status in ${paid} and t.cs_payment_id = k.collection_id, false)`
/** The operator took the money of the collection `k` back by itself: a refund that nobody asked for. */
const takenBack = `exists (select from card_refund r where r.transaction_id = k.card_transaction_id and r.status = 'SUCCESS'
    and r.refunded_by like 'operator:%' and r.amount_minor = k.amount_minor)`
/** The calls that give the money of the collection `k` back, since it pays nothing. */
const undos = `lateral (select count(*) as n, count(*) filter (where u.state <> 'declined') as standing,
    count(*) filter (where u.state = 'confirmed') as done from operation u where u.undoes = k.operation) u`

/** When each attempt at an order began and ended. */
const attempts = `select k.card_transaction_id as payment, k.operation as id, true as is_by_phone, k.created_at as begun,
         (select min(m.at) from collection_move m where m.operation = k.operation
             and m.event in ('approved', 'declined', 'lapsed', 'paid_late')) as ended
    from collection k
  union all
  select card_transaction_id, id, false, created_at, resolved_at from operation where kind = 'charge'`

const ofPhones = `kind = 'undo' and queue <> 'cards'`

export const collectionInvariants: readonly Invariant[] = [
  {
    id: 'I-73',
    title: 'an order paid by phone has one collection that pays it, in its amount, and no other has one',
    sql: `select k.collection_id from collection k join card_transaction t on t.id = k.card_transaction_id
           where ${at} and (k.state = 'APPROVED' and not ${pays}
              or ${pays} and (k.state <> 'APPROVED' and not (k.state = 'REFUNDED' and ${takenBack})
                or (t.merchant_id, t.environment, t.amount_minor, t.currency)
                   is distinct from (k.merchant_id, k.environment, k.amount_minor, k.currency)))
          union all
          select t.transaction_uuid from card_transaction t
           where t.status in ${paid} and (t.payment_method = 'mobile_money')
                 is distinct from exists (select from collection k where k.collection_id = t.cs_payment_id and k.card_transaction_id = t.id)`,
  },
  {
    id: 'I-73b',
    title: 'no payer is prompted, and no card charged, while another attempt at the order runs',
    sql: `select a.id from (${attempts}) a join (${attempts}) b on b.payment = a.payment and b.id <> a.id
           where ${at} and (a.is_by_phone or b.is_by_phone) and b.begun >= a.begun and b.begun < coalesce(a.ended, 'infinity')`,
  },
  {
    id: 'I-73c',
    title: 'collections move only as their state table allows',
    sql: movesFollowTable({
      move: '(select id, operation, event, from_state as from_status, to_state as to_status from collection_move)',
      id: 'operation',
      thing: '(select operation as id, state as status from collection)',
      allowed,
      begins: `'REQUESTED'`,
    }),
  },
  {
    id: 'I-73d',
    title: 'a collection has the outcome of its call, and of the one that gives its money back',
    sql: `select k.collection_id from collection k left join operation o on o.id = k.operation cross join ${undos}
           where ${at} and ((o.kind, o.amount_minor, o.currency) is distinct from ('collection', k.amount_minor, k.currency)
              or u.standing > 1
              or not case k.state
                   when 'APPROVED' then o.state = 'confirmed' and u.n = 0
                   when 'REFUNDED' then o.state = 'confirmed' and (u.done = 1 or ${takenBack})
                   when 'DECLINED' then o.state = 'declined' and u.n = 0 or o.state = 'confirmed' and u.standing = 1 and u.done = 0
                   when 'EXPIRED' then o.state = 'declined' and u.n = 0 or o.state = 'confirmed' and u.standing = 1 and u.done = 0
                   else o.state in ('sent', 'unknown') and u.n = 0 or o.state = 'confirmed' and u.standing = 1 and u.done = 0 end)`,
  },
  {
    id: 'I-74',
    title:
      'money that pays nothing is owed to the payer until it is given back, once each, and pays no order',
    sql: `select key from (
            select key, currency, minor, sum(booked) as booked, sum(due) as due from (
              select p.key, a.currency, -sum(e.amount_minor) as minor, 1 as booked, 0 as due
                from ledger_posting p join ledger_entry e on e.posting_id = p.id
                join ledger_account a on a.id = e.account_id and a.code = 'collection_surplus' group by p.key, a.currency
              union all
              select distinct 'surplus:' || undoes, currency, amount_minor, 0, 1 from operation where ${ofPhones}
              union all
              select 'surplus_refund:' || id, currency, -amount_minor, 0, 1 from operation where ${ofPhones} and state = 'confirmed'
            ) one group by 1, 2, 3) sums
           where ${at} and booked <> due
          union all
          select p.key from ledger_posting p join ledger_posting s on s.key = 'surplus:' || split_part(p.key, ':', 2)
           where p.key like 'charge:%'`,
  },
  {
    id: 'I-75',
    over: 'all cells',
    title: 'the payer and the merchant are notified once of money given back, and of nothing else',
    sql: `select k.collection_id from collection k cross join ${undos}
            cross join lateral (select count(*) as n from webhook_event e where e.dedupe_key = 'collection_returned:' || k.operation) e
            cross join lateral (select count(*) as n from message g where g.dedupe_key like 'collection_returned:' || k.operation || ' %') g
           where ${at} and (e.n <> u.done or g.n > u.done or k.environment = 'sandbox' and g.n < u.done)`,
  },
  {
    id: 'I-76',
    title: 'an operator owes us what it has debited, less what it has given back',
    sql: `select environment, currency, operator, sum(booked) as booked, sum(due) as due from (
            select a.environment, a.currency, a.operator::text, e.amount_minor as booked, 0 as due
              from ledger_entry e join ledger_account a on a.id = e.account_id and a.code = 'operator_receivable'
              join ledger_posting p on p.id = e.posting_id
             where split_part(p.key, ':', 1) in ('charge', 'surplus', 'surplus_refund', 'refund')
            union all
            select k.environment, k.currency, k.operator, 0, k.amount_minor
              from collection k join card_transaction t on t.id = k.card_transaction_id where ${pays}
            union all
            select distinct on (k.operation) k.environment, u.currency, k.operator, 0, u.amount_minor
              from collection k join operation u on u.undoes = k.operation
            union all
            select k.environment, o.currency, k.operator, 0, -o.amount_minor
              from operation o join card_transaction t on t.id = o.card_transaction_id
              join collection k on k.operation = o.undoes or (o.undoes is null and k.collection_id = t.cs_payment_id)
             where o.kind in ('undo', 'refund') and o.queue <> 'cards' and o.state = 'confirmed' and not ${paysBack('o')}
          ) sums where ${at} group by 1, 2, 3 having sum(booked) <> sum(due)`,
  },
]
