import { createHash, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  digestOf,
  merchantAccount,
  openWorld,
  read,
  rival,
  signatureHeader,
  type World,
} from './testing/testing.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.sandbox.close())

const path = '/gateway/tss/v2/searches'
const body = JSON.stringify({ query: 'clientReferenceInformation.code:none', name: 'Élodie' })

type Values = Record<string, string>

/** The values that a correct merchant signs, in order. */
function goodValues(): Values {
  return {
    host: new URL(world.url).host,
    date: new Date().toUTCString(),
    'request-target': `post ${path}`,
    digest: digestOf(body),
    'v-c-merchant-id': merchantAccount.merchantId,
  }
}

async function send(
  signed: Values,
  sent: Values = signed,
  merchant = merchantAccount,
  sentBody = body,
): Promise<number> {
  const { 'request-target': _target, '(request-target)': _old, ...headers } = sent
  const signature = signatureHeader(merchant, signed)
  const response = await fetch(world.url + path, {
    method: 'POST',
    headers: { ...headers, signature },
    body: sentBody,
  })
  const reply = await read(response)
  if (reply.status === 401)
    expect(JSON.parse(reply.text)).toEqual({ response: { rmsg: 'Authentication Failed' } })
  return reply.status
}

function without(name: string): Values {
  const { [name]: _left, ...rest } = goodValues()
  return rest
}

test('a request signed as documented is accepted', async () => {
  expect(await send(goodValues())).toBe(201)
})

test('the signed headers may be in any order', async () => {
  expect(await send(Object.fromEntries(Object.entries(goodValues()).reverse()))).toBe(201)
})

const refused: [string, () => Promise<number>][] = [
  ['date is sent but not signed', () => send(without('date'), goodValues())],
  ['digest is sent but not signed', () => send(without('digest'), goodValues())],
  ['the merchant id is not signed', () => send(without('v-c-merchant-id'), goodValues())],
  ['the target is not signed', () => send(without('request-target'))],
  [
    'the target has its old name in parentheses',
    () => send({ ...without('request-target'), '(request-target)': `post ${path}` }),
  ],
  ['another target was signed', () => send({ ...goodValues(), 'request-target': 'post /tss/v2/searches' })],
  ['another method was signed', () => send({ ...goodValues(), 'request-target': `get ${path}` })],
  [
    'the digest lacks its prefix',
    () => send({ ...goodValues(), digest: createHash('sha256').update(body).digest('base64') }),
  ],
  [
    'the body was changed',
    () => send(goodValues(), goodValues(), merchantAccount, body.replace('none', 'some')),
  ],
  ['the date is six minutes old', () => send({ ...goodValues(), date: shifted(-360) })],
  ['the date is six minutes ahead', () => send({ ...goodValues(), date: shifted(360) })],
  ['the date is invalid', () => send({ ...goodValues(), date: 'yesterday' })],
  [
    'the secret is wrong',
    () => send(goodValues(), goodValues(), { ...merchantAccount, sharedSecret: 'AAAA' }),
  ],
  ['the key is unknown', () => send(goodValues(), goodValues(), { ...merchantAccount, keyId: 'none' })],
  ['the key is another merchant’s', () => send(goodValues(), goodValues(), rival)],
]

test.each(refused)('a request is refused when %s', async (_fault, attempt) => {
  expect(await attempt()).toBe(401)
})

test('a date within five minutes is accepted', async () => {
  expect(await send({ ...goodValues(), date: shifted(-280) })).toBe(201)
})

test('a request without any credentials is refused', async () => {
  expect((await fetch(world.url + path, { method: 'POST', body })).status).toBe(401)
})

function claims(): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  return {
    iat: now,
    exp: now + 120,
    iss: merchantAccount.merchantId,
    jti: randomUUID(),
    'request-host': new URL(world.url).host,
    'request-resource-path': path,
    'request-method': 'post',
    'v-c-jwt-version': '2',
    'v-c-merchant-id': merchantAccount.merchantId,
    digest: digestOf(body).replace('SHA-256=', ''),
    'digest-algorithm': 'SHA-256',
  }
}

async function sendJwt(
  changes: Record<string, unknown>,
  secret = merchantAccount.sharedSecret,
): Promise<number> {
  const jwt = await new SignJWT({ ...claims(), ...changes })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: merchantAccount.keyId })
    .sign(Buffer.from(secret, 'base64'))
  const headers = { authorization: `Bearer ${jwt}` }
  return (await fetch(world.url + path, { method: 'POST', headers, body })).status
}

test('a request with a valid JWT is accepted', async () => {
  expect(await sendJwt({})).toBe(201)
})

test.each([
  ['for another path', { 'request-resource-path': '/pts/v2/payments' }],
  ['for another method', { 'request-method': 'get' }],
  ['for another host', { 'request-host': 'api.example' }],
  ['for another body', { digest: 'AAAA' }],
  ['without digest algorithm', { 'digest-algorithm': undefined }],
  ['of another merchant', { iss: rival.merchantId }],
  ['of an old version', { 'v-c-jwt-version': '1' }],
  ['issued ten minutes ago', { iat: Math.floor(Date.now() / 1000) - 600 }],
])('a JWT %s is refused', async (_fault, changes) => {
  expect(await sendJwt(changes)).toBe(401)
})

test('a JWT made with another secret is refused', async () => {
  expect(await sendJwt({}, 'AAAA')).toBe(401)
})

function shifted(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toUTCString()
}
