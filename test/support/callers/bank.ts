// Payouts to banks: merchants with a bank account, and the batches of admins.
import { randomUUID } from 'node:crypto'
import type { ApiResponse } from '../http/response.ts'
import type { World } from '../world/world.ts'
import { adminsOf, type Person } from './admins.ts'
import { addAvailable, confirmed, payoutsOf } from './payouts.ts'
import { confirmedCall, tokenOf } from './self-service.ts'

export const bankAccount = {
  type: 'bank',
  iban_or_account: 'BE68539007547034',
  bic: 'KREDBEBB',
  holder: 'Boutique Kivu',
}

type Owned = { currency?: 'USD' | 'CDF'; minor?: bigint }

/** A new merchant with available card money and a bank account that can be paid. */
export async function bankMerchant(world: World, { currency = 'USD', minor = 100_000n }: Owned = {}) {
  const as = await world.register()
  await addAvailable(world, as, minor, currency)
  const destination_id = await usableBankAccount(world, as)
  const payouts = payoutsOf(world, as)
  const pay = (amount: number) =>
    payouts.requested({ amount, currency, destination_id, reference: randomUUID() })
  return { as, destination_id, payouts, pay }
}

/** A confirmed bank account of a merchant, in a world without the waiting time. */
export async function usableBankAccount(world: World, as: Parameters<typeof confirmed>[1]): Promise<string> {
  const token = await tokenOf(world, as)
  const sent = { ...as, token, body: bankAccount }
  const added = await confirmedCall(world, 'POST', 'payout-destinations', sent)
  return confirmed(world, as, added.body.data.destination_id)
}

/** Calls of admins about batches. Amina makes them, Benoit approves. */
export function batchesOf(world: World) {
  const admins = adminsOf(world)
  const wanted = (currency: string) => ({ environment: 'sandbox', currency })
  const decide = (id: string, act: 'approve' | 'reject', by: Person): Promise<ApiResponse> =>
    admins.post(`payout-batches/${id}/${act}`, { reason: 'looked at it' }, by)
  const create = (currency = 'USD', by: Person = 'amina') =>
    admins.act('payout-batches', wanted(currency), by)
  return {
    create,
    tryCreate: (currency = 'USD', by: Person = 'amina') =>
      admins.post('payout-batches', wanted(currency), by),
    decide,
    read: (id: string) => admins.read(`payout-batches/${id}`),
    file: (id: string) => admins.get(`payout-batches/${id}/file`),
    remove: (id: string, payout: string) => admins.post(`payout-batches/${id}/payouts/${payout}/remove`, {}),
    /** Sends everything that waits in dollars. Returns the id of the batch. */
    async sendAll(): Promise<string> {
      const { batch_id } = await create()
      await admins.act(`payout-batches/${batch_id}/approve`, { reason: 'checked' }, 'benoit')
      return batch_id
    },
  }
}
