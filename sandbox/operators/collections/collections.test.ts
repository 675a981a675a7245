// What payers do with their prompts, by control and on the phone page, and what the books and the statement show.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openGsmaClient } from '../gsma/testing.ts'
import { type OperatorWorld, openOperatorWorld } from '../testing.ts'
import { usualEndingOf } from './endings.ts'

let world: OperatorWorld
let prompt: (msisdn: string, amount?: string) => Promise<Entry>

type Entry = {
  id: string
  reference: string
  status: string
  decline_reason: string | null
  prompts: number
  debits: number
  callbacks: { said: string }[]
}

beforeEach(async () => {
  world = await openOperatorWorld({
    operators: {
      promptMs: 5_000,
      approveSlowlyMs: 20,
      secondInquiryMs: 40,
      outcomeAfterMs: { min: 5, max: 10 },
    },
  })
  const client = await openGsmaClient(world)
  prompt = async (msisdn, amount = '12.50') => {
    const reference = randomUUID()
    const body = {
      amount,
      currency: 'USD',
      debitParty: [{ key: 'msisdn', value: `+${msisdn}` }],
      creditParty: [{ key: 'walletid', value: 'COLLECTED' }],
      descriptionText: 'Boutique Lac Kivu',
    }
    const headers = { 'x-correlationid': reference, 'x-callback-url': world.receiver.url }
    expect((await client.post('/transactions/type/merchantpay', body, headers)).status).toBe(202)
    return entry(reference)
  }
})
afterEach(() => world.close())

async function entry(reference: string): Promise<Entry> {
  const { collections } = await world.books(`reference=${reference}`)
  return (collections as Entry[])[0] as Entry
}

const control = (path: string, message: object) => world.control(`/operators${path}`, message)
const ended = (reference: string) => expect.poll(async () => (await entry(reference)).status)
const waiting = '243900000024'

test('the last two digits of a number decide, whatever stands before them', () => {
  const endings = {
    '21': 'approves',
    '23': 'wrong_pin',
    '24': 'no_answer',
    '05': 'no_wallet',
    '07': 'approves',
  }
  for (const [digits, ending] of Object.entries(endings)) {
    for (const start of ['2438100000', '2439912345']) expect(usualEndingOf(start + digits)).toBe(ending)
  }
})

test.each([
  ['approve', 'succeeded', null],
  ['wrong-pin', 'declined', 'wrong_pin'],
  ['decline', 'declined', 'cancelled'],
] as const)('a prompt answered with %s is %s', async (response, status, reason) => {
  const { id, reference } = await prompt(waiting)
  const { body } = await world.send('GET', `/sandbox/operators/prompts?msisdn=${waiting}`)
  expect(body.prompts).toMatchObject([
    { id, merchant: 'Boutique Lac Kivu', amount: '12.50', currency: 'USD' },
  ])
  expect((await control(`/prompts/${id}`, { answer: response })).body).toEqual({
    id,
    status,
    decline_reason: reason,
  })
  expect(await entry(reference)).toMatchObject({ status, decline_reason: reason, prompts: 1 })
  expect((await control(`/prompts/${id}`, { answer: 'approve' })).status).toBe(404)
})

test('a prompt that is ignored is not approved, whatever the number', async () => {
  await control('/behaviours', { msisdn: '243900000031', ending: 'ambiguous' })
  const { id, reference } = await prompt('243900000031')
  await control(`/prompts/${id}`, { answer: 'ignore' })
  expect(await entry(reference)).toMatchObject({ status: 'pending' })
})

test('a collection that is released ends once, with one debit', async () => {
  await control('/behaviours', { msisdn: '243900000033', ending: 'ambiguous' })
  const { id, reference } = await prompt('243900000033')
  expect((await control(`/collections/${id}/release`, { outcome: 'approved' })).status).toBe(200)
  expect((await control(`/collections/${id}/release`, { outcome: 'cancelled' })).status).toBe(404)
  expect(await entry(reference)).toMatchObject({ status: 'succeeded', debits: 1 })
})

test('a number that ends in 29 says declined, then approved', async () => {
  const { reference } = await prompt('243900000029')
  await world.receiver.waitFor(2)
  expect(await entry(reference)).toMatchObject({ status: 'succeeded', debits: 1 })
  await expect
    .poll(async () => (await entry(reference)).callbacks.map(({ said }) => said))
    .toEqual(['declined', 'succeeded'])
})

test('a collection that the operator takes back is reversed', async () => {
  const { reference } = await prompt('243900000021')
  await ended(reference).toBe('succeeded')
  await control('/reversals', { msisdn: '243900000021' })
  expect(await entry(reference)).toMatchObject({ status: 'reversed' })
})

test('the statement has a line with a fee for each debit, by day and currency', async () => {
  const { reference } = await prompt('243900000021', '100')
  await ended(reference).toBe('succeeded')
  const today = new Date().toISOString().slice(0, 10)
  const lines = async (query: string) =>
    (await world.send('GET', `/sandbox/operators/statement?${query}`)).body.lines
  const line = { kind: 'collection', reference, amount: '100.00', fee: '1.50', currency: 'USD' }
  expect(await lines(`date=${today}&currency=USD`)).toMatchObject([line])
  expect(await lines(`date=${today}&currency=CDF`)).toEqual([])
  expect(await lines('date=2020-01-01')).toEqual([])
})

test.each([
  ['fr', 'Boutique Lac Kivu vous demande', 'Paiement validé.'],
  ['en', 'Boutique Lac Kivu asks you for', 'Payment approved.'],
])('the phone shows the prompt in %s and takes the PIN', async (lang, asks, approved) => {
  const { id, reference } = await prompt(waiting)
  const shown = await page(`/operators/phone?number=0900000024&lang=${lang}`)
  expect(shown).toContain(asks)
  expect(shown).not.toContain('http-equiv="refresh"')
  expect(await reply(id, lang, { pin: '1234' })).toContain(approved)
  expect(await entry(reference)).toMatchObject({ status: 'succeeded', debits: 1 })
})

test('a wrong PIN and a refusal on the phone decline the prompt, and the second answer comes too late', async () => {
  const first = await prompt(waiting)
  expect(await reply(first.id, 'en', { pin: '0000' })).toContain('The PIN is incorrect')
  expect(await entry(first.reference)).toMatchObject({ decline_reason: 'wrong_pin', debits: 0 })
  const second = await prompt(waiting)
  expect(await reply(second.id, 'en', { answer: 'decline' })).toContain('Request declined.')
  expect(await entry(second.reference)).toMatchObject({ decline_reason: 'cancelled' })
  expect(await reply(second.id, 'en', { pin: '1234' })).toContain('no longer waits')
  expect(await entry(second.reference)).toMatchObject({ debits: 0 })
})

test('the phone page escapes what is typed, and says when a number cannot be one', async () => {
  const typed = await page('/operators/phone?number=%3Cscript%3E&lang=en')
  expect(typed).not.toContain('<script>')
  expect(typed).toContain('This is not a mobile number of the DRC.')
  expect(await page('/operators/phone?number=0900000024&lang=fr')).toContain('http-equiv="refresh"')
})

const page = async (path: string) => (await fetch(world.url + path)).text()

/** Answers as the form on the page does, and returns the page that follows. */
async function reply(id: string, lang: string, form: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ number: '0900000024', ...form })
  const response = await fetch(`${world.url}/operators/phone/${id}?lang=${lang}`, { method: 'POST', body })
  return response.text()
}
