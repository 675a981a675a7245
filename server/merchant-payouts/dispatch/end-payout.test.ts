// Payouts whose outcome the operator no longer reports: inquiries by admins, and how admins end them by hand.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminsOf, type Person, refusedWith, twoAdmins } from '../../../test/support/callers/admins.ts'
import {
  addAvailable,
  payoutSettings,
  payoutsOf,
  usableDestination,
} from '../../../test/support/callers/payouts.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import { raceRounds } from '../../../test/support/race-rounds.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { openPayoutException } from '../../operator-calls/exceptions.ts'
import { payoutByPublicId } from '../record/queries.ts'

const never = { min: 3_600_000, max: 3_600_000 }
const rounds = raceRounds(2)
let world: World
beforeAll(async () => {
  const settings = { ...payoutSettings, ...twoAdmins, PAYOUT_APPROVAL_FROM: 'USD=20' }
  world = await openWorld({ settings, sandbox: { operators: { outcomeAfterMs: never } } })
})
afterAll(() => world.close())

/** A payout that the operator has acknowledged and never completes. From 20.00 on amina has approved it. */
async function sentPayout(amount = 4) {
  const as = await world.register()
  await addAvailable(world, as, 10_000n)
  const destination_id = await usableDestination(world, as)
  const payouts = payoutsOf(world, as)
  const admins = adminsOf(world)
  const { payout_id } = await payouts.requested({ amount, destination_id, reference: randomUUID() })
  if (amount >= 20) await admins.act(`payouts/${payout_id}/approve`, { reason: 'checked' }, 'amina')
  await payouts.reaches(payout_id, 'SENT')
  await eventually('the call has its reply', () => isCallFree(payout_id))
  const end = (how: 'fail' | 'paid', by: Person = 'benoit') =>
    admins.post(`payouts/${payout_id}/${how}`, { reason: 'The operator says so in writing' }, by)
  const approve = (id: string, by: Person = 'amina') =>
    admins.post(`approvals/${id}/approve`, { reason: 'checked' }, by)
  /** Requested by benoit and approved by amina. */
  const ended = async (how: 'fail' | 'paid') => {
    const requested = await end(how)
    return requested.status === 202 ? approve(requested.body.data.approval_id) : requested
  }
  const actions = async () => (await admins.read(`payouts/${payout_id}`)).allowed_actions
  return {
    as,
    id: payout_id,
    destination_id,
    payouts,
    admins,
    end,
    approve,
    ended,
    actions,
    merchant: `merchants/${as.merchant_code}`,
  }
}

const ofCall = `from merchant_payout p where p.id = o.merchant_payout_id and p.public_id = $1`
async function isCallFree(id: string): Promise<boolean> {
  const text = `select o.lease_until is null as free from operation o, merchant_payout p
    where p.id = o.merchant_payout_id and p.public_id = $1 and o.acknowledged`
  return (await world.db.rows<{ free: boolean }>({ name: '', text }, [id]))[0]?.free === true
}
/** As a worker does that sends the payout or inquires about it. */
const lease = (id: string, until: Temporal.Instant | null) =>
  world.db.rows({ name: '', text: `update operation o set lease_until = $2 ${ofCall}` }, [id, until])

/** The same, once the operator no longer knows it. */
async function forgottenPayout(amount?: number) {
  const sent = await sentPayout(amount)
  const payout = (await payoutByPublicId(world.db, sent.id))!
  const detail = 'was acknowledged, but the operator no longer knows it'
  await openPayoutException(world.db, { payout, kind: 'payout_forgotten', detail, now: world.clock.now() })
  return sent
}

const callOf = async (id: string) => {
  const text = `select o.state, e.state as exception, e.closed_by
    from merchant_payout p join operation o on o.merchant_payout_id = p.id
    left join transfer_exception e on e.merchant_payout_id = p.id where p.public_id = $1`
  return (await world.db.rows<object>({ name: '', text }, [id]))[0]
}

describe('a payout that the operator has forgotten', () => {
  test('two admins record that it was not paid, and its money becomes available again', async () => {
    const { id, payouts, admins, end, approve, as } = await forgottenPayout()
    const requested = await end('fail')
    expect([requested.status, requested.body.data.state]).toEqual([202, 'WAITING'])
    const { approval_id } = requested.body.data
    expect((await end('fail')).body.data.approval_id).toBe(approval_id)
    refusedWith(await approve(approval_id, 'benoit'), 403, 'RMT-1021')
    expect(await payouts.balance()).toEqual({ available: '96.00', reserved: '4.00' })
    expect((await approve(approval_id)).status).toBe(200)
    expect(await payouts.read(id)).toMatchObject({ state: 'FAILED', failure_code: 'NOT_PAID_BY_OPERATOR' })
    expect(await payouts.balance()).toEqual({ available: '100.00', reserved: '0.00' })
    expect(await callOf(id)).toEqual({ state: 'declined', exception: 'closed', closed_by: 'benoit' })
    const { items } = await admins.read(`audit?action=payout.failed&subject=${as.merchant_code}`)
    expect(items).toMatchObject([{ actor: 'amina', detail: { payout_id: id, requested_by: 'benoit' } }])
    refusedWith(await end('paid'), 409, 'RMT-409')
  })

  test('two admins record that it was paid, and its money is gone', async () => {
    const { id, payouts, end, ended, actions } = await forgottenPayout()
    expect((await actions()).paid).toEqual({ allowed: true, reason: null })
    expect((await ended('paid')).body.data.state).toBe('APPROVED')
    expect(await payouts.read(id)).toMatchObject({ state: 'PAID', failure_code: null })
    expect(await payouts.balance()).toEqual({ available: '96.00', reserved: '0.00' })
    expect(await callOf(id)).toEqual({ state: 'confirmed', exception: 'closed', closed_by: 'benoit' })
    refusedWith(await end('fail'), 409, 'RMT-409')
  })

  test('a rejected request ends nothing', async () => {
    const { end, admins, payouts, id } = await forgottenPayout()
    const { approval_id } = (await end('fail')).body.data
    await admins.act(`approvals/${approval_id}/reject`, { reason: 'The proof is of another payout' }, 'amina')
    expect((await payouts.read(id)).state).toBe('SENT')
    expect(await payouts.balance()).toEqual({ available: '96.00', reserved: '4.00' })
  })

  test('nobody ends it while a worker calls the operator about it', async () => {
    const { id, payouts, ended } = await forgottenPayout()
    await lease(id, world.clock.now().add({ minutes: 1 }))
    refusedWith(await ended('fail'), 409, 'RMT-409')
    refusedWith(await ended('paid'), 409, 'RMT-409')
    expect(await payouts.balance()).toEqual({ available: '96.00', reserved: '4.00' })
    await lease(id, null)
    expect((await ended('fail')).status).toBe(200)
  })

  test('of several ends approved at once, one counts', async () => {
    for (let round = 0; round < rounds; round++) {
      const { id, end, approve, payouts } = await forgottenPayout()
      const wanted = [await end('fail'), await end('paid')].map(({ body }) => body.data.approval_id)
      const responses = await Promise.all([...wanted, ...wanted, ...wanted].map((each) => approve(each)))
      const approved = new Set(
        responses.filter(({ status }) => status === 200).map(({ body }) => body.data.approval_id),
      )
      expect(approved.size).toBe(1)
      const { state } = await payouts.read(id)
      const available = state === 'PAID' ? '96.00' : '100.00'
      expect(await payouts.balance()).toEqual({ available, reserved: '0.00' })
    }
  })
})

describe('a payout about which inquiries continue', () => {
  test('nobody ends it by hand', async () => {
    const { end, actions, payouts } = await sentPayout()
    for (const how of ['fail', 'paid'] as const) refusedWith(await end(how), 409, 'RMT-409')
    expect((await actions()).fail.allowed).toBe(false)
    expect(await payouts.balance()).toEqual({ available: '96.00', reserved: '4.00' })
  })

  test('an admin inquires about it, which is audited and changes nothing while it is on its way', async () => {
    const { id, admins, as, payouts } = await sentPayout()
    const reply = await admins.act(`payouts/${id}/inquire`, { reason: 'The merchant asks' }, 'benoit')
    expect(reply).toEqual({ state: 'SENT', reply: 'pending', outcome: null })
    const { items } = await admins.read(`audit?action=payout.inquired&subject=${as.merchant_code}`)
    expect(items).toHaveLength(1)
    expect(await payouts.balance()).toEqual({ available: '96.00', reserved: '4.00' })
  })
})

describe('payouts of a merchant as admins see them', () => {
  test('an admin cancels a payout that waits, once, and reads it as the merchant does', async () => {
    const { as, payouts, admins, merchant, destination_id } = await sentPayout()
    const { payout_id } = await payouts.requested({ amount: 20, destination_id, reference: randomUUID() })
    expect((await adminsOf(world).read(`payouts/${payout_id}`)).allowed_actions.cancel.allowed).toBe(true)
    for (let time = 0; time < 2; time++)
      expect((await admins.act(`${merchant}/payouts/${payout_id}/cancel`, {})).state).toBe('CANCELLED')
    const { items } = await admins.read(`audit?action=payout.cancelled&subject=${as.merchant_code}`)
    expect(items).toHaveLength(1)
    expect(await payouts.balance()).toEqual({ available: '96.00', reserved: '4.00' })
    const read = await admins.read(`${merchant}/payouts/${payout_id}`)
    expect(read).toEqual(await payouts.read(payout_id))
    expect(read.history.at(-1)).toMatchObject({ event: 'cancelled', detail: 'by an admin' })
  })

  test('a payout that was sent is not cancelled, and one of another merchant is not found', async () => {
    const { id, admins, merchant } = await sentPayout()
    refusedWith(await admins.post(`${merchant}/payouts/${id}/cancel`, {}), 409, 'RMT-409')
    const { merchant_code } = await world.register()
    refusedWith(await admins.get(`merchants/${merchant_code}/payouts/${id}`), 404, 'RMT-404')
    refusedWith(await admins.post(`merchants/${merchant_code}/payouts/${id}/cancel`, {}), 404, 'RMT-404')
  })
})
