// A reference identifies one transfer per merchant and environment. A repeat with the same content gets the stored
// response; a request with other content is refused.

import { hash } from 'node:crypto'
import type { Environment } from '../../kernel/environment.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { openContent } from '../transfer/parties.ts'
import { findPartiesByReference, findReferences } from './queries.ts'
import { type InboundFields, type InboundRequest, inboundSchema } from './request.ts'
import type { AcceptedText } from './schemas.ts'

/** The normalised fields: equal for two requests that ask for the same transfer. An empty text and none are the same. */
function normalized({ fields, amount, operator, customerNumber }: InboundRequest): InboundFields {
  const written: Record<string, string | undefined> = {
    ...fields,
    amount: String(amount),
    customer_number: customerNumber,
    operator,
    receiver_currency: 'USD',
    sender_msisdn: fields.sender_msisdn.replace(/\D/g, ''),
  }
  for (const name of fieldNames) written[name] = written[name]?.normalize('NFC') || undefined
  return written as InboundFields
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

/** The content hash alone, for those who compare requests that are no transfers yet. */
export const contentOf = (request: InboundRequest): Buffer => hashOf(normalized(request))

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

/** A digest includes the name of its field, so that it does not matter which fields a release has before it. */
function digestsOf(fields: InboundFields): string {
  let digests = ''
  for (const name of fieldNames) digests += digestOf(name, fields)
  return digests
}

const digestOf = (name: keyof InboundFields, fields: InboundFields) =>
  hash('sha256', `${name}\n${fields[name] ?? ''}`, 'base64url').slice(0, digestLength)

/** The fields whose digests are not among those of the earlier request. */
function differingDigests(before: string, now: InboundFields): string[] {
  const known = new Set(before.match(new RegExp(`.{${digestLength}}`, 'g')))
  return fieldNames.filter((name) => !known.has(digestOf(name, now)))
}

/** The parts of a transfer that show whether it is a repeat. */
export type Sent = { merchant: { id: bigint; environment: Environment }; request: InboundRequest }

/** The transfer that has the reference already: the hash of its content and its stored response. */
export type AcceptedTransfer = { content: Buffer; response: AcceptedText }

export type Repeat = { kind: 'repeated'; response: AcceptedText } | { kind: 'reference_reused' }

/** Compares a request with the earlier transfer of the same reference. */
export function repeatOf(used: AcceptedTransfer, { request }: Sent): Repeat {
  // guard: repeated-transfer-content
  return used.content.equals(fingerprintsOf(request).content)
    ? { kind: 'repeated', response: used.response }
    : { kind: 'reference_reused' }
}

/** A key that is equal for requests with the same merchant, environment and reference. */
export function referenceName({ merchant, request }: Sent): string {
  return `${merchant.id} ${merchant.environment} ${request.fields.reference}`
}

const keyOf = ({ merchant, request }: Sent) => ({
  merchant_id: String(merchant.id),
  environment: merchant.environment,
  reference: request.fields.reference,
})

export async function usedReferences(
  sql: Sql,
  sent: readonly Sent[],
): Promise<Map<string, AcceptedTransfer>> {
  const rows = await sql.rows(findReferences, [JSON.stringify(sent.map(keyOf))])
  return new Map(
    rows.map((row) => [
      `${row.merchant_id} ${row.environment} ${row.reference}`,
      { content: row.fingerprint, response: row.first_response },
    ]),
  )
}

/** The fields in which a request differs from the first one with its reference; empty if that is unknown. */
export async function differingFields(sql: Sql, secrets: Secrets, sent: Sent): Promise<string[]> {
  const { merchant_id, environment, reference } = keyOf(sent)
  const [used] = await sql.rows(findPartiesByReference, [merchant_id, environment, reference])
  const before = used && openContent(secrets, used)
  return before === undefined ? [] : differingDigests(before, normalized(sent.request))
}
