// Codes of authenticator apps (RFC 6238): six digits that change every 30 seconds.
import { Secret, TOTP } from 'otpauth'
import { typedCode } from '../../kernel/text/typed-text.ts'

const stepSeconds = 30
const digits = 6
/** A clock may be off by one step: phones in the field are rarely more exact. */
const tolerance = 1

/** A new secret of 160 bits, in the base32 text that authenticator apps take. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** What an authenticator app reads from the QR code. @param email names the account in the app's list. */
export function totpUri(secret: string, email: string): string {
  return generator(secret, email).toString()
}

/** The time step of which this is the code; undefined if it is the code of none around now. */
export function stepOfCode(secret: string, code: string, now: Temporal.Instant): bigint | undefined {
  const timestamp = now.epochMilliseconds
  // Some keyboards type digits of other scripts.
  const token = typedCode(code)
  if (!/^[0-9]{6}$/.test(token)) return undefined
  // guard: totp-code
  const delta = generator(secret).validate({ token, timestamp, window: tolerance })
  if (delta === null) return undefined
  return BigInt(Math.floor(timestamp / 1_000 / stepSeconds) + delta)
}

/** The last time step whose code is accepted at a time. */
export const lastStepAt = (now: Temporal.Instant): bigint =>
  BigInt(Math.floor(now.epochMilliseconds / 1_000 / stepSeconds) + tolerance)

function generator(secret: string, label = 'Likuta'): TOTP {
  return new TOTP({ issuer: 'Likuta', label, secret, digits, period: stepSeconds })
}
