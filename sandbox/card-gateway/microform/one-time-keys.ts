// One RSA key pair per capture context, as at the real gateway: cards are encrypted to it and the transient token is signed
// with it. Finding primes is what makes RSA keys slow, so a new key combines two primes found before. Keys that share primes
// are weak, which is acceptable here because every card is a test card.
import { createHash, generatePrimeSync } from 'node:crypto'
import { importJWK, type JWK } from 'jose'
import type { Books } from '../books/books.ts'

export type OneTimeKeys = {
  /** Returns the public half of a key that no other context has. */
  issue(): JWK
  /** The private half, for decrypting a card or signing a token; null for a key that was never issued. */
  privateKey(kid: string, algorithm: 'RS256' | 'RSA-OAEP'): Promise<CryptoKey | null>
  publicKey(kid: string): Promise<CryptoKey | null>
}

const exponent = 65_537n
const kind = 'one-time key'

/** The primes that this process has found, for all sandboxes that it opens. */
const primes: bigint[] = []
let partner = 0

/** Combines the newest prime with each earlier one, then generates a newer one, so no pair is used twice. */
function nextPair(): [bigint, bigint] {
  if (partner >= primes.length - 1) {
    do primes.push(generateKeyPrime())
    while (primes.length < 2)
    partner = 0
  }
  return [primes.at(-1) as bigint, primes[partner++] as bigint]
}

export function openOneTimeKeys(books: Books): OneTimeKeys {
  const find = (kid: string) => books.get<JWK>(kind, kid)

  return {
    issue() {
      const jwk = pairOf(...nextPair())
      const kid = createHash('sha256').update(`${jwk.n}`).digest('base64url').slice(0, 32)
      books.put(kind, kid, jwk)
      const { kty, n, e } = jwk as { kty: 'RSA'; n: string; e: string }
      return { kty, e, use: 'enc', n, kid }
    },
    async privateKey(kid, algorithm) {
      const jwk = find(kid)
      return jwk && ((await importJWK(jwk, algorithm)) as CryptoKey)
    },
    async publicKey(kid) {
      const jwk = find(kid)
      if (!jwk) return null
      const { kty, n, e } = jwk as { kty: 'RSA'; n: string; e: string }
      return (await importJWK({ kty, n, e }, 'RS256')) as CryptoKey
    },
  }
}

/** A prime with its two highest bits set, so that the product of two has 2048 bits. */
function generateKeyPrime(): bigint {
  for (;;) {
    const prime = generatePrimeSync(1024, { bigint: true })
    if ((prime - 1n) % exponent !== 0n && prime >> 1022n === 3n) return prime
  }
}

function pairOf(p: bigint, q: bigint): JWK {
  const d = inverse(exponent, (p - 1n) * (q - 1n))
  const numbers = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const encoded = Object.entries(numbers).map(([name, value]) => [name, encode(value)])
  return { kty: 'RSA', ...Object.fromEntries(encoded) }
}

/** The modular inverse of `value`. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [before, rest] = [modulus, value % modulus]
  let [factorBefore, factor] = [0n, 1n]
  while (rest !== 0n) {
    const quotient = before / rest
    ;[before, rest] = [rest, before - quotient * rest]
    ;[factorBefore, factor] = [factor, factorBefore - quotient * factor]
  }
  return ((factorBefore % modulus) + modulus) % modulus
}

function encode(value: bigint): string {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url')
}
