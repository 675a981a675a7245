// The alerts of a payout that failed, was returned, or is held because its destination is no longer active.
import { money } from '../../kernel/money.ts'
import { alertMerchant } from '../../merchants/alerts/alert-merchant.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { PayoutRow, PayoutTarget } from './queries.ts'

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
