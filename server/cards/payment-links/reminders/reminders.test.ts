// Reminders of due dates: who gets them, when, once each, and until when.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutOfLink, createLink, uuidOf } from '../../../../test/support/callers/payment-links.ts'
import { call, tokenOf } from '../../../../test/support/callers/self-service.ts'
import { send } from '../../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { firstReminder } from './due-dates.ts'
import { remindPayers } from './send-reminders.ts'

let world: World
beforeAll(async () => {
  // Without workers, which would remind by the time of the machine.
  world = await openWorld({ role: 'api' })
  await setReceipts(true)
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)
const setReceipts = async (payer_receipts: boolean) => {
  const token = await tokenOf(world, world.merchant)
  const response = await call(world, 'PUT', 'notifications', {
    token,
    body: { language: 'fr', payer_receipts },
  })
  assert.equal(response.status, 200, response.text)
}

const timeZone = 'Africa/Kinshasa'
const today = () => world.clock.now().toZonedDateTimeISO(timeZone).toPlainDate()
const inDays = (days: number) => today().add({ days }).toString()
/** A link of 300.00 USD of which 100.00 are due on each of these days from today. */
const newLink = (days = [10, 40, 70]) =>
  createLink(world, {
    ...{ kind: 'parts', total: 300, minimum_part: 20, amount: undefined },
    schedule: days.map((day) => ({ due_on: inDays(day), amount: 300 / days.length })),
  })
let addressCount = 0
const newAddress = () => `payer-${addressCount++}@example.com`

async function pay(code: string, bill_to_email: string, fields: Record<string, string> = { reminders: '1' }) {
  const form = { bill_to_email, part: 'other', amount: '100', ...fields }
  const link = await checkoutOfLink(world, code, form, { accept: 'text/html' }, '?lang=fr')
  expect((await world.payByCalls(link)).body).toEqual({ state: 'DONE' })
  return uuidOf(link)
}
/** Does the work of a worker in the morning of a day from today, twice. */
async function remindIn(days: number, time = '09:00'): Promise<void> {
  const at = today().add({ days }).toZonedDateTime({ timeZone, plainTime: time }).toInstant()
  for (const _ of [1, 2]) await remindPayers({ db: world.db, clock: { now: () => at }, wake: () => {} })
}
type Mail = { content: { subject: string; paragraphs: string[]; facts: [string, string][]; action: object } }
const mails = (address: string) =>
  rows<Mail>(`select content from message where address = $1 and kind = 'link_reminder' order by id`, [
    address,
  ])
const isWanted = async (uuid: string) =>
  (
    await rows<{ wanted: boolean }>(
      `select exists (select from link_reminder r join card_transaction t on t.id = r.transaction_id
                       where t.transaction_uuid = $1) as wanted`,
      [uuid],
    )
  )[0]?.wanted

test('a payer who asked for it is reminded once before each unpaid date and once after it', async () => {
  const code = await newLink()
  const payer = newAddress()
  const uuid = await pay(code, payer)
  const seen: [day: number, mails: number][] = []
  for (const day of [7, 11, 36, 37, 40, 41, 42, 67, 71]) {
    await remindIn(day)
    seen.push([day, (await mails(payer)).length])
  }
  // The first date was paid when the reminders were asked for.
  expect(seen).toEqual([
    ...[7, 11, 36].map((day) => [day, 0]),
    ...[37, 40].map((day) => [day, 1]),
    ...[41, 42].map((day) => [day, 2]),
    ...[[67, 3]],
    ...[[71, 4]],
  ])
  const [before, after] = (await mails(payer)).map(({ content }) => content)
  expect(before?.subject).toMatch(/^\[Test\] Rappel\u00a0: 100,00\u00a0USD à payer à .* au plus tard le /)
  expect(before?.action).toEqual({ label: 'Payer', path: `/pl/${code}?lang=fr` })
  expect(Object.fromEntries(before?.facts ?? [])).toMatchObject({
    Référence: 'INV-1',
    'À payer pour cette date': '100,00\u00a0USD',
    'Reste à payer au total': '200,00\u00a0USD',
  })
  expect(after?.subject).toMatch(/^\[Test\] Échéance dépassée\u00a0: 100,00\u00a0USD à payer à /)
  expect(await isWanted(uuid)).toBe(false)
})

test('a payer who asks within three days of a date is reminded of it at the next run', async () => {
  const subjects = async (address: string) => (await mails(address)).map(({ content }) => content.subject)
  const now = world.clock.now()
  const remindNow = async () => {
    for (const _ of [1, 2]) await remindPayers({ db: world.db, clock: { now: () => now }, wake: () => {} })
  }
  for (const days of [0, 1, 2]) {
    const payer = newAddress()
    await pay(await newLink([days, 40]), payer, { reminders: '1', amount: '30' })
    await remindNow()
    expect(await subjects(payer)).toEqual([expect.stringContaining('120,00\u00a0USD à payer')])
    await remindIn(days + 1)
    expect(await subjects(payer)).toHaveLength(2)
  }
})

test('the reminder of who asks from the third morning before a date until that day comes at once', () => {
  const schedule = [{ due_on: '2026-12-05', amount_minor: 1 }]
  const comesAtOnce = (day: string) => {
    const now = Temporal.PlainDateTime.from(day).toZonedDateTime(timeZone).toInstant()
    const first = firstReminder({ schedule, time_zone: timeZone }, now)
    return first && !first.isOverdue && Temporal.Instant.compare(first.at, now) <= 0
  }
  const atOnce = ['2026-12-02T09:00', '2026-12-02T16:26', '2026-12-05T00:00', '2026-12-05T23:59']
  const later = ['2026-12-02T08:59:59', '2026-12-06T00:00', '2026-12-06T08:59']
  expect(atOnce.map(comesAtOnce)).toEqual(atOnce.map(() => true))
  expect(later.map(comesAtOnce)).toEqual(later.map(() => false))
})

test('two dates that are near are both reminded of, and one that has passed is counted with them', async () => {
  const payer = newAddress()
  await pay(await newLink([0, 1, 3]), payer, { reminders: '1', amount: '30' })
  await remindIn(1)
  const facts = (await mails(payer)).map(({ content }) => Object.fromEntries(content.facts))
  expect(facts.map((each) => each['À payer pour cette date'])).toEqual(['170,00\u00a0USD', '270,00\u00a0USD'])
})

test('a payment that ends after the run is reminded of its date once it is paid', async () => {
  const payer = newAddress()
  const code = await newLink([1, 40])
  const form = { bill_to_email: payer, part: 'other', amount: '30', reminders: '1' }
  const link = await checkoutOfLink(world, code, form, { accept: 'text/html' }, '?lang=fr')
  await remindIn(0, '23:59')
  expect(await mails(payer)).toEqual([])
  await world.payByCalls(link)
  await remindIn(0, '23:59')
  expect(await mails(payer)).toHaveLength(1)
})

test('a payer who did not ask, did not pay, or was refunded is not reminded', async () => {
  const code = await newLink()
  const silent = newAddress()
  await pay(code, silent, {})
  const unpaid = newAddress()
  const form = { bill_to_email: unpaid, part: 'other', amount: '50', reminders: '1' }
  const abandoned = uuidOf(await checkoutOfLink(world, code, form))
  const refunded = newAddress()
  const uuid = await pay(code, refunded)
  const [payment] = await rows<{ id: string }>(
    'select cs_payment_id as id from card_transaction where transaction_uuid = $1',
    [uuid],
  )
  const refund = await world.admin('POST', `/api/v1/admin/payment/refunds/${payment?.id}`, {
    reason: 'asked',
  })
  assert.equal(refund.status, 200, refund.text)
  await rows(
    `update card_transaction set status = 'EXPIRED', finalised_at = now() where transaction_uuid = $1`,
    [abandoned],
  )
  for (const day of [37, 41]) await remindIn(day)
  for (const address of [silent, unpaid, refunded]) expect(await mails(address)).toEqual([])
  for (const each of [abandoned, uuid]) expect(await isWanted(each)).toBe(false)
})

test('a date that somebody has paid meanwhile is not reminded of; the missing part of a date is', async () => {
  const code = await newLink()
  const payer = newAddress()
  await pay(code, payer)
  await pay(code, newAddress(), { amount: '40' })
  await remindIn(37)
  expect((await mails(payer)).map(({ content }) => Object.fromEntries(content.facts))).toMatchObject([
    { 'À payer pour cette date': '60,00\u00a0USD', 'Reste à payer au total': '160,00\u00a0USD' },
  ])
  await pay(code, newAddress(), { amount: '60' })
  await remindIn(41)
  expect(await mails(payer)).toHaveLength(1)
})

test('a payer of two parts is reminded once of each date', async () => {
  const code = await newLink([10, 40, 70, 100, 130, 160])
  const payer = newAddress()
  for (const amount of ['30', '40']) await pay(code, payer, { reminders: '1', amount })
  await remindIn(37)
  expect(await mails(payer)).toHaveLength(1)
})

test('a cancelled link reminds nobody', async () => {
  const code = await newLink()
  const payer = newAddress()
  const uuid = await pay(code, payer)
  assert.equal((await world.signed('POST', `/api/v1/payment-links/${code}/cancel`)).status, 200)
  await remindIn(37)
  expect(await mails(payer)).toEqual([])
  expect(await isWanted(uuid)).toBe(false)
})

test('no payer is reminded once the merchant wants no more emails to payers', async () => {
  const code = await newLink()
  const payer = newAddress()
  await pay(code, payer)
  await setReceipts(false)
  await remindIn(37)
  await setReceipts(true)
  expect(await mails(payer)).toEqual([])
})

test('a worker that was away sends the last reminder only', async () => {
  const code = await newLink()
  const payer = newAddress()
  await pay(code, payer)
  await remindIn(50)
  expect((await mails(payer)).map(({ content }) => content.subject)).toEqual([
    expect.stringMatching(/Échéance dépassée/),
  ])
})

test('two workers at once send a reminder once, and count it once', async () => {
  const code = await newLink()
  const payer = newAddress()
  await pay(code, payer)
  await Promise.all([1, 2, 3, 4].map(() => remindIn(37)))
  expect(await mails(payer)).toHaveLength(1)
})

test('the form offers reminders while a date lies ahead and the payers of the merchant get emails', async () => {
  const offers = async (code: string) => {
    const { text } = await send(world.url, 'GET', `/pl/${code}/checkout?lang=fr`, Buffer.alloc(0), {
      accept: 'text/html',
    })
    return text.includes('Me rappeler les prochaines échéances par e-mail')
  }
  const code = await newLink()
  const [undated, single] = [await createLinkWithoutDates(), await createLink(world)]
  expect([await offers(code), await offers(undated), await offers(single)]).toEqual([true, false, false])
  await setReceipts(false)
  expect(await offers(code)).toBe(false)
  expect(await isWanted(await pay(code, newAddress()))).toBe(false)
  await setReceipts(true)
})

const createLinkWithoutDates = () =>
  createLink(world, { kind: 'parts', total: 300, minimum_part: 20, amount: undefined })
