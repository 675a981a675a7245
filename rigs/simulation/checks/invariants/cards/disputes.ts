// Disputes: their history, what they took from the merchant, and what is left of their payments.
import { at, type Invariant } from '../invariant.ts'

/** Whether the amount and the fee of the dispute `d` are out of the merchant's balance. */
export const isTaken = `d.state in ('OPEN', 'EVIDENCE_SENT', 'LOST', 'ACCEPTED')`

/** The fees of a payment's disputes that the merchant has paid and not got back. */
export const feesOf = (payment: string) =>
  `coalesce((select sum(d.fee_minor) from card_dispute d where d.transaction_id = ${payment}.id and ${isTaken}), 0)`

export const disputeInvariants: readonly Invariant[] = [
  {
    id: 'I-53',
    title: 'the history of a dispute begins with the report and ends in its state',
    sql: `select d.id from card_dispute d
            left join lateral (select event from card_dispute_move m where m.dispute_id = d.id order by id limit 1) begun on true
            left join lateral (select to_state from card_dispute_move m where m.dispute_id = d.id order by id desc limit 1) ended on true
           where ${at} and (begun.event is distinct from 'reported' or ended.to_state is distinct from d.state)`,
  },
  {
    id: 'I-53b',
    title: 'a dispute has taken its amount and fee while it is open, lost or accepted, and nothing otherwise',
    sql: `select d.id from card_dispute d
            left join ledger_posting p on p.key in ('dispute:' || d.dispute_id, 'dispute_reversal:' || d.dispute_id)
            left join balance_transaction b on b.id = p.id
           where ${at} group by d.id
          having coalesce(sum(b.net_minor), 0) <> case when ${isTaken} then -(d.taken_minor + d.fee_minor) else 0 end
              or coalesce(bool_or(b.transaction_id <> d.transaction_id), false)
              or count(p.id) <> count(b.transaction_id)`,
  },
  {
    id: 'I-53c',
    title: 'a payment knows what its disputes took and how many are open; with refunds they never exceed it',
    sql: `select t.id from card_transaction t left join card_dispute d on d.transaction_id = t.id
           where ${at} group by t.id
          having t.disputed_minor <> coalesce(sum(d.taken_minor) filter (where ${isTaken}), 0)
              or t.open_disputes <> count(*) filter (where d.state in ('OPEN', 'EVIDENCE_SENT'))
              or t.refunded_minor + t.refund_reserved_minor + t.disputed_minor > coalesce(t.amount_minor, 0)`,
  },
  {
    id: 'I-53d',
    title: 'a dispute that took less than the gateway claims was reported to a person',
    sql: `select d.id from card_dispute d
           where ${at} and ${isTaken} and d.taken_minor < d.amount_minor
             and not exists (select from card_dispute_exception e where e.kind = 'exceeds_payment'
                              and (e.environment, e.case_number) = (d.environment, d.case_number))`,
  },
]
