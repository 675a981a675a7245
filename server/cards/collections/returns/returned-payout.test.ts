// A refund paid to the number whose payout the operator returns to us before we know that it had succeeded.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
} from '../../../../test/support/collections/collections.ts'
import { collectionControlsOf } from '../../../../test/support/collections/controls.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'

let world: World
let collections: Collections
beforeAll(async () => {
  const operators = { ...collectionSandbox.operators, reverseAfterMs: 0 }
  world = await openWorld({ settings: collectionSettings, sandbox: { operators } })
  collections = collectionsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

test('a refund whose payout came back before its outcome was known has failed, and nothing is posted', async () => {
  // Only inquiries find the outcomes; payouts to this number succeed and come back at once.
  await collectionControlsOf(world).call('/callbacks', { late_rate: 1, late_seconds: 80_000 })
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, '+243970000004')
  await collections.reaches(id, 'APPROVED', 60)
  await world.admin('POST', `/api/v1/admin/payment/refunds/${id}`, { reason: 'came back', amount: 10 })
  const status = await eventually(
    'the refund has ended',
    async () => {
      const { refunds } = (await world.admin('GET', `/api/v1/admin/payment/refunds/${uuid}`)).body
      return refunds[0]?.status !== 'PENDING' && refunds[0]?.status
    },
    60_000,
  )
  expect(status).toBe('FAILED')
  expect((await collections.postings(uuid)).filter((entry) => entry.startsWith('refund'))).toEqual([])
})
