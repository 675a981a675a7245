// Lists of the portal in any order, and what their filters add up to.
import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDispute } from '../../../test/support/callers/disputes.ts'
import { arrived, type Portal, paid, portalOf } from '../../../test/support/callers/portal.ts'
import { transfersOf } from '../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { paymentListDefinition } from '../../cards/payments/list.ts'
import { sortedList, sumsOfList } from '../../platform/database/narrowed-list.ts'

let world: World
let portal: Portal
const uuids: Record<string, string> = {}
const idOf = async (name: string) => {
  const text = 'select cs_payment_id as id from card_transaction where transaction_uuid = $1'
  return (await world.db.rows<{ id: string }>({ name: '', text }, [uuids[name]]))[0]!.id
}

beforeAll(async () => {
  world = await openWorld()
  const merchant = await world.register()
  portal = await portalOf(world, merchant)
  const make = async (name: string, amount: number, more: object = {}, card?: string | null) => {
    uuids[name] = await paid(world, merchant, { merchant_reference: name, amount, ...more }, card)
  }
  await make('partly refunded', 30)
  await make('kept', 12.5)
  await make('voided', 99.99)
  await make('disputed', 40)
  await make('declined', 100.25, {}, '4000000000009995')
  await make('francs', 12_500, { currency: 'CDF' })
  await make('open', 7, {}, null)
  const refund = await world.admin('POST', `/api/v1/admin/payment/refunds/${await idOf('partly refunded')}`, {
    amount: 12.5,
    reason: 'returned',
  })
  assert.equal(refund.status, 200, refund.text)
  const void_ = await world.admin('POST', `/api/v1/admin/payment/voids/${await idOf('voided')}`, {
    reason: 'by mistake',
  })
  assert.equal(void_.status, 200, void_.text)
  await openDispute(world, uuids.disputed!)
})
afterAll(() => world.close())

const references = async (query: string, name = 'payments') =>
  (await portal.data(`${name}?${query}`)).items.map((item: any) => item.merchant_reference)

const cents = (text: string | null) => Math.round(Number(text ?? 0) * 100)

describe('the totals of a filter', () => {
  test('payments add up by currency and state, and what was kept is gross less fees less what went back', async () => {
    const { states, paid: sums, newest_only } = await portal.data('payment-totals')
    expect(newest_only).toBeNull()
    expect(states).toEqual([
      { status: 'PENDING', currency: 'USD', count: 1, gross: '7.00', fees: null, returned: null, net: null },
      // The commission of 40.00 is 1.40; the dispute took 40.00 and its fee of 15.00.
      {
        status: 'SUCCESS',
        currency: 'USD',
        count: 2,
        gross: '52.50',
        fees: '1.84',
        returned: '55.00',
        net: '-4.34',
      },
      {
        status: 'PARTIALLY_REFUNDED',
        currency: 'USD',
        count: 1,
        gross: '30.00',
        fees: '1.05',
        returned: '12.50',
        net: '16.45',
      },
      { status: 'FAILED', currency: 'USD', count: 1, gross: '100.25', fees: null, returned: null, net: null },
      {
        status: 'VOIDED',
        currency: 'USD',
        count: 1,
        gross: '99.99',
        fees: '0.00',
        returned: '99.99',
        net: '0.00',
      },
      {
        status: 'SUCCESS',
        currency: 'CDF',
        count: 1,
        gross: '12500.00',
        fees: '437.50',
        returned: '0.00',
        net: '12062.50',
      },
    ])
    expect(sums).toEqual([
      { currency: 'USD', count: 4, gross: '182.49', fees: '2.89', returned: '167.49', net: '12.11' },
      { currency: 'CDF', count: 1, gross: '12500.00', fees: '437.50', returned: '0.00', net: '12062.50' },
    ])
    for (const { gross, fees, returned, net } of sums)
      expect(cents(gross) - cents(fees) - cents(returned)).toBe(cents(net))
  })

  test('what payments add up to is what the balance is', async () => {
    const { paid: sums } = await portal.data('payment-totals')
    const balances: any[] = await portal.data('balance').then((data) => data.balances ?? data)
    for (const { currency, net } of sums) {
      const balance = balances.find((one) => one.currency === currency)
      expect(cents(balance.pending) + cents(balance.available)).toBe(cents(net))
    }
  })

  test('the totals of a search, of days and of a method are those of the rows that the list shows', async () => {
    expect((await portal.data('payment-totals?q=12.50')).paid).toEqual([
      expect.objectContaining({ currency: 'USD', count: 1, gross: '12.50', net: '12.06' }),
    ])
    expect((await portal.data('payment-totals?status=FAILED')).states).toHaveLength(1)
    expect((await portal.data('payment-totals?to=2020-01-01')).states).toEqual([])
    expect((await portal.data('payment-totals?payment_method=mobile_money')).states).toEqual([])
    const byCard = await portal.data('payment-totals?payment_method=card&currency=CDF')
    expect(byCard.states.map(({ gross }: any) => gross)).toEqual(['12500.00'])
  })

  test('the file of a filter ends with the totals that the list shows', async () => {
    const { text } = await portal.get('payments.csv?status=PARTIALLY_REFUNDED&payment_method=card')
    const [head, ...lines]: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' })
    const { states } = await portal.data('payment-totals?status=PARTIALLY_REFUNDED')
    expect(lines.at(-1)![head!.indexOf('net_amount')]).toBe(states[0].net)
    const none = (await portal.get('payments.csv?payment_method=mobile_money')).text
    expect(parse(none, { bom: true, record_delimiter: '\r\n' })).toHaveLength(2)
  })

  test('transfers add up to what the wallet was debited', async () => {
    const merchant = await world.register()
    const partner = await portalOf(world, merchant)
    await world.topUp('200.00', merchant)
    await arrived(world, merchant, { reference: 'dollars', amount: 1 })
    await arrived(world, merchant, { reference: 'shillings', amount: 2_500, currency: 'UGX' })
    const { states, delivered, newest_only } = await partner.data('transfer-totals')
    expect(states.map((row: any) => [row.status, row.currency, row.count, row.amount])).toEqual([
      ['Successful', 'USD', 1, '1.00'],
      ['Successful', 'UGX', 1, '2500.00'],
    ])
    const { available } = await partner.data('wallet')
    expect([delivered.count, newest_only]).toEqual([2, null])
    expect(cents('200.00') - cents(delivered.total_debit)).toBe(cents(String(available)))
    expect(cents(delivered.receiver_amount) + cents(delivered.fees)).toBe(cents(delivered.total_debit))
    expect((await partner.data('transfer-totals?q=dollars')).states).toHaveLength(1)
    const bySize = await partner.data('transfers?sort=smallest')
    expect(bySize.items.map(({ reference }: any) => reference)).toEqual(['shillings', 'dollars'])
    const transfers = transfersOf(world, merchant)
    const failing = { customer_number: '+243970000002', expected_receiver_name: 'Marie Ilunga', amount: 0.5 }
    await transfers.accepted({ reference: 'declined', ...failing })
    await transfers.reaches('declined', 'Failed')
    const after = await partner.data('transfer-totals')
    // The wallet got all of it back.
    expect([after.delivered, (await partner.data('wallet')).available]).toEqual([delivered, available])
    expect(after.states.find(({ status }: any) => status === 'Failed')).toEqual({
      ...{ status: 'Failed', currency: 'USD', count: 1, amount: '0.50' },
      ...{ receiver_amount: null, fees: null, total_debit: null },
    })
  })
})

describe('the order of a list', () => {
  const byTime = ['open', 'francs', 'declined', 'disputed', 'voided', 'kept', 'partly refunded']
  const bySize = ['declined', 'voided', 'disputed', 'partly refunded', 'kept', 'open', 'francs']
  const smallest = ['open', 'kept', 'partly refunded', 'disputed', 'voided', 'declined', 'francs']

  test.each([
    ['sort=newest', byTime],
    ['sort=oldest', byTime.toReversed()],
    ['sort=largest', bySize],
    ['sort=smallest', smallest],
    ['sort=largest&currency=USD&status=SUCCESS', ['disputed', 'kept']],
    ['sort=smallest&limit=2&page=2', ['partly refunded', 'disputed']],
    ['payment_method=card', byTime.slice(1)],
    ['payment_method=mobile_money', []],
    ['payment_method=all&sort=oldest&limit=1', ['partly refunded']],
    ['sort=largest&q=4242', ['voided', 'disputed', 'partly refunded', 'kept', 'francs']],
    ['sort=oldest&q=4242&limit=2&page=2', ['voided', 'disputed']],
    ['q=4242&payment_method=mobile_money', []],
  ])('payments are listed by %s', async (query, wanted) => {
    expect(await references(query)).toEqual(wanted)
  })

  test.each(['newest', 'oldest', 'largest', 'smallest'])(
    'pages that begin after a row show each payment once, %s first',
    async (sort) => {
      for (const search of ['', '&q=4242']) {
        const all = await references(`sort=${sort}${search}`)
        const seen: string[] = []
        for (let after = ''; ; after = uuids[seen.at(-1)!]!) {
          const page = await references(`sort=${sort}&limit=2&after=${after}${search}`)
          if (page.length === 0) break
          seen.push(...page)
        }
        expect(seen).toEqual(all)
      }
    },
  )

  test('a page after a row that the filter no longer shows continues where the row was', async () => {
    expect(await references(`sort=newest&status=SUCCESS&after=${uuids.voided}`)).toEqual(['kept'])
  })

  test.each([
    'payments?sort=dearest',
    'payments?after=LKT-0',
    'payments?after=LKT-0&q=4242',
    'transfers?after=x',
  ])('the portal refuses %s and names the field', async (query) => {
    const { status, body } = await portal.get(query)
    expect([status, body.code, body.errors[0].field]).toEqual([
      400,
      'RMT-1005',
      query.includes('sort') ? 'sort' : 'after',
    ])
  })

  test('a payment of another merchant is no row to begin after', async () => {
    const other = await portalOf(world, await world.register())
    expect((await other.get(`payments?after=${uuids.kept}`)).status).toBe(400)
  })
})

test('lists of more rows than are examined say so, and their sums are of the newest ones', async () => {
  const five = {
    ...{
      definition: paymentListDefinition,
      idColumn: 'transaction_uuid',
      amountKeys: () => ['t.amount_minor'],
      most: 5,
    },
  }
  const sorted = sortedList<{ transaction_uuid: string }>({
    ...five,
    definition: { ...five.definition, list: 'link' },
  })
  const sums = sumsOfList<{ count: bigint }>(
    { ...five, definition: { ...five.definition, list: 'link' } },
    { columns: [], sums: 'select count(*) as count from chosen' },
  )
  const text =
    'select merchant_id as "merchantId", environment from card_transaction where transaction_uuid = $1'
  const [owner] = await world.db.rows<{ merchantId: bigint; environment: string }>({ name: '', text }, [
    uuids.kept,
  ])
  const range = { offset: 0, limit: 100 }
  const ids = async (sort: 'newest' | 'oldest') => {
    const { rows, isCut, total } = await sorted(world.db, owner!, {}, { sort, ...range })
    expect([isCut, total]).toEqual([true, 5])
    return rows.map(({ transaction_uuid: uuid }) => uuid)
  }
  const named = (...names: string[]) => names.map((name) => uuids[name])
  expect(await ids('newest')).toEqual(named('open', 'francs', 'declined', 'disputed', 'voided'))
  expect(await ids('oldest')).toEqual(named('partly refunded', 'kept', 'voided', 'disputed', 'declined'))
  expect(await sums(world.db, owner!, {})).toMatchObject({ sums: [{ count: 5n }], isCut: true })
  expect(await sums(world.db, owner!, { kind: 'CDF' })).toMatchObject({ sums: [{ count: 1n }], isCut: false })
})
