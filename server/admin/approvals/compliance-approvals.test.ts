// What one compliance officer does not do alone where a deployment asks for two, as every production does by default: weaken the limit
// rules, and release somebody who is exactly as on a list.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminsOf,
  type Person,
  refusedWith,
  tokens,
  twoAdmins,
} from '../../../test/support/callers/admins.ts'
import { transfersOf } from '../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { isExactMatch } from '../../compliance/screening/screener.ts'
import { approvalsOf } from '../../composition/rules.ts'
import { approvalRules } from '../../config/card-money-settings.ts'
import { statement } from '../../platform/database/database.ts'
import { defaultRules, letsMoreThrough } from '../../remittance/limits/rule.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { ...twoAdmins, APPROVALS: 'matches,limits' } })
  await world.topUp('20.00')
})
afterAll(() => world?.close())

const admins = () => adminsOf(world)
const decide = (id: string, act: 'approve' | 'reject', by: Person = 'benoit') =>
  admins().post(`approvals/${id}/${act}`, { reason: 'Looked at it' }, by)
const release = (id: string, reason = 'Another person') =>
  admins().post(`remittance/holds/${id}/release`, { reason })
let documents = 0
async function held(sender: object = { sender_first_name: 'Watchlist', sender_last_name: 'Person' }) {
  documents += 1
  const number = { sender_document_number: `CO${300_000 + documents}` }
  return transfersOf(world).accepted({ sender_middle_name: '', amount: 0.1, ...sender, ...number })
}
const waiting = async (by: Person = 'benoit') =>
  (await admins().read('approvals/waiting?limit=100', by)).items
const rules = () => admins().read('compliance/rules')
const change = async (after: object[]) =>
  world.admin(
    'PUT',
    '/api/v1/admin/compliance/rules',
    { version: (await rules()).version, rules: after, reason: 'As agreed' },
    { 'x-admin-token': tokens.amina },
  )

test('rules are not emptied by one officer: the change waits, and the second one reads what it does', async () => {
  const before = await rules()
  const made = await change([])
  expect([made.status, made.body.data.state]).toEqual([202, 'WAITING'])
  const id = made.body.data.approval_id
  const { version, rules: inForce, pending_approvals: pending } = await rules()
  expect([version, inForce]).toEqual([before.version, before.rules])
  expect(pending).toMatchObject([{ approval_id: id, action: 'limit_rules', own: true }])
  refusedWith(await decide(id, 'approve', 'amina'), 403, 'RMT-1021')
  expect((await admins().read(`approvals/${id}`, 'benoit')).about.limit_rules).toEqual({
    before: before.rules,
    after: [],
  })
  expect((await decide(id, 'approve')).status).toBe(200)
  expect(await rules()).toMatchObject({ version: before.version + 1, changed_by: 'amina', rules: [] })
  refusedWith(await decide(id, 'approve'), 409, 'RMT-1008')
})

test('a balance goes further below zero only once a second admin approved it, and less far at once', async () => {
  const { merchant_code } = await world.register({ name: 'Chez Mado' })
  const path = `merchants/${merchant_code}`
  const set = (limits: object, may_refund = true) =>
    admins().put(`${path}/refund-right`, { may_refund, ...limits, reason: 'Asked by the owner' })
  const stored = async () => {
    const { may_refund, negative_balance_limit, negative_balance_limit_cdf } = await admins().read(path)
    return [may_refund, negative_balance_limit, negative_balance_limit_cdf]
  }
  const made = await set({ negative_balance_limit: '30.00' })
  expect([made.status, made.body.data.state]).toEqual([202, 'WAITING'])
  // The right itself takes no approval.
  expect(await stored()).toEqual([true, '0.00', '0.00'])
  const id = made.body.data.approval_id
  const pending = [{ approval_id: id, action: 'negative_balance_limit', own: true }]
  expect((await admins().read(path)).pending_approvals).toMatchObject(pending)
  refusedWith(await decide(id, 'approve', 'amina'), 403, 'RMT-1021')
  expect((await decide(id, 'approve')).status).toBe(200)
  expect(await stored()).toEqual([true, '30.00', '0.00'])
  expect((await admins().read(path)).pending_approvals).toEqual([])
  // In one call, what is lower is in force and what is higher waits.
  expect(
    (await set({ negative_balance_limit: '10.00', negative_balance_limit_cdf: '1' }, false)).status,
  ).toBe(202)
  expect(await stored()).toEqual([false, '10.00', '0.00'])
  expect((await set({ negative_balance_limit: '010' }, false)).status).toBe(400)
  expect((await set({ negative_balance_limit: '10.00' })).status).toBe(200)
})

test('a raise of a negative balance limit is refused once the limit or the right has changed since', async () => {
  const { merchant_code } = await world.register({ name: 'Chez Paul' })
  const path = `merchants/${merchant_code}`
  const set = async (limits: object, may_refund = true) => {
    const body = { may_refund, ...limits, reason: 'Asked by the owner' }
    return (await admins().put(`${path}/refund-right`, body)).body.data.approval_id
  }
  const limitsOf = async () => {
    const { may_refund, negative_balance_limit, negative_balance_limit_cdf } = await admins().read(path)
    return { may_refund, negative_balance_limit, negative_balance_limit_cdf }
  }
  const [first, second, other] = [
    await set({ negative_balance_limit: '500.00' }),
    await set({ negative_balance_limit: '900.00' }),
    await set({ negative_balance_limit_cdf: '7.00' }),
  ]
  const inForce = { may_refund: true, negative_balance_limit: '0.00', negative_balance_limit_cdf: '0.00' }
  expect((await admins().read(`approvals/${first}`, 'benoit')).about.refund_right).toEqual(inForce)
  expect((await decide(second, 'approve')).status).toBe(200)
  refusedWith(await decide(first, 'approve'), 409, 'RMT-409')
  expect(await limitsOf()).toEqual({ ...inForce, negative_balance_limit: '900.00' })
  // The limit in the other currency is as it was.
  expect((await decide(other, 'approve')).status).toBe(200)
  const raised = await set({ negative_balance_limit: '950.00' })
  await set({}, false)
  refusedWith(await decide(raised, 'approve'), 409, 'RMT-409')
  expect(await limitsOf()).toEqual({
    may_refund: false,
    negative_balance_limit: '900.00',
    negative_balance_limit_cdf: '7.00',
  })
  // Requested again, it is a request of its own.
  const again = await set({ negative_balance_limit: '950.00' }, false)
  expect((await decide(again, 'approve')).status).toBe(200)
  expect((await limitsOf()).negative_balance_limit).toBe('950.00')
})

test('stricter rules are in force at once, and a change that waited for others is refused', async () => {
  const rule = {
    id: 'number-day',
    subject: 'number',
    measure: 'sum',
    window: 'day',
    limit: 500,
    outcome: 'hold',
  }
  expect((await change([rule])).status).toBe(200)
  const weaker = await change([{ ...rule, limit: 600 }])
  expect(weaker.status).toBe(202)
  expect((await change([{ ...rule, limit: 400, outcome: 'refuse' }])).status).toBe(200)
  refusedWith(await decide(weaker.body.data.approval_id, 'approve'), 409, 'RMT-1026')
  expect((await rules()).rules).toMatchObject([{ limit: 400, outcome: 'refuse' }])
})

test('a rule that is missing, higher or milder lets more through; another name or order does not', () => {
  const [first, ...rest] = defaultRules
  assert(first)
  expect(letsMoreThrough(defaultRules, [...rest, { ...first, id: 'renamed' }])).toBe(false)
  expect(letsMoreThrough([], defaultRules)).toBe(false)
  for (const weaker of [
    [],
    rest,
    [...rest, { ...first, most: first.most + 1n }],
    [...rest, { ...first, outcome: 'allow' as const }],
  ])
    expect(letsMoreThrough(defaultRules, weaker)).toBe(true)
})

test('the release of an exact match waits, is listed once, and shows on the hold who requested it', async () => {
  const { transaction_id: id } = await held()
  const made = await release(id)
  expect([made.status, made.body.data.state]).toEqual([202, 'WAITING'])
  const approval = made.body.data.approval_id
  // Another reason is no other request.
  expect((await release(id, 'Somebody else of this name')).body.data.approval_id).toBe(approval)
  const listed = (await waiting()).filter(({ subject, id: of }: any) => subject === id || of === id)
  expect(listed.map(({ kind, id: of }: any) => [kind, of])).toEqual([['approval', approval]])
  const { items } = await admins().read('remittance/holds?limit=100', 'benoit')
  expect(items.find(({ transaction_id }: any) => transaction_id === id).pending_approvals).toMatchObject([
    { approval_id: approval, requested_by: 'amina', own: false },
  ])
  const { queues } = await admins().read('overview', 'benoit')
  expect(queues.decisions_waiting).toBe((await waiting()).length)
  await admins().read(`approvals/${approval}`, 'benoit')
  expect((await decide(approval, 'approve')).status).toBe(200)
})

test('a hold that no list entry explains exactly is released by one officer', async () => {
  const { transaction_id } = await held({ sender_first_name: 'J3an', sender_last_name: 'Mukendi' })
  expect((await release(transaction_id)).status).toBe(200)
})

test('a match is exact in the same words, with the same document, or at the full score', () => {
  const name = (points: number) => ({ part: 'name' as const, points, detail: '' })
  const document = { part: 'document' as const, points: 0.4, detail: '' }
  expect(
    isExactMatch({ score: 0.8, parts: [name(1), { part: 'birth_date', points: -0.2, detail: '' }] }),
  ).toBe(true)
  expect(isExactMatch({ score: 0.95, parts: [name(0.55), document] })).toBe(true)
  expect(isExactMatch({ score: 1, parts: [] })).toBe(true)
  expect(isExactMatch({ score: 0.97, parts: [name(0.97)] })).toBe(false)
})

test('a hold shows the last decisions on its list entry, with reason and time to decide, and no name', async () => {
  const first = await held()
  await admins().act(`remittance/holds/${first.transaction_id}/reject`, {
    reason: 'The passport is that of the list',
  })
  const next = await held()
  const { items } = await admins().read('remittance/holds?limit=100')
  const { precedents } = items.find(({ transaction_id }: any) => transaction_id === next.transaction_id)
  expect(precedents[0]).toMatchObject({
    ...{
      transaction_id: first.transaction_id,
      decision: 'rejected',
      reason: 'The passport is that of the list',
    },
    ...{ decided_by: 'amina', entry_name: 'Watchlist Person', same_name: true },
  })
  expect(precedents[0].held_seconds).toBeGreaterThanOrEqual(0)
  expect(precedents.length).toBeLessThanOrEqual(5)
  expect(Object.keys(precedents[0])).not.toContain('name')
})

test('a hold shows the last decisions on the same name of another list', async () => {
  const first = await held()
  await admins().act(`remittance/holds/${first.transaction_id}/reject`, { reason: 'The same birth date' })
  await world.db.rows(
    statement(
      'test_other_list',
      `update transfer_review_match set list = 'another', entry_id = 'A-1' where transfer_id = (
         select id from transfer where transaction_id = $1)`,
    ),
    [first.transaction_id],
  )
  const next = await held()
  const { items } = await admins().read('remittance/holds?limit=100')
  const { precedents } = items.find(({ transaction_id }: any) => transaction_id === next.transaction_id)
  expect(precedents[0]).toMatchObject({
    ...{ transaction_id: first.transaction_id, reason: 'The same birth date', same_name: true },
    entry_name: 'Watchlist Person',
  })
})

test('an outcome of a case that was proposed is among the decisions that wait', async () => {
  const { transaction_id } = await held()
  const { case_id } = await admins().act('compliance/cases', {
    transaction_id,
    role: 'sender',
    reason: 'Look at it',
  })
  await admins().act(`compliance/cases/${case_id}/propose`, { outcome: 'CLEARED', reason: 'Another person' })
  const ofCase = (by: Person) => waiting(by).then((all) => all.filter(({ kind }: any) => kind === 'case'))
  expect(await ofCase('benoit')).toMatchObject([
    { id: case_id, subject: 'CLEARED', requested_by: 'amina', own: false },
  ])
  expect(await ofCase('amina')).toMatchObject([{ own: true }])
})

test('production asks for two by default, a sandbox for none, and both can be switched off by name', () => {
  const { settings, secrets } = world.system
  const rulesOf = (production: boolean, APPROVALS?: string) =>
    approvalsOf(
      {
        ...settings,
        production,
        APPROVALS: APPROVALS === undefined ? undefined : approvalRules.parse(APPROVALS),
      },
      secrets,
    ).rules
  expect(rulesOf(true)).toEqual({ matches: 'all', limits: 'all', roles: 'all' })
  expect(rulesOf(true, 'refund:USD=100')).toMatchObject({
    matches: 'all',
    limits: 'all',
    refund: { USD: 10_000n },
  })
  expect(rulesOf(true, 'matches:off,limits:off')).toEqual({ matches: 'off', limits: 'off', roles: 'all' })
  expect(rulesOf(false)).toEqual({})
  for (const wrong of ['limits:on', 'limits:off,limits', 'matches:USD=5', 'hold:off,hold:USD=5'])
    expect(approvalRules.safeParse(wrong).success).toBe(false)
})
