import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSignature, readSignatureInput, signatureBase } from './base.ts'
import { signatureFault, signatureHeaders } from './signature.ts'

const now = Date.parse('2026-01-05T10:00:00Z')
const body = Buffer.from('{"payoutId":"f4401bd2-1568-4140-bf2d-eb77d2b2b639"}')
const request = { method: 'POST', authority: 'localhost:8090', path: '/operators/pawapay/v2/payouts' }
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

function pem(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }).toString()
}

const keys = [
  { id: 'P256', key: pem(p256.publicKey) },
  { id: 'P384', key: pem(p384.publicKey) },
  { id: 'RSA', key: pem(rsa.publicKey) },
]

type Signing = { alg: string; keyid: string; put: (base: string) => Buffer; lines?: string[] }

const der: Signing = {
  alg: 'ecdsa-p256-sha256',
  keyid: 'P256',
  put: (base) => sign('sha256', Buffer.from(base), p256.privateKey),
}

/** A caller's headers, written out by hand from the RFC's example so that they do not depend on the code under test. */
function signedBy({ alg, keyid, put, lines }: Signing, expires = 1767607260): Record<string, string> {
  const digest = `sha-512=:${createHash('sha512').update(body).digest('base64')}:`
  const covered = lines ?? [
    '"@method": POST',
    '"@authority": localhost:8090',
    '"@path": /operators/pawapay/v2/payouts',
    '"signature-date": 2026-01-05T10:00:00Z',
    `"content-digest": ${digest}`,
    '"content-type": application/json',
  ]
  const names = covered.map((line) => line.slice(0, line.indexOf(':'))).join(' ')
  const params = `(${names});alg="${alg}";keyid="${keyid}";created=1767607200;expires=${expires}`
  const base = [...covered, `"@signature-params": ${params}`].join('\n')
  return {
    'content-type': 'application/json',
    'content-digest': digest,
    'signature-date': '2026-01-05T10:00:00Z',
    'signature-input': `sig-pp=${params}`,
    signature: `sig-pp=:${put(base).toString('base64')}:`,
  }
}

function faultOf(headers: Record<string, string>, change: Partial<typeof request> = {}, sent = body) {
  return signatureFault({ ...request, ...change, headers }, sent, keys, [now])
}

test.each<[string, Signing]>([
  ['ECDSA P-256 in DER, as the official samples', der],
  [
    'ECDSA P-256 as r‖s, as the RFC',
    {
      ...der,
      put: (base) => sign('sha256', Buffer.from(base), { key: p256.privateKey, dsaEncoding: 'ieee-p1363' }),
    },
  ],
  [
    'ECDSA P-384',
    {
      alg: 'ecdsa-p384-sha384',
      keyid: 'P384',
      put: (base) => sign('sha384', Buffer.from(base), p384.privateKey),
    },
  ],
  [
    'RSA PKCS#1 v1.5',
    {
      alg: 'rsa-v1_5-sha256',
      keyid: 'RSA',
      put: (base) => sign('sha256', Buffer.from(base), rsa.privateKey),
    },
  ],
  [
    'RSA-PSS',
    {
      alg: 'rsa-pss-sha512',
      keyid: 'RSA',
      put: (base) => sign('sha512', Buffer.from(base), { key: rsa.privateKey, padding: 6, saltLength: 64 }),
    },
  ],
])('a request signed with %s is accepted', (_name, signing) => {
  expect(faultOf(signedBy(signing))).toBeNull()
})

test.each([
  ['another method', () => faultOf(signedBy(der), { method: 'PUT' })],
  ['another host', () => faultOf(signedBy(der), { authority: 'localhost:8091' })],
  ['another path', () => faultOf(signedBy(der), { path: '/operators/pawapay/v2/remittances' })],
  ['another body', () => faultOf(signedBy(der), {}, Buffer.from('{}'))],
  ['another date', () => faultOf({ ...signedBy(der), 'signature-date': '2026-01-05T10:00:01Z' })],
  ['an unknown key', () => faultOf(signedBy({ ...der, keyid: 'P257' }))],
  ['the key of another algorithm', () => faultOf(signedBy({ ...der, alg: 'ecdsa-p384-sha384' }))],
  ['an unknown algorithm', () => faultOf(signedBy({ ...der, alg: 'hmac-sha256' }))],
  ['an expired signature', () => faultOf(signedBy(der, 1767607199))],
  ['no signature', () => faultOf({ 'content-type': 'application/json' })],
  ['a weak digest', () => faultOf({ ...signedBy(der), 'content-digest': 'md5=:AAAA:' })],
])('a request with %s is refused', (_name, attempt) => {
  expect(attempt()).toEqual(expect.any(String))
})

test('a valid signature that does not cover the body is refused', () => {
  const lines = ['"@method": POST', '"@authority": localhost:8090', `"@path": ${request.path}`]
  expect(faultOf(signedBy({ ...der, lines }))).toContain('content-digest')
})

test.each(['der', 'raw'] as const)('a message that we sign in %s passes the same check', (encoding) => {
  const signer = { keyid: 'P256', key: p256.privateKey, encoding }
  expect(faultOf(signatureHeaders(request, body, signer, now))).toBeNull()
})

test('a raw signature is 64 bytes long', () => {
  const signer = { keyid: 'P256', key: p256.privateKey, encoding: 'raw' as const }
  expect(readSignature(signatureHeaders(request, body, signer, now).signature)).toHaveLength(64)
})

test('the signature of a reply covers its status', () => {
  const signer = { keyid: 'P256', key: p256.privateKey, encoding: 'der' as const }
  const headers = signatureHeaders({ status: 200 }, body, signer, now)
  const input = readSignatureInput(headers['signature-input'])
  expect(input?.components).toContain('@status')
  expect(input && signatureBase({ status: 200, headers }, input)).toContain('"@status": 200\n')
})

test('a signature that names a component twice has no base', () => {
  const input = readSignatureInput('sig-pp=("@method" "@method");created=1')
  expect(input && signatureBase({ method: 'POST', headers: {} }, input)).toBeNull()
})
