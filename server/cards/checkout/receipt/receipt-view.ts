// Data of the receipt page of a payment that was completed.

import assert from 'node:assert/strict'
import type { Language } from '../../../kernel/language/language.ts'
import type { LocalCurrency } from '../../../kernel/money.ts'
import { preferences } from '../../../merchants/identity/preferences.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'
import type { IssueReceipt } from '../../../receipts/issue-receipt.ts'
import { paymentReceiptFacts } from '../../receipts/payment-receipt.ts'
import { amountOf } from '../../transaction/amount.ts'
import type { PricedTransaction } from '../../transaction/queries.ts'
import { brandOf, type MerchantBrand } from '../frame/merchant-brand.ts'

export type ReceiptView = {
  transactionUuid: string
  sig: string
  language: Language
  nonce: string
  sandbox: boolean
  status: 'SUCCESS' | 'ALREADY_PAID' | 'REFUNDED' | 'PARTIALLY_REFUNDED' | 'VOIDED' | 'DISPUTED' | 'RETURNED'
  brand: MerchantBrand
  /** "1250.00" */
  amount: string
  currency: LocalCurrency
  /** Set after a refund, a void or a lost dispute: "250.00" */
  returnedAmount: string | null
  /** What is still paid after a partial refund, otherwise null: "1000.00" */
  keptAmount: string | null
  paidAt: Temporal.Instant
  /** The merchant's: "Africa/Kinshasa" */
  timeZone: string
  /** "VISA", and the last four digits; empty where the gateway reported none. */
  cardType: string
  cardLast4: string
  /** The description of the payment link; empty for other payments. */
  description: string
  reference: string
  gatewayId: string
  code: string
  /** The page that verifies this receipt. */
  verifyUrl: string
  /** The merchant's address to return to, if there is one. */
  backUrl?: string
}

const findDescription = statement<{ description: string }>(
  'find_link_description',
  'select description from payment_link where id = $1',
)

type Shown = Pick<ReceiptView, 'sig' | 'language' | 'nonce' | 'status' | 'backUrl'>

/** Issues the receipt of a completed payment and gathers what its page shows. */
export async function receiptView(
  { db, issueReceipt }: { db: Sql; issueReceipt: IssueReceipt },
  transaction: PricedTransaction,
  shown: Shown,
): Promise<ReceiptView> {
  const { payment_link_id: linkId, finalised_at } = transaction
  assert(finalised_at, 'a completed payment has a time')
  const { time_zone: timeZone } = await preferences({ db }, { merchantId: transaction.merchant_id })
  const facts = paymentReceiptFacts({ ...transaction, time_zone: timeZone, returned_at: null })
  const [{ code, url }, [link], brand] = await Promise.all([
    issueReceipt({ transactionId: transaction.id }, facts),
    linkId === null ? [] : db.rows(findDescription, [linkId]),
    brandOf(db, transaction),
  ])
  return {
    ...shown,
    transactionUuid: transaction.transaction_uuid,
    sandbox: transaction.environment === 'sandbox',
    brand,
    amount: facts.amount,
    currency: transaction.currency,
    returnedAmount: facts.returnedAmount,
    keptAmount:
      shown.status === 'PARTIALLY_REFUNDED'
        ? amountOf(transaction.amount_minor - transaction.refunded_minor, transaction.currency)
        : null,
    paidAt: facts.paidAt,
    timeZone,
    cardType: transaction.card_type,
    cardLast4: transaction.card_last4,
    description: link?.description ?? '',
    reference: transaction.merchant_reference,
    gatewayId: transaction.cs_payment_id ?? '',
    code,
    verifyUrl: url,
  }
}
