// The receipt of a transfer, for the partner to hand to the sender. It names neither sender nor beneficiary.
import assert from 'node:assert/strict'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { preferences } from '../../merchants/identity/preferences.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { IssueReceipt, Receipt } from '../../receipts/issue-receipt.ts'
import type { ReceiptFacts, ReceiptState } from '../../receipts/receipt-facts.ts'
import type { Query } from '../http/list-parameters.ts'
import { formatHundredths } from '../transfer/formats.ts'
import { fieldProblem, remittanceProblems } from '../transfer/problems.ts'
import { ownTransfer, type TransferRow } from '../transfer/queries.ts'
import type { TransferStatus } from '../transfer/transfer.ts'

type ReceiptTransfer = Pick<
  TransferRow,
  | 'environment'
  | 'status'
  | 'reference'
  | 'amount_hundredths'
  | 'currency'
  | 'completed_at'
  | 'reversed_at'
  | 'operator'
  | 'customer_number'
>

type Partner = { merchant_name: string; time_zone: string }

const findTransfer = statement<ReceiptTransfer & Partner>(
  'find_receipt_transfer',
  `select m.name as merchant_name, m.time_zone, t.environment, t.status, t.reference, t.amount_hundredths, t.currency,
          t.completed_at, t.reversed_at, t.operator, t.customer_number
     from transfer t join merchant m on m.id = t.merchant_id where t.id = $1`,
)

const states: Partial<Record<TransferStatus, ReceiptState>> = {
  Successful: 'successful',
  Reversed: 'reversed',
}

/** @throws Problem 409 for a transfer that was not paid. */
function factsOf(transfer: ReceiptTransfer, partner: Partner): ReceiptFacts {
  const state = states[transfer.status]
  // guard: transfer-receipt-status
  if (!state) throw new Problem(remittanceProblems.receipt_status, { status: transfer.status })
  assert(transfer.completed_at, 'a paid transfer has a time of completion')
  const amount = formatHundredths(transfer.amount_hundredths)
  return {
    environment: transfer.environment,
    merchant: partner.merchant_name,
    amount,
    currency: transfer.currency,
    reference: transfer.reference,
    paidAt: transfer.completed_at,
    state,
    returnedAmount: state === 'reversed' ? amount : null,
    returnedAt: transfer.reversed_at,
    timeZone: partner.time_zone,
    // Enough for the sender to recognize the transfer; the number is not known from it.
    recipient: { operator: transfer.operator, numberEnd: transfer.customer_number.slice(-4) },
  }
}

/** What the receipt of the transfer with this internal id states today. */
export async function readTransferFacts(db: Sql, id: bigint): Promise<ReceiptFacts> {
  const [transfer] = await db.rows(findTransfer, [id])
  assert(transfer, 'a transfer is never deleted')
  return factsOf(transfer, transfer)
}

export type ReceiptNeeds = { db: Sql; issueReceipt: IssueReceipt }

/** The page that verifies the receipt of a transfer; null before the money was paid out, and kept when it is taken back. */
export async function transferReceiptLink(
  { db, issueReceipt }: ReceiptNeeds,
  transferId: bigint,
  status: TransferStatus,
): Promise<string | null> {
  if (!states[status]) return null
  return (await issueReceipt({ transferId }, await readTransferFacts(db, transferId))).url
}

/**
 * The receipt of a merchant's own transfer.
 * @throws Problem 400 without a reference, 404, 409 when the transfer was not paid.
 */
export async function ownTransferReceipt(
  { db, issueReceipt }: ReceiptNeeds,
  merchant: Merchant,
  query: Query,
): Promise<Receipt> {
  const { reference } = query
  if (typeof reference !== 'string' || reference === '')
    throw fieldProblem(remittanceProblems.field_missing, 'reference', 'Field required')
  const transfer = await ownTransfer(db, merchant, { reference })
  if (!transfer) throw new Problem(remittanceProblems.transfer_unknown)
  const { time_zone } = await preferences({ db }, { merchantId: merchant.id })
  return issueReceipt(
    { transferId: transfer.id },
    factsOf(transfer, { merchant_name: merchant.name, time_zone }),
  )
}
