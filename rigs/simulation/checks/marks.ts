// Situations that a search must reach now and then, detected in the final database and books. A run that never
// reaches one of them has not tested it.
import { cellFaultKinds, faultKinds } from '../kernel/faults.ts'
import type { World } from '../world/world.ts'
import { paysBack } from './invariants/cards/collections.ts'

/** A situation is reached where its query returns a row. */
const seen: Record<string, string> = Object.fromEntries([
  ...['SUCCESS', 'FAILED', 'CANCELLED', 'EXPIRED', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOIDED'].map((status) => [
    `a payment ended ${status}`,
    `select from card_transaction where status = '${status}'`,
  ]),
  ...['order', 'microform', 'link'].map((origin) => [
    `a payment of origin ${origin} was paid`,
    `select from card_transaction where origin = '${origin}' and status in ('SUCCESS', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOIDED')`,
  ]),
  ...['Submitted', 'Successful', 'Failed', 'Reversed', 'Hold'].map((status) => [
    `a transfer came to ${status}`,
    `select from transfer_move where to_status = '${status}' union select from transfer where status = '${status}'`,
  ]),
  ...['EXPIRED', 'EXHAUSTED', 'CANCELLED'].map((status) => [
    `a link ended ${status}`,
    `select from payment_link where status = '${status}'`,
  ]),
  ...['APPROVED', 'DECLINED', 'EXPIRED', 'REFUNDED'].map((state) => [`a collection ended ${state}`, `select from collection where state = '${state}'`]),
  ['a prompt was never received', `select from operation where kind = 'collection' and upstream_reason = 'not_sent'`],
  ['a collection was approved late and paid its order', `select from collection_move where event = 'approved' and from_state in ('DECLINED', 'EXPIRED')`],
  ['late money of an ended order was given back', `select from operation u join card_transaction t on t.id = u.card_transaction_id where u.kind = 'undo' and u.queue <> 'cards' and u.state = 'confirmed' and t.status in ('CANCELLED', 'EXPIRED', 'FAILED')`],
  ['late money of a paid order was given back', `select from operation u join card_transaction t on t.id = u.card_transaction_id where u.kind = 'undo' and u.queue <> 'cards' and u.state = 'confirmed' and t.status = 'SUCCESS'`],
  ['late money was paid to the number', `select from operation o where o.kind = 'undo' and o.state = 'confirmed' and ${paysBack('o')}`],
  ['another amount was collected', `select from operation u join operation o on o.id = u.undoes where o.kind = 'collection' and u.amount_minor <> o.amount_minor`],
  ['an order expired under a prompt', `select from collection k join card_transaction t on t.id = k.card_transaction_id join operation o on o.id = k.operation where t.status = 'EXPIRED' and t.finalised_at between k.created_at and o.resolved_at`],
  ['a payer by phone tried again', `select from collection k join card_transaction t on t.cs_payment_id = k.collection_id where t.declined_attempts > 0`],
  ['a declined payer by phone paid by card', `select from collection k join card_transaction t on t.id = k.card_transaction_id where t.payment_method = 'card' and t.status = 'SUCCESS'`],
  ['a link was paid by phone', `select from collection k join card_transaction t on t.cs_payment_id = k.collection_id where t.origin = 'link'`],
  ['a refund was made by the operator', `select from card_refund r join operation o on o.id = r.operation where o.queue <> 'cards' and o.state = 'confirmed'`],
  ['a refund was paid to the number', `select from card_refund r join operation o on o.id = r.payout where o.state = 'confirmed'`],
  ['a number was asked too often', `select from number_prompt where cardinality(prompts) >= 3`],
  ...['charge', 'undo', 'refund', 'void', 'payout', 'reversal'].flatMap((kind) =>
    ['confirmed', 'declined', 'undone']
      .filter((state) => !(state === 'undone' && !['charge', 'refund'].includes(kind)) && !(kind === 'undo' && state === 'declined'))
      .map((state) => [`a ${kind} ended ${state}`, `select from operation where kind = '${kind}' and state = '${state}'`]),
  ),
  ...['charge', 'refund', 'void', 'payout', 'reversal'].map((kind) => [
    `a ${kind} was inquired about`,
    `select from operation where kind = '${kind}' and attempts > ${kind === 'payout' || kind === 'reversal' ? 1 : 0}`,
  ]),
  ...['PAID', 'FAILED', 'CANCELLED'].map((state) => [
    `a payout to a merchant ended ${state}`,
    `select from merchant_payout where state = '${state}'`,
  ]),
  ['an admin approved a payout to a merchant', `select from merchant_payout where decided_by is not null and state <> 'CANCELLED'`],
  ...['PAID', 'FAILED', 'RETURNED'].map((state) => [
    `a payout to a bank ended ${state}`,
    `select from merchant_payout p join payout_destination d on d.id = p.destination_id where d.type = 'bank' and p.state = '${state}'`,
  ]),
  ...['APPROVED', 'REJECTED'].map((state) => [`a batch of payouts was ${state}`, `select from payout_batch where state = '${state}'`]),
  ...['UNKNOWN', 'CANDIDATES', 'AMOUNT_DIFFERS', 'DUPLICATE', 'WRITTEN_OFF'].map((state) => [
    `a bank line ended ${state}`,
    `select from bank_line where state = '${state}'`,
  ]),
  ['an admin assigned a bank line', `select from bank_line where matched_by not in ('reference', 'amount')`],
  ['a payout went to a new destination', `select from merchant_payout p join payout_destination d on d.id = p.destination_id where d.confirmed_at > d.created_at`],
  ['a payout was held for its destination', `select from merchant_payout_event where kind = 'held' and to_state = 'REQUESTED'`],
  ['a held payout was approved again', `select from merchant_payout where held_at is not null and state not in ('REQUESTED', 'CANCELLED')`],
  ['a held payout was cancelled or rejected', `select from merchant_payout where held_at is not null and state = 'CANCELLED'`],
  ['a payout was made by schedule', `select from merchant_payout where reference like 'auto-%'`],
  ['a second admin released a hold', `select from approval where action = 'hold_release' and state = 'APPROVED'`],
  ['a second admin published rates', `select from approval where action = 'rates' and state = 'APPROVED'`],
  ['a refund failed', `select from card_refund where status = 'FAILED'`],
  ['a refund request waited for an admin', `select from refund_request where state = 'WAITING'`],
  ['a part of a payment was requested', 'select from refund_request q join card_transaction t on t.id = q.transaction_id where q.amount_minor < t.amount_minor'],
  ['an admin approved a refund request', `select from refund_request where state = 'APPROVED' and decided_by not like 'merchant:%'`],
  ['an admin rejected a refund request', `select from refund_request where state = 'REJECTED'`],
  ['a merchant withdrew a refund request', `select from refund_request where state = 'WITHDRAWN'`],
  ['a merchant refunded at once', `select from refund_request where state = 'APPROVED' and decided_by like 'merchant:%'`],
  ['a refund request expired', `select from refund_request where state = 'EXPIRED'`],
  ['an approved refund was made', `select from refund_request q join card_refund r on r.operation = q.operation where r.status = 'SUCCESS'`],
  ['an approved refund failed', `select from refund_request q join card_refund r on r.operation = q.operation where r.status = 'FAILED'`],
  ['a worker made the call of an approved refund', `select from refund_request q join operation o on o.id = q.operation where o.dispatched_at >= o.created_at + interval '5 seconds'`],
  ['a refund waited for a second admin', `select from approval where action = 'refund'`],
  ['a void waited for a second admin', `select from approval where action = 'void'`],
  ['a second admin approved a refund', `select from approval a join operation o on o.id = a.operation where a.action = 'refund' and o.state = 'confirmed'`],
  ['a second admin approved a void', `select from approval a join operation o on o.id = a.operation where a.action = 'void' and o.state = 'confirmed'`],
  ['a second admin rejected a request', `select from approval where state = 'REJECTED'`],
  ['an approval expired', `select from approval where state = 'EXPIRED'`],
  ['a bank asked about a payment', `select from card_dispute where state = 'INQUIRY' union select from card_dispute_move where from_state = 'INQUIRY' and event = 'opened'`],
  ['a dispute was opened', `select from card_dispute_move where event = 'opened'`],
  ['a dispute was won', `select from card_dispute_move where event = 'won'`],
  ['a dispute was lost', `select from card_dispute_move where event = 'lost'`],
  ['a merchant accepted a dispute', `select from card_dispute_move where event = 'accepted'`],
  ['a merchant sent evidence', `select from card_dispute_move where event = 'evidence_sent'`],
  ['a dispute exceeded what was left', `select from card_dispute_exception where kind = 'exceeds_payment'`],
  ['a void failed', `select from card_void where status = 'FAILED'`],
  ['a refund was made without notification', 'select from card_refund where not notify_merchant'],
  ['an approval of another amount was undone', `select from card_transaction where reason_code = 'AMOUNT_MISMATCH'`],
  ['a charge that was never found was undone', `select from card_transaction where reason_code = 'NOT_COMPLETED'`],
  ['an approval came for a payment that had ended', `select from operation u join operation o on o.id = u.undoes join card_transaction t on t.id = o.card_transaction_id where o.kind = 'charge' and o.state = 'confirmed' and t.status in ('CANCELLED', 'EXPIRED')`],
  ['a payer failed 3-D Secure', `select from card_transaction where reason_code = 'AUTHENTICATION_FAILED'`],
  ['a challenge was abandoned', `select from card_authentication where state = 'abandoned'`],
  ['a declined payer tried another card', `select from card_transaction where declined_attempts > 0 and status in ('SUCCESS', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOIDED')`],
  ['a payment with several attempts failed', `select from card_transaction where declined_attempts > 1 and status = 'FAILED'`],
  ['a payment with a declined attempt expired', `select from card_transaction where declined_attempts > 0 and status = 'EXPIRED'`],
  ['a link use was reserved by a failed charge', `select from card_transaction where origin = 'link' and status = 'FAILED'`],
  ['an event went to the callback of a profile', `select from webhook_event e join card_transaction t on e.subject = 'card:' || t.id where t.callback_url is null`],
  ['a paid link had no callback anywhere', `select from card_transaction t join merchant m on m.id = t.merchant_id where t.origin = 'link' and t.callback_url is null and m.callback_url is null and t.status in ('SUCCESS', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOIDED')`],
  ['card money became available by a report', `select from balance_transaction b join ledger_posting p on p.id = b.id where b.type = 'charge' and b.available_on < p.available_on`],
  ['card money became available', 'select from balance_transaction where released_posting <> id'],
  ['available money was refunded', `select from balance_transaction where type = 'refund' and released_posting = id`],
  ['pending money was refunded', `select from balance_transaction where type = 'refund' and released_posting is distinct from id`],
  ['a balance was below zero', `select from merchant_balance where available_minor < 0`],
  ['a correction credited a balance', `select from approval where action = 'balance_adjustment' and state = 'APPROVED' and request ->> 'type' = 'credit'`],
  ['a correction debited a balance', `select from approval where action = 'balance_adjustment' and state = 'APPROVED' and request ->> 'type' = 'debit'`],
  ['a correction was rejected', `select from approval where action = 'balance_adjustment' and state = 'REJECTED'`],
  ['a hold was released', `select from transfer_review where decision = 'released'`],
  ['a hold was rejected', `select from transfer_review where decision = 'rejected'`],
  ['a transfer was converted', `select from transfer where currency <> 'USD' and receiver_minor is not null`],
  ...['DONE', 'CANCELLED'].map((state) => [`a batch of transfers ended ${state}`, `select from batch where kind = 'transfer' and state = '${state}' and confirmed_at is not null`]),
  ...['DONE', 'CANCELLED'].map((state) => [`a batch of refunds ended ${state}`, `select from batch where kind = 'refund' and state = '${state}' and confirmed_at is not null`]),
  ['a row of a batch was refunded', `select from batch_row r join refund_request q on q.idempotency_key = r.sent_as join card_refund f on f.operation = q.operation where f.status = 'SUCCESS'`],
  ['a row of a batch waited for an admin', `select from batch_row r join refund_request q on q.idempotency_key = r.sent_as where q.decided_by not like 'merchant:%'`],
  ['a refund of a batch failed and was requested again', `select from batch_row r join refund_request q on q.idempotency_key = r.sent_as where r.attempt > 1`],
  ['a batch waited for money', `select from message where kind = 'batch_paused'`],
  ['a row of a batch failed and was sent again', 'select from batch_row r join transfer t on t.reference = r.sent_as where r.attempt > 1'],
  ['a row of a batch was held', `select from batch_row r join transfer t on t.reference = r.sent_as join transfer_move m on m.transfer_id = t.id where m.from_status = 'Hold'`],
  ['a row of a batch was left out', `select from batch_row r join batch b on b.id = r.batch where r.state = 'FAULTY' and b.confirmed_at is not null`],
  ...['USED', 'EXPIRED', 'HELD'].map((state) => [`a quote ended ${state}`, `select from quote where state = '${state}'`]),
  ['a link in parts was fully paid', `select from payment_link where kind = 'parts' and status = 'EXHAUSTED'`],
  ['a part was paid by card and another by phone', `select from card_transaction p join payment_link l on l.id = p.payment_link_id join card_transaction c on c.payment_link_id = l.id and c.id <> p.id
     where l.kind = 'parts' and p.status = 'SUCCESS' and c.status = 'SUCCESS' and p.payment_method = 'mobile_money' and c.payment_method <> 'mobile_money'`],
  ['rates were quarantined', `select from rate_snapshot where state = 'QUARANTINED'`],
  ['a provider of rates failed', 'select from rate_slot where failure is not null'],
  ['a callback was applied', `select from operator_callback where state = 'applied'`],
  ['a callback was ignored', `select from operator_callback where state = 'ignored'`],
  ['a callback was for an unknown payout', `select from operator_callback where state = 'orphaned'`],
  ['an operator contradicted itself', `select from transfer_exception where kind = 'telco_conflict'`],
  ['an operator reported another amount', `select from transfer_exception where kind = 'amount_differs'`],
  ['a payout was stuck', `select from transfer_exception where kind = 'payout_stuck'`],
  ['a payout was resent', `select from operation o join transfer_event e on e.transfer_id = o.transfer_id and e.kind = 'switch.dispatched' where o.kind = 'payout' and o.dispatched_at > e.at`],
  ['a reversal was refused', `select from transfer_event where kind = 'reversal.refused'`],
  ['a settlement was closed', 'select from settlement where closed_at is not null'],
  ['an adjustment was approved', `select from wallet_adjustment where state = 'APPROVED'`],
  ['a top-up waited for another person', `select from wallet_adjustment where kind = 'TOPUP'`],
  ['a top-up was approved by another person', `select from wallet_adjustment where kind = 'TOPUP' and state = 'APPROVED'`],
  ['an adjustment was rejected', `select from wallet_adjustment where state = 'REJECTED'`],
  ['an adjustment took money', `select from wallet_adjustment where state = 'APPROVED' and amount_minor < 0`],
  ['a response was stored for a repeat', "select from idempotent_request where status is not null and owner not like 'admin %'"],
  ['a response was stored for a repeat by an admin', "select from idempotent_request where status is not null and owner like 'admin %'"],
  ['a webhook was delivered at once', `select from webhook_event where state = 'DELIVERED' and attempts = 1`],
  ['a webhook was delivered later', `select from webhook_event where state = 'DELIVERED' and attempts > 1`],
  ['a webhook was refused permanently', `select from webhook_event where state = 'FAILED'`],
  ['a worker died over a webhook', 'select from webhook_event where attempts > (select count(*) from webhook_attempt a where a.event_id = webhook_event.id)'],
  ['an event was copied to a further endpoint', `select from webhook_event where copy_id is not null and state = 'DELIVERED'`],
  ['an event had no address', `select from webhook_event where state = 'STORED'`],
  ['a breaker opened', 'select from webhook_breaker where open_count > 0 or open_until is not null'],
  ['an endpoint was slowed down', 'select from webhook_breaker where credit < 0 or in_flight_limit < 4'],
]) // biome-ignore format: a table with one row per line

export const allMarks: readonly string[] = [
  ...Object.keys(seen),
  ...faultKinds.map((kind) => `fault: ${kind}`),
  'the process died before an effect',
  'the process died during an effect',
  'the process died before the result of an effect',
]

/** Those that need several cells. */
export const marksOfCells: readonly string[] = cellFaultKinds.map((kind) => `fault: ${kind}`)

export async function firedMarks({ store, faults, deaths }: World): Promise<ReadonlySet<string>> {
  const fired = new Set<string>([...faults.fired.keys()].map((kind) => `fault: ${kind}`))
  for (const { death } of deaths)
    fired.add(
      {
        before: 'the process died before an effect',
        on_the_way: 'the process died during an effect',
        after: 'the process died before the result of an effect',
      }[death],
    )
  for (const [mark, sql] of Object.entries(seen)) {
    const [row] = await store.rows<{ seen: boolean }>(`select exists (${sql}) as seen`)
    if (row?.seen) fired.add(mark)
  }
  return fired
}
