// How callers try again when nothing, a 5xx or a 409 came back.
import type { Answer } from '../world/network.ts'
import type { World } from '../world/world.ts'

export type Sent = {
  key?: string
  tries?: number
  /** Once all tries were in vain: again when the key of a caller that died is no longer held. */
  comesBack?: boolean
}

/** What lies between people and the service. */
export type Line = Pick<World, 'request' | 'sleep' | 'chance' | 'adminHeaders'> & {
  time: { now(): number }
  /** How long to `sleep` until a key is no longer held, where people's time is not the service's. */
  keyHeldMs?: number
}

const isOpen = (response: Answer | undefined) =>
  !response || response.status >= 500 || response.status === 409

export type Retries = (sent: Sent, send: () => Promise<Answer | undefined>) => Promise<Answer | undefined>

export function openRetries({ sleep, chance, keyHeldMs = 130_000 }: Line): Retries {
  /** Once more after a while, as long as no answer or a 5xx came; a 409 is not often worth another try. */
  async function persisting(
    tries: number,
    send: () => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    for (let left = tries; ; left--) {
      const response = await send()
      if (response?.status === 409) left = Math.min(left, 3)
      if (left <= 1 || !isOpen(response)) return response
      await sleep(chance.spread(500, 60_000))
    }
  }

  return async function trying({ tries = 1, comesBack }: Sent, send: () => Promise<Answer | undefined>) {
    const response = await persisting(tries, send)
    if (!comesBack || !isOpen(response)) return response
    await sleep(keyHeldMs)
    return persisting(tries, send)
  }
}
