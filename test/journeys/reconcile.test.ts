// The daily comparison with the simulated gateway's report: planted differences are all found, and nothing else is.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { money } from '../../server/kernel/money.ts'
import { eventually } from '../support/http/eventually.ts'
import { runLikuta } from '../support/http/process.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let today: string

beforeAll(async () => {
  world = await openWorld()
  today = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
})
afterAll(() => world.close())

const run = (text: string, values: unknown[] = []) =>
  world.db.rows<{ id: string }>({ name: text.slice(0, 60), text }, values)
const report = async (query = `?date=${today}`) => {
  const { status, body } = await world.admin('GET', `/api/v1/admin/payment/reports${query}`)
  return { status, body }
}
const operationOf = `from operation where card_transaction_id = (select id from card_transaction where transaction_uuid = $1)`
const nothing = { missing_here: [], missing_there: [], amount_differs: [], status_differs: [] }

async function paid(number?: string): Promise<{ uuid: string; id: string }> {
  const { transactionUuid, link } = await world.createOrder()
  await world.payByCalls(link, number)
  const [charge] = await run(`select coalesce(upstream_id, '') as id ${operationOf} and kind = 'charge'`, [
    transactionUuid,
  ])
  return { uuid: transactionUuid, id: charge?.id ?? '' }
}

describe('reconciliation of books that agree [C7]', () => {
  test('charges, refusals, an undone review and a recovered lost reply are not differences', async () => {
    await Promise.all([paid(), paid('5555555555554444')])
    await paid('4000000000000002')
    const { uuid: reviewed } = await paid('4000000000009235')
    const { uuid: lost } = await paid('4000000000000259')
    await eventually(
      'the review is undone',
      async () =>
        (await run(`select id ${operationOf} and kind = 'undo' and state = 'confirmed'`, [reviewed])).length >
        0,
    )
    await eventually(
      'the lost charge is found',
      async () => (await world.status(lost)).transaction_status === 'SUCCESS',
    )
    expect(await report()).toEqual({ status: 200, body: { date: today, matched: 3, ...nothing } })
  })

  test('refunds and voids are the same in the report and in our books', async () => {
    const before = (await report()).body.matched
    const [partly, whole, voided] = (await Promise.all([paid(), paid(), paid()])) as [Paid, Paid, Paid]
    const act = (what: string, { id }: Paid, more: object = {}) =>
      world.admin('POST', `/api/v1/admin/payment/${what}/${id}`, { reason: 'a reason', ...more })
    const responses = [
      await act('refunds', partly, { amount: 5 }),
      await act('refunds', partly, { amount: 7.5 }),
    ]
    responses.push(await act('refunds', whole), await act('voids', voided))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await report()).body).toEqual({ date: today, matched: before + 5, ...nothing })

    const refundOf = (uuid: string) =>
      `where transaction_id = (select id from card_transaction where transaction_uuid = '${uuid}')`
    await run(`update card_refund set amount_minor = amount_minor + 1 ${refundOf(whole.uuid)}`)
    await run(
      `update card_refund set created_at = created_at - interval '2 days' ${refundOf(partly.uuid)} and amount_minor = 500`,
    )
    const { body } = await report()
    expect([body.matched, body.amount_differs, body.missing_here].map((list) => list.length ?? list)).toEqual(
      [before + 3, 1, 1],
    )
    expect(body.amount_differs[0]).toMatchObject({
      type: 'refund',
      code: expect.stringContaining(whole.uuid),
      amount_here: '25.51',
      amount_there: '25.50',
    })
    expect(body.missing_here[0]).toMatchObject({
      type: 'refund',
      code: expect.stringContaining(partly.uuid),
      amount: '5.00',
    })
    await run(`update card_refund set amount_minor = amount_minor - 1 ${refundOf(whole.uuid)}`)
    await run(
      `update card_refund set created_at = created_at + interval '2 days' ${refundOf(partly.uuid)} and amount_minor = 500`,
    )
  })

  test('a day without payments reconciles without differences', async () => {
    expect((await report('?date=2020-02-29')).body).toEqual({ date: '2020-02-29', matched: 0, ...nothing })
    for (const date of ['0001-01-02', '2999-01-01', '9999-12-30'])
      expect((await report(`?date=${date}`)).body).toEqual({ date, matched: 0, ...nothing })
  })

  test('a charge recorded before midnight and dated after it by the gateway is no difference', async () => {
    const before = (await report()).body.matched
    const { uuid } = await paid()
    const midnight = Temporal.PlainDate.from(today).toZonedDateTime('UTC').toInstant()
    await run(`update operation set created_at = $2 where id = (select id ${operationOf})`, [
      uuid,
      midnight.subtract({ seconds: 20 }),
    ])
    const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()
    expect((await report(`?date=${yesterday}`)).body).toEqual({ date: yesterday, matched: 0, ...nothing })
    expect((await report()).body).toEqual({ date: today, matched: before + 1, ...nothing })
  })
})

describe('reconciliation of a call that is being made [C7]', () => {
  test('a charge in flight is no difference; once its reply is overdue, it is one', async () => {
    const before = (await report()).body.matched
    const { uuid, id } = await paid()
    const change = (set: string) =>
      run(`update operation set ${set} where id = (select id ${operationOf})`, [uuid])
    await change(`state = 'sent', upstream_id = null, next_check_at = 'infinity'`)
    expect((await report()).body).toEqual({ date: today, matched: before, ...nothing })
    await change('uncertain = true')
    expect((await report()).body.status_differs).toEqual([
      expect.objectContaining({ id, code: uuid, status_here: 'PENDING', status_there: 'PENDING' }),
    ])
    await change(`state = 'confirmed', uncertain = false, upstream_id = '${id}', next_check_at = null`)
    expect((await report()).body).toEqual({ date: today, matched: before + 1, ...nothing })
  })
})

describe('reconciliation of planted differences [C7]', () => {
  let before: number
  beforeEach(async () => {
    before = (await report()).body.matched
  })

  test('each kind of difference is found in both directions, and nothing else', async () => {
    const [hidden, undoneThere, more, less, declinedHere, openHere, wrongId, untouched] = await Promise.all(
      Array.from({ length: 8 }, () => paid()),
    ).then((all) => all as [Paid, Paid, Paid, Paid, Paid, Paid, Paid, Paid])
    const change = (set: string, { uuid }: Paid) =>
      run(`update operation set ${set} where id = (select id ${operationOf})`, [uuid])
    await change(`created_at = created_at - interval '3 days'`, hidden)
    const gateway = world.system.cards.gatewayFor('sandbox')
    const [requestedAt] = [world.clock.now()]
    const undone = await gateway.undoCharge({
      code: undoneThere.uuid,
      reference: 'by-hand',
      undoReference: 'by-hand-undo',
      amount: money(2550n, 'USD'),
      requestedAt,
      paymentId: undoneThere.id,
      captured: true,
    })
    assert.equal(undone.kind, 'undone')
    await change('amount_minor = amount_minor + 1', more)
    await change('amount_minor = amount_minor - 100', less)
    await change(`state = 'declined'`, declinedHere)
    await change(`state = 'unknown', upstream_id = null, next_check_at = 'infinity'`, openHere)
    await change(`upstream_id = '7000000000000000000001'`, wrongId)

    const { body } = await report()
    const line = ({ uuid, id }: Paid) => ({
      id,
      code: uuid,
      type: 'charge',
      amount: '25.50',
      currency: 'USD',
    })
    const byCode = (lines: { code: string }[]) => lines.toSorted((a, b) => a.code.localeCompare(b.code))
    expect(body.matched).toBe(before + 1)
    expect(byCode(body.missing_here)).toEqual(
      byCode([hidden, wrongId].map((each) => ({ ...line(each), status: 'PENDING' }))),
    )
    expect(byCode(body.missing_there)).toEqual(
      byCode(
        [line(undoneThere), line({ ...wrongId, id: '7000000000000000000001' })].map((each) => ({
          ...each,
          status: 'CHARGED',
        })),
      ),
    )
    const amounts = ({ uuid, id }: Paid, amount_here: string) => ({
      id,
      code: uuid,
      type: 'charge',
      amount_here,
      currency_here: 'USD',
      amount_there: '25.50',
      currency_there: 'USD',
    })
    expect(byCode(body.amount_differs)).toEqual(byCode([amounts(more, '25.51'), amounts(less, '24.50')]))
    expect(byCode(body.status_differs)).toEqual(
      byCode([
        { ...line(declinedHere), status_here: 'DECLINED', status_there: 'PENDING' } as { code: string },
        { ...line(openHere), status_here: 'PENDING', status_there: 'PENDING' } as { code: string },
      ]),
    )
    assert.ok(!JSON.stringify(body).includes(untouched.uuid))
  })

  test('likuta reconcile prints differences and a count and exits with 1; an equal day exits 0', async () => {
    const { settings } = world.system
    const gateway = settings.gateways.sandbox!
    const environment = {
      DATABASE_URL: settings.DATABASE_URL,
      MASTER_KEY: settings.MASTER_KEY,
      LIKUTA_DATA_DIR: `/tmp/likuta-reconcile-${process.pid}`,
      CARD_GATEWAY_SANDBOX_URL: gateway.url,
      CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
      CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
      CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    }
    const command = async (...more: string[]) => {
      const made = runLikuta(['reconcile', ...more], environment)
      return { code: await made.exited, stdout: made.stdout(), stderr: made.stderr() }
    }
    const { body } = await report()
    const asJson = await command('--date', today, '--json')
    const [wallets, operators] = [
      { checked: 0, differs: [] },
      { checked: 0, differs: [] },
    ]
    assert.deepEqual([asJson.code, JSON.parse(asJson.stdout)], [1, { ...body, wallets, operators }])
    const asText = await command('--date', today, '--environment', 'sandbox')
    const lines = asText.stdout.trim().split('\n')
    const differences = [
      body.missing_here,
      body.missing_there,
      body.amount_differs,
      body.status_differs,
    ].flat()
    assert.equal(asText.code, 1)
    assert.equal(lines.length, differences.length + 1)
    for (const { code } of differences)
      assert.ok(
        lines.some((line) => line.includes(code)),
        code,
      )
    assert.equal(lines.at(-1), `${today}: ${body.matched} matched, ${differences.length} differences`)
    const quiet = await command()
    const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 })
    assert.deepEqual(quiet, { code: 0, stdout: `${yesterday}: 0 matched, 0 differences\n`, stderr: '' })
    assert.equal((await command('--date', '2026-13-01')).code, 2)
    await world.topUp('5.00')
    await world.db.rows({ name: 'tamper', text: 'update wallet set available_minor = 600' })
    const changed = await command()
    assert.equal(changed.code, 1)
    assert.match(
      changed.stdout,
      /^wallet differs {2}LKT-\S+ {2}available 6\.00 USD, but the ledger says 5\.00/,
    )
    const production = await command('--environment', 'production')
    assert.deepEqual(
      [production.code, production.stderr],
      [1, 'no card gateway is configured for production\n'],
    )
  })
})

type Paid = { uuid: string; id: string }

describe('a reconciliation that cannot be done [C7]', () => {
  test.each([
    ['', 'missing', null],
    ['?date=', 'date_parsing', ''],
    ['?date=2026-02-30', 'date_parsing', '2026-02-30'],
    ['?date=20-11-2026', 'date_parsing', '20-11-2026'],
    ['?date=0000-01-01', 'date_parsing', '0000-01-01'],
    ['?date=0001-01-01', 'date_parsing', '0001-01-01'],
    ['?date=9999-12-31', 'date_parsing', '9999-12-31'],
    ['?date=%2B010000-01-01', 'date_parsing', '+010000-01-01'],
  ])('reconciling a date %j is 422', async (query, type, input) => {
    const { status, body } = await report(query)
    assert.equal(status, 422)
    expect(body.detail).toEqual([{ type, loc: ['query', 'date'], msg: expect.any(String), input }])
  })

  test('a report that cannot be fetched is 502 Reporting fetch failed', async () => {
    await world.fault({ mode: '5xx', operations: ['/reporting'] })
    expect(await report()).toEqual({ status: 502, body: { detail: 'Reporting fetch failed' } })
    await world.fault({ mode: 'off' })
  })

  test('reconciliation without an admin token is refused', async () => {
    const response = await fetch(`${world.url}/api/v1/admin/payment/reports?date=${today}`)
    assert.equal(response.status, 403)
  })
})
