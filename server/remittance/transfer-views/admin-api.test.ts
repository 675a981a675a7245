// Transfers as admins handle them: searching, reading the full detail, and inquiries at the operator.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Admins, adminsOf, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import {
  allIsQuiet,
  type Transfers,
  transfersOf,
  walletAddsUp,
} from '../../../test/support/callers/transfers.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { newId } from '../../kernel/id.ts'
import { money } from '../../kernel/money.ts'

let world: World
let admins: Admins
let transfers: Transfers
let other: Transfers
const mpesaPay = '/mpesa/sandbox/ipg/v2/vodacomDRC/b2cPayment'

beforeAll(async () => {
  world = await openWorld({
    settings: { ...twoAdmins, OPERATOR_INQUIRY_AFTER_SECONDS: '3000' },
    sandbox: { operators: { outcomeAfterMs: { min: 20, max: 40 }, reverseAfterMs: 60_000 } },
  })
  admins = adminsOf(world)
  transfers = transfersOf(world)
  other = transfersOf(world, await world.register({ name: 'Autre Boutique' }))
  await world.topUp('100.00')
  await world.topUp('100.00', other.as)
})
afterAll(() => world.close())

const reason = 'The family asks'
const ids = async (query: string) =>
  (await admins.read(`transfers?${query}`)).items.map(({ reference }: { reference: string }) => reference)
const inquire = (transactionId: string) => admins.post(`transfers/${transactionId}/inquire`, { reason })

describe('the admin view of transfers', () => {
  let found: any
  beforeAll(async () => {
    const number = { customer_number: '+243970001234', expected_receiver_name: 'Test Subscriber' }
    found = await transfers.accepted({ reference: 'FIND-1', ...number })
    await other.accepted({ reference: 'FIND-2' })
    await other.accepted({
      reference: 'FIND-1',
      customer_number: '+243810000002',
      expected_receiver_name: 'Marie Ilunga',
    })
    await transfers.reaches('FIND-1', 'Successful')
    await other.reaches('FIND-1', 'Failed')
    await other.reaches('FIND-2', 'Successful')
  })

  test('admins list transfers newest first, by merchant, status, operator and day', async () => {
    expect(await ids('')).toEqual(['FIND-1', 'FIND-2', 'FIND-1'])
    expect(await ids(`merchant_code=${world.merchant.merchant_code}`)).toEqual(['FIND-1'])
    expect(await ids('status=Failed')).toEqual(['FIND-1'])
    expect(await ids('operator=vodacom')).toEqual(['FIND-1', 'FIND-2'])
    expect(await ids('operator=vodacom&status=Successful')).toEqual(['FIND-2'])
    expect(await ids('environment=production')).toEqual([])
    const today = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    expect(await ids(`from=${today}&to=${today}`)).toHaveLength(3)
    expect(await ids(`to=${today.subtract({ days: 1 })}`)).toEqual([])
    const { items, pagination } = await admins.read('transfers?limit=2&page=2')
    expect(pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2, capped: false })
    expect(items).toMatchObject([
      { merchant_name: 'Boutique Test', environment: 'sandbox', amount: 1, fee: 0 },
    ])
    for (const query of ['status=Lost', 'operator=x', 'page=0', 'environment=x'])
      refusedWith(await admins.get(`transfers?${query}`), 400, 'RMT-1005')
    refusedWith(await admins.get('transfers?from=2026-02-30'), 400, 'RMT-1006')
  })

  test('admins find transfers by our id, by any reference, and by the number in any form', async () => {
    const { payout, telco_reference } = await admins.read(`transfers/${found.transaction_id}`)
    const texts = [
      found.transaction_id,
      found.transaction_id.toLowerCase(),
      telco_reference,
      payout.reference,
      '0970001234',
      '+243 970 001 234',
    ]
    for (const q of texts) expect([q, await ids(`q=${encodeURIComponent(q)}`)]).toEqual([q, ['FIND-1']])
    expect(await ids('q=FIND-1')).toHaveLength(2)
    expect(await ids('q=FIND-1&status=Failed')).toHaveLength(1)
    expect(await ids('q=find')).toEqual(['FIND-1', 'FIND-2', 'FIND-1'])
    expect(await ids('q=ilunga')).toEqual(['FIND-1'])
    expect(await ids(`q=ilunga&merchant_code=${world.merchant.merchant_code}`)).toEqual([])
    expect(await ids(`q=ilunga&merchant_code=${other.as.merchant_code}`)).toEqual(['FIND-1'])
    expect(await ids(`q=FIND-1&merchant_code=${other.as.merchant_code}`)).toHaveLength(1)
    expect(await ids(`q=${encodeURIComponent("'; drop table transfer --")}`)).toEqual([])
  })

  test('the admin detail shows parties, screening, money, operator, deliveries and allowed actions', async () => {
    const channel = 'full-detail'
    const sent = await transfers.accepted({ callback_url: transfers.callbackUrl(channel) })
    await transfers.reaches(sent.reference, 'Successful')
    await allIsQuiet(world)
    const detail = await admins.read(`transfers/${sent.transaction_id}`)
    const opened = await admins.read(`audit?action=transfer.papers_opened&subject=${sent.transaction_id}`)
    expect(opened.items).toMatchObject([{ actor: 'amina' }])
    expect(detail).toMatchObject({
      merchant_code: world.merchant.merchant_code,
      status: 'Successful',
      parties: {
        sender: { first_name: 'Aimée', document: { number: 'AB123456' } },
        receiver: { name: 'Jean Mukendi' },
      },
      screening: [
        { role: 'sender', decision: 'clear' },
        { role: 'receiver', decision: 'clear' },
      ],
      review: null,
      name_confirmation: { source: expect.any(String), at: expect.stringMatching(/^20/) },
      payout: { state: 'confirmed', attempts: 1, dispatched_at: expect.any(String) },
      operator_pause: null,
      reversals: [],
      exceptions: [],
      deliveries: [{ status: 'DELIVERED', attempts: [{ http_status: 200 }] }],
      allowed_actions: {
        release: { allowed: false, reason: 'The transfer is Successful' },
        reject: { allowed: false, reason: 'The transfer is Successful' },
        inquire: { allowed: true, reason: null },
        reverse: { allowed: true, reason: null },
      },
    })
    expect(detail.wallet_lines.map(({ kind }: { kind: string }) => kind)).toEqual([
      'RESERVE',
      'RELEASE',
      'DEBIT',
    ])
    expect(detail.timeline.map(({ kind }: { kind: string }) => kind)).toEqual(
      await transfers.kinds(sent.reference),
    )
    refusedWith(await admins.get('transfers/IMT-IN-0000000000000000'), 404, 'RMT-404')
  })
})

describe('an inquiry requested by an admin', () => {
  test('an admin inquiry applies the reply of the operator and is audited by name', async () => {
    await world.fault({ target: 'operator', mode: 'lost-reply', operations: [mpesaPay] })
    const sent = await transfers.accepted({
      customer_number: '+243810000003',
      expected_receiver_name: 'Joseph Kabongo',
    })
    await eventually('the reply was lost', async () => {
      const { payout } = await admins.read(`transfers/${sent.transaction_id}`)
      return (
        payout.state === 'unknown' && (await world.operatorBooks('msisdn=243810000003')).pending_work === 0
      )
    })
    await world.fault({ target: 'operator', mode: 'off' })
    assert.equal((await transfers.status(sent.reference)).status, 'Submitted')
    const responses = await Promise.all(Array.from({ length: 5 }, () => inquire(sent.transaction_id)))
    expect(responses.map(({ body }) => body.data.answer)).toEqual(Array(5).fill('succeeded'))
    expect(responses.map(({ body }) => body.data.outcome).sort()).toEqual([
      ...Array(4).fill('known'),
      'settled',
    ])
    expect(responses[0]!.body.data.status).toBe('Successful')
    expect((await transfers.status(sent.reference)).status).toBe('Successful')
    const { items } = await admins.read(`audit?action=transfer.inquired&subject=${sent.transaction_id}`)
    expect(items).toHaveLength(5)
    expect(items[0]).toMatchObject({ actor: 'amina', detail: { reason } })
    await walletAddsUp(world, transfers)
  })

  test('an admin inquiry finds a payout reversed by the operator and keeps a declined one declined', async () => {
    const declined = await transfers.accepted({
      customer_number: '+243810000002',
      expected_receiver_name: 'Marie Ilunga',
    })
    await transfers.reaches(declined.reference, 'Failed')
    const received = (await inquire(declined.transaction_id)).body.data
    expect(received).toMatchObject({ answer: 'declined', outcome: 'known', status: 'Failed' })
    const sent = await transfers.accepted({ customer_number: '+243970000001' })
    await transfers.reaches(sent.reference, 'Successful')
    const { payout } = await admins.read(`transfers/${sent.transaction_id}`)
    await world.system.remittance.operatorFor('sandbox', 'airtel')!.reverse({
      reference: newId(),
      original: { reference: payout.reference, upstreamId: payout.telco_reference },
      amount: money(100n, 'USD'),
      callbackUrl: '',
    })
    const found = (await inquire(sent.transaction_id)).body.data
    expect(found).toMatchObject({ answer: 'reversed', outcome: 'settled', status: 'Reversed' })
    await walletAddsUp(world, transfers)
  })

  test('an admin inquiry is refused if nothing was sent or the operator does not reply', async () => {
    const held = await transfers.accepted({ sender_first_name: 'Watchlist', sender_last_name: 'Person' })
    expect(refusedWith(await inquire(held.transaction_id), 409, 'RMT-1020')).toContain('held')
    const sent = await transfers.accepted()
    await transfers.reaches(sent.reference, 'Successful')
    await world.fault({ target: 'operator', mode: 'down' })
    refusedWith(await inquire(sent.transaction_id), 502, 'RMT-5001')
    await world.fault({ target: 'operator', mode: 'off' })
    refusedWith(await inquire('IMT-IN-0000000000000000'), 404, 'RMT-404')
    refusedWith(await admins.post(`transfers/${sent.transaction_id}/inquire`, {}), 400, 'RMT-1005')
  })
})

test('admins list the settlements of all merchants, newest first', async () => {
  await world.admin(
    'POST',
    '/api/v1/admin/sandbox/clock',
    { forward: 'P1D' },
    { 'x-admin-token': 'token-of-amina-0123456789' },
  )
  const resolved = await eventually(
    'the day is closed',
    async () => {
      const page = await admins.read('settlements')
      return page.items.length === 2 && page
    },
    60_000,
  )
  expect(resolved.pagination.total).toBe(2)
  const mine = await admins.read(`settlements?merchant_code=${other.as.merchant_code}`)
  expect(mine.items).toMatchObject([
    { merchant_name: 'Autre Boutique', count: 1, net_amount: 1, status: 'CLOSED' },
  ])
  expect((await admins.read('settlements?from=2030-01-01')).items).toEqual([])
  refusedWith(await admins.get('settlements?to=yesterday'), 400, 'RMT-1006')
})
