// Whoever approves says why: every declared route that approves something refuses a body without a reason.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { call, signedIn } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: twoAdmins })
})
afterAll(() => world?.close())

const approving = [
  'admin/approvals/{id}/approve',
  'admin/compliance/cases/{case_id}/confirm',
  'admin/merchants/{merchant_code}/go-live',
  'admin/payout-batches/{id}/approve',
  'admin/payouts/{id}/approve',
  'admin/refund-requests/{id}/approve',
  'admin/remittance/rates/{id}/approve',
  'admin/wallets/adjustments/{id}/approve',
  'merchant/approvals/{id}/approve',
]

test('the table has every route that approves what somebody requested or proposed', () => {
  const { paths } = JSON.parse(world.system.app.apiDocument())
  const isApproving = /\/approve$|\/cases\/.*\/confirm$|\/admin\/.*\/go-live$/
  const declared = Object.keys(paths).filter((path) => isApproving.test(path))
  expect(declared.sort()).toEqual(approving.map((path) => `/api/v1/${path}`))
})

test.each(approving)('%s approves nothing without a reason', async (path) => {
  const id = /rates|adjustments/.test(path) ? '1' : '0193a7c4-5b1e-7c3a-9f2d-6e8b0a4c1d7f'
  const name = path.replace(/^(admin|merchant)\//, '').replace(/\{.*\}/, id)
  const owner = await signedIn(world, world.merchant)
  for (const reason of [undefined, '', ' no ']) {
    const body = { ...(path.endsWith('go-live') && { decision: 'approve' }), reason }
    const refused = path.startsWith('admin/')
      ? await adminsOf(world).post(name, body)
      : await call(world, 'POST', name, { token: owner.token, body })
    expect([refused.status, refused.body.code], refused.text).toEqual([400, 'RMT-1005'])
    expect(refused.text).toContain('reason')
  }
})
