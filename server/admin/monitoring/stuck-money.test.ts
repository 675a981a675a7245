// The list of money that waits longer than it should: what is on it, for whom, in which order, and with which sums.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import { bankMerchant } from '../../../test/support/callers/bank.ts'
import { payoutSettings } from '../../../test/support/callers/payouts.ts'
import { transfersOf } from '../../../test/support/callers/transfers.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { openException } from '../../operator-calls/exceptions.ts'

let world: World
/** No worker runs, so that calls and requests stay as they are. */
beforeAll(async () => {
  const tokens = `${twoAdmins.ADMIN_TOKENS},support:token-of-support-0123456789`
  world = await openWorld({
    role: 'api',
    settings: { ...payoutSettings, ADMIN_TOKENS: tokens, ADMIN_TOKEN_ROLES: 'support=support' },
  })
  await world.topUp('500.00')
})
afterAll(() => world?.close())

const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
const read = (query = '') => adminsOf(world).read(`stuck-money${query}`)
const kindsIn = ({ items }: { items: { kind: string; id: string }[] }) =>
  items.map(({ kind, id }) => `${kind} ${id}`)

const watched = { sender_first_name: 'Watchlist', sender_middle_name: '', sender_last_name: 'Person' }

test('each kind of stuck money is listed once, since when, and with who acts next', async () => {
  const transfers = transfersOf(world)
  const sent = await transfers.accepted({ amount: 0.6 })
  const forgotten = await transfers.accepted({ amount: 0.5 })
  const held = await transfers.accepted({ ...watched, amount: 0.9 })
  const { pay, as } = await bankMerchant(world)
  const { payout_id: payout } = await pay(25)
  // What has just begun is nothing to look at.
  expect((await read()).items).toEqual([])

  const started = `update transfer set created_at = created_at - $2::interval where transaction_id = $1`
  await rows(`update operation set created_at = created_at - interval '2 hours'`)
  await rows(started, [held.transaction_id, '25 hours'])
  await rows(`update merchant_payout set created_at = created_at - interval '9 days'`)
  const [{ id: file } = { id: 0n }] = await rows<{ id: bigint }>(
    `insert into bank_file (sha256, name, format, lines, imported_by, imported_at)
     values (sha256('stuck'), 'kin.xml', 'camt.053', 1, 'amina', now()) returning id`,
  )
  await rows(
    `insert into bank_line (file_id, environment, account, currency, statement_id, entry, booked_on, amount_minor, is_return, text, state)
     values ($1, 'sandbox', '00099', 'CDF', 'S1', '1', now()::date - 40, -700000, false, 'UNKNOWN DEBIT', 'UNKNOWN')`,
    [file],
  )
  const [{ id: row } = { id: 0n }] = await rows<{ id: bigint }>(
    'select id from transfer where transaction_id = $1',
    [forgotten.transaction_id],
  )
  for (const kind of ['payout_stuck', 'payout_forgotten'] as const)
    await openException(world.db, { transfer: row, kind, detail: 'no payout' }, world.clock.now())

  const list = await read()
  expect(list.items).toMatchObject([
    {
      kind: 'bank_line',
      amount: '7000.00',
      currency: 'CDF',
      next: 'finance',
      state: 'UNKNOWN',
      merchant_code: null,
    },
    { kind: 'payout_request', id: payout, amount: '25.00', next: 'finance', merchant_code: as.merchant_code },
    { kind: 'hold', id: held.transaction_id, amount: '0.90', next: 'compliance' },
    { kind: 'transfer', id: sent.transaction_id, amount: '0.60', state: 'intent', next: 'service' },
    {
      kind: 'exception',
      id: forgotten.transaction_id,
      amount: '0.50',
      state: 'payout_stuck',
      next: 'operations',
    },
  ])
  expect(list.totals).toEqual([
    { environment: 'sandbox', currency: 'USD', count: 4, amount: '27.00' },
    { environment: 'sandbox', currency: 'CDF', count: 1, amount: '7000.00' },
  ])
  expect(list.kinds).toHaveLength(5)
  expect(list.pagination).toMatchObject({ total: 5, capped: false })
})

test('stuck money is filtered by kind, age and merchant, and sorted by amount with dollars first', async () => {
  expect((await read('?age=week')).items.map(({ kind }: { kind: string }) => kind)).toEqual([
    'bank_line',
    'payout_request',
  ])
  expect((await read('?age=month')).kinds).toEqual([{ kind: 'bank_line', count: 1 }])
  // Asked for transfers only, one with an exception is a transfer.
  expect((await read('?kind=transfer')).pagination.total).toBe(2)
  const amounts = (await read('?sort=amount')).items.map(({ amount }: { amount: string }) => amount)
  expect(amounts).toEqual(['25.00', '0.90', '0.60', '0.50', '7000.00'])
  const own = await read(`?merchant_code=${world.merchant.merchant_code}`)
  expect(own.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['transfer', 'hold', 'exception'])
  expect((await read('?environment=production')).items).toEqual([])
  const second = await read('?limit=2&page=2')
  expect(kindsIn(second)).toEqual(kindsIn(await read()).slice(2, 4))
})

test('support sees only the stuck money whose queues it reads', async () => {
  const response = await world.admin('GET', '/api/v1/admin/stuck-money', undefined, {
    'x-admin-token': 'token-of-support-0123456789',
  })
  const { kinds } = response.body.data
  // A transfer is not hidden behind an exception that support does not see.
  expect(kinds).toEqual([{ kind: 'transfer', count: 2 }])
})

test('a request that waits for a second user of the merchant is the merchant’s turn', async () => {
  const [{ id, merchant } = { id: 0n, merchant: 0n }] = await rows<{ id: bigint; merchant: bigint }>(
    'select id, merchant_id as merchant from merchant_payout',
  )
  await rows(
    `insert into merchant_approval (public_id, merchant_id, environment, payout_id, amount_minor, currency, requested_by, requested_owner,
                                    requested_at) values ($1, $2, 'sandbox', $3, 2500, 'USD', 'a@b.cd', 'a', now())`,
    [randomUUID(), merchant, id],
  )
  expect((await read('?kind=payout_request')).items).toMatchObject([{ next: 'merchant' }])
})
