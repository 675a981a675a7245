// What a merchant keeps of a payment, as the ledger has it.
import type * as schemas from '../../api/schemas.generated.ts'

type PaymentDetail = schemas.PaymentDetail['data']

type Paid = {
  status: PaymentDetail['status']
  amount: string | null
  financial: Pick<PaymentDetail['financial'], 'commission_amount' | 'merchant_amount'>
  refunds: readonly Pick<PaymentDetail['refunds'][number], 'amount' | 'status'>[]
}

/** What went back to the customer, the commission that was kept, and the balance, which may be below zero. */
export function balanceOf({ status, amount, financial, refunds }: Paid) {
  // A void takes back the whole charge with its commission; a refund leaves the commission as it was.
  if (status === 'VOIDED') return { returned: cents(amount), commission: 0, balance: 0 }
  const returned = refunds.reduce((sum, one) => sum + (one.status === 'SUCCESS' ? cents(one.amount) : 0), 0)
  return {
    returned,
    commission: cents(financial.commission_amount),
    balance: cents(financial.merchant_amount) - returned,
  }
}

/** A number of cents as the service writes amounts: "-43.75". */
export const amountText = (count: number): string => (count / 100).toFixed(2)

const cents = (amount: string | null): number => Math.round(Number(amount ?? 0) * 100)
