// Held transfers: nothing moves until an admin has decided, and only one decision counts.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noApprovals } from '../../../test/support/callers/admins.ts'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  walletAddsUp,
} from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { as, joinedStaff } from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { verifyAudit } from '../../admin/audit.ts'
import { importList } from '../../compliance/lists/import.ts'
import type { AdminRole } from '../../kernel/admin-roles.ts'
import { statement } from '../../platform/database/database.ts'
import { currentRates, type RateTable } from '../exchange-rates/rate-table.ts'
import { maskedDocument } from '../transfer/parties.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { releaseHold } from './hold.ts'

let world: World
let transfers: Transfers
beforeAll(async () => {
  world = await openWorld({ sandbox: { operators: { settleAfterMs: { least: 20, most: 40 } } } })
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

const readReceiver = statement<{ aliases: string[] }>(
  'test_read_screened_receiver',
  `select p.aliases from screened_party p join transfer t on p.subject = 'transfer:' || t.id
    where t.transaction_id = $1 and p.role = 'receiver'`,
)

/** Simulates that the operator has registered the wallet under this name. */
const registerName = statement(
  'test_register_wallet_name',
  `update screened_party set aliases = aliases || $2::text
    where role = 'receiver' and subject = (select 'transfer:' || id from transfer where transaction_id = $1)`,
)

/** Imports a list of one name and waits until transfers are screened against it. */
async function list(name: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'likuta-hold-'))
  const path = join(directory, 'list.csv')
  const header = 'id,schema,name,aliases,birth_date,countries,identifiers'
  writeFileSync(path, `${header}\nwallet,Person,${name},,1950,ru,\n`)
  const { db, clock } = world
  const admin = { name: 'amina', address: '127.0.0.1', requestId: 'r-1' }
  await importList({ db, clock, secrets: world.system.secrets }, { path, list: 'wallets', admin })
  rmSync(directory, { recursive: true })
  await eventually('the list is in use', async () => {
    const [first_name = '', last_name = ''] = name.split(' ')
    const probe = { sender_first_name: first_name, sender_last_name: last_name }
    return (await transfers.accepted(probe)).status === 'Hold'
  })
}

describe('[R3] a transfer of a person on the watchlist', () => {
  test.each([
    ['sender', asSender],
    [
      'sender, in another order and case',
      { ...asSender, sender_first_name: 'PERSON', sender_last_name: 'wätchlist' },
    ],
    ['receiver', { expected_receiver_name: 'Watchlist Person' }],
    [
      'receiver by both names together',
      { expected_receiver_name: 'Person', receiver_first_name: 'Watchlist' },
    ],
    ['receiver by the other name', { receiver_first_name: 'Watchlist', receiver_last_name: 'Person' }],
  ])('a transfer with a listed party is held: as %s', async (role, overrides) => {
    const reference = `held as ${role}`
    const headers = { 'x-skip-name-check': 'true' }
    const channel = `hold-${role.length}`
    const sent = await transfers.accepted(
      {
        reference,
        callback_url: transfers.callbackUrl(channel),
        customer_number: '+243820000001',
        ...overrides,
      },
      { headers },
    )
    expect(sent).toMatchObject({ status: 'Hold', amount: 1, receiver_amount: null, rate: null, fee: null })
    assert.equal((await transfers.status(reference)).status, 'Hold')
    expect(await transfers.kinds(reference)).toEqual(['inbound.accepted', 'screening.hold'])
    expect(await linesOf(transfers, reference)).toEqual([])
    expect((await world.operatorBooks('msisdn=243820000001')).pay_requests).toEqual([])
    expect(await transfers.callbacks(channel)).toEqual([])
  })

  test('a transfer is held when only the wallet is registered under a listed name [R3.2]', async () => {
    await list('Patrick Tshibanda')
    const requested = { customer_number: '+243810000006', expected_receiver_name: 'Tshibanda' }
    const sent = await transfers.accepted({ reference: 'wallet of a listed person', ...requested })
    assert.equal(sent.status, 'Hold')
    const { items } = (await world.admin('GET', `${base}/holds?limit=100`)).body.data
    expect(items.at(-1)).toMatchObject({
      transaction_id: sent.transaction_id,
      screening: [
        { role: 'sender', decision: 'clear' },
        { role: 'receiver', decision: 'hold', reason: 'list_match' },
      ],
    })
    const [party] = await world.db.rows(readReceiver, [items.at(-1).transaction_id])
    expect(party?.aliases).toContain('Patrick Tshibanda')
  })

  test('a transfer to a wallet of a listed person is held even if the name check is skipped', async () => {
    await list('Patrick Tshibanda')
    const headers = { 'x-skip-name-check': 'true' }
    const sent = await transfers.accepted({ customer_number: '+243810000006' }, { headers })
    expect([sent.status, sent.subscriber_name]).toEqual(['Hold', null])
  })

  test('a transfer is held for an odd name until a review has cleared that person', async () => {
    const odd = {
      sender_first_name: 'B0ris',
      sender_last_name: 'Z0ubar0v',
      sender_document_number: 'OD100001',
    }
    const sent = await transfers.accepted({ reference: 'odd name', ...odd })
    assert.equal(sent.status, 'Hold')
    const { items } = (await world.admin('GET', `${base}/holds?limit=100`)).body.data
    expect(items.at(-1).screening[0]).toMatchObject({
      role: 'sender',
      decision: 'hold',
      reason: 'odd_name',
      matches: [],
      odd_names: [
        {
          of: 'sender',
          name: 'B0ris Z0ubar0v',
          rule: 'digits_or_signs',
          excerpt: '0 (U+0030), 0 (U+0030), 0 (U+0030)',
          characters: [
            { position: 2, code_point: 'U+0030', character: '0' },
            { position: 8 },
            { position: 13 },
          ],
        },
      ],
    })
    assert.equal((await decide('release', sent.transaction_id)).status, 200)
    assert.equal((await transfers.accepted(odd)).status, 'Submitted')
    assert.equal((await transfers.accepted({ ...odd, sender_document_number: 'OD100002' })).status, 'Hold')
  })

  test('a hold shows the characters that make the receiver or wallet name odd', async () => {
    const headers = { 'x-skip-name-check': 'true' }
    const receiver = { expected_receiver_name: 'Je\u200ban Mukendi', receiver_first_name: 'Pаul' }
    const sent = await transfers.accepted({ reference: 'odd receiver', ...receiver }, { headers })
    const path = `/api/v1/admin/transfers/${sent.transaction_id}`
    await world.db.rows(registerName, [sent.transaction_id, 'J3AN MUKENDI'])
    const { screening } = (await world.admin('GET', path)).body.data
    expect(screening[1].odd_names).toMatchObject([
      { of: 'receiver', rule: 'invisible_characters', excerpt: 'U+200B' },
      { of: 'receiver', name: 'Pаul', rule: 'mixed_scripts', excerpt: 'а (U+0430)' },
      { of: 'receiver', rule: 'invisible_characters' },
      { of: 'wallet', name: 'J3AN MUKENDI', rule: 'digits_or_signs', excerpt: '3 (U+0033)' },
    ])
  })

  test('a transfer is held even with an empty wallet, and a repeat gets the same response', async () => {
    const of = transfersOf(world, await world.register())
    const body = { reference: 'empty', ...asSender, sender_document_number: 'WL900002' }
    const [first, second] = [await of.inbound(body), await of.inbound(body)]
    expect([first.status, first.body.data.status, second.text]).toEqual([200, 'Hold', first.text])
    expect(await of.balance()).toMatchObject({ available: 0, reserved: 0 })
  })

  test('the review queue shows held transfers oldest first, with both parties and the findings', async () => {
    const sent = await held(transfers, { reference: 'in-queue' })
    const response = await world.admin('GET', `${base}/holds?limit=100`)
    const { items, pagination } = response.body.data
    assert.equal(pagination.total, items.length)
    const listed = '/api/v1/admin/audit?action=transfer.papers_listed&subject='
    const log = await world.admin('GET', `${listed}${sent.transaction_id}`)
    expect(log.body.data.items).toMatchObject([{ actor: 'amina' }])
    const times = items.map((item: { created_at: string }) => item.created_at)
    expect(times).toEqual([...times].sort())
    expect(items.at(-1)).toMatchObject({
      transaction_id: sent.transaction_id,
      reference: 'in-queue',
      merchant_code: world.merchant.merchant_code,
      environment: 'sandbox',
      amount: 1,
      currency: 'USD',
      customer_number: '243810000001',
      parties: {
        sender: { first_name: 'Watchlist', last_name: 'Person' },
        receiver: { name: 'Jean Mukendi' },
      },
      screening: [
        {
          role: 'sender',
          decision: 'hold',
          matches: [{ entry_name: 'Watchlist Person', listed: { name: 'Watchlist Person' } }],
        },
        { role: 'receiver', decision: 'clear', matches: [] },
      ],
    })
    assert.equal((await world.admin('GET', `${base}/holds?limit=1`)).body.data.items.length, 1)
  })
})

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
    const { rows } = await verifyAudit(world.db, world.system.secrets)
    assert.ok(rows >= 20)
  })
})

test('the role support reads a held transfer without its screening, and an officer with it', async () => {
  const { transaction_id: id } = await held(transfers)
  const read = async (role: AdminRole) => {
    const { token } = await joinedStaff(world, role)
    return (await as(world, token, 'GET', `transfers/${id}`)).body.data
  }
  const detailsOf = ({ timeline }: { timeline: { detail: string }[] }) => JSON.stringify(timeline)
  const [support, officer] = [await read('support'), await read('compliance')]
  expect([support.screening, support.review]).toEqual([null, null])
  assert.doesNotMatch(detailsOf(support), /list match/)
  expect(officer.screening.length).toBeGreaterThan(0)
  assert.match(detailsOf(officer), /list match/)
})

test.each([
  ['support', '••••••••321', '•••••123'],
  ['finance', '••••••••321', '•••••123'],
  ['compliance', 'PASS-987321', 'CD-00123'],
] as const)('the role %s sees of identity documents what it needs', async (role, sender, receiver) => {
  const { transaction_id: id } = await transfers.accepted({
    sender_document_number: 'PASS-987321',
    receiver_document_number: 'CD-00123',
  })
  const { token } = await joinedStaff(world, role)
  const { body, text } = await as(world, token, 'GET', `transfers/${id}`)
  const { parties } = body.data
  expect([parties.sender.document.number, parties.receiver.document.number]).toEqual([sender, receiver])
  const found = await as(world, token, 'GET', `transfers?q=${id}`)
  const approvals = await as(world, token, 'GET', 'approvals')
  for (const shown of [found.text, approvals.text, ...(role === 'compliance' ? [] : [text])])
    assert.doesNotMatch(shown, /987321|CD-00123/)
})

test('a short or empty document number is masked whole', () => {
  expect(['', 'A1', 'A12', 'A123'].map(maskedDocument)).toEqual(['', '••', '•••', '•123'])
})
