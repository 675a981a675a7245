// The alerts of a dispute: that it was opened, that its deadline is near, and that its evidence was filed with the bank.
import { money } from '../../../kernel/money.ts'
import { alertMerchant } from '../../../merchants/alerts/alert-merchant.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { frenchReason } from '../../gateway/dispute-reasons.ts'
import type { PricedTransaction } from '../../transaction/queries.ts'
import type { DisputeRow } from '../queries.ts'

type Notice = {
  dispute: DisputeRow
  transaction: Pick<PricedTransaction, 'merchant_reference'>
  at: Temporal.Instant
  /** For a reminder. */
  daysLeft?: number
}

/** Notifies the merchant that its evidence was filed with the bank. */
export async function alertOfFiledEvidence(sql: Tx, { dispute, transaction, at }: Notice): Promise<void> {
  const { merchant_id: merchantId, environment, dispute_id: disputeId } = dispute
  const facts = {
    disputeId,
    reference: transaction.merchant_reference,
    amount: money(dispute.amount_minor, dispute.currency),
    reason: { en: dispute.reason, fr: frenchReason(dispute) },
    filedAt: at,
  }
  const alert = { kind: 'dispute_filed', fact: `dispute:${disputeId}:filed`, facts } as const
  await alertMerchant(sql, { merchantId, environment, ...alert }, at)
}

/** Notifies the merchant that the dispute was opened, or reminds it that `daysLeft` days are left. */
export async function alertOfDispute(sql: Tx, { dispute, transaction, at, daysLeft }: Notice): Promise<void> {
  const { merchant_id: merchantId, environment, dispute_id: disputeId, currency } = dispute
  const owner = { merchantId, environment }
  const facts = {
    disputeId,
    reference: transaction.merchant_reference,
    amount: money(dispute.amount_minor, currency),
    reason: { en: dispute.reason, fr: frenchReason(dispute) },
    taken: money(dispute.taken_minor + dispute.fee_minor, currency),
    respondBy: dispute.respond_by,
  }
  const fact = `dispute:${disputeId}`
  if (daysLeft === undefined)
    await alertMerchant(sql, { ...owner, kind: 'dispute_opened', fact: `${fact}:opened`, facts }, at)
  else {
    const reminder = { kind: 'dispute_reminder', fact: `${fact}:reminded:${daysLeft}` } as const
    await alertMerchant(sql, { ...owner, ...reminder, facts: { ...facts, daysLeft } }, at)
  }
}
