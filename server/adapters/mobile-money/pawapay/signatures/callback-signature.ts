// Verifies that a callback comes from pawaPay. Everything we rely on must be covered by the signature.
import type { KeyObject } from 'node:crypto'
import type { CallbackRequest } from '../../../../operator-calls/operator.ts'
import { type Clock, unixSeconds } from '../../../../platform/time/clock.ts'
import { isSignedBy } from './algorithm.ts'
import { isDigestOf, readSignature, signatureBase } from './message-signature.ts'

const neededComponents = ['@method', '@authority', '@path', 'content-digest']
/** Tolerance for a pawaPay clock that is ahead of ours, in seconds. */
const skewSeconds = 60

export function isSigned({ headers }: CallbackRequest): boolean {
  return headers['signature-input'] !== undefined || headers.signature !== undefined
}

/** Why a callback is not authentic; undefined when it is. */
export async function faultOf(
  request: CallbackRequest,
  keys: { find(keyid: string): Promise<KeyObject | undefined> },
  clock: Clock,
): Promise<string | undefined> {
  const fields = readSignature(request.headers)
  if (!fields) return 'no readable signature'
  const open = neededComponents.filter((name) => !fields.components.includes(name))
  // guard: pawapay-signed-components
  if (open.length > 0) return `signature does not cover ${open.join(', ')}`
  const now = unixSeconds(clock.now())
  // guard: pawapay-signature-age
  if (fields.expires < now || fields.created > now + skewSeconds)
    return 'signature is expired or not yet valid'
  // guard: pawapay-body-digest
  if (!isDigestOf(request.body, request.headers['content-digest'] ?? '')) return 'digest of another body'
  const base = signatureBase(request, fields)
  if (base === undefined) return 'signature covers missing parts of the request'
  const key = await keys.find(fields.keyid)
  if (!key) return 'signed with an unknown key'
  return isSignedBy(key, fields.algorithm, base, fields.signature) ? undefined : 'wrong signature'
}
