import { createPublicKey, randomBytes } from 'node:crypto'
import {
  CompactEncrypt,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Message, valueAt } from './message.ts'
import { librarySource } from './microform/library.ts'
import { basket, enrolled, saleOf, tokenId } from './testing/journey.ts'
import { caller, openWorld, read, rival, type World } from './testing/testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.sandbox.close())

const card = {
  number: '4111111111111111',
  securityCode: '123',
  expirationMonth: '12',
  expirationYear: '2040',
}

async function send(changes: Message = {}, context?: string): Promise<Message> {
  const jwt = context ?? (await world.session())
  return (await world.control('/microform/tokens', { jwt, ...card, ...changes })).body
}

test('a session returns a context signed by a published key', async () => {
  const reply = await world.post('/microform/v2/sessions', {
    clientVersion: 'v2',
    targetOrigins: ['https://shop.example:8443'],
    allowedCardNetworks: ['VISA'],
    allowedPaymentTypes: ['CARD'],
  })
  expect(reply.status).toBe(201)
  expect(reply.headers.get('content-type')).toContain('application/jwt')
  const { kid } = decodeProtectedHeader(reply.text)
  const published = await (await fetch(`${world.url}/flex/v2/public-keys/${kid}`)).json()
  const { payload } = await jwtVerify(reply.text, createPublicKey({ key: published, format: 'jwk' }))
  expect(payload).toMatchObject({ iss: 'Flex API', flx: { path: '/flex/v2/tokens', origin: world.url } })
  expect(payload.exp! - payload.iat!).toBe(900)
  expect(payload.jti).toHaveLength(16)
  expect(valueAt(payload, 'flx.jwk.kid')).not.toBe(kid)
  expect(valueAt(payload, 'ctx.0.data')).toMatchObject({
    targetOrigins: ['https://shop.example:8443'],
    allowedCardNetworks: ['VISA'],
    mfOrigin: world.url,
  })
})

test('the library matches its integrity hash and is served to any origin', async () => {
  const data = valueAt(decodeJwt(await world.session()), 'ctx.0.data') as Message
  const response = await fetch(String(data.clientLibrary))
  const bytes = new Uint8Array(await response.arrayBuffer())
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64')
  expect(`sha256-${hash}`).toBe(data.clientLibraryIntegrity)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(() => new Function(librarySource())).not.toThrow()
})

test.each([
  ['without origins', { targetOrigins: [] }],
  ['for a plain http site', { targetOrigins: ['http://shop.example'] }],
  ['for a URL with a path', { targetOrigins: ['https://shop.example/pay'] }],
  ['for a wildcard', { targetOrigins: ['https://*.example'] }],
  ['for an unknown network', { allowedCardNetworks: ['COWRY'] }],
  ['for an old client', { clientVersion: 'v0.11' }],
])('a session %s is refused', async (_fault, changes) => {
  const usual = {
    clientVersion: 'v2',
    targetOrigins: ['https://shop.example'],
    allowedCardNetworks: ['VISA'],
  }
  const reply = await world.post('/microform/v2/sessions', { ...usual, ...changes })
  expect([reply.status, reply.body.status]).toEqual([400, 'INVALID_REQUEST'])
})

test('a token contains the masked card and never its security code', async () => {
  const token = String((await send()).transient_token)
  const claims = decodeJwt(token)
  expect(claims.jti).toMatch(/^[0-9A-Z]{64}$/)
  expect(valueAt(claims, 'content.paymentInformation.card')).toEqual({
    number: { maskedValue: 'XXXXXXXXXXXX1111', bin: '411111', detectedCardTypes: ['001'] },
    securityCode: {},
    expirationMonth: { value: '12' },
    expirationYear: { value: '2040' },
  })
})

test.each([
  [true, '41111111'],
  [false, undefined],
])('includeCardPrefix %s puts %s into the token', async (includeCardPrefix, bin) => {
  const context = await world.session({ transientTokenResponseOptions: { includeCardPrefix } })
  const token = decodeJwt(String((await send({}, context)).transient_token))
  expect(valueAt(token, 'content.paymentInformation.card.number.bin')).toBe(bin)
})

test.each([
  ['number', { number: '4111111111111112' }],
  ['number', { number: '6011111111111117' }],
  ['number', { number: '' }],
  ['securityCode', { securityCode: '12' }],
  ['securityCode', { number: '378282246310005' }],
  ['expirationMonth', { expirationMonth: '13' }],
  ['expirationYear', { expirationYear: '40' }],
  ['expirationYear', { expirationYear: '2020' }],
])('an invalid %s is named: %o', async (field, changes) => {
  const refusal = await send(changes)
  expect(refusal.reason).toBe('VALIDATION_ERROR')
  expect(valueAt(refusal, 'details.0.location')).toBe(`captureData.${field}`)
})

test('an encrypted card becomes a token, as the library sends it', async () => {
  const context = await world.session()
  const jwk = valueAt(decodeJwt(context), 'flx.jwk') as JWK
  const reply = await sendEncrypted({ data: card, context, index: 0 }, jwk)
  expect(reply.status).toBe(201)
  expect(decodeJwt(reply.text).type).toBe('mf-2.0.0')
})

test('a card that cannot be decrypted is refused in the Flex format', async () => {
  const reply = await read(await fetch(`${world.url}/flex/v2/tokens`, { method: 'POST', body: 'a.b.c.d.e' }))
  expect(reply.status).toBe(400)
  expect(valueAt(reply.body, 'responseStatus.reason')).toBe('DECRYPTION_ERROR')
})

test('a forged capture context is refused', async () => {
  const claims = decodeJwt(await world.session())
  const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(randomBytes(32))
  expect((await send({}, forged)).reason).toBe('CAPTURE_CONTEXT_INVALID')
})

test('an expired capture context is refused, and so is an expired token', async () => {
  const own = await openWorld()
  const context = await own.session()
  const token = await own.token('4111111111111111', context)
  await own.control('/clock', { offset_seconds: 901 })
  const late = await own.control('/microform/tokens', { jwt: context, ...card })
  expect([late.status, late.body.reason]).toEqual([400, 'CAPTURE_CONTEXT_EXPIRED'])
  const setup = await own.post('/risk/v1/authentication-setups', {
    clientReferenceInformation: { code: 'late' },
    tokenInformation: { transientToken: tokenId(token) },
  })
  expect([setup.status, setup.body.reason]).toEqual([400, 'INVALID_DATA'])
  await own.sandbox.close()
})

test('a token id and a token JWT are not interchangeable', async () => {
  const token = await world.token('4111111111111111')
  const clientReferenceInformation = { code: 'mixed' }
  const wrong = [{ transientToken: token }, { transientTokenJwt: tokenId(token) }]
  for (const tokenInformation of wrong) {
    const reply = await world.post('/risk/v1/authentication-setups', {
      clientReferenceInformation,
      tokenInformation,
    })
    expect([reply.status, reply.body.reason]).toEqual([400, 'INVALID_DATA'])
  }
  const right = { transientTokenJwt: token }
  const reply = await world.post('/risk/v1/authentication-setups', {
    clientReferenceInformation,
    tokenInformation: right,
  })
  expect(reply.body.status).toBe('COMPLETED')
})

test('a token of one merchant is unknown to another merchant', async () => {
  const token = await world.token('4111111111111111')
  const reply = await caller(world.url, rival).post('/pts/v2/payments', saleOf(token, basket(), {}))
  expect([reply.status, reply.body.reason]).toEqual([400, 'INVALID_DATA'])
})

test('browser fields may be omitted once device data was collected, once per setup', async () => {
  const token = await world.token('4111111111111111')
  const setup = await world.post('/risk/v1/authentication-setups', {
    clientReferenceInformation: { code: 'device' },
    tokenInformation: { transientToken: tokenId(token) },
  })
  const facts = setup.body.consumerAuthenticationInformation as Record<string, string>
  const collect = async () => {
    const body = new URLSearchParams({ JWT: facts.accessToken! })
    return await (await fetch(facts.deviceDataCollectionUrl!, { method: 'POST', body })).text()
  }
  const enrolment = {
    clientReferenceInformation: { code: 'device' },
    tokenInformation: { transientToken: tokenId(token) },
    consumerAuthenticationInformation: { referenceId: facts.referenceId, deviceChannel: 'Browser' },
    orderInformation: {
      amountDetails: { totalAmount: '1.00', currency: 'USD' },
      billTo: { firstName: 'A', lastName: 'B', address1: 'C', country: 'CD', email: 'a@b.test' },
    },
  }
  const early = await world.post('/risk/v1/authentications', enrolment)
  expect([early.status, early.body.reason]).toEqual([400, 'MISSING_FIELD'])
  expect(await collect()).toContain(`data-reference="${facts.referenceId}" data-stored="true"`)
  expect(await collect()).toContain('data-stored="false"')
  expect((await world.post('/risk/v1/authentications', enrolment)).status).toBe(201)
})

test('enrolment requires state and postal code in the United States', async () => {
  const token = await world.token('4111111111111111')
  const reply = await enrolled(world, token, basket())
  expect(reply.status).toBe(201)
  const missing = await world.post('/risk/v1/authentications', {
    clientReferenceInformation: { code: 'us' },
    orderInformation: { amountDetails: { totalAmount: '1.00', currency: 'USD' }, billTo: { country: 'US' } },
  })
  expect(JSON.stringify(missing.body.details)).toContain('orderInformation.billTo.postalCode')
})

async function sendEncrypted(content: object, jwk: JWK) {
  const jwe = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'RSA-OAEP', enc: 'A256GCM', kid: jwk.kid! })
    .encrypt(await importJWK(jwk, 'RSA-OAEP'))
  const headers = { 'content-type': 'application/jwt; charset=utf-8' }
  return await read(await fetch(`${world.url}/flex/v2/tokens`, { method: 'POST', headers, body: jwe }))
}
