// A merchant that is suspended while its payouts are being sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderOfLocks } from '../../../test/support/database/lock-queue.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { lockedMerchant } from '../../merchants/directory/directory.ts'
import { isMerchantActive } from './process-payout.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world?.close())

test('a suspension waits for the payout that is just sent, and the next payout waits for the suspension', async () => {
  const { merchant_code: code } = await world.register()
  const find = { name: '', text: 'select id from merchant where merchant_code = $1' }
  const [merchant] = await world.db.rows<{ id: bigint }>(find, [code])
  const seen: boolean[] = []
  const order = await orderOfLocks(world, {
    ordinary: async (sql) => seen.push(await isMerchantActive(sql, { merchant_id: merchant!.id })),
    change: async (sql) => {
      const id = await lockedMerchant(sql, code)
      const text = `update merchant set status = 'suspended' where id = $1 returning id`
      await sql.rows({ name: 'test_suspend_merchant', text }, [id])
    },
  })
  expect(order).toEqual(['first', 'released', 'change', 'second'])
  expect(seen).toEqual([true, false])
})
