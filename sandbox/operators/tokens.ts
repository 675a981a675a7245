// Access tokens of all protocols. They are lost on a restart, so clients must be ready to fetch a new one at any time.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { ProtocolName } from './books/book.ts'

export type Tokens = {
  issue(protocol: ProtocolName, lifeSeconds: number): string
  /** `expired`: the token was valid before. */
  check(protocol: ProtocolName, token: string): 'good' | 'expired' | 'unknown'
}

export function createTokens(clock: Clock): Tokens {
  const expiries = new Map<string, number>()
  return {
    issue(protocol, lifeSeconds) {
      const token = randomBytes(24).toString('base64url')
      expiries.set(`${protocol} ${token}`, clock.now() + lifeSeconds * 1000)
      return token
    },
    check(protocol, token) {
      const expiry = expiries.get(`${protocol} ${token}`)
      if (expiry === undefined) return 'unknown'
      return expiry > clock.now() ? 'good' : 'expired'
    },
  }
}
