// Statements and invoices as merchants' servers, signed-in merchants and admins read them, in every format.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, tokens, twoAdmins } from '../../../test/support/callers/admins.ts'
import { type Portal, paid, portalOf } from '../../../test/support/callers/portal.ts'
import { assertCamt053, textsAt } from '../../../test/support/iso20022/validate.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { silentLog } from '../../platform/process/log.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { issueDueInvoices } from '../invoices/issue-invoices.ts'

let world: World
let as: Credentials
let portal: Portal
let today: string
let uuids: string[]
/** How far the clock of the service is ahead. */
let ahead = Temporal.Duration.from({ seconds: 0 })
const clock = { now: () => systemClock.now().add(ahead) }

beforeAll(async () => {
  // No worker runs, so that only the test issues invoices.
  world = await openWorld({ role: 'api', settings: twoAdmins, clock })
  as = await world.register({ name: 'Épicerie «Chez Ntemba» & Fils' })
  portal = await portalOf(world, as)
  today = clock.now().toString().slice(0, 10)
  const other = await world.register({ name: 'Another' })
  await paid(world, other, { amount: 999, currency: 'USD' })
  uuids = [
    await paid(world, as, { amount: 100, currency: 'USD' }),
    await paid(world, as, { amount: 70_000, currency: 'CDF' }),
    await paid(world, as, { amount: 20.01, currency: 'USD' }),
  ]
  const { cs_payment_id } = await portal.data(`payments/${uuids[0]}`)
  await adminsOf(world).act(`payment/refunds/${cs_payment_id}`, { reason: 'not wanted', amount: 40 })
  // A statement contains what is older than five seconds.
  ahead = Temporal.Duration.from({ seconds: 6 })
})
afterAll(() => world.close())

const asAdmin = (path: string, code = as.merchant_code) =>
  world.admin('GET', `/api/v1/admin/merchants/${code}/${path}`, undefined, { 'x-admin-token': tokens.amina })
const signed = (path: string) => world.signed('GET', `/api/v1/payment/${path}`, undefined, { as })
const statement = (format = 'json') => `statements?period=${today}&currency=USD&format=${format}`

test('a statement in JSON has opening, lines with a balance, totals and closing, the same for every reader', async () => {
  const read = await signed(statement())
  assert.equal(read.status, 200, read.text)
  const { data } = read.body
  expect(data).toMatchObject({
    period: today,
    currency: 'USD',
    from: today,
    to: today,
    final: false,
    opening: '0.00',
    closing: '75.81',
    transactions: 3,
    totals: [
      { type: 'charge', transactions: 2, amount: '120.01', fee: '4.20', net: '115.81' },
      { type: 'refund', transactions: 1, amount: '-40.00', fee: '0.00', net: '-40.00' },
    ],
  })
  const facts = data.lines.map(({ type, net, balance, source, merchant_reference: reference }: any) => [
    type,
    net,
    balance,
    uuids.indexOf(source),
    reference,
  ])
  expect(facts).toEqual([
    ['charge', '96.50', '96.50', 0, 'INV-1'],
    ['charge', '19.31', '115.81', 2, 'INV-1'],
    ['refund', '-40.00', '75.81', 0, 'INV-1'],
  ])
  const timeless = ({ as_of, ...rest }: { as_of: string }) => rest
  expect(timeless(await portal.data(statement()))).toEqual(timeless(data))
  expect(timeless((await asAdmin(statement())).body.data)).toEqual(timeless(data))
})

test('a statement in CSV has the same lines between opening and closing', async () => {
  const { text, headers } = await signed(statement('csv'))
  const lines = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe(
    '"created_at","id","type","merchant_reference","source","amount","fee","net","balance","currency","available_on","description"',
  )
  expect(lines.length).toBe(1 + 1 + 3 + 2 + 1)
  expect(lines[1]).toBe('"OPENING","","","","","","","","0.00","USD","",""')
  expect(lines[4]).toContain('"refund","INV-1"')
  expect(lines[6]).toBe('"TOTAL","1","refund","","","-40.00","0.00","-40.00","","USD","",""')
  expect(lines[7]).toBe('"CLOSING","","","","","","","","75.81","USD","",""')
  expect(headers['content-disposition']).toContain(`statement-${as.merchant_code}-USD-${today}.csv`)
})

test('a statement in camt.053 is valid, and names the merchant and its payments', async () => {
  const { text, headers } = await signed(statement('camt.053'))
  assertCamt053(text)
  expect(headers['content-type']).toContain('application/xml')
  expect(textsAt(text, '//s:Ownr/s:Nm')).toEqual(['Épicerie «Chez Ntemba» & Fils'])
  expect(textsAt(text, '//s:TxId')).toEqual([uuids[0], uuids[2], uuids[0]])
  expect(textsAt(text, '//s:Bal/s:Amt')).toEqual(['0.00', '75.81'])
})

test.each(['fr', 'en'])('a statement in PDF has one page for three lines: %s', async (lang) => {
  const { text, headers } = await portal.get(`${statement('pdf')}&lang=${lang}`)
  expect(headers['content-type']).toBe('application/pdf')
  expect(text.startsWith('%PDF-')).toBe(true)
  expect(text.match(/\/Type \/Page\b/g)?.length).toBe(1)
  expect(text).toContain(`/Lang (${lang})`)
})

test.each([
  'period=2026-13&currency=USD',
  'period=2026-11-31&currency=USD',
  'period=2999-01&currency=USD',
  'currency=USD',
  'period=2026-11',
  'period=2026-11&currency=EUR',
  'period=2026-11&currency=USD&format=xml',
  'period=2026-11&currency=USD&lang=de',
])('a statement with %s is refused', async (query) => {
  expect((await signed(`statements?${query}`)).status).toBe(422)
  expect((await portal.get(`statements?${query}`)).status).toBe(400)
})

test('the statement of an unknown merchant is not found', async () => {
  expect((await asAdmin(statement(), 'LKT-0000-0000')).status).toBe(404)
  expect((await asAdmin('invoices', 'LKT-0000-0000')).status).toBe(404)
})

test('the months of statements are listed for the merchant and for admins', async () => {
  const period = today.slice(0, 7)
  const usual = { period, final: false, opening: '0.00' }
  const { months } = await portal.data('statements/months')
  expect(months).toEqual([
    {
      ...usual,
      currency: 'CDF',
      transactions: 1,
      totals: [{ type: 'charge', transactions: 1, amount: '70000.00', fee: '2450.00', net: '67550.00' }],
      fees: '2450.00',
      closing: '67550.00',
    },
    {
      ...usual,
      currency: 'USD',
      transactions: 3,
      totals: [
        { type: 'charge', transactions: 2, amount: '120.01', fee: '4.20', net: '115.81' },
        { type: 'refund', transactions: 1, amount: '-40.00', fee: '0.00', net: '-40.00' },
      ],
      fees: '4.20',
      closing: '75.81',
    },
  ])
  expect((await asAdmin('statements/months')).body.data.months).toEqual(months)
})

test('an invoice is listed and read by the merchant and by admins, as JSON and as PDF', async () => {
  const now = clock.now().add({ hours: 24 * 40 })
  const issuer = { name: 'Exemple SARL', address: '12, avenue du Port', rccm: 'CD/1', nif: 'A1' }
  const issuing = {
    db: world.system.db,
    clock: { now: () => now },
    log: silentLog,
    issuer,
    vatBasisPoints: 0,
  }
  while (await issueDueInvoices(issuing)) {
    // One month at a time.
  }
  const { items, pagination } = await portal.data('invoices?currency=USD')
  const [invoice] = items
  expect(items.length).toBe(1)
  expect(pagination.total).toBe(1)
  expect(invoice).toMatchObject({
    kind: 'invoice',
    period: today.slice(0, 7),
    net: '4.20',
    vat: '0.00',
    total: '4.20',
  })
  expect((await portal.data('invoices')).items.length).toBe(2)
  expect((await signed('invoices?currency=USD')).body.data.items).toEqual(items)
  expect((await asAdmin('invoices?currency=USD')).body.data.items).toEqual(items)
  const path = `invoices/${invoice.number}`
  const { data } = (await signed(path)).body
  expect(data).toMatchObject({
    ...invoice,
    issuer,
    lines: [{ type: 'charge', transactions: 2, fee: '4.20' }],
  })
  expect(await portal.data(path)).toEqual(data)
  expect((await asAdmin(path)).body.data).toEqual(data)
  const pdf = await signed(`${path}?format=pdf&lang=fr`)
  expect(pdf.headers['content-disposition']).toContain(`${invoice.number}.pdf`)
  expect(pdf.text.startsWith('%PDF-')).toBe(true)
  expect((await signed('invoices/TEST-2026-999999')).status).toBe(404)
  expect((await portal.get('invoices/TEST-2026-999999')).status).toBe(404)
})
