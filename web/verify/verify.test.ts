import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
  as_of: '2026-11-21T10:00:00Z',
}

beforeEach(() => {
  today = undefined
  online = true
  // Real storage needs a secure page; this stub has none, as some private windows.
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
  for (const text of ['bonjour', 'K7Q2M9XW4', 'K7Q2M9XW40', `${token()}A`, 'eyJ9.AAAA'])
    assert.equal(inputOf(text), 'unreadable', text)
  assert.equal(inputOf(' \n'), 'empty')
})
