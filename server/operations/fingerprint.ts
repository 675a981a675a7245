// What a request or a call asks for, in 32 bytes: the same key with other words is noticed by it.
import { createHash } from 'node:crypto'

/** What the call asks for, so that a repeat with other words is noticed. */
export function fingerprint(parts: readonly (string | bigint)[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(String)))
    .digest()
}
