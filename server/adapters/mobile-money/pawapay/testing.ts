// pawaPay for tests: a key that signs callbacks, and a connection.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { CallbackRequest } from '../../../operator-calls/operator.ts'
import type { PawapayConnection } from '../operator-settings.ts'
import { contentDigest } from './signature.ts'

export const keyid = 'HTTP_EC_P256_KEY:1'
export const callbackKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })

export function pemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

export function connectionTo(url: string, changes: Partial<PawapayConnection> = {}): PawapayConnection {
  return { protocol: 'pawapay', url, token: 'token', product: 'payouts', signedCallbacks: true, ...changes }
}

type Signing = {
  /** Unix seconds; the signature is valid for one minute from then. */
  created: number
  parameters?: string
  /** Signed lines, in place of the usual ones. */
  lines?: string[]
  put?: (base: string) => Buffer
}

/** A callback signed as documented, written out by hand so that it does not depend on the code under test. */
export function signedCallback(text: string, { created, ...changed }: Signing): CallbackRequest {
  const body = Buffer.from(text)
  const digest = contentDigest(body)
  const lines = changed.lines ?? [
    '"@method": POST',
    '"@authority": api.example',
    '"@path": /operators/callbacks/secret',
    '"signature-date": 2026-11-21T10:00:00Z',
    `"content-digest": ${digest}`,
    '"content-type": application/json',
  ]
  const names = lines.map((line) => line.slice(0, line.indexOf(':'))).join(' ')
  const usual = `alg="ecdsa-p256-sha256";keyid="${keyid}";created=${created};expires=${created + 60}`
  const params = `(${names});${changed.parameters ?? usual}`
  const base = [...lines, `"@signature-params": ${params}`].join('\n')
  const put = changed.put ?? ((data) => sign('sha256', Buffer.from(data), callbackKey.privateKey))
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-digest': digest,
      'signature-date': '2026-11-21T10:00:00Z',
      'signature-input': `sig-pp=${params}`,
      signature: `sig-pp=:${put(base).toString('base64')}:`,
    },
    body,
    path: '/operators/callbacks/secret',
    authority: 'api.example',
  }
}
