// Transaction search and transaction details.
import { randomUUID } from 'node:crypto'
import { formatAmount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import type { Transaction } from '../books/books.ts'
import { type Call, created, type Gateway, ok, type Reply } from '../gateway.ts'
import { type Message, requireFields, textAt, valueAt } from '../message.ts'
import { invalidField, notFound } from '../problems.ts'
import { parseQuery, type SearchFields, soleCode } from './search-query.ts'
import { isVisible, transactionDetails, transactionSummary } from './transaction-view.ts'

type Search = {
  save: boolean
  name: string
  timezone: string
  query: string
  offset: number
  limit: number
  sort: string
}

export function createSearch(gateway: Gateway, call: Call): Reply {
  const { message } = call
  requireFields(message, ['query'])
  const search: Search = {
    save: valueAt(message, 'save') === true,
    name: textAt(message, 'name') ?? '',
    timezone: textAt(message, 'timezone') ?? 'UTC',
    query: textAt(message, 'query') ?? '',
    offset: wholeNumber(message, 'offset', 0, Number.MAX_SAFE_INTEGER),
    limit: wholeNumber(message, 'limit', 20, 2500),
    sort: textAt(message, 'sort') ?? 'submitTimeUtc:desc',
  }
  const searchId = randomUUID()
  const reply = run(gateway, call.merchantId, searchId, search)
  if (search.save) gateway.books.put('search', `${call.merchantId} ${searchId}`, search)
  return created(reply)
}

export function readSearch(gateway: Gateway, call: Call): Reply {
  const searchId = call.params.id ?? ''
  const search = gateway.books.get<Search>('search', `${call.merchantId} ${searchId}`)
  if (!search) throw notFound()
  return ok(run(gateway, call.merchantId, searchId, search))
}

export function readDetails(gateway: Gateway, call: Call): Reply {
  const found = gateway.books.find(call.merchantId, call.params.id ?? '')
  if (!found || !isVisible(gateway, found)) throw notFound()
  return ok(transactionDetails(gateway, found))
}

function run(gateway: Gateway, merchantId: string, searchId: string, search: Search): Message {
  const now = gateway.clock.now()
  const predicate = parseQuery(search.query, now)
  if (!predicate) throw invalidField('query')
  const code = soleCode(search.query)
  const candidates = code
    ? gateway.books.listByCode(code).filter((transaction) => transaction.merchantId === merchantId)
    : gateway.books.listBetween(merchantId, 0, Number.MAX_SAFE_INTEGER)
  const hits = candidates
    .filter((transaction) => isVisible(gateway, transaction) && predicate(fieldsOf(transaction)))
    .sort(comparison(search.sort))
  const page = hits.slice(search.offset, search.offset + search.limit)
  return {
    searchId,
    ...search,
    count: page.length,
    totalCount: hits.length,
    status: '',
    submitTimeUtc: utcSeconds(now),
    ...(page.length > 0 && {
      _embedded: {
        transactionSummaries: page.map((transaction) => transactionSummary(gateway, transaction)),
      },
    }),
    _links: { self: { href: `${gateway.url()}/tss/v2/searches/${searchId}`, method: 'GET' } },
  }
}

function fieldsOf(transaction: Transaction): SearchFields {
  const { amount, currency } = transaction
  return {
    id: transaction.id,
    reconciliationId: String(transaction.reply.reconciliationId ?? transaction.id),
    merchantId: transaction.merchantId,
    submitTimeUtc: String(transaction.submittedAt),
    'clientReferenceInformation.code': transaction.code,
    'orderInformation.amountDetails.totalAmount': currency ? formatAmount({ minor: amount, currency }) : '',
    'orderInformation.amountDetails.currency': currency,
    'paymentInformation.card.suffix': transaction.card?.suffix ?? '',
  }
}

function comparison(sort: string): (left: Transaction, right: Transaction) => number {
  const keys = sort.split(',').map((part) => part.trim().split(':'))
  return (left, right) => {
    for (const [name = '', direction] of keys) {
      const [a, b] = [fieldsOf(left)[name] ?? '', fieldsOf(right)[name] ?? '']
      const order = a.localeCompare(b, 'en', { numeric: true })
      if (order !== 0) return direction === 'desc' ? -order : order
    }
    return 0
  }
}

function wholeNumber(message: Message, path: string, usual: number, most: number): number {
  const value = valueAt(message, path) ?? usual
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw invalidField(path)
  return value
}
