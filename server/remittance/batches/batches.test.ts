// Batches over HTTP: what a file must be, what its check finds, who confirms it, and what becomes of its rows.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusedWith } from '../../../test/support/callers/admins.ts'
import { call, joined } from '../../../test/support/callers/self-service.ts'
import { batchesOf, batchesPath, rowOf, transfersOf } from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { transferBatches } from './kind.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } } })
})
afterAll(() => world?.close())

const upload = (as: Credentials, rows: unknown, name = 'Salaries') =>
  world.basic('POST', `${batchesPath}?name=${name}`, { rows }, { as })
const uploadCsv = (as: Credentials, rawBody: string | Buffer) =>
  world.basic('POST', batchesPath, undefined, { as, rawBody, headers: { 'content-type': 'text/csv' } })

function csvOf(rows: Record<string, unknown>[], separator = ','): string {
  const names = Object.keys(rows[0] ?? {})
  const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(separator))
  return [names.join(separator), ...lines].join('\r\n')
}

/** The header and the line of a row, as a spreadsheet writes them. */
const linesOf = (row: object, separator: string) =>
  [Object.keys(row), Object.values(row)].map((cells) => cells.map((cell) => `"${cell}"`).join(separator))

describe('a batch', () => {
  test('is checked, confirmed by a person, and each row is one transfer under its reference', async () => {
    const of = await batchesOf(world)
    const id = await of.uploaded([rowOf('E-1'), rowOf('E-2', { amount: 0.5 }), rowOf('E-3')])
    expect(id).toMatch(/^BAT-[A-Z0-9]{12}$/)
    const checked = await of.reaches(id, 'CHECKED')
    expect(checked).toMatchObject({
      ...{ name: 'Salaries', rows: 3, amount: 2.5, fee: 0, total_debit: 2.5, available: 100, missing: 0 },
      ...{ uploaded_by: null, confirmed_by: null },
      counts: { ready: 3, faulty: 0 },
    })
    expect(await transfersOf(world, of.as).balance()).toMatchObject({ available: 100, reserved: 0 })
    assert.equal((await of.confirm(of.owner, id, { count: 3, total: 2.5 })).status, 200)
    expect(await of.reaches(id, 'DONE')).toMatchObject({
      ...{ paid: 2.5, confirmed_rows: 3, confirmed_total: 2.5, confirmed_by: of.as.email },
      counts: { successful: 3, waiting: 0, failed: 0 },
    })
    const rows = await of.rows(id)
    expect(rows.map((row: any) => [row.row, row.state, row.transfer_reference])).toEqual([
      [1, 'SUCCESSFUL', `${id}/E-1`],
      [2, 'SUCCESSFUL', `${id}/E-2`],
      [3, 'SUCCESSFUL', `${id}/E-3`],
    ])
    expect(await transfersOf(world, of.as).status(`${id}/E-2`)).toMatchObject({
      status: 'Successful',
      amount: 0.5,
    })
    expect(await transfersOf(world, of.as).balance()).toMatchObject({ available: 97.5, reserved: 0 })
    const file = await world.basic('GET', `${batchesPath}/${id}/result.csv`, undefined, { as: of.as })
    expect(file.text.split('\r\n')[2]).toContain(
      `"2","E-2","SUCCESSFUL","'+243810000001","Jean Mukendi","0.5","USD"`,
    )
    const { token } = of.owner
    const titled = await call(world, 'GET', `batches/${id}/result.csv?language=en`, { token })
    expect(titled.text.split('\r\n').slice(0, 3)).toEqual([
      expect.stringContaining('"Row","Reference","Status","Beneficiary’s number"'),
      expect.stringContaining('"1","E-1","Paid"'),
      expect.stringContaining('"2","E-2","Paid"'),
    ])
    const names = new Set(file.text.split('\r\n')[0]?.match(/[a-z_]+/g))
    expect(Object.keys(transferBatches.result.titles.fr).filter((name) => !names.has(name))).toEqual([])
    expect([...names].filter((name) => !transferBatches.result.titles.en[name])).toEqual([])
  })

  test('a batch shows every fault of its rows, and leaves faulty rows out only with skip_faulty', async () => {
    const of = await batchesOf(world)
    const id = await of.uploaded([
      rowOf('E-1'),
      rowOf('E-2', { sender_birthdate: '2020-01-01', amount: 1.234 }),
      rowOf('E-1'),
      rowOf('E/4'),
      rowOf('E-5', { profession: '=HYPERLINK("x")' }),
      rowOf('E-6', { customer_number: '+243810000005' }),
      rowOf('E-7', { customer_number: '+243810000007' }),
      rowOf('E-8', { expected_receiver_name: 'Another Person' }),
    ])
    expect(await of.reaches(id, 'CHECKED')).toMatchObject({
      counts: { ready: 1, faulty: 7 },
      total_debit: 1,
    })
    const faults = Object.fromEntries(
      (await of.rows(id, '&state=FAULTY')).map((row: any) => [
        row.row,
        row.errors.map(({ code, field }: any) => `${code} ${field}`),
      ]),
    )
    expect(faults).toEqual({
      2: ['RMT-1002 amount', 'RMT-1006 sender_birthdate'],
      3: ['RMT-1005 reference'],
      4: ['RMT-1005 reference'],
      5: ['RMT-1005 profession'],
      6: ['RMT-4001 null'],
      7: ['RMT-3001 null'],
      8: ['RMT-4006 expected_receiver_name'],
    })
    refusedWith(await of.confirm(of.owner, id, { count: 1, total: 1 }), 409, 'RMT-1008')
    assert.equal((await of.confirm(of.owner, id, { count: 1, total: 1, skip_faulty: true })).status, 200)
    expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 1, faulty: 7 }, paid: 1 })
  })

  test('is read from CSV with decimal commas, and the same rows again name the earlier batch', async () => {
    const of = await batchesOf(world, '0')
    const rows = [rowOf('E-1', { amount: '0,50' }), rowOf('E-2', { amount: '1' })]
    const first = await uploadCsv(of.as, `\uFEFF${csvOf(rows, ';')}`)
    assert.equal(first.status, 200, first.text)
    const { batch_id } = first.body.data
    expect(await of.reaches(batch_id, 'CHECKED')).toMatchObject({ total_debit: 1.5, missing: 1.5 })
    for (const again of [
      await uploadCsv(of.as, csvOf(rows.toReversed(), ';')),
      await upload(of.as, [rowOf('E-2'), rowOf('E-1', { amount: 0.5 })], 'Other'),
    ]) {
      refusedWith(again, 409, 'RMT-1034')
      expect(again.body.errors).toEqual([{ field: 'batch_id', message: batch_id }])
    }
    assert.equal((await of.act(batch_id, 'cancel')).status, 200)
    assert.equal((await uploadCsv(of.as, csvOf(rows, ';'))).status, 200)
  })

  test.each([
    ['a number without its country code', { customer_number: '0810000001' }],
    ['a number with spaces', { customer_number: '+243 81 000 00 01' }],
    ['a country in small letters', { sender_country: 'be' }],
    ['letters in their decomposed form', { profession: 'Infirmi\u0065\u0300re' }],
    ['the operator that the number has anyway', { operator: 'vodacom' }],
    ['the only currency of beneficiaries', { receiver_currency: 'USD' }],
    ['an optional field that is empty', { reason_details: '', operator: '' }],
  ])('the same rows are the same batch when written with %s', async (_, written) => {
    const of = await batchesOf(world, '0')
    const row = rowOf('E-1', { sender_country: 'BE', profession: 'Infirmière' })
    assert.equal((await upload(of.as, [row])).status, 200)
    refusedWith(await upload(of.as, [{ ...row, ...written }]), 409, 'RMT-1034')
  })

  test.each([
    [';', '1.000'],
    [';', '0,400'],
    [';', '1e0'],
    [',', '1.000'],
    [',', '0.400'],
    [',', '1E-1'],
  ])('in a file with %s, %s is no amount, because it could be two', async (separator, amount) => {
    const of = await batchesOf(world)
    const response = await uploadCsv(of.as, linesOf(rowOf('E-1', { amount }), separator).join('\r\n'))
    assert.equal(response.status, 200, response.text)
    const id = response.body.data.batch_id
    await of.reaches(id, 'CHECKED')
    expect((await of.rows(id))[0]).toMatchObject({
      ...{ state: 'FAULTY', source_amount: null },
      errors: [{ code: 'RMT-1002', field: 'amount' }],
    })
  })

  test('a file of a French spreadsheet is read: its days, its decimals and the empty lines that it leaves', async () => {
    const of = await batchesOf(world)
    const french = rowOf('E-1', { amount: '0,5', sender_birthdate: '17/04/1990' })
    const [header = '', row = ''] = linesOf(french, ';')
    const response = await uploadCsv(
      of.as,
      `${header}\r\n${row}\r\n;;;\r\n${';'.repeat(Object.keys(french).length - 1)}\r\n`,
    )
    assert.equal(response.status, 200, response.text)
    const id = response.body.data.batch_id
    expect(await of.reaches(id, 'CHECKED')).toMatchObject({ rows: 1, counts: { ready: 1 }, total_debit: 0.5 })
  })

  test('a JSON number may have zeros after its second decimal', async () => {
    const of = await batchesOf(world)
    const id = await of.uploaded([
      rowOf('E-1', { amount: JSON.rawJSON('0.5000') }),
      rowOf('E-2', { amount: '1.000' }),
    ])
    expect(await of.reaches(id, 'CHECKED')).toMatchObject({
      counts: { ready: 1, faulty: 1 },
      total_debit: 0.5,
    })
  })

  test('an upload that is repeated with its key has the same response, and another file has not', async () => {
    const of = await batchesOf(world, '0')
    const headers = { 'idempotency-key': 'upload-1' }
    const send = (rows: unknown) => world.basic('POST', batchesPath, { rows }, { as: of.as, headers })
    const [first, again] = [await send([rowOf('E-1')]), await send([rowOf('E-1')])]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.data.batch_id).toBe(first.body.data.batch_id)
    refusedWith(await send([rowOf('E-2')]), 422, 'RMT-422')
  })

  test('an unusable file is refused with one sentence that says why', async () => {
    const of = await batchesOf(world, '0')
    const good = csvOf([rowOf('E-1')])
    const cases: [Buffer | string, RegExp][] = [
      ['', /no rows|columns/],
      [Buffer.from('PK\u0003\u0004rest'), /workbook or an archive/],
      [Buffer.from(csvOf([rowOf('E-1', { sender_city: 'Montréal' })]), 'latin1'), /not in UTF-8/],
      [good.replace('profession', 'job'), /"job" is no field/],
      [good.replace('profession', 'amount'), /amount twice/],
      [good.replace(/[^,]*,/, ''), /lacks the columns reference/],
      [`${good}${','.repeat(30)}x`, /line 2 does not have as many columns/],
      [`${good}\r\n"${'x'.repeat(100_000)}`, /line 3 is too long/],
      [`${'x'.repeat(100_000)}\r\n`, /first line is too long/],
    ]
    for (const [file, why] of cases) {
      const response = await uploadCsv(of.as, file)
      refusedWith(response, 400, 'RMT-1005')
      expect(response.body.message).toMatch(why)
    }
    refusedWith(await upload(of.as, []), 400, 'RMT-1005')
    refusedWith(await upload(of.as, [{ ...rowOf('E-1'), more: 1 }]), 400, 'RMT-1005')
    const other = await world.basic('POST', batchesPath, undefined, {
      ...{ as: of.as, rawBody: good, headers: { 'content-type': 'text/plain' } },
    })
    assert.equal(other.status, 415)
  })
})

describe('the confirmation of a batch', () => {
  test('a confirmation needs the figures of the batch, and a refusal does not show them', async () => {
    const of = await batchesOf(world)
    const id = await of.uploaded([rowOf('E-1'), rowOf('E-2')])
    await of.reaches(id, 'CHECKED')
    for (const [figures, fields] of [
      [{ count: 1, total: 2 }, ['count']],
      [{ count: 2, total: 1.99 }, ['total']],
      [{ count: 3, total: 3 }, ['count', 'total']],
    ] as const) {
      const refused = await of.confirm(of.owner, id, figures)
      refusedWith(refused, 409, 'RMT-1008')
      expect(refused.body.errors.map(({ field }: any) => field)).toEqual(fields)
      expect(refused.body.errors[0].message).toBe('Does not fit the batch')
    }
    expect(await of.read(id)).toMatchObject({ state: 'CHECKED' })
  })

  test('is for another user than who uploaded it, and never for the merchant secret', async () => {
    const of = await batchesOf(world)
    const accountant = await joined(world, of.owner, 'accountant')
    const viewer = await joined(world, of.owner, 'viewer')
    const body = { rows: [rowOf('E-1')] }
    const made = await call(world, 'POST', 'batches?name=Mine', { token: accountant.token, body })
    assert.equal(made.status, 200, made.text)
    const { batch_id: id, uploaded_by } = made.body.data
    expect(uploaded_by).toBe(accountant.email)
    await of.reaches(id, 'CHECKED')
    const figures = { count: 1, total: 1 }
    refusedWith(await of.confirm(accountant, id, figures), 403, 'RMT-1021')
    refusedWith(await of.confirm(viewer, id, figures), 403, 'RMT-403')
    refusedWith(
      await world.basic('POST', `${batchesPath}/${id}/confirm`, figures, { as: of.as }),
      403,
      'RMT-403',
    )
    // Of two confirmations at once, one counts.
    const both = await Promise.all([of.confirm(of.owner, id, figures), of.confirm(of.owner, id, figures)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await of.reaches(id, 'DONE')
    expect(await transfersOf(world, of.as).balance()).toMatchObject({ available: 99, reserved: 0 })
  })

  test('of a batch of another merchant is 404', async () => {
    const of = await batchesOf(world)
    const other = await batchesOf(world)
    const id = await of.uploaded([rowOf('E-1')])
    await of.reaches(id, 'CHECKED')
    refusedWith(await other.confirm(other.owner, id, { count: 1, total: 1 }), 404, 'RMT-404')
    refusedWith(await other.act(id, 'cancel'), 404, 'RMT-404')
  })
})

describe('a running batch', () => {
  test('pauses while the wallet is empty, says so once, and goes on after a top-up', async () => {
    const of = await batchesOf(world, '2.00')
    const id = await of.confirmed(Array.from({ length: 5 }, (_, n) => rowOf(`E-${n}`)))
    expect(await of.reaches(id, 'PAUSED')).toMatchObject({
      ...{ pause_reason: 'balance_insufficient', missing: 3 },
      counts: { waiting: 3 },
    })
    await world.topUp('3.00', of.as)
    expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 5 }, available: 0 })
    const text = `select count(*) as count from message where kind = 'batch_paused' and content::text like '%${id}%'`
    expect(await world.db.rows({ name: '', text })).toEqual([{ count: 1n }])
  })

  test('a row that failed is sent again with the number of its attempt', async () => {
    const of = await batchesOf(world)
    const id = await of.confirmed([
      rowOf('E-1'),
      rowOf('E-2', { customer_number: '+243810000002', expected_receiver_name: 'Marie Ilunga' }),
    ])
    expect(await of.reaches(id, 'DONE')).toMatchObject({ counts: { successful: 1, failed: 1 }, paid: 1 })
    assert.equal((await of.act(id, 'retry-failed')).status, 200)
    await of.reaches(id, 'DONE')
    expect((await of.rows(id))[1]).toMatchObject({ state: 'FAILED', transfer_reference: `${id}/E-2/2` })
    expect(await transfersOf(world, of.as).balance()).toMatchObject({ available: 99, reserved: 0 })
  })

  test('a cancelled batch sends nothing more, and cannot be resumed', async () => {
    const of = await batchesOf(world, '0')
    const id = await of.confirmed([rowOf('E-1'), rowOf('E-2')])
    await of.reaches(id, 'PAUSED')
    assert.equal((await of.act(id, 'cancel')).status, 200)
    await world.topUp('5.00', of.as)
    refusedWith(await of.act(id, 'resume'), 409, 'RMT-1008')
    expect(await of.read(id)).toMatchObject({ state: 'CANCELLED', counts: { cancelled: 2 } })
    expect(await transfersOf(world, of.as).balance()).toMatchObject({ available: 5, reserved: 0 })
  })

  test('a row that is refused while its batch is cancelled ends as cancelled, too', async () => {
    const of = await batchesOf(world, '0.50')
    const rows = (text: string, sql: Pick<typeof world.db, 'rows'> = world.db) =>
      sql.rows<any>({ name: '', text })
    const held = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<void>()
    const holding = world.db.transaction(async (sql) => {
      await rows(
        `select from wallet w join merchant m on m.id = w.merchant_id where merchant_code = '${of.as.merchant_code}' for update of w`,
        sql,
      )
      held.resolve()
      await cancelled.promise
    })
    await held.promise
    let id = ''
    const stateOfRow = async () =>
      (
        await rows(`select r.state from batch_row r join batch b on b.id = r.batch where batch_id = '${id}'`)
      )[0]?.state
    try {
      id = await of.confirmed([rowOf('E-1')])
      await eventually('the row is being sent', async () => (await stateOfRow()) === 'SENDING')
      assert.equal((await of.act(id, 'cancel')).status, 200)
    } finally {
      cancelled.resolve()
      await holding
    }
    await eventually('the row has ended', async () => (await stateOfRow()) !== 'SENDING')
    expect(await of.read(id)).toMatchObject({ state: 'CANCELLED', counts: { cancelled: 1, waiting: 0 } })
  })
})
