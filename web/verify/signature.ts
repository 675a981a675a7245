// Verifies Ed25519 signatures with the browser's own WebCrypto. Browsers before 2025 often lack the algorithm: for them the audited
// library @noble/ed25519 is loaded, which the service worker keeps for use without a network.
import { bytesOf, type Token } from './token.ts'

/** @param x the public key of the JWK. */
export async function isGenuine({ signed, signature }: Token, x: string): Promise<boolean> {
  const raw = bytesOf(x)
  const key = await importKey(raw)
  // guard: receipt-signature
  if (key) return crypto.subtle.verify('Ed25519', key, signature, signed)
  const { verifyAsync } = await import('@noble/ed25519')
  // guard: receipt-signature-fallback
  return verifyAsync(signature, signed, raw, { zip215: false })
}

async function importKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  } catch {
    return undefined
  }
}
