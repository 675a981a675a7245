// The full detail of a transfer for admins: both parties, everything that happened, and the allowed actions.
import { Problem } from '../../kernel/problem.ts'
import { pausedQueues } from '../../ledger/queue-pause.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { HoldQueue } from '../holds/queue.ts'
import { actionOf } from '../http/endpoint-parts.ts'
import { renderPause } from '../operators/api.ts'
import { whyNotInquirable } from '../payouts/admin-inquiry.ts'
import { type PayoutRow, payoutOf } from '../payouts/payout.ts'
import { isReversalUnderWay, reversalsOf, whyNotReversible } from '../payouts/request-reversal.ts'
import { amountNumber, rateNumber, stamp } from '../transfer/formats.ts'
import { openParties, renderParties, withMaskedDocuments } from '../transfer/parties.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { type TransferRow, transferById } from '../transfer/queries.ts'
import { timelineOf, transferSubject } from '../transfer/timeline.ts'
import type { AdminTransferDetail } from './admin-schemas.ts'
import { walletLinesOf } from './detail.ts'
import { transferSummaryWithFee } from './search.ts'

export type AdminTransferDetailNeeds = {
  db: Sql
  secrets: Secrets
  operatorFor: OperatorFor
  screeningsOf: HoldQueue['screeningsOf']
  /** Reads the webhooks about a subject with their attempts. */
  deliveriesAbout: (sql: Sql, owner: ListOwner, subject: string) => Promise<AdminTransferDetail['deliveries']>
}

type FactsRow = {
  merchant_code: string
  merchant_name: string
  time_zone: string
  rate_as_of: Temporal.Instant | null
  rate_source: string | null
  settlement_id: string | null
  reversal_settlement_id: string | null
  decision: string | null
  review_reason: string | null
  decided_by: string | null
  decided_at: Temporal.Instant | null
  name_source: string | null
  name_confirmed_at: Temporal.Instant | null
  quote_id: string | null
  promised_minor: bigint | null
  market_minor: bigint | null
}

const readFacts = statement<FactsRow>(
  'read_transfer_facts',
  `select m.merchant_code, m.name as merchant_name, m.time_zone, t.rate_as_of, t.rate_source, s.settlement_id,
          r.settlement_id as reversal_settlement_id, v.decision, v.reason as review_reason, v.decided_by, v.decided_at,
          t.name_source, t.name_confirmed_at, q.quote_id, q.receiver_minor as promised_minor, q.market_minor
     from transfer t join merchant m on m.id = t.merchant_id
     left join settlement s on s.id = t.settlement_id left join settlement r on r.id = t.reversal_settlement_id
     left join transfer_review v on v.transfer_id = t.id left join quote q on q.transfer_id = t.id
    where t.id = $1`,
)
const readExceptions = statement<{
  id: bigint
  kind: string
  detail: string
  state: 'open' | 'closed'
  opened_at: Temporal.Instant
  closed_at: Temporal.Instant | null
  closed_by: string | null
  close_reason: string | null
}>(
  'read_exceptions_of_transfer',
  `select id, kind, detail, state, opened_at, closed_at, closed_by, close_reason
     from transfer_exception where transfer_id = $1 order by id`,
)

const ofCompliance = /^(compliance|screening|limit)\./

/**
 * What roles without the right `compliance` see: whoever talks to partners must not be able to tell them of a match, and needs of an
 * identity document no more than its end, to recognize it.
 */
// guard: detail-without-compliance
export const withoutCompliance = (detail: AdminTransferDetail): AdminTransferDetail => ({
  ...detail,
  parties: withMaskedDocuments(detail.parties),
  screening: null,
  review: null,
  timeline: detail.timeline.map((event) =>
    ofCompliance.test(event.kind) ? { ...event, detail: '' } : event,
  ),
})

/** Reads the full detail of a transfer. @throws Problem 404 */
export async function readAdminTransferDetail(
  needs: AdminTransferDetailNeeds,
  transactionId: string,
): Promise<AdminTransferDetail> {
  const { db } = needs
  const transfer = await transferById(db, transactionId)
  const [facts] = transfer ? await db.rows(readFacts, [transfer.id]) : []
  if (!transfer || !facts) throw new Problem(remittanceProblems.transfer_unknown)
  const owner = { merchantId: transfer.merchant_id, environment: transfer.environment }
  const payout = await payoutOf(db, transfer.id)
  const parties = openParties(needs.secrets, transfer)
  const screenings = await needs.screeningsOf([{ id: transfer.id, parties }])
  return {
    ...summaryOf(transfer, facts),
    parties: renderParties(parties),
    screening: screenings.get(transfer.id) ?? null,
    review: reviewOf(facts),
    timeline: (await timelineOf(db, transfer)).events,
    wallet_lines: await walletLinesOf(db, transfer),
    payout: payout ? renderPayout(payout) : null,
    operator_pause: await pauseOf(db, transfer),
    reversals: await reversalsOf(db, transfer.id),
    exceptions: (await db.rows(readExceptions, [transfer.id])).map(
      ({ id, opened_at, closed_at, ...row }) => ({
        id: String(id),
        ...row,
        opened_at: stamp(opened_at),
        closed_at: closed_at && stamp(closed_at),
      }),
    ),
    deliveries: await needs.deliveriesAbout(db, owner, transferSubject(transfer.id)),
    allowed_actions: await allowedActions(needs, transfer, payout),
  }
}

function summaryOf(transfer: TransferRow, facts: FactsRow) {
  const { completed_at, reversed_at } = transfer
  return {
    ...transferSummaryWithFee(transfer),
    merchant_code: facts.merchant_code,
    merchant_name: facts.merchant_name,
    time_zone: facts.time_zone,
    environment: transfer.environment,
    receiver_currency: 'USD' as const,
    rate: rateNumber(transfer.rate_micros),
    rate_as_of: facts.rate_as_of && stamp(facts.rate_as_of),
    rate_source: facts.rate_source,
    quote: quoteOf(facts),
    name_confirmation:
      facts.name_source && facts.name_confirmed_at
        ? { source: facts.name_source, at: stamp(facts.name_confirmed_at) }
        : null,
    telco_reference: transfer.telco_reference,
    failure_code: transfer.failure_code,
    failure_message: transfer.failure_message,
    callback_url: transfer.callback_url,
    completed_at: completed_at && stamp(completed_at),
    reversed_at: reversed_at && stamp(reversed_at),
    settlement_id: facts.settlement_id,
    reversal_settlement_id: facts.reversal_settlement_id,
  }
}

/** The quote that the transfer was priced by. Until it is used, nobody knows what it costs. */
function quoteOf({ quote_id, promised_minor: promised, market_minor: market }: FactsRow) {
  if (quote_id === null || promised === null) return null
  return {
    quote_id,
    receiver_amount: amountNumber(promised),
    market_amount: amountNumber(market),
    difference: market === null ? null : amountNumber(promised - market),
  }
}

function reviewOf({ decision, review_reason: reason, decided_by, decided_at }: FactsRow) {
  return decision === null
    ? null
    : { decision, reason, decided_by, decided_at: decided_at && stamp(decided_at) }
}

/** `detail` is the operator's message or the cause of the unknown outcome. */
function renderPayout(payout: PayoutRow) {
  return {
    reference: payout.upstream_ref,
    state: payout.state,
    attempts: payout.attempts,
    dispatched_at: payout.dispatched_at && stamp(payout.dispatched_at),
    next_check_at: payout.next_check_at && stamp(payout.next_check_at),
    telco_reference: payout.upstream_id,
    detail: payout.upstream_reason,
  }
}

/** The pause of the transfer's operator, if it is paused. */
async function pauseOf(sql: Sql, { environment, operator }: TransferRow) {
  const pause = (await pausedQueues(sql)).get(operatorQueue(environment, operator))
  return pause ? renderPause(pause) : null
}

async function allowedActions(
  { db, operatorFor }: AdminTransferDetailNeeds,
  transfer: TransferRow,
  payout: PayoutRow | undefined,
) {
  const operator = operatorFor(transfer.environment, transfer.operator)
  const isUnderWay = await isReversalUnderWay(db, transfer.id)
  const notHeld = transfer.status === 'Hold' ? undefined : `The transfer is ${transfer.status}`
  return {
    release: actionOf(notHeld),
    reject: actionOf(notHeld),
    inquire: actionOf(whyNotInquirable(transfer, { payout, operator })),
    reverse: actionOf(whyNotReversible(transfer, { operator, isUnderWay })),
  }
}
