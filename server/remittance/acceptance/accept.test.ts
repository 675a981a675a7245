// Acceptance re-checks the merchant when it reserves the money, since the merchant may have changed after
// authentication. The test locks the wallet until the merchant has changed.

import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { inboundBody } from '../../../test/support/world/bodies.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { rotate } from '../../merchants/identity/credentials.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { statement } from '../../platform/database/database.ts'
import { quote } from '../exchange-rates/quote.ts'
import { openAppliedRules } from '../limits/judge-batch.ts'
import { type Acceptance, type Candidate, openAcceptance } from './accept.ts'
import { inboundSchema, readInbound } from './request.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const lockWallet = statement<{ id: bigint }>(
  'test_lock_wallet',
  'select m.id from wallet w join merchant m on m.id = w.merchant_id where m.merchant_code = $1 for update of w',
)
const waiting = statement(
  'test_waiting_for_a_wallet',
  `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
)
const change = (name: string, what: string) =>
  statement(
    `test_merchant_${name}`,
    `update merchant set ${what}, version = version + 1 where merchant_code = $1`,
  )
const suspend = change('suspended', `status = 'suspended'`)
const bind = change('bound', `ip_allowlist = '{10.9.9.9}'`)
const goLive = change('live', `environment = 'production'`)
const rename = change('renamed', `name = 'Another name'`)

async function sentWhile(
  act: (merchant: Credentials, id: bigint) => Promise<unknown>,
): Promise<{ response: ApiResponse; transfers: Transfers }> {
  const merchant = await world.register()
  const transfers = transfersOf(world, merchant)
  await world.topUp('5.00', merchant)
  let sent: Promise<ApiResponse> | undefined
  await world.db.transaction(async (sql) => {
    const [owner] = await sql.rows(lockWallet, [merchant.merchant_code])
    assert.ok(owner)
    sent = transfers.inbound({ reference: 'R-1' })
    await eventually(
      'the transfer waits for the wallet lock',
      async () => (await world.db.rows(waiting)).length > 0,
    )
    await act(merchant, owner.id)
  })
  assert.ok(sent)
  return { response: await sent, transfers }
}
const update = (text: ReturnType<typeof change>) => (merchant: Credentials) =>
  world.db.rows(text, [merchant.merchant_code])

describe('a transfer whose merchant changes after authentication', () => {
  test.each([
    ['is suspended', update(suspend), [403, 'RMT-403', 'Merchant suspended']],
    ['is bound to other addresses', update(bind), [403, 'RMT-403', 'IP address not allowed']],
    ['goes live', update(goLive), [403, 'RMT-403', 'Unauthorized environment']],
    [
      'gets another secret',
      (_: Credentials, id: bigint) =>
        rotate(
          { db: world.db, secrets: world.system.secrets, clock: world.clock },
          { id },
          'merchant-secret',
        ),
      [401, 'RMT-401', 'Wrong merchant code or secret'],
    ],
  ] as const)(
    'a transfer is refused when its merchant %s before the money is reserved [S-14]',
    async (_, act, received) => {
      const { response } = await sentWhile(act)
      expect([response.status, response.body.code, response.body.message]).toEqual(received)
    },
  )

  test('a transfer is accepted once when an irrelevant merchant field changes', async () => {
    const { response, transfers } = await sentWhile(update(rename))
    assert.equal(response.status, 200, response.text)
    expect((await transfers.lines()).filter(({ kind }) => kind === 'RESERVE')).toHaveLength(1)
  })
})

/** A transfer of a merchant that passed every check, as acceptance gets it. */
function candidateOf(merchant: { id: bigint }, reference: string): Candidate {
  const body = inboundBody({ reference, customer_number: '+243820000011' })
  const today = Temporal.PlainDate.from('2026-01-01')
  const { request } = readInbound(
    inboundSchema(() => true),
    body,
    { today, overCap: () => false },
  )
  assert.ok(request)
  const fees = { remittanceFeeBp: 0, remittanceFeeFixedMinor: 0n }
  return {
    merchant: { id: merchant.id, environment: 'sandbox', version: 1 },
    request,
    subscriberName: undefined,
    screening: { hold: false, detail: 'clear', sealed: [] },
    quote: quote(request, undefined, fees),
    limitAmount: request.amount,
  }
}

describe('transfers sent while a batch waits for the lock of a wallet', () => {
  /** Locks the wallet of `first` until the transfers of `later` have been sent as well. */
  async function acceptedWhileLocked(later: (ids: { first: bigint; other: bigint }) => Candidate[]) {
    const [first, other] = [await world.register(), await world.register()]
    for (const merchant of [first, other]) await world.topUp('5.00', merchant)
    const [otherOwner] = await world.db.rows(lockWallet, [other.merchant_code])
    const { db, secrets } = world.system
    const accept = openAcceptance({
      db,
      clock: world.clock,
      secrets,
      appliedRules: openAppliedRules(() => false),
    })
    const sent: Promise<Acceptance>[] = []
    let before = 0
    await world.db.transaction(async (sql) => {
      const [owner] = await sql.rows(lockWallet, [first.merchant_code])
      assert.ok(owner && otherOwner)
      before = db.counted.named.get('lock_wallets') ?? 0
      sent.push(accept(candidateOf(owner, 'R-1')))
      await eventually(
        'the first transfer waits for the wallet lock',
        async () => (await world.db.rows(waiting)).length > 0,
      )
      sent.push(...later({ first: owner.id, other: otherOwner.id }).map(accept))
    })
    const kinds = (await Promise.all(sent)).map(({ kind }) => kind)
    return { kinds, batches: (db.counted.named.get('lock_wallets') ?? 0) - before }
  }

  test('transfers from the locked wallet are accepted in the batch that waited for it', async () => {
    const found = await acceptedWhileLocked(({ first }) =>
      ['R-2', 'R-3', 'R-1'].map((reference) => candidateOf({ id: first }, reference)),
    )
    assert.deepEqual(found, { kinds: ['accepted', 'accepted', 'accepted', 'repeated'], batches: 1 })
  })

  test('a transfer from another wallet is accepted in the next batch, which locks that wallet', async () => {
    const found = await acceptedWhileLocked(({ first, other }) => [
      candidateOf({ id: other }, 'R-1'),
      candidateOf({ id: first }, 'R-2'),
    ])
    assert.deepEqual(found, { kinds: ['accepted', 'accepted', 'accepted'], batches: 2 })
  })
})
