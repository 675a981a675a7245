// Whoever keeps using an account cannot keep an owner from removing it: what its user does one after another waits for the removal.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderOfLocks } from '../../../test/support/database/lock-queue.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { hashOf } from '../../accounts/account.ts'
import { lockUser as lockApprover } from '../../portal/decide-approval.ts'
import { lockUser } from './change-user.ts'
import { saveInvitation } from './invite.ts'

let world: World
let user: { id: bigint; merchant_id: bigint; user_id: string }
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  const { merchant_code } = await world.register({ name: 'Chez Ntemba' })
  const text = `select u.id, u.merchant_id, u.user_id::text from merchant_user u join merchant m on m.id = u.merchant_id
    where m.merchant_code = $1`
  user = (await world.db.rows<typeof user>({ name: '', text }, [merchant_code]))[0]!
})
afterAll(() => world?.close())

let invited = 0

test.each([
  ['decisions', (sql) => sql.rows(lockApprover, [user.id])],
  [
    'invitations',
    (sql) => {
      const now = world.clock.now()
      const email = `invited-${++invited}@shop.example`
      const values = [user.id, email, 'viewer', hashOf(email), now, now.add({ hours: 1 }), true]
      return sql.rows(saveInvitation, values)
    },
  ],
] satisfies [string, Parameters<typeof orderOfLocks>[1]['ordinary']][])(
  'a removal waits for one of the %s of its user, and later ones wait for the removal',
  async (_, ordinary) => {
    const change = (sql: Parameters<typeof ordinary>[0]) =>
      sql.rows(lockUser, [user.merchant_id, user.user_id])
    expect(await orderOfLocks(world, { ordinary, change })).toEqual(['first', 'released', 'change', 'second'])
  },
)
