import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TokenKey } from '../../cards/gateway/gateway.ts'
import type { UpstreamRequest } from '../../platform/network/upstream.ts'
import { silentLog } from '../../platform/process/log.ts'
import { manualClock, unixSeconds } from '../../platform/time/clock.ts'
import { openCybersource } from './adapter.ts'

type Pair = Awaited<ReturnType<typeof generateKeyPair>>
let signing: Pair
let others: Pair

beforeAll(async () => {
  signing = await generateKeyPair('RS256')
  others = await generateKeyPair('RS256')
})

const origins = ['https://shop.example', 'https://pay.example']
const data = {
  clientLibrary: 'https://flex.example/microform/bundle/v2.0.2/flex-microform.min.js',
  clientLibraryIntegrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  targetOrigins: [...origins].reverse(),
}
const card = {
  number: { maskedValue: 'XXXXXXXXXXXX1091', bin: '400000', detectedCardTypes: ['001'] },
  expirationMonth: { value: '01' },
  expirationYear: { value: '2029' },
}
const tokenClaims = { jti: 'T'.repeat(64), content: { paymentInformation: { card } } }

/** A gateway that publishes a key, responds to sessions with a JWT, and counts how often the key is fetched. */
async function world(options: { key?: Pair; keyStatus?: number; jwk?: object } = {}) {
  const clock = manualClock()
  const state = { key: options.key ?? signing, session: '', keyCalls: [] as string[] }
  async function call({ url }: UpstreamRequest) {
    const reply = (status: number, body: string) => {
      return { kind: 'reply' as const, status, headers: {}, body: Buffer.from(body) }
    }
    if (!url.pathname.includes('/public-keys/')) return reply(201, state.session)
    state.keyCalls.push(url.pathname)
    const jwk = { ...(await exportJWK(state.key.publicKey)), kid: '08', use: 'sig', ...options.jwk }
    return reply(options.keyStatus ?? 200, JSON.stringify(jwk))
  }
  const gateway = openCybersource(
    { baseUrl: 'https://api.example', merchantId: 'shop', keyId: 'key', sharedSecret: 'c2VjcmV0' },
    { log: silentLog, clock, upstream: { call, close: async () => {} } },
  )
  function jwt(claims: object, { pair = signing, header = {} }: { pair?: Pair; header?: object } = {}) {
    const now = unixSeconds(clock.now())
    return new SignJWT({ iat: now, exp: now + 900, jti: 'context', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: '08', ...header })
      .sign(pair.privateKey)
  }
  async function session(claims: object, signer?: { pair?: Pair; header?: object }) {
    const flx = { jwk: { ...(await jwkOf(others)), use: 'enc', kid: 'one-time' } }
    state.session = await jwt({ flx, ...claims }, signer)
    return gateway.openCaptureContext({ targetOrigins: origins, allowedCardNetworks: ['VISA'] })
  }
  const read = async (token: string) => gateway.readTransientToken(token, [await keyOf(signing)])
  return { clock, state, gateway, jwt, session, read }
}

async function jwkOf(pair: Pair) {
  const { kty, n, e } = await exportJWK(pair.publicKey)
  return { kty: kty!, n: n!, e: e! }
}

/** What we store of the capture context that contains this key pair. */
async function keyOf(pair: Pair, id = '08'): Promise<TokenKey> {
  const { n, e } = await jwkOf(pair)
  return { id, publicKey: { n, e } }
}

describe('capture contexts', () => {
  test('a capture context signed by the gateway is opened with the library it names', async () => {
    const { session, clock } = await world()
    expect(await session({ ctx: [{ data }] })).toMatchObject({
      kind: 'opened',
      libraryUrl: data.clientLibrary,
      libraryIntegrity: data.clientLibraryIntegrity,
      tokenKey: await keyOf(others, 'one-time'),
      expiresAt: clock.now().add({ seconds: 900 }),
    })
  })

  test.each([
    ['no key', undefined],
    ['a key without an id', { kid: undefined }],
    ['a key of another kind', { kty: 'EC' }],
  ])('a capture context that contains %s for its tokens is refused', async (_name, change) => {
    const { session } = await world()
    const jwk = change && { ...(await jwkOf(others)), kid: 'one-time', ...change }
    expect((await session({ ctx: [{ data }], flx: { jwk } })).kind).toBe('unavailable')
  })

  const changes: [string, object][] = [
    ['for fewer origins', { targetOrigins: ['https://shop.example'] }],
    ['for more origins', { targetOrigins: [...origins, 'https://evil.example'] }],
    ['with a library that is not a web URL', { clientLibrary: 'javascript:alert(1)' }],
    ['with a library over http', { clientLibrary: 'http://flex.example/lib.js' }],
    ['without integrity', { clientLibraryIntegrity: undefined }],
    ['with an integrity that breaks out of its attribute', { clientLibraryIntegrity: 'sha256-a" onload="x' }],
  ]
  test.each(changes)('a capture context %s is refused', async (_name, change) => {
    const { session } = await world()
    expect((await session({ ctx: [{ data: { ...data, ...change } }] })).kind).toBe('unavailable')
  })

  test('a capture context signed with another key, or expired, is refused [S-53]', async () => {
    const { session, clock } = await world()
    expect((await session({ ctx: [{ data }] }, { pair: others })).kind).toBe('unavailable')
    const expired = unixSeconds(clock.now()) - 1
    expect((await session({ ctx: [{ data }], exp: expired })).kind).toBe('unavailable')
  })
})

describe('transient tokens', () => {
  test('a transient token of the opened context gives its id and card until it expires', async () => {
    const { read, jwt, clock } = await world()
    const token = await jwt(tokenClaims)
    expect(await read(token)).toEqual({
      kind: 'token',
      jwt: token,
      id: 'T'.repeat(64),
      card: { type: 'VISA', last4: '1091', expiry: '01-2029', binCountry: '', issuer: '', scheme: '' },
      expiresAt: clock.now().add({ seconds: 900 }),
    })
    clock.forward({ seconds: 900 })
    expect(await read(token)).toEqual({ kind: 'invalid' })
  })

  test('a forged, unsigned or non-card transient token is invalid', async () => {
    const { read, jwt } = await world()
    const unsigned = (await jwt(tokenClaims)).split('.').slice(0, 2).join('.')
    const none = Buffer.from('{"alg":"none","kid":"08"}').toString('base64url')
    const tokens = [
      '',
      'x',
      'a.b.c',
      'a'.repeat(100_000),
      `${unsigned}.`,
      `${none}.${unsigned.split('.')[1]}.`,
      await jwt(tokenClaims, { pair: others }),
      await jwt(tokenClaims, { header: { kid: '../pts/v2/payments' } }),
      await jwt({ ctx: [{ data }] }),
      await jwt({ ...tokenClaims, jti: 'not/an/id' }),
    ]
    for (const token of tokens) expect((await read(token)).kind).toBe('invalid')
  })

  test('a transient token of another capture context is invalid, even under the same key id', async () => {
    const { gateway, jwt } = await world()
    const foreign = await jwt(tokenClaims, { pair: others, header: { kid: '09' } })
    const renamed = await jwt(tokenClaims, { pair: others })
    const own = [await keyOf(signing)]
    for (const token of [foreign, renamed])
      expect(await gateway.readTransientToken(token, own)).toEqual({ kind: 'invalid' })
    expect(await gateway.readTransientToken(await jwt(tokenClaims), [])).toEqual({ kind: 'invalid' })
    const both = [...own, await keyOf(others, '09')]
    expect((await gateway.readTransientToken(foreign, both)).kind).toBe('token')
  })

  test('a transient token with another signature algorithm is invalid [S-53]', async () => {
    const { read } = await world()
    const token = await new SignJWT({ ...tokenClaims, exp: 9_999_999_999 })
      .setProtectedHeader({ alg: 'HS256', kid: '08' })
      .sign(new TextEncoder().encode('the public key, perhaps, as a secret'))
    expect(await read(token)).toEqual({ kind: 'invalid' })
  })
})

describe('public keys of capture contexts', () => {
  const opened = { ctx: [{ data }] }

  test('a public key for encryption does not verify a capture context', async () => {
    const { session } = await world({ jwk: { use: 'enc' } })
    expect((await session(opened)).kind).toBe('unavailable')
  })

  test('a capture context is not opened while its public key cannot be fetched', async () => {
    for (const keyStatus of [404, 502]) {
      const { session } = await world({ keyStatus })
      expect((await session(opened)).kind).toBe('unavailable')
    }
  })

  test('a public key is fetched once for many capture contexts at the same time', async () => {
    const { session, state } = await world()
    await Promise.all([1, 2, 3].map(() => session(opened)))
    await session(opened)
    expect(state.keyCalls).toEqual(['/flex/v2/public-keys/08'])
  })

  test('a public key is refetched after a failed signature, but not for every forgery', async () => {
    const { session, state, clock } = await world({ key: others })
    expect((await session(opened)).kind).toBe('unavailable')
    expect((await session(opened)).kind).toBe('unavailable')
    expect(state.keyCalls).toHaveLength(1)
    state.key = signing
    clock.forward({ minutes: 2 })
    expect((await session(opened)).kind).toBe('opened')
    expect(state.keyCalls).toHaveLength(2)
  })
})
