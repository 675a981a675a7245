// A reference identifies one transfer per merchant and environment. A repeat with the same content gets the stored
// response; a request with other content is refused.
import type { Environment } from '../../kernel/environment.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { openContent } from '../transfer/parties.ts'
import { differingDigests, fieldDigests, isContentOf } from './inbound-content.ts'
import { findPartiesByReference, findReferences } from './queries.ts'
import type { InboundRequest } from './request.ts'
import type { AcceptedText } from './response.ts'

/** The parts of a transfer that show whether it is a repeat. */
export type Sent = { merchant: { id: bigint; environment: Environment }; request: InboundRequest }

/** The transfer that has the reference already: the hash of its content and its stored response. */
export type AcceptedTransfer = { content: Buffer; response: AcceptedText }

export type Repeat = { kind: 'repeated'; response: AcceptedText } | { kind: 'reference_reused' }

/** Compares a request with the earlier transfer of the same reference. */
export function repeatOf(used: AcceptedTransfer, { request }: Sent): Repeat {
  // guard: repeated-transfer-content
  return isContentOf(used.content, request)
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
  return before === undefined ? [] : differingDigests(before, fieldDigests(sent.request))
}
