// Fee invoices: one for each merchant, currency and month with fees, in a series without gaps, and never changed.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pdfText } from '../../../test/support/papers/pdf-text.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { newId } from '../../kernel/id.ts'
import { money } from '../../kernel/money.ts'
import { postAll } from '../../ledger/post.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import { silentLog } from '../../platform/process/log.ts'
import { type Period, periodOf } from '../statements/period.ts'
import { type InvoiceRow, vatIncluded } from './invoice-pdf.ts'
import { issueDueInvoices, issueInvoice } from './issue-invoices.ts'
import { invoicesPage, readInvoice } from './queries.ts'

const january = periodOf('2026-01') as Period
const issuer = { name: 'Exemple SARL', address: '12, avenue du Port\nKinshasa', rccm: 'CD/1', nif: 'A1' }

let world: World
beforeAll(async () => {
  // No worker runs, so that only the test issues.
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
beforeEach(() => rows('truncate fee_invoice_month'))

async function newOwner(): Promise<ListOwner & { environment: 'sandbox' }> {
  const { merchant_code } = await world.register({ name: 'Café «Lumière»' })
  const [row] = await rows<{ id: bigint }>('select id from merchant where merchant_code = $1', [
    merchant_code,
  ])
  return { merchantId: row!.id, environment: 'sandbox' }
}

/** A charge with a fee, or a void of one where the fee is negative. */
async function postFee({ merchantId }: ListOwner, time: string, fee: bigint): Promise<void> {
  const [payer, payee] = fee > 0n ? (['debit', 'credit'] as const) : (['credit', 'debit'] as const)
  const size = fee > 0n ? fee : -fee
  const now = Temporal.Instant.from(time)
  await world.system.db.transaction((sql) =>
    postAll(sql, [
      {
        key: `adjustment:${newId()}`,
        environment: 'sandbox',
        now,
        entries: [
          { account: 'gateway_receivable', side: payer, amount: money(size * 10n, 'USD') },
          { account: 'merchant_payable', merchantId, side: payee, amount: money(size * 9n, 'USD') },
          { account: 'service_commission', side: payee, amount: money(size, 'USD') },
        ],
      },
    ]),
  )
}

const needsAt = (time: string, vatBasisPoints = 1_600) => ({
  db: world.system.db,
  clock: { now: () => Temporal.Instant.from(time) },
  log: silentLog,
  issuer,
  vatBasisPoints,
})
const issueAll = async (needs: ReturnType<typeof needsAt>) => {
  while (await issueDueInvoices(needs)) {
    // One month, or a hundred invoices, at a time.
  }
}
const invoices = async (owner: ListOwner) => (await invoicesPage(world.db, owner, {})).items
const sequences = async () =>
  (
    await rows<{ sequence: number }>(
      `select sequence from fee_invoice where environment = 'sandbox' and year = 2026 order by sequence`,
    )
  ).map(({ sequence }) => sequence)

test('each month with fees has one invoice, an hour after its end', async () => {
  const owner = await newOwner()
  await postFee(owner, '2026-01-31T23:59:59Z', 3_500n)
  await postFee(owner, '2026-02-01T00:00:00Z', 700n)
  await issueAll(needsAt('2026-02-01T00:59:59Z'))
  expect(await invoices(owner)).toEqual([])
  await issueAll(needsAt('2026-02-01T01:00:00Z'))
  await issueAll(needsAt('2026-02-01T01:00:00Z'))
  const facts = { kind: 'invoice', currency: 'USD', issued_on: '2026-02-01' }
  expect(await invoices(owner)).toMatchObject([
    { ...facts, period: '2026-01', net: '30.17', vat: '4.83', total: '35.00' },
  ])
  await issueAll(needsAt('2026-04-02T00:00:00Z'))
  expect((await invoices(owner)).map(({ period, total }) => [period, total])).toEqual([
    ['2026-02', '7.00'],
    ['2026-01', '35.00'],
  ])
})

test('a month in which more fees were returned than taken has a credit note', async () => {
  const owner = await newOwner()
  await postFee(owner, '2026-01-05T10:00:00Z', 100n)
  await postFee(owner, '2026-01-06T10:00:00Z', -1_260n)
  await issueAll(needsAt('2026-02-02T00:00:00Z'))
  expect(await invoices(owner)).toMatchObject([
    { kind: 'credit_note', net: '-10.00', vat: '-1.60', total: '-11.60' },
  ])
})

test('a month whose fees were all returned has no invoice', async () => {
  const owner = await newOwner()
  await postFee(owner, '2026-01-05T10:00:00Z', 100n)
  await postFee(owner, '2026-01-06T10:00:00Z', -100n)
  await issueAll(needsAt('2026-02-02T00:00:00Z'))
  expect(await invoices(owner)).toEqual([])
})

test('twenty invoices issued at once have twenty numbers without a gap, and no merchant has two', async () => {
  const owners = await Promise.all(Array.from({ length: 10 }, newOwner))
  for (const owner of owners) await postFee(owner, '2026-01-07T10:00:00Z', 50n)
  const before = (await sequences()).length
  const dues = owners.map(
    ({ merchantId, environment }) => ({ merchant_id: merchantId, environment, currency: 'USD' }) as const,
  )
  const needs = needsAt('2026-02-03T00:00:00Z')
  // Two processes: their transactions do not wait in one line.
  const other = { ...needs, db: world.db }
  const numbers = await Promise.all(
    [...dues, ...dues].map((due, i) => issueInvoice(i % 2 ? needs : other, due, january)),
  )
  expect(numbers.filter(Boolean).length).toBe(10)
  const all = await sequences()
  expect(all).toEqual(Array.from({ length: before + 10 }, (_, i) => i + 1))
  for (const owner of owners) expect((await invoices(owner)).length).toBe(1)
})

test('an invoice that fails holds up no later month, and is issued once it can be', async () => {
  const owner = await newOwner()
  await postFee(owner, '2026-01-08T10:00:00Z', 60n)
  await postFee(owner, '2026-02-08T10:00:00Z', 70n)
  const periods = async () => (await invoices(owner)).map(({ period }) => period)
  await rows('alter table fee_invoice add constraint refused check (total_minor <> 60) not valid')
  await issueAll(needsAt('2026-03-04T00:00:00Z'))
  expect(await periods()).toEqual(['2026-02'])
  await rows('alter table fee_invoice drop constraint refused')
  await issueAll(needsAt('2026-03-05T00:00:00Z'))
  expect(await periods()).toEqual(['2026-02', '2026-01'])
})

test('a number drawn for an invoice that fails is drawn again', async () => {
  const owner = await newOwner()
  await postFee(owner, '2026-01-08T10:00:00Z', 50n)
  const before = await sequences()
  await rows('alter table fee_invoice add constraint refused check (total_minor <> 50) not valid')
  await issueAll(needsAt('2026-02-04T00:00:00Z'))
  expect(await invoices(owner)).toEqual([])
  await rows('alter table fee_invoice drop constraint refused')
  await issueAll(needsAt('2026-02-04T00:00:00Z'))
  expect(await sequences()).toEqual([...before, before.length + 1])
})

test('an issued invoice is never changed or removed', async () => {
  const owner = await newOwner()
  await postFee(owner, '2026-01-09T10:00:00Z', 50n)
  await issueAll(needsAt('2026-02-05T00:00:00Z'))
  for (const text of [
    'delete from fee_invoice',
    'update fee_invoice set total_minor = 1',
    'truncate fee_invoice',
  ])
    await assert.rejects(rows(text), /append-only/)
})

async function pdfOf(owner: ListOwner, lang: string): Promise<Buffer> {
  const [invoice] = await invoices(owner)
  const read = await readInvoice(world.db, owner, { number: invoice!.number, query: { format: 'pdf', lang } })
  assert('file' in read)
  const chunks: Uint8Array[] = []
  for await (const chunk of read.file.pieces) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

test.each(['محمد ولد حسن', 'דוד לוי', 'Владимир', '王小明', '김민수', '🌺'])(
  'the PDF of an invoice names the merchant %s in letters, and as it is written when copied',
  async (name) => {
    const owner = await newOwner()
    await rows('update merchant set name = $2 where id = $1', [owner.merchantId, name])
    await postFee(owner, '2026-01-10T10:00:00Z', 50n)
    await issueAll(needsAt('2026-02-06T00:00:00Z'))
    const { drawn, copied } = pdfText(await pdfOf(owner, 'fr'))
    expect(copied).toContain(name)
    // Below the label of the recipient, its name.
    expect(drawn).toMatch(/\nClient\n[\p{Script=Latin}\p{Script=Cyrillic}: ]{6,}\n/u)
  },
)

test('the PDF of an invoice stays the same, whatever changes later', async () => {
  const owner = await newOwner()
  await postFee(owner, '2026-01-10T10:00:00Z', 50n)
  await issueAll(needsAt('2026-02-06T00:00:00Z'))
  const [french, english] = [await pdfOf(owner, 'fr'), await pdfOf(owner, 'en')]
  expect(pdfText(french).drawn).not.toBe(pdfText(english).drawn)
  await rows(`update merchant set name = 'Renamed' where id = $1`, [owner.merchantId])
  await postFee(owner, '2026-01-10T11:00:00Z', 70n)
  await issueAll(needsAt('2026-03-06T00:00:00Z', 0))
  expect(await pdfOf(owner, 'fr')).toEqual(french)
  expect(await pdfOf(owner, 'en')).toEqual(english)
})

test('an invoice of another merchant is not found', async () => {
  const [owner, other] = [await newOwner(), await newOwner()]
  await postFee(owner, '2026-01-11T10:00:00Z', 50n)
  await issueAll(needsAt('2026-02-07T00:00:00Z'))
  const [invoice] = await invoices(owner)
  const { number } = invoice!
  expect(await invoices(other)).toEqual([])
  const read = (as: ListOwner) => readInvoice(world.db, as, { number, query: {} })
  expect(await read(owner)).toMatchObject({
    data: { recipient: { name: 'Café «Lumière»' }, vat_percent: '16.00' },
  })
  await assert.rejects(read(other), /Invoice not found/)
})

test.each([
  [11_600n, 1_600, 1_600n],
  [-11_600n, 1_600, -1_600n],
  [100n, 0, 0n],
  [1n, 10_000, 1n],
  [3_500n, 1_600, 483n],
])('the VAT in a total of %d at %d hundredths of a percent is %d', (total, basisPoints, vat) => {
  expect(vatIncluded(total, basisPoints)).toBe(vat)
})

test('an invoice names all that an invoice must', async () => {
  const owner = await newOwner()
  await postFee(owner, '2026-01-12T10:00:00Z', 50n)
  await issueAll(needsAt('2026-02-08T00:00:00Z'))
  const [row] = await rows<Pick<InvoiceRow, 'issuer' | 'lines'>>(
    'select issuer, lines from fee_invoice where merchant_id = $1',
    [owner.merchantId],
  )
  expect(row).toEqual({ issuer, lines: [{ type: 'adjustment', count: 1, fee_minor: '50' }] })
})
