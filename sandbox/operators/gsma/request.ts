// Reads what every request of the GSMA API has in common, and refuses what is invalid.
import type { FastifyRequest } from 'fastify'
import { parseAmount } from '../../amount.ts'
import type { Book, Message } from '../books/book.ts'
import { bodyBytes, headerOf, readJson } from '../message.ts'
import { type Subscriber, subscriberOf } from '../payouts/subscribers.ts'
import { duplicateRequest, GsmaError, invalid, unknownIdentifier } from './errors.ts'
import { contentHash } from './views.ts'

export function subscriberAt(number: string | undefined): Subscriber {
  if (!number) throw new GsmaError(invalid('mandatoryValueNotSupplied', 'msisdn', ''))
  const digits = number.replace(/^\+|^00/, '')
  if (!/^[1-9][0-9]{6,14}$/.test(digits)) throw new GsmaError(invalid('formatError', 'msisdn', number))
  const subscriber = subscriberOf(digits)
  if (!subscriber) throw new GsmaError(unknownIdentifier('msisdn', number))
  return subscriber
}

export function amountOf(text: string, currency: string): { minor: number; currency: string } {
  const minor = parseAmount(text, currency)
  if (minor === null) throw new GsmaError(invalid('formatError', 'amount', text))
  return { minor, currency }
}

export function jsonBody(request: FastifyRequest): Message {
  const message = readJson(request)
  if (!message) throw new GsmaError(invalid('formatError', 'body', 'not a JSON object'))
  return message
}

type Kind = 'payout' | 'reversal' | 'collection' | 'refund'

/**
 * The X-CorrelationID of a new request. It is valid for one request of any kind: a duplicate is refused and does not get the first
 * response. A duplicate of the same kind is left to the books, which count it.
 */
export function correlationId(book: Book, request: FastifyRequest, kind: Kind): string {
  const id = headerOf(request, 'X-CorrelationID')
  if (!id) throw new GsmaError(invalid('mandatoryValueNotSupplied', 'X-CorrelationID', ''))
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    throw new GsmaError(invalid('formatError', 'X-CorrelationID', id))
  }
  const reference = id.toLowerCase()
  const first: Record<Kind, unknown> = {
    payout: book.payoutByReference('gsma', reference),
    reversal: book.reversalByReference('gsma', reference),
    collection: book.collectionByReference('gsma', reference),
    refund: book.refundByReference('gsma', reference),
  }
  if (Object.entries(first).some(([of, found]) => of !== kind && found)) throw new GsmaError(duplicateRequest)
  return reference
}

export function callbackUrl(request: FastifyRequest): string | null {
  const url = headerOf(request, 'X-Callback-URL')
  if (url !== null && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new GsmaError(invalid('formatError', 'X-Callback-URL', url))
  }
  return url
}

export function checkHash(request: FastifyRequest): void {
  const hash = headerOf(request, 'X-Content-Hash')
  if (hash !== null && hash.toLowerCase() !== contentHash(bodyBytes(request))) {
    throw new GsmaError(invalid('formatError', 'X-Content-Hash', hash))
  }
}
