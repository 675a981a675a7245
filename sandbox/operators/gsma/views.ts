// Formats of payouts and reversals: as a transaction, as a request state, and in a callback.
import { createHash } from 'node:crypto'
import { formatAmount } from '../../amount.ts'
import type { Message, Payout, PayoutStatus, Reversal } from '../books/book.ts'
import type { CallbackMessage, CallbackReport, Operators } from '../operators.ts'
import { declineFacts, errorObject } from './errors.ts'

// In the standard transactionStatus is free text, and it does not say how a payout that was reversed after it had succeeded
// is reported. Our own choice: the same transaction becomes `reversed` and is PUT to its callback URL again.
export const transactionStatuses: Record<PayoutStatus, string> = {
  pending: 'pending',
  succeeded: 'completed',
  declined: 'failed',
  reversed: 'reversed',
}

export function transactionView(payout: Payout): Message {
  const { message, upstreamId, status, takenAt, completedAt, reversedAt } = payout
  return {
    ...message,
    transactionReference: upstreamId,
    transactionStatus: transactionStatuses[status],
    ...(completedAt && status !== 'declined' && { transactionReceipt: upstreamId }),
    creationDate: stamp(takenAt),
    modificationDate: stamp(reversedAt ?? completedAt ?? takenAt),
  }
}

export function reversalView(reversal: Reversal, payout: Payout): Message {
  const { message, upstreamId, amount, status, takenAt, completedAt } = reversal
  return {
    ...message,
    amount: formatAmount(amount),
    currency: amount.currency,
    debitParty: [{ key: 'msisdn', value: `+${payout.msisdn}` }],
    originalTransactionReference: payout.upstreamId,
    transactionReference: upstreamId,
    transactionStatus: transactionStatuses[status],
    creationDate: stamp(takenAt),
    modificationDate: stamp(completedAt ?? takenAt),
  }
}

export function payoutState(payout: Payout): Message {
  const { status, declineReason, msisdn, completedAt, takenAt } = payout
  const error = declineReason && errorObject(declineFacts(declineReason, msisdn), completedAt ?? takenAt)
  return { ...requestState(payout, isFinal(status)), ...(error && { status: 'failed', error }) }
}

export function reversalState(reversal: Reversal): Message {
  return requestState(reversal, reversal.status === 'succeeded')
}

type Requested = { id: string; callbackUrl: string | null; upstreamId: string }

export function requestState(subject: Requested, isDone: boolean): Message {
  return {
    serverCorrelationId: subject.id,
    status: isDone ? 'completed' : 'pending',
    notificationMethod: subject.callbackUrl ? 'callback' : 'polling',
    objectReference: subject.upstreamId,
  }
}

export function isFinal(status: PayoutStatus): boolean {
  return status !== 'pending'
}

/** PUT with the X-CorrelationID of the request: the whole transaction, or the error object. */
export function writeCallback(operators: Operators, report: CallbackReport): CallbackMessage | null {
  const { payout, reversal, isForged } = report
  const at = operators.clock.now()
  return callbackTo(reversal ?? payout, callbackBody(operators, report), at, isForged)
}

/** PUT to the URL that the request named; a forged one has a wrong hash. */
export function callbackTo(
  { callbackUrl, reference }: { callbackUrl: string | null; reference: string },
  message: Message,
  at: number,
  isForged: boolean,
): CallbackMessage | null {
  if (!callbackUrl) return null
  const body = JSON.stringify(message)
  return {
    method: 'PUT',
    url: callbackUrl,
    headers: {
      'content-type': 'application/json',
      'x-correlationid': reference,
      'x-date': stamp(at),
      'x-content-hash': contentHash(isForged ? `${body} ` : body),
    },
    body,
  }
}

function callbackBody(operators: Operators, { payout, reversal }: CallbackReport): Message {
  if (reversal) return reversalView(reversal, payout)
  if (!payout.declineReason) return transactionView(payout)
  return errorObject(declineFacts(payout.declineReason, payout.msisdn), operators.clock.now())
}

/** SHA-256 of the body as sent, in hexadecimal (GSMA security guideline, message integrity, grade 1). */
export function contentHash(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

export function stamp(at: number): string {
  return new Date(at).toISOString()
}
