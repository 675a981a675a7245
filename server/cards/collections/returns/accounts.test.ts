// Collections and returned money whose connection to the operator has changed meanwhile: only the account that was called first knows
// them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Collections,
  collectionSandbox,
  collectionSettings,
  collectionsOf,
  freshNumber,
} from '../../../../test/support/collections/collections.ts'
import {
  type CollectionControls,
  collectionControlsOf,
} from '../../../../test/support/collections/controls.ts'
import { eventually } from '../../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../../test/support/world/world.ts'

let world: World
let collections: Collections
let controls: CollectionControls
beforeAll(async () => {
  world = await openWorld({ settings: collectionSettings, sandbox: collectionSandbox })
  collections = collectionsOf(world)
  controls = collectionControlsOf(world)
  await collections.offer()
  // Refunds wait, until a test has said what became of their calls.
  await collections.rows(`create function hold_refund() returns trigger language plpgsql as $$
    begin new.next_check_at := new.next_check_at + interval '1 day'; return new; end $$`)
  await collections.rows(`create trigger hold_refund before insert on operation for each row
    when (new.kind = 'refund') execute function hold_refund()`)
})
afterAll(() => world.close())

type Call = { id: string; state: string; sent_by: string | null; upstream_reason: string | null }
const callsOf = (uuid: string, kind: string) =>
  collections.rows<Call>(
    `select o.id, o.state, o.sent_by, o.upstream_reason from operation o join card_transaction t on t.id = o.card_transaction_id
      where t.transaction_uuid = $1 and o.kind = $2 order by o.created_at`,
    [uuid, kind],
  )
const theCall = async (uuid: string, kind: string) => (await callsOf(uuid, kind)).at(-1)!
const change = (call: Call, sets: string, values: unknown[] = []) =>
  collections.rows(`update operation set next_check_at = now(), ${sets} where id = $1`, [call.id, ...values])
const waitsForItsAccount = (uuid: string, kind: string) =>
  eventually(
    'the call waits for its connection',
    async () => (await theCall(uuid, kind)).upstream_reason === 'another connection',
  )

test('a collection that another account was asked for is not judged by this one', async () => {
  const { transaction_uuid: uuid } = await collections.order()
  const number = freshNumber('21', '84')
  await controls.setEnding(number, 'ambiguous')
  const { collection_id: id } = await collections.asked(uuid, number)
  const call = await theCall(uuid, 'collection')
  await change(
    call,
    "sent_by = 'gsma of last month', acknowledged = false, dispatched_at = now() - interval '2 days'",
  )
  await controls.release(await controls.promptOf(number), 'approved')
  await waitsForItsAccount(uuid, 'collection')
  expect((await collections.read(id)).state).not.toBe('APPROVED')
  expect(await collections.status(uuid)).toBe('PENDING')
  await change(call, 'sent_by = $2', [call.sent_by])
  await collections.reaches(id, 'APPROVED')
})

/** A refund that waits, of a payment at Orange. */
async function refunded(): Promise<{ uuid: string; collected: string; refund: Call }> {
  const { transaction_uuid: uuid } = await collections.order()
  const { collection_id: id } = await collections.asked(uuid, freshNumber('21', '84'))
  await collections.reaches(id, 'APPROVED')
  const response = await world.admin('POST', `/api/v1/admin/payment/refunds/${id}`, { reason: 'came back' })
  expect(response.status).toBe(200)
  const { sent_by: collected } = await theCall(uuid, 'collection')
  return { uuid, collected: collected!, refund: await theCall(uuid, 'refund') }
}
const succeeds = (uuid: string) =>
  eventually('the refund has succeeded', async () => (await theCall(uuid, 'refund')).state === 'confirmed')
const paidFrom = async (uuid: string) =>
  (await collections.postings(uuid)).filter((entry) => /^refund operator_(receivable|float)/.test(entry))
const outOf = (collected: string) => collected.replace(' collections', '').replace('COLLECTED', 'FLOAT-USD')

test('a refund that may have been made through another account is never paid to the number', async () => {
  const { uuid, refund } = await refunded()
  const gone = `${refund.id} gone`
  await change(refund, "state = 'unknown', dispatched_at = now() - interval '2 days', sent_by = $2", [gone])
  await waitsForItsAccount(uuid, 'refund')
  expect(await callsOf(uuid, 'refund')).toMatchObject([{ state: 'unknown', sent_by: gone }])
  expect(await paidFrom(uuid)).toEqual([])
})

test('a refund that was begun as a payout stays one, although the operator could refund it', async () => {
  const { uuid, collected, refund } = await refunded()
  await change(refund, 'sent_by = $2', [outOf(collected)])
  const made = await eventually('the call has ended or waits', async () => {
    const call = await theCall(uuid, 'refund')
    return (call.state === 'confirmed' || call.upstream_reason === 'another connection') && call
  })
  expect(made.state).toBe('confirmed')
  expect(await paidFrom(uuid)).toEqual(['refund operator_float -2550'])
})

test('a payment that another account has collected is refunded by a payout', async () => {
  const { uuid, collected, refund } = await refunded()
  const { id } = await theCall(uuid, 'collection')
  await collections.rows("update operation set sent_by = 'gsma of last month' where id = $1", [id])
  await change(refund, 'sent_by = null')
  await succeeds(uuid)
  expect(await paidFrom(uuid)).toEqual(['refund operator_float -2550'])
  expect(await theCall(uuid, 'refund')).toMatchObject({ sent_by: outOf(collected) })
})

test('a refund that the operator makes is recorded with the account that collects', async () => {
  const { uuid, collected, refund } = await refunded()
  await change(refund, 'sent_by = null')
  await succeeds(uuid)
  expect(await theCall(uuid, 'refund')).toMatchObject({ sent_by: collected })
  expect(await paidFrom(uuid)).toEqual(['refund operator_receivable orange -2550'])
})
