// Payouts that were approved and may not be sent: of suspended merchants, until they are active again, and to blacklisted numbers.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminsOf, twoAdmins } from '../../../test/support/callers/admins.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

let world: World
const clock = manualClock(systemClock.now().toString())
beforeAll(async () => {
  const settings = { ...payoutSettings, ...twoAdmins, PAYOUT_APPROVAL_FROM: 'USD=5' }
  world = await openWorld({ settings, clock })
})
afterAll(() => world.close())

const nameLookUp = '/mpesa/sandbox/ipg/v2/vodacomDRC/queryBeneficiaryName'

test('an approved payout of a suspended merchant is held, and sent once the merchant is active again', async () => {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  const payouts = payoutsOf(world, as)
  const destination_id = await usableDestination(world, as)
  const { payout_id } = await payouts.requested({ amount: 5, destination_id })
  const admins = adminsOf(world)
  await admins.act(`merchants/${as.merchant_code}/suspend`)
  await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' })
  const held = await eventually('the payout is held or sent', async () => {
    const payout = await admins.read(`payouts/${payout_id}`)
    return (
      payout.history.some(({ event }: { event: string }) => event === 'held' || event === 'sent') && payout
    )
  })
  expect(held).toMatchObject({ state: 'APPROVED', hold_reason: 'merchant_suspended', sent_at: null })
  await looksAgain(payout_id, 3)
  const again = await admins.read(`payouts/${payout_id}`)
  expect([again.state, again.history]).toEqual(['APPROVED', held.history])
  expect(await executions(payout_id)).toBe(0)

  await admins.act(`merchants/${as.merchant_code}/resume`)
  clock.forward({ seconds: 61 })
  const paid = await payouts.reaches(payout_id, 'PAID')
  expect(await executions(payout_id)).toBe(1)
  expect(paid.history.map(({ event }: { event: string }) => event)).toEqual([
    'requested',
    'approved',
    'held',
    'sent',
    'paid',
  ])
})

test('an approved payout of a merchant that owes us money is held, and sent once the debt is made up for', async () => {
  const { as, payouts, payout_id } = await waitingFor('0810090013', 'SUBSCRIBER TEST')
  const admins = adminsOf(world)
  await admins.act(`merchants/${as.merchant_code}/suspend`)
  await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' })
  await addAvailable(world, as, -2_000n)
  await admins.act(`merchants/${as.merchant_code}/resume`)
  await looksAgain(payout_id, 3)
  expect(await admins.read(`payouts/${payout_id}`)).toMatchObject({
    state: 'APPROVED',
    hold_reason: 'balance_below_zero',
  })
  expect(await executions(payout_id)).toBe(0)

  await addAvailable(world, as, 2_000n)
  clock.forward({ seconds: 61 })
  await payouts.reaches(payout_id, 'PAID')
  expect(await executions(payout_id)).toBe(1)
})

test('an approved payout to a number that was blacklisted meanwhile fails, and the money is available again', async () => {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  const payouts = payoutsOf(world, as)
  const number = '0810090009'
  const destination_id = await usableDestination(world, as, number)
  const { payout_id } = await payouts.requested({ amount: 5, destination_id })
  const admins = adminsOf(world)
  await admins.act('remittance/blacklist', { environment: 'sandbox', phone: number, reason: 'Reported' })
  await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' })
  const ended = await eventually('the payout has ended', async () => {
    const payout = await payouts.read(payout_id)
    return payout.completed_at !== null && payout
  })
  expect(ended).toMatchObject({ state: 'FAILED', failure_code: 'NUMBER_BLACKLISTED', sent_at: null })
  expect(await executions(payout_id)).toBe(0)
  expect(await payouts.balance()).toEqual({ available: '10.00', reserved: '0.00' })
})

test('a payout to a number that its operator has given to somebody else fails, and the money is available again', async () => {
  const { payouts, number, payout_id } = await waitingFor('0810090011', 'Sifa Mbayo')
  await adminsOf(world).act(`payouts/${payout_id}/approve`, { reason: 'checked' })
  const ended = await eventually('the payout has ended', async () => {
    const payout = await payouts.read(payout_id)
    return payout.completed_at !== null && payout
  })
  expect(ended).toMatchObject({ state: 'FAILED', failure_code: 'WALLET_OWNER_CHANGED', sent_at: null })
  expect(ended.destination).toMatchObject({ number, subscriber_name: 'Sifa Mbayo' })
  expect(await executions(payout_id)).toBe(0)
  expect(await payouts.balance()).toEqual({ available: '10.00', reserved: '0.00' })
})

test('a payout is not sent while its operator does not say whose number it is, and is sent once it does', async () => {
  const { payouts, payout_id } = await waitingFor('0810090012', 'SUBSCRIBER  TEST')
  await world.fault({ target: 'operator', mode: '5xx', operations: [nameLookUp] })
  await adminsOf(world).act(`payouts/${payout_id}/approve`, { reason: 'checked' })
  await eventually('a look-up has failed, and another is due', async () => {
    const [row] = await world.db.rows<{ attempts: number }>({ name: '', text: operationOf(payout_id) })
    return row !== undefined && row.attempts > 0
  })
  expect(await payouts.read(payout_id)).toMatchObject({ state: 'APPROVED', sent_at: null })
  expect(await executions(payout_id)).toBe(0)
  await world.fault({ target: 'operator', mode: 'off' })
  clock.forward({ seconds: 601 })
  await payouts.reaches(payout_id, 'PAID')
  expect(await executions(payout_id)).toBe(1)
})

/** A payout that waits for approval, to a wallet that was added when it belonged to somebody. */
async function waitingFor(number: string, owner: string) {
  const as = await world.register()
  await addAvailable(world, as, 1_000n)
  const payouts = payoutsOf(world, as)
  const destination_id = await usableDestination(world, as, number)
  const rename = 'update payout_destination set subscriber_name = $1 where public_id = $2'
  await world.db.rows({ name: '', text: rename }, [owner, destination_id])
  const { payout_id } = await payouts.requested({ amount: 5, destination_id })
  return { as, payouts, number: `243${number.slice(1)}`, payout_id }
}

const operationOf = (id: string) => `select attempts, next_check_at from operation o
  join merchant_payout p on p.id = o.merchant_payout_id where p.public_id = '${id}' and o.state = 'intent'`

/** Lets workers look at the held payout this many times. Each look is no attempt, so that no admin is alerted. */
async function looksAgain(id: string, times: number): Promise<void> {
  for (let look = 0; look < times; look++) {
    clock.forward({ seconds: 61 })
    await eventually('a worker has looked at the payout', async () => {
      const [row] = await world.db.rows<{ attempts: number; next_check_at: Temporal.Instant }>({
        name: '',
        text: operationOf(id),
      })
      expect(await executions(id)).toBe(0)
      if (!row || Temporal.Instant.compare(row.next_check_at, clock.now()) <= 0) return false
      expect(row.attempts).toBe(0)
      return true
    })
  }
}

/** How often the operator has paid it. */
async function executions(id: string): Promise<number> {
  const { payouts } = await world.operatorBooks()
  const own = payouts.filter(({ client_reference: of }: { client_reference: string }) =>
    id.replaceAll('-', '').endsWith(of),
  )
  return own.reduce((sum: number, one: { executions: number }) => sum + one.executions, 0)
}
