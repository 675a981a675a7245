// Normalises and hashes the content of an inbound transfer, to recognise a repeated request however it is formatted.
import { createHash, hash } from 'node:crypto'
import { type InboundFields, type InboundRequest, inboundSchema } from './request.ts'

const optionalTexts = [
  'receiver_first_name',
  'receiver_last_name',
  'receiver_current_address',
  'receiver_permanent_address',
  'reason_details',
  'provider_name',
] as const

/** The normalised fields: equal for two requests that ask for the same transfer. */
function normalized(request: InboundRequest): InboundFields {
  const composed = Object.entries(asWritten(request)).map(([name, value]) => [name, value?.normalize('NFC')])
  return Object.fromEntries(composed) as InboundFields
}

/** The same without Unicode normalisation: accents stay composed or decomposed as sent. */
function asWritten({ fields, amount, operator, customerNumber }: InboundRequest): InboundFields {
  const supplied = Object.fromEntries(optionalTexts.map((name) => [name, fields[name] || undefined]))
  return {
    ...fields,
    ...supplied,
    amount: String(amount),
    customer_number: customerNumber,
    operator,
    receiver_currency: 'USD',
    sender_msisdn: fields.sender_msisdn.replace(/\D/g, ''),
  }
}

const fieldNames = Object.keys(inboundSchema(() => true).shape) as (keyof InboundFields)[]

/** The content hash of a request, independent of its formatting. */
export const contentOf = (request: InboundRequest): Buffer => hashOf(normalized(request))

/** Whether the hash stored with a reference is that of the request, whichever release stored it. */
export function isContentOf(stored: Buffer, request: InboundRequest): boolean {
  // Releases up to 0.1 hashed the fields as sent; later releases did not normalise accents.
  const contents = [normalized(request), asWritten(request), request.fields]
  return contents.some((fields) => stored.equals(hashOf(fields)))
}

/** Hashes the fields as they are. */
function hashOf(fields: InboundFields): Buffer {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined)
  pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest()
}

const digestLength = 6

/** A short digest of each field, so that two requests can be compared without storing either. */
export function fieldDigests(request: InboundRequest): string {
  const fields = normalized(request)
  return fieldNames
    .map((name) => hash('sha256', `${name}\n${fields[name] ?? ''}`, 'base64url').slice(0, digestLength))
    .join('')
}

/** The fields whose digests differ. Empty when the digests come from a release with other fields. */
export function differingDigests(before: string, now: string): string[] {
  if (before.length !== now.length) return []
  const digest = (all: string, i: number) => all.slice(i * digestLength, (i + 1) * digestLength)
  return fieldNames.filter((_, i) => digest(before, i) !== digest(now, i))
}
