import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paid } from '../../../test/support/callers/portal.ts'
import { call, joined, signedIn, stepUpOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { refundRequestInvariants } from './invariants/refund-requests.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => world.db.rows<any>({ name: '', text }, values)
const found = async () => {
  const ids: string[] = []
  for (const { id, sql } of refundRequestInvariants)
    if ((await rows(sql, [world.clock.now().toString()])).length > 0) ids.push(id)
  return ids
}

test('a decision of a second user is no violation, and one of the user who asked is', async () => {
  const as = await world.register()
  await rows('update merchant set may_refund_sandbox = true where merchant_code = $1', [as.merchant_code])
  const owner = await signedIn(world, as)
  const accountant = await joined(world, owner, 'accountant')
  const body = { payout: null, refund: { USD: 0.01 } }
  const headers = await stepUpOf(world, owner, owner.token)
  const set = await call(world, 'PUT', 'approval-rules', { token: owner.token, body, headers })
  assert.equal(set.status, 200, set.text)
  for (const act of ['approve', 'reject']) {
    const request = { amount: 5, reason: 'One came back' }
    const path = `payments/${await paid(world, as)}/refund-requests`
    const asked = await call(world, 'POST', path, { token: owner.token, body: request })
    const decision = { token: accountant.token, body: { reason: 'Checked the parcel' } }
    const id = asked.body.data.approval_id
    assert.equal((await call(world, 'POST', `approvals/${id}/${act}`, decision)).status, 200)
  }
  expect(await found()).toEqual([])
  await rows('alter table merchant_approval drop constraint merchant_approval_second_user')
  for (const state of ['APPROVED', 'REJECTED']) {
    const [one] = await rows(
      'update merchant_approval set decided_owner = requested_owner where state = $1 returning id',
      [state],
    )
    expect(await found()).toEqual(['I-46c'])
    await rows('update merchant_approval set decided_owner = decided_by where id = $1', [one.id])
  }
  expect(await found()).toEqual([])
})
