// How callers retry when they get no response, a 5xx or a 409.
import type { ClientResponse } from '../world/network.ts'
import type { World } from '../world/world.ts'

export type Sent = {
  key?: string
  tries?: number
  /** After all tries failed, the caller retries once the key of a dead process is no longer held. */
  comesBack?: boolean
}

/** The connection between callers and the service. */
export type Line = Pick<World, 'request' | 'sleep' | 'chance' | 'adminHeaders'> & {
  store: { rows(sql: string, values?: readonly unknown[]): Promise<Record<string, any>[]> }
  time: { now(): number }
  /** How long to `sleep` until a key is no longer held, where the callers' time differs from the service's. */
  keyHeldMs?: number
}

const isOpen = (response: ClientResponse | undefined) =>
  !response || response.status >= 500 || response.status === 409

export type Retries = (
  sent: Sent,
  send: () => Promise<ClientResponse | undefined>,
) => Promise<ClientResponse | undefined>

export function openRetries({ sleep, chance, keyHeldMs = 130_000 }: Line): Retries {
  /** Repeats the call while no response or a 5xx comes; a 409 is rarely retried. */
  async function persisting(
    tries: number,
    send: () => Promise<ClientResponse | undefined>,
  ): Promise<ClientResponse | undefined> {
    for (let left = tries; ; left--) {
      const response = await send()
      if (response?.status === 409) left = Math.min(left, 3)
      if (left <= 1 || !isOpen(response)) return response
      await sleep(chance.spread(500, 60_000))
    }
  }

  return async function trying(
    { tries = 1, comesBack }: Sent,
    send: () => Promise<ClientResponse | undefined>,
  ) {
    const response = await persisting(tries, send)
    if (!comesBack || !isOpen(response)) return response
    await sleep(keyHeldMs)
    return persisting(tries, send)
  }
}
