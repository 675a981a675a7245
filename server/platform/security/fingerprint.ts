// Hashes the parameters of a request or an upstream call to 32 bytes, to detect a key reused with other parameters.
import { createHash } from 'node:crypto'

/** Returns a SHA-256 hash of the parts; a repeat with different parameters has a different hash. */
export function fingerprint(parts: readonly (string | bigint)[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(String)))
    .digest()
}
