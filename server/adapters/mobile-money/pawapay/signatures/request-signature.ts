// Signs our requests to pawaPay, for accounts that accept signed requests only.
import { createPrivateKey } from 'node:crypto'
import { type Clock, unixSeconds } from '../../../../platform/time/clock.ts'
import type { PawapayConnection } from '../../operator-settings.ts'
import { signerOf } from './algorithm.ts'
import { contentDigest, signatureBase, signatureParameters } from './message-signature.ts'

/** Returns the headers of a POST with this body, including those of the signature. */
export type RequestSigner = (url: URL, body: Uint8Array) => Record<string, string>

const components = [
  '@method',
  '@authority',
  '@path',
  'signature-date',
  'content-digest',
  'content-type',
] as const
const lifeSeconds = 60

/** @throws when the key cannot sign. */
export function openRequestSigner(
  { id: keyid, privateKeyPem }: NonNullable<PawapayConnection['signingKey']>,
  clock: Clock,
): RequestSigner {
  const { algorithm, sign } = signerOf(createPrivateKey(privateKeyPem))
  return (url, body) => {
    const now = clock.now()
    const created = unixSeconds(now)
    const headers = {
      'content-type': 'application/json',
      'content-digest': contentDigest(body),
      'signature-date': now.toString({ smallestUnit: 'second' }),
    }
    const expires = created + lifeSeconds
    const parameters = signatureParameters(components, { algorithm, keyid, created, expires })
    const message = { method: 'POST', authority: url.host, path: url.pathname, headers }
    const base = signatureBase(message, { components: [...components], parameters }) ?? ''
    const signature = Buffer.from(sign(base)).toString('base64')
    return { ...headers, 'signature-input': `sig-pp=${parameters}`, signature: `sig-pp=:${signature}:` }
  }
}
