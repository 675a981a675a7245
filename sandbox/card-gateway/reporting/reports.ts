// Reports for daily reconciliation.

import { formatAmount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import { batchTime, hasBatchPassed } from '../books/batch.ts'
import type { Transaction } from '../books/books.ts'
import { brandNameOf } from '../cards/banks.ts'
import { type Call, type Gateway, ok, type Reply } from '../gateway.ts'
import { present } from '../message.ts'
import { legacyCode } from '../payments/reasons.ts'
import { invalidField } from '../problems.ts'
import { isVisible } from './transaction-view.ts'

export function purchaseAndRefundDetails(gateway: Gateway, call: Call): Reply {
  const { from, to } = periodOf(call)
  const offset = pageNumber(call, 'offset', 0, Number.MAX_SAFE_INTEGER)
  const limit = pageNumber(call, 'limit', 2000, 2000)
  const viewBy = call.query.viewBy ?? 'requestDate'
  if (!['requestDate', 'submissionDate'].includes(viewBy)) throw invalidField('viewBy')
  // By submission date, only money sent to the processor counts; a voided sale is never sent.
  const rows = moneyRows(gateway, call.merchantId, from, to).filter(
    (row) => viewBy === 'requestDate' || ((row.kind !== 'payment' || row.capturedAt !== null) && !row.voided),
  )
  const page = rows.slice(offset, offset + limit)
  return ok({
    offset,
    limit,
    pageResults: page.length,
    requestDetails: page.map((row) => requestRow(row)),
    settlements: page.filter(isMoney).map((row) => settlementRow(row)),
    authorizations: page.filter((row) => row.kind === 'payment').map((row) => authorizationRow(row)),
    feeAndFundingDetails: [],
    others: page.map((row) => ({ requestId: row.id, merchantData1: '', firstName: '', lastName: '' })),
    settlementStatuses: page
      .filter((row) => isMoney(row) && isReportable(gateway, row))
      .map((row) => statusRow(row)),
  })
}

export function paymentBatchSummaries(gateway: Gateway, call: Call): Reply {
  const { from, to } = periodOf(call)
  const period = { startTime: utcSeconds(from), endTime: utcSeconds(to) }
  const groups = new Map<string, Transaction[]>()
  for (const row of moneyRows(gateway, call.merchantId, from, to)) {
    if (!isMoney(row) || row.voided) continue
    const key = `${row.currency} ${brandNameOf(row.card?.type ?? '')}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const paymentBatchSummaries = [...groups].map(([key, rows]) => {
    const [currency = '', ...brand] = key.split(' ')
    const sales = rows.filter((row) => row.kind !== 'refund')
    const credits = rows.filter((row) => row.kind === 'refund')
    const total = (some: Transaction[]) =>
      formatAmount({ minor: some.reduce((sum, row) => sum + row.amount, 0), currency })
    return {
      currencyCode: currency,
      paymentSubTypeDescription: brand.join(' '),
      ...period,
      salesCount: sales.length,
      salesAmount: total(sales),
      creditCount: credits.length,
      creditAmount: total(credits),
      accountName: call.merchantId,
      accountId: call.merchantId,
      merchantId: call.merchantId,
      merchantName: call.merchantId,
    }
  })
  return ok({ ...period, paymentBatchSummaries })
}

/** Decisions made by reviewers. The sandbox has no reviewers, so the list is empty. */
export function conversionDetails(_gateway: Gateway, call: Call): Reply {
  const { from, to } = periodOf(call)
  return ok({
    organizationId: call.query.organizationId ?? call.merchantId,
    startTime: utcSeconds(from),
    endTime: utcSeconds(to),
    conversionDetails: [],
  })
}

function moneyRows(gateway: Gateway, merchantId: string, from: number, to: number): Transaction[] {
  return gateway.books
    .listBetween(merchantId, from, to)
    .filter((row) => ['payment', 'capture', 'refund'].includes(row.kind) && isVisible(gateway, row))
}

function isMoney(row: Transaction): boolean {
  return row.kind === 'refund' || row.capturedAt !== null
}

function isReportable(gateway: Gateway, row: Transaction): boolean {
  return hasBatchPassed(row.capturedAt ?? row.submittedAt, gateway.clock.now())
}

function requestRow(row: Transaction): object {
  return {
    requestId: row.id,
    cybersourceMerchantId: row.merchantId,
    processorMerchantId: '000000000000001',
    groupName: '',
    transactionReferenceNumber: String(row.reply.reconciliationId ?? row.id),
    merchantReferenceNumber: row.code,
  }
}

function settlementRow(row: Transaction): object {
  return {
    requestId: row.id,
    transactionType: row.kind === 'refund' ? 'Refunds' : 'Purchases',
    submissionTime: utcSeconds(row.submittedAt),
    amount: formatAmount({ minor: row.amount, currency: row.currency }),
    currencyCode: row.currency,
    paymentMethod: brandNameOf(row.card?.type ?? ''),
    paymentType: 'credit card',
    accountSuffix: row.card?.suffix ?? '',
    cybersourceBatchTime: utcSeconds(batchTime(row.capturedAt ?? row.submittedAt)),
    cybersourceBatchId: String(batchTime(row.capturedAt ?? row.submittedAt)),
    cardType: brandNameOf(row.card?.type ?? ''),
  }
}

function authorizationRow(row: Transaction): object {
  return present({
    requestId: row.id,
    transactionReferenceNumber: String(row.reply.reconciliationId ?? row.id),
    time: utcSeconds(row.submittedAt),
    authorizationRequestId: row.id,
    amount: formatAmount({ minor: row.authorised, currency: row.currency }),
    currencyCode: row.currency,
    code: row.authorised > 0 ? '831000' : undefined,
    rcode: legacyCode(row.status, row.reason).code === 100 ? '1' : '0',
  })
}

function statusRow(row: Transaction): object {
  return {
    requestId: row.id,
    status: row.voided ? 'VOIDED' : 'SUCCEEDED',
    settlementTime: utcSeconds(batchTime(row.capturedAt ?? row.submittedAt)),
    reasonCode: '100',
    errorText: '',
  }
}

export function periodOf(call: Call): { from: number; to: number } {
  const from = Date.parse(call.query.startTime ?? '')
  const to = Date.parse(call.query.endTime ?? '')
  if (Number.isNaN(from)) throw invalidField('startTime')
  if (Number.isNaN(to) || to < from) throw invalidField('endTime')
  return { from, to }
}

function pageNumber(call: Call, name: string, usual: number, most: number): number {
  const text = call.query[name] ?? String(usual)
  if (!/^[0-9]+$/.test(text) || Number(text) > most) throw invalidField(name)
  return Number(text)
}
