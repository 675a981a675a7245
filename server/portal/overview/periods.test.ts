// The figures of 7, 30 and 90 days of the shop, beside those of the days before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDispute, reportDispute } from '../../../test/support/callers/disputes.ts'
import { type Portal, paid, portalOf } from '../../../test/support/callers/portal.ts'
import { call } from '../../../test/support/callers/self-service.ts'
import { recount } from '../../../test/support/database/day-counts.ts'
import { fillPayments, fillTransfers } from '../../../test/support/database/many-rows.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { formatMoney, money } from '../../kernel/money.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const shopIn = async (zone: string): Promise<Portal> => {
  const portal = await portalOf(world, await world.register())
  const body = { sells_by: 'link', time_zone: zone }
  expect((await call(world, 'PUT', 'preferences', { token: portal.token, body })).status).toBe(200)
  return portal
}

const rowsBetween = {
  name: 'test_rows_of_period',
  text: `select count(*)::integer as count,
      count(*) filter (where t.status in ('SUCCESS', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOIDED'))::integer as succeeded,
      coalesce(sum(amount_minor) filter (where currency = 'USD' and t.status in ('SUCCESS', 'REFUNDED', 'PARTIALLY_REFUNDED', 'VOIDED')), 0)::bigint as dollars,
      coalesce(sum(amount_minor) filter (where currency = 'CDF' and t.status in ('REFUNDED', 'VOIDED')), 0)::bigint as francs_returned
    from card_transaction t join merchant m on m.id = t.merchant_id
   where m.merchant_code = $1 and (t.created_at at time zone $2)::date between $3::date and $4::date`,
}

test.each(['Africa/Lubumbashi', 'America/Bogota', 'UTC'])(
  'in %s the figures of a period and of the one before are those of its rows, to the cent',
  async (zone) => {
    const portal = await shopIn(zone)
    const until = world.clock.now().toString()
    const rows = { merchantCode: portal.as.merchant_code, from: 1, to: 3_000, of: 3_000, days: 190, until }
    await fillPayments(world.db, rows)
    await fillTransfers(world.db, rows)
    await recount(world.db)
    for (const days of [7, 30, 90]) {
      const data = await portal.data(`figures?days=${days}`)
      // Admins read the same.
      const path = `/api/v1/admin/merchants/${portal.as.merchant_code}/figures?days=${days}`
      expect((await world.admin('GET', path)).body.data).toEqual(data)
      const today = world.clock.now().toZonedDateTimeISO(zone).toPlainDate()
      const starts = today.subtract({ days: days - 1 })
      expect([data.days, data.from, data.to]).toEqual([days, starts.toString(), today.toString()])
      expect([data.before.from, data.before.to]).toEqual([
        starts.subtract({ days }).toString(),
        starts.subtract({ days: 1 }).toString(),
      ])
      for (const [from, to, { payments }] of [
        [data.from, data.to, data.current],
        [data.before.from, data.before.to, data.before],
      ]) {
        const [truth] = await world.db.rows<{
          count: number
          succeeded: number
          dollars: bigint
          francs_returned: bigint
        }>(rowsBetween, [portal.as.merchant_code, zone, from, to])
        expect(truth!.count).toBeGreaterThan(50)
        const sumIn = (sums: { currency: string; amount: string }[], currency: string) =>
          sums.find((sum) => sum.currency === currency)?.amount ?? '0.00'
        expect({
          count: payments.count,
          succeeded: payments.succeeded,
          dollars: sumIn(payments.amounts, 'USD'),
          francs_returned: sumIn(payments.returned, 'CDF'),
        }).toEqual({
          ...{ count: truth!.count, succeeded: truth!.succeeded },
          dollars: formatMoney(money(truth!.dollars, 'USD')),
          francs_returned: formatMoney(money(truth!.francs_returned, 'CDF')),
        })
      }
    }
  },
)

test('what was lost in disputes and refunded in part is returned money of the period', async () => {
  const portal = await shopIn('Africa/Kinshasa')
  const disputed = await paid(world, portal.as, { amount: 40 })
  const refunded = await paid(world, portal.as, { amount: 30 })
  await openDispute(world, disputed)
  await reportDispute(world, disputed, 'lost')
  const text = 'select cs_payment_id as id from card_transaction where transaction_uuid = $1'
  const [row] = await world.db.rows<{ id: string }>({ name: '', text }, [refunded])
  const body = { amount: 12.5, reason: 'returned' }
  expect((await world.admin('POST', `/api/v1/admin/payment/refunds/${row!.id}`, body)).status).toBe(200)
  const { current, before } = await portal.data('figures')
  expect(current.payments.amounts).toEqual([{ currency: 'USD', amount: '70.00' }])
  expect(current.payments.returned).toEqual([{ currency: 'USD', amount: '52.50' }])
  expect([before.payments.count, before.transfers.count]).toEqual([0, 0])
})

test.each(['figures?days=14', 'figures?days=0', 'figures?days=30&days=90'])(
  '%s is refused',
  async (query) => {
    const portal = await portalOf(world, world.merchant)
    const { status, body } = await portal.get(query)
    expect([status, body.errors[0].field]).toEqual([400, 'days'])
  },
)
