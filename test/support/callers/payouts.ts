// Merchants with card money that can be paid out, for tests of payouts.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { money } from '../../../server/kernel/money.ts'
import { post } from '../../../server/ledger/post.ts'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { statement } from '../../../server/platform/database/database.ts'
import { eventually } from '../http/eventually.ts'
import type { ApiResponse } from '../http/response.ts'
import type { World } from '../world/world.ts'
import { confirmedCall, tokenOf } from './self-service.ts'

/** Without the waiting time of new destinations. */
export const payoutSettings = { PAYOUT_DESTINATION_DELAY_SECONDS: '0' }

const findId = statement<{ id: bigint }>(
  'test_find_merchant_id',
  'select id from merchant where merchant_code = $1',
)

/** Books available card money of a merchant, in minor units; a negative amount takes it away. */
export async function addAvailable(
  world: Pick<World, 'db' | 'clock'>,
  { merchant_code }: Credentials,
  minor: bigint,
  currency: 'USD' | 'CDF' = 'USD',
): Promise<void> {
  const [merchant] = await world.db.rows(findId, [merchant_code])
  const amount = money(minor < 0n ? -minor : minor, currency)
  const [from, to] = minor < 0n ? (['credit', 'debit'] as const) : (['debit', 'credit'] as const)
  await world.db.transaction((sql) =>
    post(sql, {
      key: `test-available:${randomUUID()}`,
      environment: 'sandbox',
      entries: [
        { account: 'gateway_receivable', side: from, amount },
        { account: 'merchant_available', merchantId: merchant!.id, side: to, amount },
      ],
      now: world.clock.now(),
    }),
  )
}

const data = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

type SignIn = { email: string; password: string }

/** Adds a wallet at one sign-in. Returns its id. */
export async function addedDestination(
  world: Pick<World, 'url'>,
  as: SignIn,
  number = '0810000001',
): Promise<string> {
  const token = await tokenOf(world, as)
  const body = { type: 'wallet', number }
  const added = await confirmedCall(world, 'POST', 'payout-destinations', { ...as, token, body })
  return data(added).destination_id
}

/** Confirms it at another sign-in. */
export async function confirmed(world: Pick<World, 'url'>, as: SignIn, id: string): Promise<string> {
  const token = await tokenOf(world, as)
  data(await confirmedCall(world, 'POST', `payout-destinations/${id}/confirm`, { ...as, token }))
  return id
}

/** A destination that can be used, in a world without the waiting time. */
export async function usableDestination(
  world: Pick<World, 'url'>,
  as: SignIn,
  number?: string,
): Promise<string> {
  return confirmed(world, as, await addedDestination(world, as, number))
}

/** Payout calls of a merchant's server. */
export function payoutsOf(world: World, as: Credentials) {
  const request = (body: object) => world.signed('POST', '/api/v1/payment/payouts', body, { as })
  const read = async (id: string) =>
    data(await world.signed('GET', `/api/v1/payment/payouts/${id}`, undefined, { as }))
  return {
    request,
    read,
    requested: async (body: object) =>
      data(await request({ reference: randomUUID(), currency: 'USD', ...body })),
    cancel: (id: string) => world.signed('POST', `/api/v1/payment/payouts/${id}/cancel`, {}, { as }),
    /** Waits until it has this state. */
    reaches: (id: string, state: string) =>
      eventually(`payout ${id} is ${state}`, async () => {
        const payout = await read(id)
        return payout.state === state && payout
      }),
    async balance(currency = 'USD'): Promise<{ available: string; reserved: string }> {
      const response = await world.signed('GET', '/api/v1/payment/balance', undefined, { as })
      const { available, reserved } = data(response).balances.find(
        (one: { currency: string }) => one.currency === currency,
      )
      return { available, reserved }
    },
    async movements(): Promise<object[]> {
      const path = '/api/v1/payment/balance/transactions'
      const { items } = data(await world.signed('GET', path, undefined, { as }))
      return items.map(({ type, amount, fee, net, source }: Record<string, string>) => ({
        ...{ type, amount, fee, net, source },
      }))
    },
  }
}
