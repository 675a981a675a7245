import { createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentDigest, isDigestOf, isSignedBy, readSignature, signatureBase } from './signature.ts'

// RFC 9421, B.1.2 and B.2.3: a request with full coverage, and its signature with the key test-key-rsa-pss.
const rfcKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
2wIDAQAB
-----END PUBLIC KEY-----`
const rfcSignature =
  'bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768Zr' +
  'CUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW' +
  '91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJz' +
  'SRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA=='
const rfcBody = Buffer.from('{"hello": "world"}')
const rfcRequest = {
  method: 'POST',
  authority: 'EXAMPLE.com',
  path: '/foo?param=Value&Pet=dog',
  headers: {
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-digest': contentDigest(rfcBody),
    'content-length': '18',
  },
}
const rfcComponents = [
  'date',
  '@method',
  '@path',
  '@query',
  '@authority',
  'content-type',
  'content-digest',
  'content-length',
]
const rfcParameters = `(${rfcComponents.map((name) => `"${name}"`).join(' ')});created=1618884473;keyid="test-key-rsa-pss"`

test('the signature of the RFC 9421 example is valid for everything it covers', () => {
  const key = createPublicKey(rfcKey)
  const signature = Buffer.from(rfcSignature, 'base64')
  const covered = { components: rfcComponents, parameters: rfcParameters }
  const isRight = (request: typeof rfcRequest) =>
    isSignedBy(key, 'rsa-pss-sha512', signatureBase(request, covered) ?? '', signature)
  expect(isRight(rfcRequest)).toBe(true)
  expect(isRight({ ...rfcRequest, method: 'PUT' })).toBe(false)
  expect(isRight({ ...rfcRequest, path: '/foo?param=Value&Pet=cat' })).toBe(false)
  expect(isRight({ ...rfcRequest, path: '/bar?param=Value&Pet=dog' })).toBe(false)
  expect(isRight({ ...rfcRequest, authority: 'example.org' })).toBe(false)
  const text = signatureBase(rfcRequest, covered) ?? ''
  expect(isSignedBy(key, 'rsa-v1_5-sha256', text, signature)).toBe(false)
  expect(isSignedBy(key, 'ecdsa-p256-sha256', text, signature)).toBe(false)
  expect(isSignedBy(key, 'none', text, signature)).toBe(false)
})

test('a signature cannot cover parts that the message does not have', () => {
  for (const name of ['x-missing', '@status', '@target-uri', 'constructor', '@signature-params']) {
    expect(signatureBase(rfcRequest, { components: [name], parameters: '()' })).toBeUndefined()
  }
})

describe('content digests', () => {
  test('the digest of the RFC example equals ours', () => {
    const digest =
      'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:'
    expect(contentDigest(rfcBody)).toBe(digest)
  })

  test('a digest is valid only when every supported algorithm matches, and at least one does', () => {
    const [right, alsoRight] = [contentDigest(rfcBody), contentDigest(rfcBody, 'sha-256')]
    const wrong = contentDigest(Buffer.from('{}'), 'sha-256')
    for (const field of [right, alsoRight, `${right}, ${alsoRight}`, `md5=:AAAA:, ${right}`]) {
      expect(isDigestOf(rfcBody, field)).toBe(true)
    }
    for (const field of ['', wrong, `${right}, ${wrong}`, 'md5=:AAAA:', right.replace('=:', '=')]) {
      expect(isDigestOf(rfcBody, field)).toBe(false)
    }
  })
})

describe('signature fields', () => {
  const params = 'alg="ecdsa-p256-sha256";keyid="K:1";created=1;expires=61'
  const read = (input: string, signature = 'sig-pp=:AAAA:') =>
    readSignature({ 'signature-input': input, signature })

  test('signature fields are read as sent', () => {
    expect(read(`sig-pp=("@method" "content-digest");${params};nonce="x-_";tag="pawaPay"`)).toEqual({
      components: ['@method', 'content-digest'],
      parameters: `("@method" "content-digest");${params};nonce="x-_";tag="pawaPay"`,
      keyid: 'K:1',
      algorithm: 'ecdsa-p256-sha256',
      created: 1,
      expires: 61,
      signature: Buffer.from('AAAA', 'base64'),
    })
  })

  test.each([
    ['under another label', `sig1=("@method");${params}`],
    ['twice', `sig-pp=("@method");${params}, sig-pp=("@path");${params}`],
    ['with a component twice', `sig-pp=("@method" "@method");${params}`],
    ['with a component that has a parameter', `sig-pp=("@method";req);${params}`],
    ['with a parameter twice', `sig-pp=("@method");${params};keyid="K:2"`],
    ['without an expiry', 'sig-pp=("@method");alg="ecdsa-p256-sha256";keyid="K:1";created=1'],
    ['with an expiry that is text', `sig-pp=("@method");${params.replace('61', '"61"')}`],
    ['without a key', 'sig-pp=("@method");alg="ecdsa-p256-sha256";created=1;expires=61'],
    ['without an algorithm', 'sig-pp=("@method");keyid="K:1";created=1;expires=61'],
    ['with trailing text', `sig-pp=("@method");${params} x`],
    ['not closed', `sig-pp=("@method" ;${params}`],
  ])('signature fields %s are refused', (_name, input) => {
    expect(read(input)).toBeUndefined()
  })

  test.each(['', 'sig-pp=AAAA', 'sig-pp=:A A:', 'sig1=:AAAA:', 'sig-pp=:AAAA:, sig-pp=:BBBB:'])(
    'signature fields beside “%s” are refused',
    (signature) => {
      expect(read(`sig-pp=("@method");${params}`, signature)).toBeUndefined()
    },
  )
})
