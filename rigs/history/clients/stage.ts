// Where clients act: the service behind a network that loses replies, and the history of what they saw.
import { setTimeout as pause } from 'node:timers/promises'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { Clients } from '../../simulation/callers/clients.ts'
import type { Line } from '../../simulation/callers/retries.ts'
import type { History, Output } from '../operations.ts'

/** The service under test. */
export type Place = Line & {
  merchants: readonly Credentials[]
  /** Registers a merchant who pays no fees. */
  register(name: string): Promise<Credentials>
  /** Sends a command to the simulators. */
  control(path: string, body: object): Promise<any>
  /** Where webhooks go; nobody reads them. */
  callbackUrl: string
}

/** @property paymentId of the gateway, by which admins find the payment; absent for one that was never paid. */
export type Payment = { as: Credentials; uuid: string; amount: number; paymentId?: string }

export type Stage = {
  place: Place
  clients: Clients
  history: History
  /** What is read once more in the end. */
  payments: Payment[]
  wallets: Credentials[]
  /** A number that no other act of the run has used. */
  next(): number
}

/** Repeats a request until its outcome is known, or the client gives up. */
export async function persist(
  { place: { chance } }: Stage,
  send: () => Promise<Output | undefined>,
): Promise<Output | undefined> {
  for (let left = chance.pick([1, 3, 6, 12]); ; left--) {
    const output = await send()
    if (left <= 1 || (output && output.refusal !== 'busy')) return output
    await pause(chance.spread(20, 2_000))
  }
}

/** So many clients at once, each of whom does so many things, chosen at random. */
export async function crowd(
  { place: { chance } }: Stage,
  size: { clients: number; acts: number },
  acts: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const one = async () => {
    for (let n = 0; n < size.acts; n++) {
      await chance.pick(acts)()
      await pause(chance.spread(1, 200))
    }
  }
  await Promise.all(Array.from({ length: size.clients }, one))
}
