// The chargeback report, and the control that opens and decides cases.
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { formatAmount, parseAmount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import type { Transaction } from '../books/books.ts'
import type { DisputeEntry } from '../books/cases.ts'
import { brandNameOf } from '../cards/banks.ts'
import { type Call, type Gateway, ok, type Reply } from '../gateway.ts'
import { periodOf } from './reports.ts'

const reasons = {
  fraudulent: '10.4',
  duplicate: '12.6.1',
  incorrect_amount: '12.5',
  product_not_received: '13.1',
  product_unacceptable: '13.3',
  credit_not_processed: '13.6',
} as const
type Reason = keyof typeof reasons

export const disputeRequest = z.strictObject({
  transaction_uuid: z.string(),
  reason: z.enum(Object.keys(reasons) as [Reason, ...Reason[]]).default('fraudulent'),
  /** `inquiry` moves no money; it may become a chargeback later. */
  stage: z.enum(['inquiry', 'chargeback']).default('chargeback'),
  /** A decimal; what was paid by default. */
  amount: z.string().optional(),
  outcome: z.enum(['won', 'lost']).optional(),
})

export class DisputeRefused extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string, message: string) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/** How long the merchant may send evidence. */
const responseMs = 14 * 24 * 3600 * 1000

/** Opens a case of a payment, or continues the one that is open, and decides it if an outcome is given. */
export function dispute(gateway: Gateway, wanted: z.output<typeof disputeRequest>): object {
  const payment = gateway.books
    .listByCode(wanted.transaction_uuid)
    .find(({ kind, capturedAt }) => kind === 'payment' && capturedAt !== null)
  if (!payment)
    throw new DisputeRefused(404, 'NOT_FOUND', 'No payment with this transaction_uuid was charged')
  const amount = wanted.amount === undefined ? payment.amount : parseAmount(wanted.amount, payment.currency)
  if (!amount) throw new DisputeRefused(400, 'INVALID_REQUEST', 'The amount is invalid')
  const last = gateway.cases.of(payment.code).at(-1)
  const at = gateway.clock.now()
  const isOpen = last?.kind === 'inquiry' || last?.kind === 'opened'
  const kind = wanted.stage === 'inquiry' ? 'inquiry' : 'opened'
  const facts = { amount, reasonCode: reasons[wanted.reason] }
  if (!isOpen) openCase(gateway, payment, { kind, at, ...facts })
  else if (last.kind === 'inquiry' && kind === 'opened' && !wanted.outcome)
    gateway.cases.add({ ...last, ...facts, kind, at })
  else if (!wanted.outcome) throw new DisputeRefused(409, 'CONFLICT', 'The payment is disputed already')
  if (wanted.outcome) decide(gateway, payment.code, wanted.outcome, at)
  const lines = gateway.cases.of(payment.code)
  return {
    case_number: lines.at(-1)?.caseNumber,
    lines: lines.map(({ kind, at }) => ({ kind, at: utcSeconds(at) })),
  }
}

function decide(gateway: Gateway, code: string, kind: 'won' | 'lost', at: number): void {
  const last = gateway.cases.of(code).at(-1)
  if (last) gateway.cases.add({ ...last, kind, at: Math.max(at, last.at) })
}

type Opening = Pick<DisputeEntry, 'kind' | 'at'> & Partial<Pick<DisputeEntry, 'amount' | 'reasonCode'>>

/** Opens a case of a payment that was captured. */
export function openCase(gateway: Gateway, payment: Transaction, opening: Opening): void {
  gateway.cases.add({
    caseNumber: `CB${gateway.clock.trueNow()}${String(randomInt(100_000)).padStart(5, '0')}`,
    merchantId: payment.merchantId,
    paymentId: payment.id,
    code: payment.code,
    amount: payment.captured,
    currency: payment.currency,
    reasonCode: reasons.fraudulent,
    cardType: brandNameOf(payment.card?.type ?? ''),
    ...opening,
  })
}

const words = {
  inquiry: { natureOfDispute: 'Retrieval', action: 'Retrieval Request', preDisputeFlag: 'Y' },
  opened: { natureOfDispute: 'Chargeback', action: 'Chargeback', preDisputeFlag: 'N' },
  won: { natureOfDispute: 'Chargeback', action: 'Chargeback Reversal', preDisputeFlag: 'N' },
  lost: { natureOfDispute: 'Chargeback', action: 'Representment Declined', preDisputeFlag: 'N' },
} as const
const signs = { inquiry: '', opened: '-', won: '+', lost: '' } as const

export function chargebackDetails(gateway: Gateway, call: Call): Reply {
  const { from, to } = periodOf(call)
  return ok({
    organizationId: call.query.organizationId ?? call.merchantId,
    startTime: utcSeconds(from),
    endTime: utcSeconds(to),
    chargebackDetails: visible(gateway, call).map(detailsOf),
  })
}

export function chargebackSummaries(gateway: Gateway, call: Call): Reply {
  const { from, to } = periodOf(call)
  const days = Map.groupBy(visible(gateway, call), ({ at }) => `${utcSeconds(at).slice(0, 10)}T00:00:00Z`)
  return ok({
    organizationId: call.query.organizationId ?? call.merchantId,
    startTime: utcSeconds(from),
    endTime: utcSeconds(to),
    chargebackSummaries: [...days].map(([time, entries]) => ({
      count: entries.length,
      time,
      accountId: call.merchantId,
    })),
  })
}

/** Lines of the period whose time has come; the end of the period is included, to the second. */
function visible(gateway: Gateway, call: Call): DisputeEntry[] {
  const { from, to } = periodOf(call)
  const now = gateway.clock.now()
  return gateway.cases.between(call.merchantId, from, to + 1_000).filter(({ at }) => at <= now)
}

function detailsOf(entry: DisputeEntry): object {
  return {
    processorMerchantId: '000000000000001',
    merchantName: entry.merchantId,
    transactionReferenceNumber: entry.paymentId,
    merchantReferenceNumber: entry.code,
    ...words[entry.kind],
    alertType: '',
    amount: formatAmount({ minor: entry.amount, currency: entry.currency }),
    sign: signs[entry.kind],
    actionDescription: words[entry.kind].action,
    cardType: entry.cardType,
    originalSettlementTime: utcSeconds(entry.at),
    trackingNumber: entry.caseNumber,
    currencyCode: entry.currency,
    requestId: entry.paymentId,
    responseDueTime: utcSeconds(entry.at + responseMs),
    time: utcSeconds(entry.at),
    customerId: '',
    reasonCode: entry.reasonCode,
    applications: { name: 'ics_bill', returnCode: '' },
  }
}
