// A reference is used once per merchant: sent again with the same content it gets the same answer, with other content
// none.
import { createHash } from 'node:crypto'
import type { Environment } from '../merchants/merchant.ts'
import type { Sql } from '../platform/database.ts'
import { findReferences } from './accept-queries.ts'
import type { InboundRequest } from './inbound-request.ts'

/** Who sends what: as much of a transfer as tells whether it is known. */
export type Sent = { merchant: { id: bigint; environment: Environment }; request: InboundRequest }

/** A transfer that has the reference already: what it was asked for, and what was answered. */
export type Known = { content: Buffer; answer: string }

export type Repeat = { kind: 'repeated'; answer: string } | { kind: 'reference_reused' }

/** What a request asks for, whatever way its JSON was written. */
export function contentOf({ fields }: InboundRequest): Buffer {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined)
  pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(pairs)).digest()
}

/** What a transfer is to one that came before it. */
export function repeatOf(known: Known, { request }: Sent): Repeat {
  const isSame = known.content.equals(contentOf(request))
  return isSame ? { kind: 'repeated', answer: known.answer } : { kind: 'reference_reused' }
}

/** The name under which transfers are the same. */
export function referenceName({ merchant, request }: Sent): string {
  return `${merchant.id} ${merchant.environment} ${request.fields.reference}`
}

export async function knownReferences(sql: Sql, sent: readonly Sent[]): Promise<Map<string, Known>> {
  const wanted = sent.map(({ merchant, request }) => ({
    merchant_id: String(merchant.id),
    environment: merchant.environment,
    reference: request.fields.reference,
  }))
  const rows = await sql.rows(findReferences, [JSON.stringify(wanted)])
  return new Map(
    rows.map((row) => [
      `${row.merchant_id} ${row.environment} ${row.reference}`,
      { content: row.fingerprint, answer: row.first_answer },
    ]),
  )
}
