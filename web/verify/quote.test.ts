// The tokens of quotes, as the server signs them: shown as what they are, and never as something that was paid.
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { QuoteRow } from '../../server/remittance/quotes/queries.ts'
import { quoteToken } from '../../server/remittance/quotes/token.ts'
import { outcomeOf } from './shop/outcome.ts'
import { inputOf } from './token.ts'
import { type Verdict, verify } from './verify.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const { x } = publicKey.export({ format: 'jwk' }) as { x: string }
const quote: QuoteRow = {
  id: 1n,
  quote_id: 'RQ-7K2M9QXA4T3BW8ZC',
  merchant_id: 1n,
  environment: 'production',
  state: 'OPEN',
  priced_by: 'source',
  amount_hundredths: 360_050n,
  currency: 'UGX',
  receiver_minor: 100n,
  fee_minor: 25n,
  rate_micros: 3_600_500_000n,
  rate_as_of: null,
  rate_source: null,
  operator: null,
  customer_number: null,
  cash: null,
  created_at: Temporal.Instant.from('2026-11-21T09:30:00Z'),
  expires_at: Temporal.Instant.from('2026-11-21T09:40:00Z'),
}
const token = quoteToken(quote, { merchant: 'Kivu Transfers', key: { keyId: 'liveliv1', privateKey } })

beforeEach(() => {
  vi.stubGlobal('caches', { open: () => Promise.reject(new Error('no storage')) })
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/.well-known/receipt-keys.sandbox.json') return Response.json({ keys: [] })
    if (address !== '/.well-known/receipt-keys.json') throw new TypeError('no network')
    return Response.json({ keys: [{ kid: 'liveliv1', x, environment: 'production' }] })
  })
})
afterEach(() => void vi.unstubAllGlobals())

async function verdictOf(text: string): Promise<Verdict> {
  const input = inputOf(text)
  assert.notEqual(input, 'empty')
  return verify(input as Exclude<typeof input, 'empty'>, () => {})
}

test('a quote is read without a network, with what it promises and until when', async () => {
  expect(token.length).toBeLessThan(400)
  expect(await verdictOf(`https://pay.example/verify#${token}`)).toEqual({
    kind: 'quote',
    facts: {
      ...{
        q: quote.quote_id,
        m: 'Kivu Transfers',
        a: '3600.50',
        u: 'UGX',
        b: '1.00',
        f: '0.25',
        x: '3600.5',
      },
      madeAt: new Date('2026-11-21T09:30:00Z'),
      expiresAt: new Date('2026-11-21T09:40:00Z'),
      isTest: false,
    },
  })
})

test('any changed character of the token of a quote is refused', async () => {
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    const { kind } = await verdictOf(changed)
    assert.ok(kind === 'forged' || kind === 'unreadable', `character ${at}: ${kind}`)
  }
})

test('a token that is both a quote and a receipt is neither', async () => {
  const content = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
  const receipt = { ...content, c: 'K7Q2M9XW4T', r: 'INV-1', i: 1_795_253_480, s: 'paid', p: 'receipt' }
  const signed = Buffer.from(JSON.stringify(receipt)).toString('base64url')
  const both = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
  expect(await verdictOf(both)).toEqual({ kind: 'unreadable' })
})

test('no goods are handed over for a quote', async () => {
  const verdict = await verdictOf(token)
  expect(outcomeOf({ verdict, marking: undefined, now: new Date(), language: 'en' })).toMatchObject({
    tone: 'bad',
    canMark: false,
  })
})
