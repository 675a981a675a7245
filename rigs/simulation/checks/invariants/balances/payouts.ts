// Payouts of card money to merchants: their states, what they hold of a balance, and their calls.
import { at, type Invariant, movesFollowTable } from '../invariant.ts'

const allowed = `('REQUESTED','approved','APPROVED'), ('REQUESTED','rejected','CANCELLED'), ('REQUESTED','cancelled','CANCELLED'),
  ('APPROVED','sent','SENT'), ('APPROVED','cancelled','CANCELLED'), ('APPROVED','refused','FAILED'), ('APPROVED','held','REQUESTED'),
  ('SENT','paid','PAID'), ('SENT','declined','FAILED'),
  ('PAID','returned','RETURNED')`

/** The moves of payouts as the other histories write them. */
const moves = `(select id, payout_id, kind as event, from_state as from_status, to_state as to_status from merchant_payout_event
  where from_state is not null)`

/** Each confirmation of the destination `d` is in the audit log, since one that is distrusted loses it and is confirmed again. */
const confirmation = `select from audit_log c where c.action = 'payout_destination.confirmed'
  and c.detail::json ->> 'destination_id' = d.public_id::text`

export const payoutInvariants: readonly Invariant[] = [
  {
    id: 'I-48',
    title: 'the reserved balance of a merchant holds amount and fee of its open payouts',
    sql: `select merchant_id, environment, currency from (
            select a.merchant_id, a.environment, a.currency, -sum(e.amount_minor) as held
              from ledger_entry e join ledger_account a on a.id = e.account_id and a.code = 'merchant_reserved'
              join ledger_posting p on p.id = e.posting_id and p.key like 'payout%' group by 1, 2, 3) book
            full join (select merchant_id, environment, currency, sum(amount_minor + fee_minor) as due from merchant_payout
                        where state in ('REQUESTED', 'APPROVED', 'SENT') group by 1, 2, 3) p using (merchant_id, environment, currency)
           where ${at} and coalesce(held, 0) <> coalesce(due, 0)`,
  },
  {
    id: 'I-48b',
    title: 'a payout has each posting of its state once, and no other',
    sql: `select p.id from merchant_payout p where ${at} and (
            select coalesce(array_agg(split_part(key, ':', 1) order by key), '{}') from ledger_posting
             where key in ('payout:' || p.public_id, 'payout_reserve:' || p.public_id, 'payout_release:' || p.public_id,
                           'payout_return:' || p.public_id))
          <> case when p.state = 'PAID' then array['payout', 'payout_reserve']
                  when p.state = 'RETURNED' then array['payout', 'payout_reserve', 'payout_return']
                  when p.state in ('FAILED', 'CANCELLED') then array['payout_release', 'payout_reserve']
                  else array['payout_reserve'] end`,
  },
  {
    id: 'I-48c',
    title: 'a payout to a wallet is one call, which has ended as the payout has',
    sql: `select p.id from merchant_payout p join payout_destination d on d.id = p.destination_id and d.type = 'wallet'
            left join operation o on o.merchant_payout_id = p.id
           where ${at} group by p.id
          having count(o.id) > 1 or p.state = 'REQUESTED' and bool_or(o.state <> 'intent' or o.id is not null and p.held_at is null)
              or p.state not in ('REQUESTED', 'CANCELLED') and count(o.id) <> 1
              or p.state in ('PAID', 'RETURNED') and bool_or(o.state <> 'confirmed')
              or p.state in ('FAILED', 'CANCELLED') and bool_or(o.state <> 'declined')
              or p.state in ('APPROVED', 'SENT') and bool_or(o.state not in ('intent', 'sent', 'unknown'))
              or bool_or((o.amount_minor, o.currency) is distinct from (p.amount_minor, p.currency))
                 and count(o.id) > 0`,
  },
  {
    id: 'I-48d',
    title: 'payouts move only as their state table allows',
    sql: movesFollowTable({
      move: moves,
      id: 'payout_id',
      thing: '(select id, state as status from merchant_payout)',
      allowed,
      begins: `'REQUESTED'`,
    }),
  },
  {
    id: 'I-48e',
    title: 'a reference of a merchant is one payout',
    sql: `select merchant_id, reference from merchant_payout where ${at} group by merchant_id, environment, reference having count(*) > 1`,
  },
  {
    id: 'I-48f',
    title:
      'a payout goes to a destination of its merchant, confirmed before it was requested by a later sign-in',
    sql: `select p.id from merchant_payout p join payout_destination d on d.id = p.destination_id
           where ${at} and ((d.merchant_id, d.environment) <> (p.merchant_id, p.environment)
              or d.created_at + d.delay > p.created_at or d.confirmed_session = d.created_session
              or not coalesce(d.confirmed_at <= p.created_at, false)
                 and not exists (${confirmation} and c.at <= p.created_at))`,
  },
  {
    id: 'I-48g',
    title: 'a payout that was held is approved only once its destination was confirmed again',
    sql: `select p.id from merchant_payout p join payout_destination d on d.id = p.destination_id
           where ${at} and p.held_at is not null and p.state not in ('REQUESTED', 'CANCELLED') and not exists (
             ${confirmation} and c.at between p.held_at and (select max(e.at) from merchant_payout_event e
                where e.payout_id = p.id and e.kind = 'approved'))`,
  },
  {
    id: 'I-48h',
    title: 'no payout is approved to a destination that is not active, and none waits for a removed one',
    sql: `select p.id from merchant_payout p join payout_destination d on d.id = p.destination_id
           where ${at} and (p.state = 'APPROVED' and d.state <> 'active' or p.state = 'REQUESTED' and d.state = 'removed')`,
  },
]
