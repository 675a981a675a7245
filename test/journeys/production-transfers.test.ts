// What differs in production: no cap, no top-up, no skipped name check, public callback URLs, a separate wallet.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulatedOperators } from '../../server/adapters/mobile-money/simulated-operators.ts'
import { merchantByCode } from '../../server/merchants/directory/directory.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { statement } from '../../server/platform/database/database.ts'
import { freePort } from '../../server/platform/process/ports.ts'
import type { LimitRule } from '../../server/remittance/limits/rule.ts'
import { rulesInForce, saveRules } from '../../server/remittance/limits/rule-sets.ts'
import { addMoney } from '../../server/remittance/wallets/merchant-reads.ts'
import { transfersOf } from '../support/callers/transfers.ts'
import { eventually } from '../support/http/eventually.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
let merchant: Credentials
beforeAll(async () => {
  const port = await freePort()
  const operators = simulatedOperators(
    `http://localhost:${port}`,
    { secret: 'shared', mpesaPublicKey: '' },
    { vodacom: 'gsma' },
  )
  world = await openWorld({
    sandbox: { port, operatorSecret: 'shared' },
    settings: {
      OPERATORS_PRODUCTION: JSON.stringify(operators),
      CARD_GATEWAY_PRODUCTION_URL: 'https://api.cybersource.com',
      CARD_GATEWAY_PRODUCTION_MERCHANT_ID: 'm',
      CARD_GATEWAY_PRODUCTION_KEY_ID: 'k',
      CARD_GATEWAY_PRODUCTION_SHARED_SECRET: 'c2VjcmV0',
    },
  })
  merchant = await world.register({ environment: 'production' })
  // The rules of a new deployment hold the sixth transfer to one number within an hour.
  await setRules()
  await fund(merchant, 100_00n)
})
afterAll(() => world.close())

async function setRules(...rules: LimitRule[]): Promise<void> {
  await world.db.transaction(async (sql) => {
    const { version } = (await rulesInForce(sql)).production
    const change = { by: 'amina', reason: 'A test', now: world.clock.now() }
    await saveRules(sql, 'production', { version, rules }, change)
  })
}

async function fund({ merchant_code }: Credentials, cents: bigint): Promise<void> {
  const record = await merchantByCode(world.db, merchant_code)
  await addMoney(world, { id: BigInt(record!.id), environment: record!.environment }, cents)
}
const isRefused = (response: ApiResponse, status: number, code: string) =>
  expect([response.status, response.body.code]).toEqual([status, code])
const setEnvironment = statement(
  'test_set_environment',
  'update merchant set environment = $2 where merchant_code = $1',
)

/** A production list that names none of the beneficiaries in these tests. */
const addList = statement(
  'test_add_production_list',
  `with list as (
     insert into screening_list (name, environments) values ('test-list', array['production']) returning name
   ), version as (
     insert into screening_list_version (list, format, file_name, file_hash, entry_count, imported_by, imported_at)
     select name, 'test', '', '', 0, 'test', $1 from list returning id, list
   )
   insert into screening_entry (version_id, entry_id, kind, name, aliases, weak_aliases, birth_dates, countries,
                                identifiers, programs, content_hash)
   select id, 'test-1', 'person', 'Viktor Anatolyevich Bout', '{}', '{}', '{}', '{}', '{}', '{}', 'test' from version`,
)
const nameVersion = statement(
  'test_name_list_version',
  `update screening_list l set current_version = v.id from screening_list_version v
    where v.list = l.name and l.name = 'test-list'`,
)

test('while no list was ever imported for production, every transfer is held [R3]', async () => {
  const sent = await transfersOf(world, merchant).accepted({ reference: 'unscreened' })
  assert.equal(sent.status, 'Hold')
  await world.db.rows(addList, [world.clock.now()])
  await world.db.rows(nameVersion)
  await eventually('the list is loaded', async () => {
    const { status } = await transfersOf(world, merchant).accepted({ amount: 0.01 })
    return status === 'Submitted'
  })
})

describe('a production merchant [R8]', () => {
  test('a production merchant can send more than 1 USD', async () => {
    const transfers = transfersOf(world, merchant)
    await transfers.accepted({ reference: 'large', amount: 25.5 })
    await transfers.reaches('large', 'Successful')
    expect(await transfers.lines()).toContainEqual(
      expect.objectContaining({ kind: 'DEBIT', amount: -25.5, reference: 'large' }),
    )
    const { payouts } = await world.operatorBooks('msisdn=243810000001')
    expect(payouts).toContainEqual(expect.objectContaining({ amount: '25.50', executions: 1 }))
  })

  test('limits apply to a production merchant also where LIKUTA_ENV is sandbox', async () => {
    const amountRule = { id: 'one-cent', subject: 'sender', measure: 'amount', window: 'transfer' } as const
    await setRules({ ...amountRule, most: 1n, outcome: 'refuse' })
    try {
      isRefused(await transfersOf(world, merchant).inbound({ amount: 2 }), 422, 'RMT-3002')
    } finally {
      await setRules()
    }
  })

  test('a production merchant cannot skip the name check [S-12]', async () => {
    const response = await transfersOf(world, merchant).inbound(
      { expected_receiver_name: 'Somebody Else' },
      { headers: { 'x-skip-name-check': 'true' } },
    )
    isRefused(response, 422, 'RMT-4006')
  })

  test('a production merchant cannot top up its wallet itself: 403 RMT-403 [S-12]', async () => {
    const body = { amount: 5 }
    isRefused(
      await world.basic('POST', '/api/v1/remittance/sandbox/topup', body, { as: merchant }),
      403,
      'RMT-403',
    )
  })

  test.each(['http://shop.example/', 'https://localhost/', 'https://10.0.0.1/', 'https://[::1]/'])(
    'a production callback URL must be public and https: %s is RMT-1005',
    async (callback_url) => {
      const response = await transfersOf(world, merchant).inbound({ callback_url })
      isRefused(response, 400, 'RMT-1005')
      expect(response.body.errors).toEqual([{ field: 'callback_url', message: expect.any(String) }])
    },
  )

  test('the sandbox blacklist and watchlist do not apply in production', async () => {
    const transfers = transfersOf(world, merchant)
    const { body } = await transfers.get('/kyc?phone=0810000007')
    assert.equal(body.data.blacklisted, false)
    const sent = await transfers.accepted({
      customer_number: '+243810000007',
      expected_receiver_name: 'Grace Lukusa',
    })
    assert.equal(sent.subscriber_name, 'Grace Lukusa')
  })

  test('a production merchant has a wallet, list and references separate from its sandbox', async () => {
    const as = await world.register()
    await world.topUp('10.00', as)
    const transfers = transfersOf(world, as)
    await transfers.accepted({ reference: 'same' })
    await transfers.reaches('same', 'Successful')
    await world.db.rows(setEnvironment, [as.merchant_code, 'production'])
    expect(await transfers.balance()).toMatchObject({ available: 0, total: 0 })
    expect((await transfers.get('/transactions')).body.data.items).toEqual([])
    isRefused(await transfers.get('/transaction/status?reference=same'), 404, 'RMT-404')
    await fund(as, 5_00n)
    await transfers.accepted({ reference: 'same' })
    await transfers.reaches('same', 'Successful')
    assert.equal((await transfers.balance()).available, 4)
  })
})
