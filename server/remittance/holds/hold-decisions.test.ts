// Decisions on held transfers: a release pays out under the rules of its moment, a rejection ends the transfer.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noApprovals } from '../../../test/support/callers/admins.ts'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  walletAddsUp,
} from '../../../test/support/callers/transfers.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { verifyAudit } from '../../admin/audit.ts'
import { statement } from '../../platform/database/database.ts'
import { currentRates, type RateTable } from '../exchange-rates/rate-table.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { releaseHold } from './hold.ts'

let world: World
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld({ sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 } } } })
  await world.topUp('100.00')
  transfers = transfersOf(world)
})
afterAll(() => world.close())

const base = '/api/v1/admin/remittance'
const asSender = { sender_first_name: 'Watchlist', sender_middle_name: '', sender_last_name: 'Person' }
const decide = (act: 'release' | 'reject', id: string, body: unknown = { reason: 'Another person' }) =>
  world.admin('POST', `${base}/holds/${id}/${act}`, body)
const isRefused = (response: ApiResponse, status: number, code: string) =>
  expect([response.status, response.body.status, response.body.code]).toEqual([status, 'error', code])

/** Every held transfer has a different sender, since a clearance would let the next one pass. */
let staff = 0
async function held(of: Transfers, overrides: Record<string, unknown> = {}): Promise<any> {
  staff += 1
  const sent = await of.accepted({
    ...asSender,
    sender_document_number: `WL${100_000 + staff}`,
    ...overrides,
  })
  assert.equal(sent.status, 'Hold')
  return sent
}
const linesOf = async (of: Transfers, reference: string) =>
  (await of.lines()).filter((line) => line.reference === reference).map(({ kind }) => kind)
const readLog = statement<{ actor: string; action: string; detail: string }>(
  'test_read_log_of_subject',
  'select actor, action, detail from audit_log where subject = $1 order by seq',
)

/** Releases with the given rates, or the current ones, at this time or some hours later. */
function releaseBy(
  transactionId: string,
  { card: rateTable, hours = 0 }: { card?: RateTable; hours?: number },
) {
  const { db, secrets } = world.system.cards
  const now = world.clock.now().add({ hours })
  const needs = {
    db,
    secrets,
    clock: { now: () => now },
    approvals: noApprovals(secrets),
    currentRates: async () => rateTable ?? (await currentRates(db)),
    recordClearance: async () => {},
    withdrawClearance: async () => {},
    wake: () => {},
  }
  const amina = { name: 'amina', address: '127.0.0.1', requestId: 'test' }
  return releaseHold(needs, transactionId, { reason: 'Another' }, amina)
}

describe('[R3] releasing a hold', () => {
  test('a release reserves the money, pays out, and records who released it', async () => {
    const of = transfersOf(world, await world.register())
    const callback_url = of.callbackUrl('released')
    const { reference, transaction_id } = await held(of, { reference: 'released', callback_url })
    isRefused(await decide('release', transaction_id), 402, 'RMT-2001')
    assert.equal((await of.status(reference)).status, 'Hold')
    expect(await of.kinds(reference)).toEqual(['inbound.accepted', 'screening.hold'])
    expect(await world.db.rows(readLog, [transaction_id])).toEqual([])

    await world.topUp('5.00', of.as)
    const response = await decide('release', transaction_id, { reason: 'Born in another year' })
    expect([response.status, response.body.data]).toEqual([
      200,
      { transaction_id, reference, status: 'Submitted' },
    ])
    await of.reaches(reference, 'Successful')
    await allIsQuiet(world)
    expect(await of.kinds(reference)).toEqual([
      'inbound.accepted',
      'screening.hold',
      'compliance.released',
      'screening.ok',
      'wallet.reserved',
      'switch.dispatched',
      'telco.callback',
      'wallet.confirmed',
      'merchant.callback.sent',
    ])
    expect((await of.callbacks('released')).map(({ body }) => body.status)).toEqual(['Successful'])
    expect(await linesOf(of, reference)).toEqual(['RESERVE', 'RELEASE', 'DEBIT'])
    expect(await world.db.rows(readLog, [transaction_id])).toEqual([
      {
        actor: 'amina',
        action: 'transfer.released',
        detail: expect.stringContaining('Born in another year'),
      },
    ])
    const shown = JSON.stringify(await of.timeline(reference))
    assert.doesNotMatch(shown, /Born|amina/, 'the reason and the admin are for reviewers only')
    const { body } = await world.admin('GET', `/api/v1/admin/transfers/${transaction_id}`)
    expect(body.data.timeline).toContainEqual(
      expect.objectContaining({ kind: 'compliance.released', detail: 'by amina' }),
    )
  })

  test('a released transfer is charged the same fee as one that was never held', async () => {
    const of = transfersOf(world, await world.register())
    await world.topUp('5.00', of.as)
    await world.db.rows(setFee, [of.as.merchant_code, 150, 25n])
    const { reference, transaction_id } = await held(of)
    assert.equal((await decide('release', transaction_id)).status, 200)
    await of.reaches(reference, 'Successful')
    expect((await of.lines()).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['TOPUP', 5],
      ['RESERVE', -1.27],
      ['RELEASE', 1.27],
      ['DEBIT', -1],
      ['FEE', -0.27],
    ])
    await walletAddsUp(world, of)
  })

  test('a release converts by the rates at the time of the release', async () => {
    const { reference, transaction_id } = await held(transfers, { currency: 'EUR', amount: 0.5 })
    assert.equal((await decide('release', transaction_id)).status, 200)
    await transfers.reaches(reference, 'Successful')
    expect(await transfers.kinds(reference)).toContain('fx.converted')
    const [debit] = (await transfers.lines()).filter(
      (line) => line.reference === reference && line.kind === 'DEBIT',
    )
    assert.ok(debit!.amount < -0.4 && debit!.amount > -0.8, String(debit!.amount))
  })

  test('a release with stale rates is refused and the transfer stays held and unpaid', async () => {
    const { reference, transaction_id } = await held(transfers, { currency: 'EUR', amount: 0.5 })
    const releaseAfter = (hours: number) => releaseBy(transaction_id, { hours })
    await expect(releaseAfter(13)).rejects.toMatchObject({ spec: remittanceProblems.rate_stale })
    assert.equal((await transfers.status(reference)).status, 'Hold')
    expect(await linesOf(transfers, reference)).toEqual([])
    expect(await releaseAfter(0)).toMatchObject({ status: 'Submitted' })
  })

  test('a release that exceeds the sandbox cap at the current rate is refused', async () => {
    const { reference, transaction_id } = await held(transfers, { currency: 'EUR', amount: 0.5 })
    const rateTable = await currentRates(world.db)
    const dear = { ...rateTable!, rates: new Map([['EUR', 495_049n]]) }
    await expect(releaseBy(transaction_id, { card: dear })).rejects.toMatchObject({
      spec: remittanceProblems.sandbox_cap,
    })
    expect(await linesOf(transfers, reference)).toEqual([])
    const still = { ...rateTable!, rates: new Map([['EUR', 500_000n]]) }
    expect(await releaseBy(transaction_id, { card: still })).toMatchObject({ status: 'Submitted' })
  })

  test('a release to a number blacklisted meanwhile is 403 RMT-3001 and the transfer stays held', async () => {
    const { reference, transaction_id } = await held(transfers, {
      customer_number: '+243810000099',
      expected_receiver_name: 'Test Subscriber',
    })
    await world.db.rows(blacklist, ['243810000099', world.clock.now()])
    isRefused(await decide('release', transaction_id), 403, 'RMT-3001')
    assert.equal((await transfers.status(reference)).status, 'Hold')
  })

  test('a release for a merchant suspended meanwhile is refused and the transfer stays held', async () => {
    const merchant = await world.register()
    const of = transfersOf(world, merchant)
    const { transaction_id } = await held(of, { reference: 'suspended' })
    const suspended = await world.admin('POST', `/api/v1/admin/merchants/${merchant.merchant_code}/suspend`, {
      reason: 'chargebacks',
    })
    assert.equal(suspended.status, 200)
    const response = await decide('release', transaction_id)
    expect([response.status, response.body.detail ?? response.body.message]).toEqual([
      403,
      'Merchant suspended',
    ])
    const { items } = (await world.admin('GET', `${base}/holds?limit=100`)).body.data
    expect(items.map((item: { transaction_id: string }) => item.transaction_id)).toContain(transaction_id)
  })

  test('a sandbox transfer cannot be released after its merchant went live', async () => {
    const merchant = await world.register()
    const { transaction_id } = await held(transfersOf(world, merchant), { reference: 'trial' })
    await world.db.rows(goLive, [merchant.merchant_code])
    isRefused(await decide('release', transaction_id), 403, 'RMT-403')
    assert.equal((await decide('reject', transaction_id)).status, 200)
  })

  test('a release clears the same person for later transfers', async () => {
    const person = { sender_document_number: 'WL900001' }
    const { transaction_id } = await held(transfers, person)
    assert.equal((await decide('release', transaction_id)).status, 200)
    assert.equal((await transfers.accepted({ ...asSender, ...person })).status, 'Submitted')
    await held(transfers)
  })

  test('a rejection withdraws the earlier clearance of the same person', async () => {
    const person = { sender_document_number: 'WL900002' }
    const [first, second] = [await held(transfers, person), await held(transfers, person)]
    assert.equal((await decide('release', first.transaction_id)).status, 200)
    assert.equal((await decide('reject', second.transaction_id)).status, 200)
    await held(transfers, person)
  })
})

const setFee = statement(
  'test_set_fee_of_held',
  'update merchant set remittance_fee_bp = $2, remittance_fee_fixed_minor = $3 where merchant_code = $1',
)
const goLive = statement(
  'test_go_live',
  `update merchant set environment = 'production', version = version + 1 where merchant_code = $1`,
)
const blacklist = statement(
  'test_blacklist',
  `insert into blacklisted_number (environment, msisdn, reason, added_by, added_at) values ('sandbox', $1, 'test', 'test', $2)`,
)

describe('[R3] rejecting a hold', () => {
  test('a rejected transfer becomes Failed without a refund and the merchant is notified', async () => {
    const callback_url = transfers.callbackUrl('rejected')
    const { reference, transaction_id } = await held(transfers, { reference: 'rejected', callback_url })
    const response = await decide('reject', transaction_id, { reason: 'It is the listed person' })
    expect([response.status, response.body.data]).toEqual([
      200,
      { transaction_id, reference, status: 'Failed' },
    ])
    await allIsQuiet(world)
    const [callback] = await transfers.callbacks('rejected')
    expect(callback!.body).toMatchObject({
      status: 'Failed',
      reference,
      receiver_amount: null,
      telco_reference: null,
      failure_code: 'COMPLIANCE_REJECTED',
      completed_at: expect.any(String),
    })
    expect(await transfers.kinds(reference)).toEqual([
      'inbound.accepted',
      'screening.hold',
      'compliance.rejected',
      'merchant.callback.sent',
    ])
    assert.doesNotMatch(
      JSON.stringify([callback, await transfers.timeline(reference)]),
      /listed person|amina/,
    )
    expect(await linesOf(transfers, reference)).toEqual([])
    expect(await world.db.rows(readLog, [transaction_id])).toEqual([
      {
        actor: 'amina',
        action: 'transfer.rejected',
        detail: expect.stringContaining('It is the listed person'),
      },
    ])
  })
})

describe('[R3] [R7] a decision on a hold', () => {
  test.each(['release', 'reject'] as const)(
    '%s of a transfer that is not held is 409 RMT-1008',
    async (act) => {
      const { reference, transaction_id } = await transfers.accepted({})
      await transfers.reaches(reference, 'Successful')
      isRefused(await decide(act, transaction_id), 409, 'RMT-1008')
      const rejected = await held(transfers)
      assert.equal((await decide('reject', rejected.transaction_id)).status, 200)
      isRefused(await decide(act, rejected.transaction_id), 409, 'RMT-1008')
      const released = await held(transfers)
      assert.equal((await decide('release', released.transaction_id)).status, 200)
      isRefused(await decide(act, released.transaction_id), 409, 'RMT-1008')
    },
  )

  test.each(['release', 'reject'] as const)('%s of an unknown transfer is 404 RMT-404', async (act) => {
    isRefused(await decide(act, 'IMT-IN-AAAAAAAAAAAAAAAA'), 404, 'RMT-404')
  })

  test.each([{}, { reason: '' }, { reason: 'ok' }, { reason: 5 }, { reason: ' '.repeat(9) }, []])(
    'a decision on a hold without a valid reason is RMT-1005: %j',
    async (body) => {
      const { transaction_id } = await held(transfers)
      for (const act of ['release', 'reject'] as const) {
        const response = await decide(act, transaction_id, body)
        isRefused(response, 400, 'RMT-1005')
      }
    },
  )

  test('only admins can list and decide holds and exceptions', async () => {
    const { transaction_id } = await held(transfers)
    for (const [method, path] of [
      ['GET', '/holds'],
      ['POST', `/holds/${transaction_id}/release`],
      ['POST', `/holds/${transaction_id}/reject`],
      ['GET', '/exceptions'],
      ['POST', '/exceptions/1/close'],
    ] as const)
      for (const headers of [{}, { 'x-admin-token': 'wrong' }])
        isRefused(
          await world.admin(
            method,
            base + path,
            method === 'POST' ? { reason: 'let me' } : undefined,
            headers,
          ),
          403,
          'RMT-403',
        )
    const basic = await world.basic('POST', `${base}/holds/${transaction_id}/release`, { reason: 'let me' })
    isRefused(basic, 403, 'RMT-403')
  })

  test('of concurrent releases and rejections of one hold, exactly one succeeds', async () => {
    const of = transfersOf(world, await world.register())
    await world.topUp('20.00', of.as)
    for (let round = 0; round < 20; round++) {
      const { reference, transaction_id } = await held(of, { reference: `race-${round}` })
      const acts = ['release', 'reject', 'release', 'reject'] as const
      const responses = await Promise.all(acts.map((act) => decide(act, transaction_id)))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
      const winner = acts[responses.findIndex(({ status }) => status === 200)]
      await of.reaches(reference, winner === 'release' ? 'Successful' : 'Failed')
      expect(await linesOf(of, reference)).toEqual(
        winner === 'release' ? ['RESERVE', 'RELEASE', 'DEBIT'] : [],
      )
      expect(await world.db.rows(readLog, [transaction_id])).toHaveLength(1)
    }
    await walletAddsUp(world, of)
  })

  test('decisions on holds leave an intact audit log', async () => {
    const { rows } = await verifyAudit(world.system.cells, world.system.secrets)
    assert.ok(rows >= 20)
  })
})
