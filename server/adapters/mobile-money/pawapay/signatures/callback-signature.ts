// Whether a callback comes from pawaPay. What is not under the signature could have been written by anyone.
import type { KeyObject } from 'node:crypto'
import { type Clock, unixSeconds } from '../../../../platform/time/clock.ts'
import type { CallbackRequest } from '../../../../remittance/operators/operator.ts'
import { isSignedBy } from './algorithm.ts'
import { isDigestOf, readSignature, signatureBase } from './message-signature.ts'

const neededComponents = ['@method', '@authority', '@path', 'content-digest']
/** How far pawaPay's clock may be ahead of ours. */
const skewSeconds = 60

export function isSigned({ headers }: CallbackRequest): boolean {
  return headers['signature-input'] !== undefined || headers.signature !== undefined
}

/** Why a callback is not pawaPay's; undefined when it is. */
export async function faultOf(
  request: CallbackRequest,
  keys: { find(keyid: string): Promise<KeyObject | undefined> },
  clock: Clock,
): Promise<string | undefined> {
  const fields = readSignature(request.headers)
  if (!fields) return 'no signature that can be read'
  const open = neededComponents.filter((name) => !fields.components.includes(name))
  if (open.length > 0) return `signature leaves out ${open.join(', ')}`
  const now = unixSeconds(clock.now())
  if (fields.expires < now || fields.created > now + skewSeconds) return 'signature is not in force'
  if (!isDigestOf(request.body, request.headers['content-digest'] ?? '')) return 'digest of another body'
  const base = signatureBase(request, fields)
  if (base === undefined) return 'signature covers what is not there'
  const key = await keys.find(fields.keyid)
  if (!key) return 'signed by a key that cannot be had'
  return isSignedBy(key, fields.algorithm, base, fields.signature) ? undefined : 'signature does not fit'
}
