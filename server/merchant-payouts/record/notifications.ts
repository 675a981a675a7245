// The event PAYOUT, which reports every state of a payout. The callback URL gets it only if the merchant asked for it there.

import { money } from '../../kernel/money.ts'
import { alertMerchant } from '../../merchants/alerts/alert-merchant.ts'
import { optionalEventUrl } from '../../merchants/profile/webhook-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import { enqueueWebhook } from '../../webhooks/enqueue-webhook.ts'
import type { PayoutRow, PayoutTarget } from './queries.ts'
import { renderPayout } from './responses.ts'

export async function enqueuePayoutWebhook(sql: Tx, payout: PayoutRow, now: Temporal.Instant): Promise<void> {
  const url = await optionalEventUrl(sql, payout.merchant_id, 'PAYOUT')
  const { merchant_id: merchantId, environment, public_id, state } = payout
  await enqueueWebhook(
    sql,
    {
      merchantId,
      environment,
      subject: `payout:${public_id}`,
      eventType: 'PAYOUT',
      // A payout that was held is requested and approved a second time.
      dedupeKey: `payout:${public_id}:${state}${isAgain(payout) ? `:${now.epochMilliseconds}` : ''}`,
      url,
      signed: true,
      body: payoutBody(payout, now),
    },
    now,
  )
}

const isAgain = ({ state, held_at }: PayoutRow) =>
  held_at !== null && (state === 'REQUESTED' || state === 'APPROVED')

export function payoutBody(payout: PayoutRow, now: Temporal.Instant) {
  const timestamp = now.toString({ smallestUnit: 'second' })
  return { event_type: 'PAYOUT' as const, ...renderPayout(payout), timestamp }
}

/** Does nothing for a payout in another state. */
export async function alertOfFailure(sql: Tx, payout: PayoutRow, now: Temporal.Instant): Promise<void> {
  const { merchant_id: merchantId, environment, public_id: payoutId, reference, state } = payout
  // guard: failed-payout-alert
  if (state !== 'FAILED' && state !== 'RETURNED') return
  const facts = {
    payoutId,
    reference,
    amount: money(payout.amount_minor, payout.currency),
    destination: destinationText(payout),
    isReturned: state === 'RETURNED',
  }
  const fact = `payout:${payoutId}:${state}`
  await alertMerchant(sql, { merchantId, environment, kind: 'payout_failed', fact, facts }, now)
}

/** Tells the merchant that a payout waits because its destination must be confirmed again. */
export async function alertOfHold(sql: Tx, payout: PayoutRow, now: Temporal.Instant): Promise<void> {
  const { merchant_id: merchantId, environment, public_id: payoutId, reference } = payout
  const amount = money(payout.amount_minor, payout.currency)
  const facts = { payoutId, reference, amount, destination: destinationText(payout) }
  const fact = `payout:${payoutId}:held:${now.epochMilliseconds}`
  await alertMerchant(sql, { merchantId, environment, kind: 'payout_held', fact, facts }, now)
}

/** The operator or the bank, and the last four characters of the account. */
export function destinationText(target: PayoutTarget): string {
  return target.type === 'wallet'
    ? `${target.operator} …${target.number.slice(-4)}`
    : `${target.bic} …${target.account.slice(-4)}`
}
