// Captures, reversals, voids and refunds of authorized or captured money.
import { type Amount, formatAmount } from '../../amount.ts'
import { hasBatchPassed } from '../books/batch.ts'
import type { Transaction } from '../books/books.ts'
import { findByReference, recordTransaction, refuseDuplicate } from '../books/record-transaction.ts'
import { type Call, created, type Gateway, type Reply } from '../gateway.ts'
import { type Message, requiredText, requireFields, valueAt } from '../message.ts'
import { invalidField, notFound, Refused } from '../problems.ts'
import { amountAt } from './amount.ts'

const codeField = 'clientReferenceInformation.code'
const referenceField = 'clientReferenceInformation.transactionId'

export function capture(gateway: Gateway, call: Call): Reply {
  requireFields(call.message, [codeField])
  refuseDuplicate(gateway, call)
  const payment = find(gateway, call, 'payment')
  const amount = amountIn(call, payment)
  if (payment.reversed) throw new Refused('AUTH_ALREADY_REVERSED')
  if (payment.authorised === 0) throw new Refused('MISSING_AUTH')
  const isPartOfSeveral = valueAt(call.message, 'processingInformation.captureOptions') !== undefined
  if (payment.captured > 0 && !isPartOfSeveral) throw new Refused('MISSING_AUTH')
  if (amount.minor === 0) throw new Refused('INVALID_AMOUNT')
  if (payment.captured + amount.minor > payment.authorised) throw new Refused('EXCEEDS_AUTH_AMOUNT')
  gateway.books.save({ ...payment, captured: payment.captured + amount.minor })
  const reply = recordTransaction(gateway, call, {
    kind: 'capture',
    status: 'PENDING',
    parentId: payment.id,
    amount,
    captured: amount.minor,
    card: payment.card,
    reply: (id) => ({
      reconciliationId: id,
      orderInformation: { amountDetails: { totalAmount: formatAmount(amount), currency: amount.currency } },
      _links: linksOf('captures', id, ['void', 'refund']),
    }),
  })
  return created(reply)
}

export function reversePayment(gateway: Gateway, call: Call): Reply {
  requireFields(call.message, [codeField])
  return reverse(gateway, call, find(gateway, call, 'payment'))
}

/** A reversal that names the authorization by the merchant's own reference, because its reply was lost. */
export function reverseByReference(gateway: Gateway, call: Call): Reply {
  requireFields(call.message, [codeField, referenceField])
  const lost = lostRequest(gateway, call)
  if (lost?.kind !== 'payment') throw new Refused('MISSING_AUTH')
  return reverse(gateway, call, lost)
}

function reverse(gateway: Gateway, call: Call, payment: Transaction): Reply {
  const amount = amountIn(call, payment, 'reversalInformation.amountDetails')
  if (payment.reversed) throw new Refused('AUTH_ALREADY_REVERSED')
  if (payment.captured > 0) throw new Refused('TRANSACTION_ALREADY_SETTLED')
  if (payment.authorised === 0) throw new Refused('MISSING_AUTH')
  if (![payment.authorised, payment.amount].includes(amount.minor)) throw new Refused('INVALID_AMOUNT')
  gateway.books.save({ ...payment, reversed: true })
  const reversed = { minor: payment.authorised, currency: payment.currency }
  const reply = recordTransaction(gateway, call, {
    kind: 'reversal',
    status: 'REVERSED',
    parentId: payment.id,
    reference: null,
    amount: reversed,
    card: payment.card,
    reply: (id) => ({
      reconciliationId: payment.id,
      reversalAmountDetails: {
        reversedAmount: formatAmount(reversed),
        originalTransactionAmount: formatAmount(original(payment)),
        currency: payment.currency,
      },
      processorInformation: { responseCode: '00' },
      _links: linksOf('reversals', id, []),
    }),
  })
  return created(reply)
}

export function voidOf(kind: 'payment' | 'capture' | 'refund') {
  return (gateway: Gateway, call: Call): Reply => {
    requireFields(call.message, [codeField])
    const target = find(gateway, call, kind)
    refuseUnvoidable(gateway, target)
    return recordVoid(gateway, call, target)
  }
}

/** Voids a lost sale, capture or refund. If that was declined, the void succeeds because there is nothing to undo. */
export function voidByReference(gateway: Gateway, call: Call): Reply {
  requireFields(call.message, [codeField, referenceField])
  const lost = lostRequest(gateway, call)
  if (!lost) throw invalidField(referenceField)
  const hadFailed = lost.kind === 'payment' && lost.authorised === 0
  if (!hadFailed) refuseUnvoidable(gateway, lost)
  return recordVoid(gateway, call, lost)
}

function refuseUnvoidable(gateway: Gateway, target: Transaction): void {
  const isRefund = target.kind === 'refund'
  const hasMoney = isRefund || target.capturedAt !== null
  const since = isRefund ? target.submittedAt : target.capturedAt
  const isInBatch = since !== null && hasBatchPassed(since, gateway.clock.now())
  if (!hasMoney || target.voided || target.refunded > 0 || isInBatch) throw new Refused('NOT_VOIDABLE')
}

function recordVoid(gateway: Gateway, call: Call, target: Transaction): Reply {
  const amount = {
    minor: target.authorised === 0 && target.kind === 'payment' ? 0 : target.amount,
    currency: target.currency,
  }
  if (amount.minor > 0) undo(gateway, target)
  const reply = recordTransaction(gateway, call, {
    kind: 'void',
    status: 'VOIDED',
    parentId: target.id,
    reference: null,
    amount,
    card: target.card,
    reply: (id) => ({
      reconciliationId: target.id,
      voidAmountDetails: {
        voidAmount: formatAmount(amount),
        originalTransactionAmount: formatAmount(original(target)),
        currency: target.currency.toLowerCase(),
      },
      processorInformation: { responseCode: '00' },
      _links: linksOf('voids', id, []),
    }),
  })
  return created(reply)
}

function undo(gateway: Gateway, target: Transaction): void {
  const { books } = gateway
  books.save({ ...target, voided: true, captured: 0 })
  const parent = target.parentId ? books.find(target.merchantId, target.parentId) : null
  if (!parent) return
  if (target.kind === 'capture') books.save({ ...parent, captured: parent.captured - target.amount })
  if (target.kind === 'refund') books.save({ ...parent, refunded: parent.refunded - target.amount })
}

export function refundOf(kind: 'payment' | 'capture') {
  return (gateway: Gateway, call: Call): Reply => {
    requireFields(call.message, [codeField])
    refuseDuplicate(gateway, call)
    const target = find(gateway, call, kind)
    const amount = amountIn(call, target)
    if (target.voided) throw new Refused('CAPTURE_ALREADY_VOIDED')
    if (target.capturedAt === null) throw new Refused('NOT_SUPPORTED')
    if (amount.minor === 0 || target.refunded + amount.minor > target.captured)
      throw new Refused('INVALID_AMOUNT')
    gateway.books.save({ ...target, refunded: target.refunded + amount.minor })
    return created(recordRefund(gateway, call, target, amount))
  }
}

function recordRefund(gateway: Gateway, call: Call, target: Transaction, amount: Amount): Message {
  return recordTransaction(gateway, call, {
    kind: 'refund',
    status: 'PENDING',
    parentId: target.id,
    amount,
    card: target.card,
    reply: (id) => ({
      reconciliationId: target.id,
      refundAmountDetails: { refundAmount: formatAmount(amount), currency: amount.currency },
      orderInformation: { amountDetails: { currency: amount.currency } },
      processorInformation: { responseCode: '00' },
      _links: linksOf('refunds', id, ['void']),
    }),
  })
}

function find(gateway: Gateway, call: Call, kind: Transaction['kind']): Transaction {
  const found = gateway.books.find(call.merchantId, call.params.id ?? '')
  if (!found) throw notFound()
  if (found.kind !== kind) throw new Refused('INVALID_PAYMENT_ID', [{ field: 'id', reason: 'INVALID_DATA' }])
  return found
}

function lostRequest(gateway: Gateway, call: Call): Transaction | null {
  return findByReference(gateway, call.merchantId, requiredText(call.message, referenceField))
}

function amountIn(call: Call, target: Transaction, path = 'orderInformation.amountDetails'): Amount {
  const amount = amountAt(call.message, path)
  if (amount.currency !== target.currency) throw invalidField(`${path}.currency`)
  return amount
}

function original(target: Transaction): Amount {
  return { minor: target.amount, currency: target.currency }
}

const nextSteps = { void: 'voids', refund: 'refunds' } as const

function linksOf(collection: string, id: string, steps: (keyof typeof nextSteps)[]): Message {
  const href = `/pts/v2/${collection}/${id}`
  const next = steps.map((step) => [step, { method: 'POST', href: `${href}/${nextSteps[step]}` }])
  return { ...Object.fromEntries(next), self: { method: 'GET', href } }
}

export function readTransaction(kind: Transaction['kind']) {
  return (gateway: Gateway, call: Call): Reply => ({ status: 200, body: find(gateway, call, kind).reply })
}
