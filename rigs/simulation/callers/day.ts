// What callers do at random in a simulated day: merchants and their payers, senders of money, admins. Everything
// acknowledged to them is noted and checked at the end.
import type { Acknowledged, Acknowledgements, Mismatch } from './acknowledged.ts'
import { adjustment } from './acts/adjustment.ts'
import { approval } from './acts/approvals/approval.ts'
import { heldTransfer } from './acts/approvals/held-transfer.ts'
import { quarantinedRates } from './acts/approvals/rates.ts'
import { bankBatch } from './acts/balances/bank-batch.ts'
import { bankLine, bankStatement } from './acts/balances/bank-statement.ts'
import { correction } from './acts/balances/correction.ts'
import { destination, schedule } from './acts/balances/destination.ts'
import { payout } from './acts/balances/payout.ts'
import { statement } from './acts/balances/statement.ts'
import { refundBatch } from './acts/batches/refund-batch.ts'
import { batch } from './acts/batches/transfer-batch.ts'
import { dispute } from './acts/cards/dispute.ts'
import { type ActContext, openContext } from './acts/context.ts'
import { customCheckout } from './acts/custom-checkout.ts'
import { hostedPayment } from './acts/hosted-payment.ts'
import { linkInParts } from './acts/link-in-parts.ts'
import { paymentLink } from './acts/payment-link.ts'
import { phonePayment } from './acts/phone-payment.ts'
import { quote } from './acts/quote.ts'
import { refund } from './acts/refund.ts'
import { refundRequest } from './acts/refund-request.ts'
import { largeTopUp, topUp } from './acts/top-up.ts'
import { reversal, transfer } from './acts/transfer.ts'
import { voidPayment } from './acts/void.ts'
import type { Manners, Place } from './place.ts'

export type Day = Acknowledgements & {
  /** Runs one random act; resolves once its callers have finished. */
  doSomething(only?: readonly ActName[]): Promise<void>
}

export type ActName =
  | 'hosted payment'
  | 'custom checkout'
  | 'payment link'
  | 'link in parts'
  | 'phone payment'
  | 'refund'
  | 'refund request'
  | 'approval'
  | 'dispute'
  | 'payout'
  | 'payout destination'
  | 'balance correction'
  | 'payout schedule'
  | 'bank batch'
  | 'bank statement'
  | 'bank line'
  | 'statement'
  | 'void'
  | 'transfer'
  | 'held transfer'
  | 'batch'
  | 'refund batch'
  | 'quote'
  | 'quarantined rates'
  | 'reversal'
  | 'top-up'
  | 'large top-up'
  | 'adjustment'

/** Payments are frequent: refunds, disputes, payouts and statements find nothing without them. */
const weights: Record<ActName, number> = {
  'hosted payment': 16,
  'custom checkout': 6,
  'payment link': 3,
  'link in parts': 4,
  'phone payment': 10,
  refund: 5,
  'refund request': 4,
  approval: 4,
  dispute: 3,
  payout: 5,
  'payout destination': 2,
  'balance correction': 2,
  'payout schedule': 2,
  'bank batch': 3,
  'bank statement': 3,
  'bank line': 2,
  statement: 3,
  void: 2,
  transfer: 6,
  'held transfer': 2,
  batch: 3,
  'refund batch': 3,
  quote: 3,
  'quarantined rates': 1,
  reversal: 2,
  'top-up': 1,
  'large top-up': 1,
  adjustment: 1,
}

const acts: Record<ActName, (context: ActContext) => Promise<unknown>> = {
  'hosted payment': hostedPayment,
  'custom checkout': customCheckout,
  'payment link': paymentLink,
  'link in parts': linkInParts,
  'phone payment': phonePayment,
  refund,
  'refund request': refundRequest,
  approval,
  dispute,
  payout,
  'payout destination': destination,
  'balance correction': correction,
  'payout schedule': schedule,
  'bank batch': bankBatch,
  'bank statement': bankStatement,
  'bank line': bankLine,
  statement,
  void: voidPayment,
  transfer: (context) => transfer(context),
  'held transfer': heldTransfer,
  batch,
  'refund batch': refundBatch,
  quote,
  'quarantined rates': quarantinedRates,
  reversal,
  'top-up': topUp,
  'large top-up': largeTopUp,
  adjustment,
}

const bag = (Object.keys(acts) as ActName[]).flatMap((name) => Array(weights[name]).fill(name) as ActName[])

export function openDay(place: Place, manners: Manners): Day {
  const acknowledged: Acknowledged[] = []
  const singular: Acknowledged[] = []
  const mismatches: Mismatch[] = []
  const context = openContext(place, manners, { acknowledged, singular, mismatches })
  return {
    async doSomething(only) {
      const name = place.chance.pick(only ? bag.filter((each) => only.includes(each)) : bag)
      await acts[name](context)
    },
    acknowledged,
    singular,
    mismatches,
  }
}
