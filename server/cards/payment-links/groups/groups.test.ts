// Links of a class: made by one file, listed by group, and made once however often the file is sent.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiResponse } from '../../../../test/support/http/response.ts'
import { orderBody } from '../../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { statement } from '../../../platform/database/database.ts'

const path = '/api/v1/payment-links'
let world: World
beforeAll(async () => {
  world = await openWorld({})
})
afterAll(() => world?.close())

const upload = (rows: readonly unknown[]) => world.signed('POST', `${path}/batch`, { rows })
const uploadText = (text: string) =>
  world.signed('POST', `${path}/batch`, undefined, { rawBody: text, headers: { 'content-type': 'text/csv' } })
const pupil = (number: number, more: object = {}) => ({
  ...{ kind: 'parts', total: 50, minimum_part: 5, currency: 'USD', group: '6e A' },
  ...{ merchant_reference: `P-${number}`, payer_label: `Élève ${number}`, ...more },
})
const made = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data.items as { code: string; row: number }[]
}
const codes = (response: ApiResponse) => made(response).map(({ code }) => code)
const faults = (response: ApiResponse) =>
  response.body.detail.map(({ loc }: { loc: (string | number)[] }) => loc.slice(2))
const countLinks = statement<{ count: bigint }>(
  'test_count_links',
  'select count(*) as count from payment_link',
)
const links = async () => Number((await world.db.rows(countLinks))[0]!.count)
const listed = async (group: string, query = '') =>
  (await world.signed('GET', `${path}?group=${encodeURIComponent(group)}${query}`)).body.data

test('spaces that nobody sees make no other group, in a file, a filter and an address', async () => {
  made(await upload([pupil(801, { group: 'Form  4' }), pupil(802, { group: 'Form\u00a04 ' })]))
  expect((await listed('Form 4')).items).toHaveLength(2)
  expect((await listed('Form   4')).items).toHaveLength(2)
  const file = await world.signed('GET', `${path}/groups/Form%20%204.csv`)
  expect([file.status, file.text.split('\n').filter((line) => line.includes('P-80'))]).toMatchObject([
    200,
    { length: 2 },
  ])
  expect((await upload([pupil(803, { group: '\u200b' })])).status).toBe(422)
})

describe('links by a file', () => {
  test('every row becomes a link, in the order of the file', async () => {
    const rows = [1, 2, 3].map((number) => pupil(number))
    const items = made(await upload(rows))
    expect(items).toMatchObject(
      rows.map(({ merchant_reference }, at) => ({ row: at + 1, merchant_reference })),
    )
    const { body } = await world.signed('GET', `${path}/${items[1]!.code}`)
    expect(body.data).toMatchObject({ kind: 'parts', amount: '50.00', payer_label: 'Élève 2', group: '6e A' })
  })

  test('a key of an upload belongs to its rows', async () => {
    const headers = { 'idempotency-key': 'class-1' }
    const send = (number: number) =>
      world.signed('POST', `${path}/batch`, { rows: [pupil(number)] }, { headers })
    const [first, again, other] = [await send(901), await send(901), await send(902)]
    expect(codes(again)).toEqual(codes(first))
    expect(other.status).toBe(422)
  })

  test('a file in another encoding, and amounts that could be two, are refused', async () => {
    const before = await links()
    const header = 'kind;merchant_reference;currency;total;minimum_part;payer_label'
    const file = (row: string) => `${header}\r\nparts;P-1;USD;${row};Élève 1\r\n`
    const latin = await world.signed('POST', `${path}/batch`, undefined, {
      rawBody: Buffer.from(file('50;5'), 'latin1'),
      headers: { 'content-type': 'text/csv' },
    })
    expect([latin.status, latin.body.detail?.[0]?.msg]).toEqual([422, expect.stringContaining('UTF-8')])
    for (const total of ['1.000', '1,000', '50,000']) {
      const response = await uploadText(file(`${total};5`))
      expect([total, response.status, faults(response)]).toEqual([total, 422, [[0, 'total']]])
    }
    for (const [rows, type] of [
      [undefined, 'missing'],
      [{}, 'list_type'],
    ] as const) {
      const { status, body } = await world.signed('POST', `${path}/batch`, { rows })
      expect([status, body.detail[0]]).toMatchObject([422, { type, loc: ['body', 'rows'] }])
    }
    expect(await links()).toBe(before)
  })

  test('one faulty row is enough that none is made, and every fault names its row and field', async () => {
    const before = await links()
    const response = await upload([
      pupil(10),
      pupil(11, { total: undefined }),
      pupil(12, { currency: 'XAF' }),
      pupil(13, { minimum_part: 60 }),
      pupil(14, { minimum_part: 0.5 }),
      pupil(15, { schedule: [{ due_on: '2027-01-15', amount: 0.25 }] }),
    ])
    expect(response.status).toBe(422)
    expect(faults(response)).toEqual([
      [1, 'total'],
      [2, 'currency'],
      [3, 'minimum_part'],
      [4, 'minimum_part'],
      [5, 'schedule', 0, 'amount'],
    ])
    expect(await links()).toBe(before)
  })

  test('the same rows again, in any order and format, are the first links', async () => {
    const rows = [20, 21].map((number) => pupil(number, { group: 'Twice' }))
    const first = codes(await upload(rows))
    const before = await links()
    expect(codes(await upload(rows))).toEqual(first)
    expect(codes(await upload(rows.toReversed()))).toEqual(first)
    const text = [
      'merchant_reference;payer_label;kind;total;minimum_part;currency;group',
      'P-20;Élève 20;parts;50,00;5;USD;Twice',
      'P-21;Élève 21;parts;50,00;5;USD;Twice',
    ].join('\r\n')
    expect(codes(await uploadText(`\uFEFF${text}`))).toEqual(first)
    expect(await links()).toBe(before)
    const changed = await upload([rows[0], pupil(21, { group: 'Twice', total: 51 })])
    expect(codes(changed)).not.toEqual(first)
  })

  test('the same rows at once are made once', async () => {
    const rows = [30, 31].map((number) => pupil(number, { group: 'At once' }))
    const all = await Promise.all(Array.from({ length: 8 }, () => upload(rows)))
    expect(new Set(all.map((response) => codes(response).join())).size).toBe(1)
    expect((await listed('At once')).pagination.total).toBe(2)
  })

  test('once a link is cancelled, or for another merchant, the same rows are other links', async () => {
    const rows = [40, 41].map((number) => pupil(number, { group: 'Cancelled' }))
    const first = codes(await upload(rows))
    await world.signed('POST', `${path}/${first[0]}/cancel`)
    expect(codes(await upload(rows))).not.toEqual(first)
    const as = await world.register()
    const others = await world.signed('POST', `${path}/batch`, { rows }, { as })
    expect(codes(others).some((code) => first.includes(code))).toBe(false)
    expect(
      (await world.signed('GET', `${path}?group=Cancelled`, undefined, { as })).body.data.items,
    ).toHaveLength(2)
  })

  test('a schedule is written in columns, and another column is refused', async () => {
    const head =
      'merchant_reference,kind,total,minimum_part,currency,due_on_1,due_amount_1,due_on_2,due_amount_2'
    const [code] = codes(await uploadText(`${head}\nS-1,parts,90,5,USD,2027-01-15,30.5,2027-04-15,59.50\n`))
    const { schedule } = (await world.signed('GET', `${path}/${code}`)).body.data
    expect(schedule).toEqual([
      { due_on: '2027-01-15', amount: '30.50' },
      { due_on: '2027-04-15', amount: '59.50' },
    ])
    expect((await uploadText('merchant_reference,kind,class\nS-2,parts,6e\n')).status).toBe(422)
  })

  test.each([
    ['an Excel workbook', 'PK\u0003\u0004'],
    ['an empty file', ''],
    ['a header without rows', 'merchant_reference,total\n'],
    ['more than 5,000 rows', `merchant_reference\n${'x\n'.repeat(5_001)}`],
    ['an open quote', 'merchant_reference\n"x\n'],
  ])('%s is refused with one sentence', async (what, text) => {
    const response = await uploadText(text)
    expect([response.status, response.body.detail.length]).toEqual([422, 1])
    if (what === 'an Excel workbook') expect(response.body.detail[0].msg).toContain('save the sheet as CSV')
  })

  test('5,000 pupils are made in seconds', async () => {
    const rows = Array.from({ length: 5_000 }, (_, number) => pupil(number, { group: 'School' }))
    const response = await upload(rows)
    expect(made(response)).toHaveLength(5_000)
    expect((await listed('School')).pagination.total).toBe(5_000)
  }, 60_000)
})

describe('a group', () => {
  test('a list by group has its links only, newest first, page by page', async () => {
    codes(await upload([50, 51, 52].map((number) => pupil(number, { group: 'Paged' }))))
    const { items, pagination } = await listed('Paged', '&limit=2')
    expect(items.map(({ merchant_reference: name }: any) => name)).toEqual(['P-52', 'P-51'])
    expect(pagination.total).toBe(3)
    expect((await listed('Nobody')).items).toEqual([])
  })

  test('the file of a group says who has paid what, in the order of the class', async () => {
    const [first] = codes(await upload([60, 61].map((number) => pupil(number, { group: '5e-B' }))))
    const order = await world.signed('POST', `${path}/${first}/orders`, orderBody(world.url, { amount: 20 }))
    expect((await world.payByCalls(order.body.data.links)).body).toEqual({ state: 'DONE' })
    const file = await world.signed('GET', `${path}/groups/5e-B.csv`)
    assert.equal(file.status, 200, file.text)
    expect((await world.signed('GET', `${path}/groups/nobody.csv`)).status).toBe(404)
    const [head, paid, unpaid] = file.text.trim().split('\r\n')
    expect(head).toContain('"merchant_reference","payer_label","code"')
    expect(paid).toMatch(/^"P-60","Élève 60",.*"ACTIVE","USD","50\.00","20\.00","30\.00",,,"20\d\d-/)
    expect(unpaid).toMatch(/^"P-61",.*"50\.00","0\.00","50\.00",,,$/)
  })
})
