// The gateway's view of what happened, for tests that compare it with ours.
import { formatAmount } from '../../amount.ts'
import type { Gateway } from '../gateway.ts'
import { currentStatus } from '../reporting/transaction-view.ts'
import type { Transaction } from './books.ts'

export function cardGatewayBooks(gateway: Gateway, code: string | null): object {
  const listed = code === null ? gateway.books.listAll() : gateway.books.listByCode(code)
  const payments = listed.filter((transaction) => transaction.kind === 'payment')
  return {
    payments: payments.map((payment) => paymentEntry(gateway, payment)),
    requests: Object.fromEntries(gateway.requestCounts),
  }
}

function paymentEntry(gateway: Gateway, payment: Transaction): object {
  const captures = gateway.books.children(payment.id).filter((child) => child.kind === 'capture')
  const refunds = [payment, ...captures]
    .flatMap((paid) => gateway.books.children(paid.id))
    .filter((child) => child.kind === 'refund')
  const standing = refunds.filter((refund) => !refund.voided)
  const text = (minor: number) => formatAmount({ minor, currency: payment.currency })
  return {
    id: payment.id,
    merchant_id: payment.merchantId,
    code: payment.code,
    transaction_id: payment.reference,
    amount: text(payment.amount),
    authorized_amount: text(payment.authorised),
    captured_amount: text(payment.captured),
    refunded_amount: text(standing.reduce((sum, refund) => sum + refund.amount, 0)),
    currency: payment.currency,
    status: currentStatus(gateway, payment),
    reason: payment.reason,
    card_suffix: payment.card?.suffix ?? null,
    created_at: new Date(payment.submittedAt).toISOString(),
    voided: payment.voided,
    reversed: payment.reversed,
    captures: captures.map((capture) => entry(gateway, capture)),
    refunds: refunds.map((refund) => entry(gateway, refund)),
  }
}

function entry(gateway: Gateway, transaction: Transaction): object {
  const { id, code, reference, amount, currency } = transaction
  return {
    id,
    code,
    transaction_id: reference,
    amount: formatAmount({ minor: amount, currency }),
    status: currentStatus(gateway, transaction),
  }
}
