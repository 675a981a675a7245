// A transaction as shown by search and details, which lag by the configured delay.

import { formatAmount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import { moneyStatus } from '../books/batch.ts'
import type { Transaction } from '../books/books.ts'
import { binFacts } from '../cards/banks.ts'
import type { Gateway } from '../gateway.ts'
import { type Message, present, valueAt } from '../message.ts'
import { legacyCode } from '../payments/reasons.ts'

const applicationNames: Record<Transaction['kind'], string> = {
  payment: 'ics_auth',
  capture: 'ics_bill',
  reversal: 'ics_auth_reversal',
  void: 'ics_void',
  refund: 'ics_credit',
  setup: 'ics_pa_setup',
  enrolment: 'ics_pa_enroll',
  validation: 'ics_pa_validate',
}

export function isVisible(gateway: Gateway, transaction: Transaction): boolean {
  return transaction.submittedAt + gateway.settings.searchDelaySeconds * 1000 <= gateway.clock.now()
}

/** The current status, whereas a reply contains the status at its own time. */
export function currentStatus(gateway: Gateway, transaction: Transaction): string {
  const { kind, voided, reversed, capturedAt, submittedAt, status } = transaction
  if (voided) return 'VOIDED'
  if (reversed) return 'REVERSED'
  const moneyAt = kind === 'refund' ? submittedAt : capturedAt
  return moneyAt === null ? status : moneyStatus(moneyAt, gateway.clock.now())
}

export function transactionSummary(gateway: Gateway, transaction: Transaction): Message {
  const { id, card } = transaction
  return present({
    id,
    submitTimeUtc: utcSeconds(transaction.submittedAt),
    merchantId: transaction.merchantId,
    applicationInformation: applicationInformation(gateway, transaction, String),
    clientReferenceInformation: { code: transaction.code },
    consumerAuthenticationInformation: {},
    errorInformation: transaction.reason ? { reason: transaction.reason } : undefined,
    orderInformation: { amountDetails: amountFacts(transaction) },
    paymentInformation: card
      ? {
          paymentType: { type: 'credit card' },
          card: { suffix: card.suffix, prefix: card.bin, type: card.type },
        }
      : undefined,
    processorInformation: present({
      processor: { name: 'sandbox' },
      approvalCode: approvalCode(transaction),
    }),
    _links: { transactionDetail: { href: `${gateway.url()}/tss/v2/transactions/${id}`, method: 'GET' } },
  })
}

export function transactionDetails(gateway: Gateway, transaction: Transaction): Message {
  const { id, card, parentId, reply } = transaction
  const bin = card && binFacts(card)
  const children = gateway.books.children(id).filter((child) => isVisible(gateway, child))
  const relatedIds = [...(parentId ? [parentId] : []), ...children.map((child) => child.id)]
  return present({
    id,
    rootId: parentId ?? id,
    reconciliationId: reply.reconciliationId ?? id,
    merchantId: transaction.merchantId,
    status: currentStatus(gateway, transaction),
    submitTimeUTC: utcSeconds(transaction.submittedAt),
    applicationInformation: applicationInformation(gateway, transaction, Number),
    clientReferenceInformation: { code: transaction.code },
    consumerAuthenticationInformation: present({
      eciRaw: valueAt(reply, 'consumerAuthenticationInformation.eciRaw'),
    }),
    errorInformation: reply.errorInformation,
    orderInformation: { amountDetails: amountFacts(transaction) },
    paymentInformation: card &&
      bin && {
        paymentType: { type: 'credit card', method: card.type },
        card: {
          suffix: card.suffix,
          prefix: card.bin,
          expirationMonth: card.expirationMonth,
          expirationYear: card.expirationYear,
          type: card.type,
          brandName: bin.brandName,
        },
        issuerInformation: { name: bin.issuer, country: bin.binCountry },
        features: { accountFundingSource: bin.fundingSource, cardProduct: bin.accountType },
      },
    processorInformation: reply.processorInformation,
    riskInformation: reply.riskInformation,
    _links: {
      self: { href: `${gateway.url()}/tss/v2/transactions/${id}`, method: 'GET' },
      relatedTransactions: relatedIds.map((related) => ({
        href: `${gateway.url()}/tss/v2/transactions/${related}`,
        method: 'GET',
      })),
    },
  })
}

function applicationInformation(
  gateway: Gateway,
  transaction: Transaction,
  codeAs: (code: number) => string | number,
): Message {
  const { code, flag } = legacyCode(transaction.status, transaction.reason)
  const isGood = code === 100 || code === 110
  const result = {
    reasonCode: codeAs(code),
    rCode: isGood ? '1' : '0',
    rFlag: flag,
  }
  const names = [applicationNames[transaction.kind]]
  if (transaction.kind === 'payment' && transaction.capturedAt !== null) names.push('ics_bill')
  const status = currentStatus(gateway, transaction)
  const reconciliationId = String(transaction.reply.reconciliationId ?? transaction.id)
  return {
    status,
    ...result,
    applications: names.map((name) => ({
      name,
      status,
      ...result,
      reconciliationId,
      rMessage: isGood ? 'Request was processed successfully.' : transaction.reason,
      returnCode: isGood ? 1010000 : 1040000,
    })),
  }
}

function amountFacts(transaction: Transaction): Message {
  const { currency, amount, authorised, captured, refunded, kind } = transaction
  if (!currency) return {}
  const text = (minor: number) => formatAmount({ minor, currency })
  return present({
    totalAmount: text(amount),
    currency,
    authorizedAmount: kind === 'payment' && authorised > 0 ? text(authorised) : undefined,
    refundBalance: transaction.capturedAt !== null ? text(captured - refunded) : undefined,
  })
}

function approvalCode(transaction: Transaction): unknown {
  return valueAt(transaction.reply, 'processorInformation.approvalCode')
}
