// Settings that a merchant makes in pawaPay's dashboard, and the availability of its providers.
import { type Availability, type Provider, providerCodes } from './providers.ts'
import type { EcdsaEncoding, PublicKey } from './signatures/signature.ts'

export type PawapaySettings = {
  signedCallbacks: boolean
  /** Refuses unsigned requests that move money. A signature is always verified when present. */
  signedRequestsOnly: boolean
  /** Encoding of signatures of callbacks and replies. */
  signatureEncoding: EcdsaEncoding
  /** The merchant's keys, with the ids that its signatures name. */
  publicKeys: readonly PublicKey[]
  availability: Readonly<Record<Provider, Availability>>
  /** Whether pawaPay's own test numbers behave as documented; otherwise they are ordinary wallets. */
  honoursTestNumbers: boolean
}

export const usualPawapaySettings: PawapaySettings = {
  signedCallbacks: true,
  signedRequestsOnly: false,
  signatureEncoding: 'der',
  publicKeys: [],
  availability: allOperational(),
  honoursTestNumbers: false,
}

function allOperational(): Record<Provider, Availability> {
  const entries = providerCodes.map((code) => [code, 'OPERATIONAL'])
  return Object.fromEntries(entries) as Record<Provider, Availability>
}
