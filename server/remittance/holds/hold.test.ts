// Held transfers: nothing moves until an admin has decided, and only one decision counts.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Transfers, transfersOf } from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { as, joinedStaff } from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { importList } from '../../compliance/lists/import.ts'
import type { AdminRole } from '../../kernel/admin-roles.ts'
import { statement } from '../../platform/database/database.ts'
import { maskedDocument } from '../transfer/parties.ts'

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
