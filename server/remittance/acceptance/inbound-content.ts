// What an inbound transfer asks for, however it was written: two requests that ask for the same have the same content.
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

/** What is asked for, however it was written: the same of two requests that ask for the same. */
function normalized(request: InboundRequest): InboundFields {
  const composed = Object.entries(asWritten(request)).map(([name, value]) => [name, value?.normalize('NFC')])
  return Object.fromEntries(composed) as InboundFields
}

/** The same, with accents composed or decomposed as they were sent. */
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

/** What a request asks for, in whatever way it was written. */
export const contentOf = (request: InboundRequest): Buffer => hashOf(normalized(request))

/** True when the content kept with a reference is that of the request, whichever release kept it. */
export function isContentOf(stored: Buffer, request: InboundRequest): boolean {
  // Releases until 0.1 hashed the fields as they were sent, later ones did not compose accents.
  const contents = [normalized(request), asWritten(request), request.fields]
  return contents.some((fields) => stored.equals(hashOf(fields)))
}

/** Of fields as they are. */
function hashOf(fields: InboundFields): Buffer {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined)
  pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest()
}

const digestLength = 6

/** A few characters for each field, by which two requests can be compared without either being kept. */
export function fieldDigests(request: InboundRequest): string {
  const fields = normalized(request)
  return fieldNames
    .map((name) => hash('sha256', `${name}\n${fields[name] ?? ''}`, 'base64url').slice(0, digestLength))
    .join('')
}

/** The fields of which the digests differ; none where they are of releases with other fields. */
export function differingDigests(before: string, now: string): string[] {
  if (before.length !== now.length) return []
  const digest = (all: string, i: number) => all.slice(i * digestLength, (i + 1) * digestLength)
  return fieldNames.filter((_, i) => digest(before, i) !== digest(now, i))
}
