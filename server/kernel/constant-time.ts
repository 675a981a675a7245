// Comparison of secrets in constant time.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two texts in a time that does not depend on where, or whether in length, they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  // guard: constant-time-comparison
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}
