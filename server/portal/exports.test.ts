// CSV exports: complete, safe for spreadsheets, and read from the database no faster than the client reads.
import assert from 'node:assert/strict'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrived, type Portal, paid, portalOf } from '../../test/support/callers/portal.ts'
import { recount } from '../../test/support/database/day-counts.ts'
import { fillPayments, fillTransfers } from '../../test/support/database/many-rows.ts'
import { eventually } from '../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const span = { days: 30, until: '2026-11-20T12:00:00Z' }
const linesOf = (text: string): string[][] =>
  parse(text, { bom: true, record_delimiter: '\r\n', relax_column_count: false })

describe('a small export', () => {
  let portal: Portal
  let merchant: Awaited<ReturnType<World['register']>>
  beforeAll(async () => {
    merchant = await world.register()
    portal = await portalOf(world, merchant)
  })

  test('an export without rows has the header and an empty total', async () => {
    const { status, headers, text } = await portal.get('payments.csv')
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="payments.csv"',
    ])
    assert.ok(text.startsWith('\uFEFF"created_at","transaction_uuid",'))
    expect(linesOf(text).slice(1)).toEqual([['TOTAL', '0', ...Array(15).fill('')]])
    expect(linesOf((await portal.get('transfers.csv')).text).slice(1)).toEqual([
      ['TOTAL', '0', ...Array(9).fill(''), 'USD', '', ''],
    ])
  })

  test('an export lists payments newest first, then sums per status and currency', async () => {
    await paid(world, merchant, { amount: 12.5, merchant_reference: 'first' })
    await paid(
      world,
      merchant,
      { amount: 100.25, merchant_reference: 'second, "quoted"' },
      '4000000000009995',
    )
    await paid(world, merchant, { amount: 5000, currency: 'CDF', merchant_reference: 'third; line' })
    const [head, ...lines] = linesOf((await portal.get('payments.csv')).text)
    const of = (name: string) => lines.map((line) => line[head!.indexOf(name)])
    expect(of('merchant_reference')).toEqual(['third; line', 'second, "quoted"', 'first', '', ''])
    expect(of('amount')).toEqual(['5000.00', '100.25', '12.50', '100.25', '5000.00 CDF + 12.50 USD'])
    expect(of('currency')).toEqual(['CDF', 'USD', 'USD', 'USD', ''])
    expect(of('commission_amount').slice(-2)).toEqual(['3.51', '175.00 CDF + 0.44 USD'])
    expect(lines.slice(-2).map((line) => line.slice(0, 4))).toEqual([
      ['TOTAL', '1', '', 'FAILED'],
      ['TOTAL', '2', '', 'SUCCESS'],
    ])
    const only = linesOf((await portal.get('payments.csv?currency=USD&status=SUCCESS')).text)
    expect(only.at(-1)).toEqual([
      'TOTAL',
      '1',
      '',
      'SUCCESS',
      '12.50',
      'USD',
      '0.44',
      '12.06',
      '',
      '',
      '',
      '',
      '',
      '0.00',
      '0.00',
      '12.06',
      '',
    ])
    const searched = linesOf((await portal.get('payments.csv?q=100.25')).text)
    expect(searched.map((line) => line[2])).toEqual(['merchant_reference', 'second, "quoted"', ''])
  })

  test('a payments export has refunded amounts, a transfers export the exchange rate', async () => {
    const merchantAccount = await world.register()
    const uuid = await paid(world, merchantAccount, { amount: 30 })
    const text = 'select cs_payment_id from card_transaction where transaction_uuid = $1'
    const [row] = await world.db.rows<{ cs_payment_id: string }>({ name: '', text }, [uuid])
    const refund = { amount: 12.5, reason: 'returned' }
    const refunded = await world.admin('POST', `/api/v1/admin/payment/refunds/${row!.cs_payment_id}`, refund)
    assert.equal(refunded.status, 200, refunded.text)
    const files = await portalOf(world, merchantAccount)
    const [head, ...lines] = linesOf((await files.get('payments.csv')).text)
    const at = head!.indexOf('refunded_amount')
    expect(lines.map((line) => line[at])).toEqual(['12.50', '12.50'])
    // 30.00 less 3.5 % commission, less what was refunded.
    expect(lines.map((line) => line[head!.indexOf('net_amount')])).toEqual(['16.45', '16.45'])
    await world.topUp('10.00', merchantAccount)
    await arrived(world, merchantAccount, { reference: 'in shillings', amount: 2_500, currency: 'UGX' })
    const [names, transfer] = linesOf((await files.get('transfers.csv')).text)
    const of = (name: string) => transfer![names!.indexOf(name)]
    expect([of('amount'), of('currency'), of('receiver_currency')]).toEqual(['2500.00', 'UGX', 'USD'])
    assert.equal(Math.floor((2_500 / Number(of('rate'))) * 100) / 100, Number(of('receiver_amount')))
  })

  test('every time in a file has its zone, and its day is that of the shop', async () => {
    const owner = await world.register()
    const uuid = await paid(world, owner, { amount: 5 })
    // In Kinshasa this is half past midnight of the next day.
    const values = [uuid, '2026-11-29T23:30:00Z']
    const text = 'update card_transaction set created_at = $2 where transaction_uuid = $1 returning id'
    await world.db.rows({ name: '', text }, values)
    const files = await portalOf(world, owner)
    for (const name of ['payments.csv', 'transfers.csv', 'balance-transactions.csv']) {
      if (name === 'transfers.csv') {
        await world.topUp('10.00', owner)
        await arrived(world, owner)
      }
      const [head, first] = linesOf((await files.get(name)).text)
      const times = head!.filter((column) => /_at$/.test(column))
      expect(times.length).toBeGreaterThan(0)
      for (const column of times)
        expect([name, first![head!.indexOf(column)]]).toEqual([name, expect.stringMatching(/Z$/)])
      expect(first![head!.indexOf('day')]).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
    const [head, first] = linesOf((await files.get('payments.csv')).text)
    const of = (column: string) => first![head!.indexOf(column)]
    expect([of('created_at'), of('day')]).toEqual(['2026-11-29T23:30:00.000000Z', '2026-11-30'])
  })

  test('a French Excel gets semicolons and decimal commas, and other texts stay as they are', async () => {
    const owner = await world.register()
    await paid(world, owner, { amount: 1250.5, merchant_reference: '12.50' })
    const { text } = await (await portalOf(world, owner)).get('payments.csv?separator=semicolon')
    const lines: string[][] = parse(text, { bom: true, record_delimiter: '\r\n', delimiter: ';' })
    const [head, first] = lines
    const of = (column: string) => first![head!.indexOf(column)]
    expect([of('amount'), of('merchant_reference'), of('currency')]).toEqual(['1250,50', '12.50', 'USD'])
    const refused = await (await portalOf(world, owner)).get('payments.csv?separator=tab')
    expect(refused.status).toBe(400)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://evil.example","x")', '＝1'])(
    'an export writes the value %j as text, not as a formula',
    async (reference) => {
      const strange = await world.register()
      await paid(world, strange, { merchant_reference: reference, bill_to_forename: reference }, null)
      const { text } = await (await portalOf(world, strange)).get('payments.csv')
      const line = linesOf(text)[1]!
      expect([line[2], line[8]]).toEqual([`'${reference}`, `'${reference} Mukendi`])
    },
  )

  test('an export escapes a formula after any separator a spreadsheet may assume [S-51]', async () => {
    const strange = await world.register()
    await paid(world, strange, { merchant_reference: 'x; "=1+1"' }, null)
    const { text } = await (await portalOf(world, strange)).get('payments.csv')
    expect(linesOf(text)[1]![2]).toBe(`x; "'=1+1"`)
    assert.match(text, /^"TOTAL","1",/m)
  })

  test('a transfers export sums sent amounts, payouts and fees', async () => {
    await world.topUp('10.00', merchant)
    const id = await arrived(world, merchant, { reference: '=cmd', amount: 0.75 })
    const { text } = await portal.get('transfers.csv')
    const [, line, total] = linesOf(text)
    expect(line!.slice(1)).toEqual([
      id,
      "'=cmd",
      'Successful',
      '0.75',
      'USD',
      '0.75',
      '0.00',
      'vodacom',
      '243810000001',
      'Jean Mukendi',
      'USD',
      '1',
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ])
    expect(total).toEqual([
      'TOTAL',
      '1',
      '',
      'Successful',
      '0.75',
      'USD',
      '0.75',
      '0.00',
      '',
      '',
      '',
      'USD',
      '',
      '',
    ])
  })

  test.each([
    ['payments.csv?status=PAID', 'RMT-1005'],
    ['transfers.csv?from=x', 'RMT-1006'],
    ['payments.csv?currency=EUR', 'RMT-1005'],
  ])('an export with %s is refused before anything is sent', async (name, code) => {
    const { status, headers, body } = await portal.get(name)
    expect([status, body.code]).toEqual([400, code])
    expect(headers['content-disposition']).toBeUndefined()
  })
})

describe('a long export', () => {
  const many = 60_000
  let portal: Portal
  beforeAll(async () => {
    const merchant = await world.register()
    portal = await portalOf(world, merchant)
    const all = { merchantCode: merchant.merchant_code, from: 1, of: many, ...span }
    for (let from = 1; from <= many; from += 10_000)
      await fillPayments(world.db, { ...all, from, to: from + 9_999 })
    await fillTransfers(world.db, { ...all, to: 2_500, of: 2_500 })
    // Many rows share a timestamp across the boundaries of batches.
    await world.db.rows({
      name: '',
      text: `update transfer set created_at = date_trunc('hour', created_at) where reference like 'PAYOUT-%'`,
    })
    await recount(world.db)
  })

  const take = (name: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${portal.token}` }
      httpRequest(`${world.url}/api/v1/merchant/${name}`, { headers, agent: false }, resolve)
        .on('error', reject)
        .end()
    })
  async function textOf(response: IncomingMessage): Promise<string> {
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    return text
  }

  test('a long export has every row once, even with equal timestamps, and totals that match', async () => {
    const [, ...all] = linesOf((await portal.get('transfers.csv')).text)
    const isTotal = ([first]: string[]) => first === 'TOTAL'
    const [lines, totals] = [all.filter((line) => !isTotal(line)), all.filter(isTotal)]
    const references = lines.map((line) => line[2])
    expect([references.length, new Set(references).size]).toEqual([2_500, 2_500])
    const sums = await world.db.rows<any>({
      name: '',
      text: `select status, count(*)::text as rows, to_char(sum(amount_hundredths) / 100.0, 'FM999999999990.00') as sent,
                    to_char(sum(receiver_minor) / 100.0, 'FM999999999990.00') as paid_out
               from transfer where reference like 'PAYOUT-%' group by status order by status collate "C"`,
    })
    expect(sums.length).toBeGreaterThan(1)
    const notifications = totals.map(([, rows, , status, sent, , paid_out]) => ({
      status,
      rows,
      sent,
      paid_out,
    }))
    expect(notifications).toEqual(sums.map((sum) => ({ ...sum, paid_out: sum.paid_out ?? '' })))
    const times = lines.map((line) => line[0]!)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('a long export is read from the database only as fast as the client reads it', async () => {
    const reading = () => world.requestStatements.length
    const before = reading()
    const response = await take('payments.csv')
    const readSoFar = await eventually('reading from the database pauses', async () => {
      const reads = reading()
      await new Promise((resolve) => setTimeout(resolve, 700))
      return reading() === reads && reads
    })
    expect(readSoFar - before).toBeLessThan(many / 1_000 - 5)
    const lines = linesOf(await textOf(response))
    const totals = lines.filter(([first]) => first === 'TOTAL')
    const counted = totals.reduce((sum, [, rows]) => sum + Number(rows), 0)
    expect([lines.length, counted]).toEqual([many + 1 + totals.length, many])
    expect(reading() - before).toBeGreaterThanOrEqual(many / 1_000)
  })

  test('a merchant may run two exports at a time, and a client that leaves frees a slot', async () => {
    const [first, second] = [await take('payments.csv'), await take('payments.csv')]
    const third = await portal.get('payments.csv')
    expect([third.status, third.body.code, third.headers['retry-after']]).toEqual([429, 'RMT-429', '10'])
    first.destroy()
    await eventually('a slot is free', async () => (await portal.get('transfers.csv')).status === 200)
    second.destroy()
  })

  test('a HEAD request does not produce an export', async () => {
    const before = world.requestStatements.length
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${portal.token}` }
      httpRequest(`${world.url}/api/v1/merchant/payments.csv`, { method: 'HEAD', headers }, (response) => {
        expect(response.statusCode).toBe(405)
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
    expect(world.requestStatements.length - before).toBeLessThan(20)
  })
})
