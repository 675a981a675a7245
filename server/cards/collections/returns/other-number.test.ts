// Money that the paying number does not take back goes to another number of the same person, once two admins agree.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, type Person, twoAdmins } from '../../../../test/support/callers/admins.ts'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
} from '../../../../test/support/collections/collections.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'
import { payerRetention } from '../../payments/retention.ts'

let world: World
let collections: Collections
let admins: ReturnType<typeof adminsOf>
beforeAll(async () => {
  world = await openWorld({ settings: { ...collectionSettings, ...twoAdmins }, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  admins = adminsOf(world)
  await collections.offer()
})
afterAll(() => world.close())

/** Marie Ilunga's wallets that refuse payouts, and her other one, which takes them. Prompts are counted by number. */
const refusing = ['81', '82', '83', '97', '99', '98', '84', '85', '89', '90'].map(
  (prefix) => `+243${prefix}0000002`,
)
const other = '+243970000009'

/** No operator refunds this number, and no payout reaches it. */
async function paid() {
  const number = refusing.shift()!
  const response = await fetch(`${world.sandboxUrl}/sandbox/operators/behaviours`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ msisdn: number.slice(1), ending: 'refund_refused' }),
  })
  assert.equal(response.status, 200)
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, number)
  return { uuid, id, number }
}

const refund = (id: string, body: object = {}, as: Person = 'amina') =>
  admins.post(`payment/refunds/${id}`, { reason: 'came back', ...body }, as)

type Refund = { id: number; status: string; gateway_reason: string | null; cs_refund_id: string }
const history = async (uuid: string): Promise<Refund[]> =>
  (await admins.get(`payment/refunds/${uuid}`)).body.refunds

const ends = (uuid: string, status: string) =>
  eventually(
    `the refund is ${status}`,
    async () => {
      const [found] = await history(uuid)
      return found?.status === status && found
    },
    20_000,
  )

/** A payment whose refund was refused in the end. */
async function refused(amount?: number) {
  const { uuid, id } = await paid()
  await collections.reaches(id, 'APPROVED')
  const response = await refund(id, amount === undefined ? {} : { amount })
  assert.equal(response.status, 200, response.text)
  const { id: refundId } = await ends(uuid, 'FAILED')
  return { uuid, id, refundId }
}

const offer = (id: string, body: object, as: Person = 'amina') =>
  admins.post(`payment/collections/${id}/other-number`, { number: other, reason: 'lost SIM', ...body }, as)

const decide = (approval: string, as: Person = 'benoit') =>
  admins.post(`approvals/${approval}/approve`, { reason: 'called the payer' }, as)

/** Offers the other number, and returns the id of the approval. */
async function offered(id: string, body: object) {
  const response = await offer(id, body)
  assert.equal(response.status, 202, response.text)
  return response.body.data.approval_id as string
}

const refundPostings = async (uuid: string) =>
  (await collections.postings(uuid)).filter((entry) => entry.startsWith('refund'))

test('a refused refund is paid to another number once a second admin approves it, and never twice', async () => {
  const { uuid, id, refundId } = await refused()
  const approval = await offered(id, { refund_id: refundId })
  expect((await decide(approval, 'amina')).status).toBe(403)
  expect(await refundPostings(uuid)).toEqual([])
  const { about, request } = await admins.read(`approvals/${approval}`, 'benoit')
  expect(about.other_number).toEqual({
    number: other,
    operator: 'airtel',
    wallet_name: 'Marie Ilunga',
    payer_name: 'Marie Ilunga',
  })
  expect(JSON.stringify(request)).not.toContain(other.slice(1))
  expect((await decide(approval)).status).toBe(200)
  const ended = await ends(uuid, 'SUCCESS')
  expect(ended.cs_refund_id).toMatch(/^airtel:/)
  expect(await collections.status(uuid)).toBe('REFUNDED')
  expect(await refundPostings(uuid)).toEqual(['refund merchant_payable 2550', 'refund operator_float -2550'])
  const refunds = (await collections.webhooks(uuid)).filter(({ event_type }) => event_type === 'REFUND')
  expect(refunds).toMatchObject([{ status: 'SUCCESS', amount: '25.5000', cs_payment_id: id }])
  expect((await decide(approval)).status).toBe(409)
  const again = await offer(id, { refund_id: refundId })
  expect([again.status, again.body.detail]).toEqual([
    409,
    'Only money that was refused can go to another number',
  ])
})

test('a wallet of another name, or a number that is never paid, is not offered', async () => {
  const { uuid, id, refundId } = await refused()
  const tries = await Promise.all([
    offer(id, { refund_id: refundId, number: '+243970000001' }),
    offer(id, { refund_id: refundId, number: '+243810000007' }),
    offer(id, { refund_id: refundId, number: '+243810000005' }),
    offer(id, { refund_id: refundId + 1_000 }),
    offer(id, {}),
    offer('MM-0000000000000000', { refund_id: refundId }),
  ])
  expect(tries.map(({ status, body }) => [status, body.detail])).toEqual([
    [409, 'The wallet belongs to somebody else than the payer'],
    [403, 'Number not allowed'],
    [400, 'No wallet at the operator'],
    [409, 'Only money that was refused can go to another number'],
    [409, 'Only money that was refused can go to another number'],
    [404, 'Collection not found'],
  ])
  expect((await history(uuid))[0]?.status).toBe('FAILED')
})

test('a number that was blocked after it was offered is not paid', async () => {
  const { id, refundId } = await refused()
  const approval = await offered(id, { refund_id: refundId, number: '+243990000009' })
  await collections.rows(
    `insert into blacklisted_number (environment, msisdn, reason, added_by, added_at) values ('sandbox', '243990000009', 'fraud', 'amina', now())`,
  )
  expect((await decide(approval)).status).toBe(403)
})

test('a refund whose amount was refunded otherwise meanwhile does not go to another number too', async () => {
  const { uuid, id, refundId } = await refused(20)
  const approval = await offered(id, { refund_id: refundId })
  await collections.rows(
    'update card_transaction set refund_reserved_minor = 1000 where transaction_uuid = $1',
    [uuid],
  )
  const late = await decide(approval)
  expect([late.status, late.body.message]).toEqual([
    409,
    'Another operation on this transaction is in progress',
  ])
  await collections.rows(
    'update card_transaction set refund_reserved_minor = 0 where transaction_uuid = $1',
    [uuid],
  )
  expect((await decide(approval)).status).toBe(200)
  await ends(uuid, 'SUCCESS')
  expect(await refundPostings(uuid)).toEqual(['refund merchant_payable 2000', 'refund operator_float -2000'])
})

test('a refund to a number that was erased goes to a number whose owner an admin names', async () => {
  const { uuid, id } = await paid()
  await collections.reaches(id, 'APPROVED')
  const [payment] = await collections.rows<{ id: bigint }>(
    'select id from card_transaction where transaction_uuid = $1',
    [uuid],
  )
  const erase = async (days: number) => {
    const now = Temporal.Now.instant().add({ hours: 24 * days })
    const erasing = { ids: [payment!.id], before: now, now, secrets: world.system.secrets }
    return world.db.transaction((sql) => payerRetention.erase(sql, erasing))
  }
  expect(await erase(0)).toEqual([payment!.id])
  await refund(id)
  const { id: refundId, gateway_reason } = await ends(uuid, 'FAILED')
  expect(gateway_reason).toBe('NUMBER_ERASED')
  const nameless = await offer(id, { refund_id: refundId })
  expect([nameless.status, nameless.body.detail]).toEqual([409, 'The name of the payer is unknown: enter it'])
  const approval = await offered(id, { refund_id: refundId, name: 'Ilunga Marie' })
  expect((await decide(approval)).status).toBe(200)
  await ends(uuid, 'SUCCESS')
  // The new number is personal data as the old one was.
  expect(await erase(1)).toEqual([payment!.id])
  const [left] = await collections.rows(
    'select number_sealed, wallet_name, payer_name from other_number where card_transaction_id = $1',
    [payment!.id],
  )
  expect(left).toEqual({ number_sealed: null, wallet_name: null, payer_name: null })
})

test('money that came late and is refused three times is an exception, and goes to another number', async () => {
  const { uuid, id } = await paid()
  await collections.rows(
    `update card_transaction set status = 'CANCELLED', finalised_at = now(), running_operation = null where transaction_uuid = $1`,
    [uuid],
  )
  const attempts = () =>
    collections.rows<{ state: string; seconds: number; id: string }>(
      `select o.id, o.state, extract(epoch from o.next_check_at - now())::int as seconds from operation o
         join collection k on k.operation = o.undoes where k.collection_id = $1 order by o.created_at, o.id`,
      [id],
    )
  const refusals = async (count: number) =>
    eventually(
      `${count} refusals`,
      async () => {
        const made = await attempts()
        return made.filter(({ state }) => state === 'declined').length === count && made
      },
      20_000,
    )
  const exceptions = async () =>
    (await admins.read('remittance/exceptions?state=open')).items.filter(
      ({ transaction_uuid }: { transaction_uuid: string | null }) => transaction_uuid === uuid,
    )
  const pauses: number[] = []
  // The operator's refund and the first payout.
  for (let count = 2; count <= 3; count++) {
    const made = await refusals(count)
    expect(await exceptions()).toHaveLength(count < 3 ? 0 : 1)
    const waiting = made.at(-1)!
    pauses.push(waiting.seconds)
    if (count < 3)
      await collections.rows('update operation set next_check_at = now() where id = $1', [waiting.id])
  }
  expect(pauses[0]).toBeGreaterThan(1_100)
  expect(pauses[1]).toBeGreaterThan(2_300)
  expect(await exceptions()).toMatchObject([
    { kind: 'return_refused', merchant_code: world.merchant.merchant_code },
  ])
  const approval = await offered(id, {})
  // Until it is approved, the number that paid is tried.
  await collections.rows(
    `update operation set next_check_at = now() where state = 'intent' and undoes is not null`,
  )
  await refusals(4)
  expect((await decide(approval)).status).toBe(200)
  await collections.reaches(id, 'REFUNDED')
  expect((await attempts()).map(({ state }) => state)).toEqual([
    'declined',
    'declined',
    'declined',
    'declined',
    'declined',
    'confirmed',
  ])
  expect((await collections.postings(uuid)).filter((entry) => entry.startsWith('surplus_refund'))).toEqual([
    'surplus_refund collection_surplus 2550',
    'surplus_refund operator_float -2550',
  ])
})
