// What a second user decides about: where a payout goes, and which payment a refund is of.
import { type Currency, formatMoney, money } from '../../kernel/money.ts'
import type { PayoutTarget } from '../../merchant-payouts/payout/queries.ts'
import { payeeOfTarget, renderTarget } from '../../merchant-payouts/payout/responses.ts'

/** Of a payout without what belongs to a refund, and the other way round. */
export type SubjectRow = { currency: Currency; subject: string } & (
  | ({ payout: string; destination: string; fee_minor: bigint } & PayoutTarget)
  | {
      payout: null
      customer_name: string
      merchant_reference: string
      payment_minor: bigint
      refunded_minor: bigint
    }
)

/** SQL: of the payout `p` to the destination `d`, or of the payment `t`. */
export const subjectColumns = `p.public_id as payout, p.fee_minor, d.public_id as destination, d.type, d.operator, d.number,
  d.subscriber_name, d.account, d.bic, d.holder, trim(t.bill_to_forename || ' ' || t.bill_to_surname) as customer_name,
  t.merchant_reference, t.amount_minor as payment_minor, t.refunded_minor`

/** Whom the approval pays: where the payout goes, or the payment that is refunded. */
export const payeeOf = (row: SubjectRow): string => (row.payout === null ? row.subject : payeeOfTarget(row))

/** The payout or the payment; the other one is null. */
export function renderSubject(row: SubjectRow) {
  const amount = (minor: bigint) => formatMoney(money(minor, row.currency))
  if (row.payout !== null)
    return {
      payout: {
        payout_id: row.payout,
        fee: amount(row.fee_minor),
        destination: { destination_id: row.destination, ...renderTarget(row) },
      },
      payment: null,
    }
  return {
    payout: null,
    payment: {
      transaction_uuid: row.subject,
      merchant_reference: row.merchant_reference,
      customer_name: row.customer_name,
      amount: amount(row.payment_minor),
      refunded_amount: amount(row.refunded_minor),
    },
  }
}
