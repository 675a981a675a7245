// Stores a processed request and builds the members that all replies have in common.

import type { Amount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import { type Call, type Gateway, newId } from '../gateway.ts'
import { type Message, textAt } from '../message.ts'
import { declineMessage } from '../payments/reasons.ts'
import { Refused } from '../problems.ts'
import type { CardFacts, Transaction, TransactionKind } from './books.ts'

const sixtyDaysMs = 60 * 24 * 3600 * 1000

export type TransactionEvent = {
  kind: TransactionKind
  status: string
  reason?: string | null
  card?: CardFacts | null
  amount?: Amount
  parentId?: string | null
  authorised?: number
  captured?: number
  reference?: string | null
  /** Members of this reply beside id, time, status, code and error. */
  reply: Message | ((id: string) => Message)
}

export function recordTransaction(gateway: Gateway, call: Call, event: TransactionEvent): Message {
  const id = newId(gateway)
  const now = gateway.clock.now()
  const reason = event.reason ?? null
  const code = textAt(call.message, 'clientReferenceInformation.code') ?? ''
  const own = typeof event.reply === 'function' ? event.reply(id) : event.reply
  const reply: Message = {
    id,
    submitTimeUtc: utcSeconds(now),
    status: event.status,
    clientReferenceInformation: { code },
    ...(reason && { errorInformation: { reason, message: declineMessage(reason) } }),
    ...own,
  }
  const captured = event.captured ?? 0
  const transaction: Transaction = {
    id,
    kind: event.kind,
    merchantId: call.merchantId,
    code,
    reference: event.reference === undefined ? referenceOf(call) : event.reference,
    parentId: event.parentId ?? null,
    submittedAt: now,
    status: event.status,
    reason,
    currency: event.amount?.currency ?? '',
    amount: event.amount?.minor ?? 0,
    authorised: event.authorised ?? 0,
    captured,
    refunded: 0,
    capturedAt: captured > 0 ? now : null,
    voided: false,
    reversed: false,
    card: event.card ?? null,
    reply,
  }
  gateway.books.save(transaction)
  return reply
}

function referenceOf(call: Call): string | null {
  return textAt(call.message, 'clientReferenceInformation.transactionId')
}

export function findByReference(gateway: Gateway, merchantId: string, reference: string): Transaction | null {
  return gateway.books.findByReference(merchantId, reference, gateway.clock.now() - sixtyDaysMs)
}

export function refuseDuplicate(gateway: Gateway, call: Call): void {
  const reference = referenceOf(call)
  if (!reference || !findByReference(gateway, call.merchantId, reference)) return
  throw new Refused('DUPLICATE_REQUEST', [
    { field: 'clientReferenceInformation.transactionId', reason: 'INVALID_DATA' },
  ])
}
