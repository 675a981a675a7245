import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recipientText, timeIn } from './texts.ts'
import { type Content, inputOf } from './token.ts'
import { type Verdict, verify } from './verify.ts'

const production = generateKeyPairSync('ed25519')
const sandbox = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const xOf = (key: KeyObject) => (key.export({ format: 'jwk' }) as { x: string }).x
const sets: Record<string, unknown> = {
  '/.well-known/receipt-keys.json': {
    keys: [{ kid: 'liveliv1', x: xOf(production.publicKey), environment: 'production' }],
  },
  '/.well-known/receipt-keys.sandbox.json': {
    keys: [{ kid: 'testtes1', x: xOf(sandbox.publicKey), environment: 'sandbox' }],
  },
}

const content: Content = {
  k: 'liveliv1',
  c: 'K7Q2M9XW4T',
  m: 'Boutique Kivu',
  a: '25.50',
  u: 'USD',
  r: 'INV-2041',
  t: 1_795_253_472,
  s: 'paid',
  i: 1_795_253_480,
}
function token(changed: Partial<Content> = {}, key = production.privateKey): string {
  const signed = Buffer.from(JSON.stringify({ ...content, ...changed })).toString('base64url')
  return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
}

/** What the service answers for the code; undefined when there is no network. */
let today: Record<string, unknown> | 404 | undefined
let online = true
const stateToday = {
  code: content.c,
  environment: 'production',
  state: 'paid',
  merchant: content.m,
  amount: content.a,
  currency: content.u,
  reference: content.r,
  paid_at: '2026-11-21T09:31:12Z',
  returned_amount: null,
  returned_at: null,
  time_zone: 'Africa/Lubumbashi',
  recipient: null,
  as_of: '2026-11-21T10:00:00Z',
}

beforeEach(() => {
  today = undefined
  online = true
  // A browser that refuses to store anything, as private windows of some do.
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no storage')) })
  vi.stubGlobal('fetch', async (address: string) => {
    if (!online) throw new TypeError('no network')
    if (sets[address]) return Response.json(sets[address])
    if (today === undefined) throw new TypeError('no network')
    return today === 404
      ? Response.json({ detail: 'Receipt not found' }, { status: 404 })
      : Response.json({ status: 'success', data: today })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function verdictOf(text: string): Promise<Verdict> {
  const input = inputOf(text)
  assert.notEqual(input, 'empty')
  return verify(input as Exclude<typeof input, 'empty'>, () => {})
}

/** A browser from before WebCrypto had Ed25519. */
function withoutEd25519(): void {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('', 'NotSupportedError'))
}

describe.each([
  ['WebCrypto', () => {}],
  ['the library', withoutEd25519],
])('a receipt verified by %s', (_by, prepare) => {
  beforeEach(prepare)

  test('is genuine with its signature, although the state today is unknown', async () => {
    expect(await verdictOf(token())).toMatchObject({
      kind: 'genuine',
      today: 'offline',
      facts: { amount: '25.50', isTest: false },
    })
  })

  test('is refused with a changed amount, or signed with another key', async () => {
    const [, signature] = token().split('.')
    const forged = Buffer.from(JSON.stringify({ ...content, a: '95.50' })).toString('base64url')
    expect(await verdictOf(`${forged}.${signature}`)).toEqual({ kind: 'forged' })
    expect(await verdictOf(token({}, other.privateKey))).toEqual({ kind: 'forged' })
  })
})

test.each([
  [undefined, 'Africa/Kinshasa', '21\u00a0nov., 10:31 (heure de Kinshasa)'],
  [60, 'Africa/Kinshasa', '21\u00a0nov., 10:31 (heure de Kinshasa)'],
  [120, 'Africa/Lubumbashi', '21\u00a0nov., 11:31 (heure de Lubumbashi)'],
  [330, '+05:30', '21\u00a0nov., 15:01 (UTC+5:30)'],
])('a receipt whose shop is %s minutes ahead of UTC is shown in the time of %s', async (z, zone, text) => {
  vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z'), toFake: ['Date'] })
  const verdict = await verdictOf(token(z === undefined ? {} : { z }))
  vi.useRealTimers()
  expect(verdict).toMatchObject({ kind: 'genuine', facts: { zone } })
  assert(verdict.kind === 'genuine')
  expect(timeIn('fr', verdict.facts.paidAt, verdict.facts.zone).replace('\u00a02026', '')).toBe(text)
})

test('a receipt with a zone that does not exist is not read', () => {
  for (const z of [1.5, 10_000, '60' as unknown as number]) assert.equal(inputOf(token({ z })), 'unreadable')
})

test('online, a transfer says where it went, and a refund when it was made', async () => {
  today = {
    ...stateToday,
    state: 'reversed',
    returned_amount: content.a,
    returned_at: '2026-11-22T08:00:00Z',
    recipient: { operator: 'vodacom', number_end: '0001' },
  }
  const verdict = await verdictOf(token({ s: 'successful' }))
  expect(verdict).toMatchObject({
    facts: {
      zone: 'Africa/Lubumbashi',
      returnedAt: new Date('2026-11-22T08:00:00Z'),
      recipient: { operator: 'vodacom', numberEnd: '0001' },
    },
  })
  expect(recipientText({ operator: 'vodacom', numberEnd: '0001' })).toBe('Vodacom\u00a0••\u00a00001')
})

test('a test receipt is a test, also under the key id of another', async () => {
  const test = token({ k: 'testtes1' }, sandbox.privateKey)
  expect(await verdictOf(test)).toMatchObject({ kind: 'genuine', facts: { isTest: true } })
  expect(await verdictOf(token({}, sandbox.privateKey))).toEqual({ kind: 'forged' })
})

test('a signature that is right does not help a receipt that was never issued, or for another amount', async () => {
  today = 404
  expect(await verdictOf(token())).toEqual({ kind: 'forged' })
  today = { ...stateToday, amount: '2.50' }
  expect(await verdictOf(token())).toEqual({ kind: 'forged' })
  today = { ...stateToday, currency: 'CDF' }
  expect(await verdictOf(token())).toEqual({ kind: 'forged' })
  today = stateToday
  expect(await verdictOf(token())).toMatchObject({ kind: 'genuine', today: 'confirmed' })
})

test('the state today replaces that of the receipt', async () => {
  today = { ...stateToday, state: 'partially_refunded', returned_amount: '5.00' }
  expect(await verdictOf(token())).toMatchObject({
    kind: 'genuine',
    facts: { state: 'partially_refunded', returnedAmount: '5.00' },
  })
})

test('an unknown key is forged where the keys could be read, and undecided where not', async () => {
  expect(await verdictOf(token({ k: 'unknown1' }))).toEqual({ kind: 'forged' })
  online = false
  expect(await verdictOf(token({ k: 'unknown1' }))).toEqual({ kind: 'no_key' })
})

test('any changed character of a token is refused', async () => {
  const genuine = token()
  for (let at = 0; at < genuine.length; at++) {
    const changed = genuine.slice(0, at) + (genuine[at] === 'A' ? 'B' : 'A') + genuine.slice(at + 1)
    const { kind } = await verdictOf(changed)
    assert.ok(kind === 'forged' || kind === 'unreadable', `character ${at}: ${kind}`)
  }
})

test('codes and links are read as people paste them', () => {
  expect(inputOf(' k7q2m-9xw4t ')).toEqual({ code: 'K7Q2M9XW4T' })
  expect(inputOf('https://pay.example/verify#K7Q2M9XW4T')).toEqual({ code: 'K7Q2M9XW4T' })
  const link = `https://pay.example/verify#${token()}`
  expect(inputOf(`${link.slice(0, 60)}\n ${link.slice(60)}`)).toMatchObject({ token: { content } })
  for (const text of ['bonjour', 'K7Q2M9XW4', 'K7Q2M9XW40']) assert.equal(inputOf(text), 'no_code', text)
  for (const text of [`${token()}A`, 'eyJ9.AAAA']) assert.equal(inputOf(text), 'unreadable', text)
  assert.equal(inputOf(' \n'), 'empty')
})
