// Normalises and hashes the content of an inbound transfer, to recognise a repeated request however it is formatted.
import { hash } from 'node:crypto'
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
  const fields: Record<string, string | undefined> = asWritten(request)
  for (const name of fieldNames) fields[name] = fields[name]?.normalize('NFC')
  return fields as InboundFields
}

/** The same without Unicode normalisation: accents stay composed or decomposed as sent. */
function asWritten({ fields, amount, operator, customerNumber }: InboundRequest): InboundFields {
  const written: InboundFields = {
    ...fields,
    amount: String(amount),
    customer_number: customerNumber,
    operator,
    receiver_currency: 'USD',
    sender_msisdn: fields.sender_msisdn.replace(/\D/g, ''),
  }
  for (const name of optionalTexts) written[name] = fields[name] || undefined
  return written
}

const fieldNames = Object.keys(inboundSchema(() => true).shape) as (keyof InboundFields)[]
const sortedNames = [...fieldNames].sort()

/**
 * The content hash of a request, independent of its formatting, and a short digest of each field, so that two requests can
 * be compared without storing either.
 */
export function fingerprintsOf(request: InboundRequest): { content: Buffer; digests: string } {
  const fields = normalized(request)
  return { content: hashOf(fields), digests: digestsOf(fields) }
}

/** Whether the hash stored with a reference is that of the request, whichever release stored it. */
export function isContentOf(stored: Buffer, request: InboundRequest): boolean {
  // Releases up to 0.1 hashed the fields as sent; later releases did not normalise accents.
  const contents = [normalized(request), asWritten(request), request.fields]
  return contents.some((fields) => stored.equals(hashOf(fields)))
}

/** Hashes the fields as they are. */
function hashOf(fields: InboundFields): Buffer {
  const pairs: [string, string][] = []
  for (const name of sortedNames) {
    const value = fields[name]
    if (value !== undefined) pairs.push([name, value])
  }
  return hash('sha256', JSON.stringify(pairs), 'buffer')
}

const digestLength = 6

/** The short digests of a request's fields. */
export const fieldDigests = (request: InboundRequest): string => digestsOf(normalized(request))

function digestsOf(fields: InboundFields): string {
  let digests = ''
  for (const name of fieldNames)
    digests += hash('sha256', `${name}\n${fields[name] ?? ''}`, 'base64url').slice(0, digestLength)
  return digests
}

/** The fields whose digests differ. Empty when the digests come from a release with other fields. */
export function differingDigests(before: string, now: string): string[] {
  if (before.length !== now.length) return []
  const digest = (all: string, i: number) => all.slice(i * digestLength, (i + 1) * digestLength)
  return fieldNames.filter((_, i) => digest(before, i) !== digest(now, i))
}
