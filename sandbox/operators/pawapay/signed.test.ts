import { createHash, createVerify, generateKeyPairSync, verify } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OperatorWorld, openOperatorWorld, type Received } from '../testing.ts'
import { signatureHeaders } from './signatures/signature.ts'
import { base, type Client, openClient, payoutBody } from './testing.ts'

let world: OperatorWorld
let client: Client

beforeEach(async () => {
  world = await openOperatorWorld()
  world.receiver.respondWith(() => 200)
  await world.control('/operators/portal', { pawapay: `${world.receiver.url}/pawapay` })
  client = openClient(world)
})
afterEach(() => world.close())

type Headers = Record<string, unknown>

/** The signed text, assembled by hand as RFC 9421 says. */
function baseOf(input: string, parts: Record<string, unknown>): string {
  const names = [...input.slice(0, input.indexOf(')')).matchAll(/"([^"]+)"/g)].map(
    (match) => match[1] as string,
  )
  const lines = names.map((name) => `"${name}": ${parts[name]}`)
  return [...lines, `"@signature-params": ${input}`].join('\n')
}

async function publishedKey(id: string): Promise<string> {
  const { body } = await world.send('GET', `${base}/public-key/http`)
  const keys = body as unknown as { id: string; key: string }[]
  return keys.find((key) => key.id === id)?.key ?? ''
}

function signatureOf(headers: Headers): { input: string; signature: Buffer } {
  const input = String(headers['signature-input']).replace(/^sig-pp=/, '')
  const signature = String(headers.signature).replace(/^sig-pp=:(.*):$/, '$1')
  return { input, signature: Buffer.from(signature, 'base64') }
}

async function fits(callback: Received): Promise<boolean> {
  const { input, signature } = signatureOf(callback.headers)
  const parts = {
    ...callback.headers,
    '@method': callback.method,
    '@authority': callback.headers.host,
    '@path': callback.path,
  }
  const key = await publishedKey(String(/keyid="([^"]+)"/.exec(input)?.[1]))
  return createVerify('SHA256').update(baseOf(input, parts)).verify(key, signature)
}

test('a callback is signed with the published key over method, host, path, date and digest', async () => {
  await client.pay('243810000001')
  const [received] = (await world.receiver.waitFor(1)) as [Received]
  const digest = createHash('sha512').update(received.text).digest('base64')
  expect(received.headers['content-digest']).toBe(`sha-512=:${digest}:`)
  expect(received.headers['signature-input']).toMatch(
    /^sig-pp=\("@method" "@authority" "@path" "signature-date" "content-digest" "content-type"\);alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=\d+;expires=\d+$/,
  )
  expect(await fits(received)).toBe(true)
})

test('a forged callback names the key but was not signed with it', async () => {
  await world.control('/operators/callbacks', { forge_rate: 1 })
  await client.pay('243810000001')
  const notifications = await world.receiver.waitFor(2)
  const seen = await Promise.all(notifications.map(async (one) => [one.body.status, await fits(one)]))
  expect(seen).toContainEqual(['FAILED', false])
  expect(seen).toContainEqual(['COMPLETED', true])
})

test('signatures can be raw, as in the RFC', async () => {
  await world.control('/operators/pawapay', { signature_encoding: 'raw' })
  await client.pay('243810000001')
  const [received] = (await world.receiver.waitFor(1)) as [Received]
  expect(signatureOf(received.headers).signature).toHaveLength(64)
})

test('callbacks are unsigned when signing is disabled', async () => {
  await world.control('/operators/pawapay', { signed_callbacks: false })
  await client.pay('243810000001')
  const [received] = await world.receiver.waitFor(1)
  expect(received?.headers).not.toHaveProperty('signature')
})

const merchant = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const merchantPem = merchant.publicKey.export({ type: 'spki', format: 'pem' }).toString()

function signedPayout(now = Date.now()): {
  body: ReturnType<typeof payoutBody>
  headers: Record<string, string>
} {
  const body = payoutBody('243810000001')
  const message = { method: 'POST', authority: new URL(world.url).host, path: `${base}/payouts` }
  const signer = { keyid: 'SHOP', key: merchant.privateKey, encoding: 'der' as const }
  return { body, headers: signatureHeaders(message, Buffer.from(JSON.stringify(body)), signer, now) }
}

const outcome = ({
  status,
  body,
}: {
  status: number
  body: { status?: unknown; failureReason?: unknown }
}) => [status, body.status ?? (body.failureReason as { failureCode: string }).failureCode]

test('when signatures are required, an unsigned request is 403 and a signed one accepted', async () => {
  await world.control('/operators/pawapay', {
    signed_requests_only: true,
    public_keys: [{ id: 'SHOP', key: merchantPem }],
  })
  expect(outcome(await client.pay('243810000001'))).toEqual([403, 'HTTP_SIGNATURE_ERROR'])
  const { body, headers } = signedPayout()
  expect(outcome(await client.post('/payouts', body, headers))).toEqual([200, 'ACCEPTED'])
  // Read requests need no signature.
  expect(await client.status(body.payoutId)).toMatchObject({ payoutId: body.payoutId })
})

test('a signature is verified even when none is required', async () => {
  await world.control('/operators/pawapay', { public_keys: [{ id: 'SHOP', key: merchantPem }] })
  const { body, headers } = signedPayout()
  const changed = await client.post('/payouts', { ...body, amount: '26.00' }, headers)
  expect(outcome(changed)).toEqual([403, 'HTTP_SIGNATURE_ERROR'])
  const old = signedPayout(Date.now() - 120_000)
  expect(outcome(await client.post('/payouts', old.body, old.headers))).toEqual([403, 'HTTP_SIGNATURE_ERROR'])
  expect((await world.books()).payouts).toEqual([])
})

test('a signed request gets a reply whose signature covers its status', async () => {
  await world.control('/operators/pawapay', { public_keys: [{ id: 'SHOP', key: merchantPem }] })
  const { body, headers } = signedPayout()
  const reply = await client.post('/payouts', body, headers)
  const { input, signature } = signatureOf(Object.fromEntries(reply.headers))
  const signed = baseOf(input, { ...Object.fromEntries(reply.headers), '@status': reply.status })
  expect(verify('sha256', Buffer.from(signed), await publishedKey('HTTP_EC_P256_KEY:1'), signature)).toBe(
    true,
  )
})

test('an invalid key or availability is refused', async () => {
  const wrong = [{ public_keys: [{ id: 'SHOP', key: 'none' }] }, { availability: { AFRICELL_COD: 'CLOSED' } }]
  for (const settings of wrong) {
    expect((await world.control('/operators/pawapay', settings)).status).toBe(400)
  }
})
