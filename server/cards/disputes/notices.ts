// What the merchant is notified of: the webhook of a dispute and its alerts. The webhook goes to the callback of the merchant's
// profile, and only if it was asked for there: the callback of an order knows nothing of this event.
import { formatMoney, money } from '../../kernel/money.ts'
import { alertMerchant } from '../../merchants/alerts/alert-merchant.ts'
import { optionalEventUrl } from '../../merchants/profile/webhook-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import { enqueueWebhook } from '../../webhooks/enqueue-webhook.ts'
import { frenchReason } from '../gateway/dispute-reasons.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { paymentSubject } from '../transaction/webhooks.ts'
import type { DisputeEvent, DisputeRow } from './queries.ts'
import { movedBy } from './responses.ts'

type DisputeNotice = {
  /** The dispute after what happened. */
  dispute: DisputeRow
  transaction: PricedTransaction
  event: DisputeEvent | 'reported' | 'reminded' | 'submitted'
  at: Temporal.Instant
}

/** Writes the event to the outbox. */
export async function enqueueDisputeEvent(sql: Tx, notice: DisputeNotice): Promise<void> {
  const { dispute, transaction, event, at } = notice
  const { merchant_id: merchantId, environment } = dispute
  const url = await optionalEventUrl(sql, merchantId, 'DISPUTE')
  // A dispute is reminded of twice, and everything else happens to it once.
  const once = event === 'reminded' ? `reminded:${dispute.reminded_days}` : event
  await enqueueWebhook(
    sql,
    {
      merchantId,
      environment,
      subject: paymentSubject(transaction.id),
      eventType: 'DISPUTE',
      dedupeKey: `dispute:${dispute.dispute_id}:${once}`,
      url,
      signed: true,
      body: disputeBody(notice),
    },
    at,
  )
}

/** The body of the webhook. `event` says what happened, `state` what the dispute is now. */
export function disputeBody({ dispute, transaction, event, at }: DisputeNotice) {
  const text = (minor: bigint) => formatMoney(money(minor, dispute.currency))
  return {
    event_type: 'DISPUTE' as const,
    event,
    dispute_id: dispute.dispute_id,
    state: dispute.state,
    transaction_uuid: transaction.transaction_uuid,
    reference: transaction.merchant_reference,
    amount: text(dispute.amount_minor),
    fee: text(dispute.fee_minor),
    ...movedBy(dispute),
    currency: dispute.currency,
    reason_code: dispute.reason_code,
    reason: dispute.reason,
    respond_by: dispute.respond_by && utcSecond(dispute.respond_by),
    timestamp: utcSecond(at),
  }
}

type Notice = {
  dispute: DisputeRow
  transaction: Pick<PricedTransaction, 'merchant_reference'>
  at: Temporal.Instant
  /** For a reminder. */
  daysLeft?: number
}

const factsOf = ({ dispute, transaction }: Notice) => ({
  disputeId: dispute.dispute_id,
  reference: transaction.merchant_reference,
  amount: money(dispute.amount_minor, dispute.currency),
  reason: { en: dispute.reason, fr: frenchReason(dispute) },
})

/** Notifies the merchant that its evidence was filed with the bank. */
export async function alertOfFiledEvidence(sql: Tx, notice: Notice): Promise<void> {
  const { merchant_id: merchantId, environment, dispute_id } = notice.dispute
  const facts = { ...factsOf(notice), filedAt: notice.at }
  const alert = { kind: 'dispute_filed', fact: `dispute:${dispute_id}:filed`, facts } as const
  await alertMerchant(sql, { merchantId, environment, ...alert }, notice.at)
}

/** Notifies the merchant that the dispute was opened, or reminds it that `daysLeft` days are left. */
export async function alertOfDispute(sql: Tx, notice: Notice): Promise<void> {
  const { dispute, at, daysLeft } = notice
  const owner = { merchantId: dispute.merchant_id, environment: dispute.environment }
  const facts = {
    ...factsOf(notice),
    taken: money(dispute.taken_minor + dispute.fee_minor, dispute.currency),
    respondBy: dispute.respond_by,
  }
  const fact = `dispute:${dispute.dispute_id}`
  if (daysLeft === undefined)
    await alertMerchant(sql, { ...owner, kind: 'dispute_opened', fact: `${fact}:opened`, facts }, at)
  else {
    const reminder = { kind: 'dispute_reminder', fact: `${fact}:reminded:${daysLeft}` } as const
    await alertMerchant(sql, { ...owner, ...reminder, facts: { ...facts, daysLeft } }, at)
  }
}
