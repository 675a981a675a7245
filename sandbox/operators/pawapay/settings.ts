// What a merchant of pawaPay sets in its dashboard, and what pawaPay says of its providers.
import { type Availability, type Provider, providerCodes } from './providers.ts'
import type { EcdsaEncoding, PublicKey } from './signatures/signature.ts'

export type PawapaySettings = {
  signedCallbacks: boolean
  /** Requests that move money are refused without a signature. One that is sent is always checked. */
  signedRequestsOnly: boolean
  /** How signatures of callbacks and answers are written. */
  signatureEncoding: EcdsaEncoding
  /** The merchant's keys, by the ids that its signatures name. */
  publicKeys: readonly PublicKey[]
  availability: Readonly<Record<Provider, Availability>>
  /** Whether pawaPay's own test numbers mean what they mean there; otherwise they are ordinary wallets. */
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
