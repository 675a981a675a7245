// Polls the server for the payment's state: often while a request is in progress, rarely while the card is typed.
import type { Progress } from '../../server/cards/checkout/checkout.ts'
import type { Service } from './service.ts'

type Pace = Progress['state'] | 'LOST'

export type Watch = {
  /** Schedules the next poll; the interval grows while the state stays the same. */
  later(pace: Pace): void
  now(): void
  stop(): void
}

const quick = [1_000, 5_000] as const
const paces: Partial<Record<Pace, readonly [first: number, last: number]>> = {
  CARD: [8_000, 60_000],
  CHALLENGE: [4_000, 15_000],
}

export function hasEnded({ state }: Pick<Progress, 'state'>): boolean {
  return state === 'DONE' || state === 'EXPIRED' || state === 'CANCELLED' || state === 'LINK_CLOSED'
}

/** @param service whose `progress` is asked for. */
export function openWatch<Found extends Pick<Progress, 'state'> = Progress>(
  service: Pick<Service, 'request'>,
  on: {
    busy(): boolean
    found(progress: Found): void
    expired(): void
    reachable(reachable: boolean): void
  },
): Watch {
  let timer: ReturnType<typeof setTimeout>
  let pauseMs = 0
  let pace: Pace = 'LOST'
  let latest = 0
  const watch: Watch = {
    later(next) {
      const [first, last] = paces[next] ?? quick
      pauseMs = next === pace && pauseMs > 0 ? Math.min(pauseMs * 1.3, last) : first
      pace = next
      clearTimeout(timer)
      timer = setTimeout(poll, pauseMs)
    },
    now() {
      pauseMs = 0
      clearTimeout(timer)
      void poll()
    },
    stop: () => clearTimeout(timer),
  }
  async function poll(): Promise<void> {
    if (on.busy()) return
    if (document.hidden) return watch.later(pace)
    const number = ++latest
    const { status, body } = await service.request('progress')
    if (on.busy() || number !== latest) return
    on.reachable(status !== 0)
    if (status === 200) on.found(body as Found)
    else if ([403, 404, 410].includes(status)) on.expired()
    else watch.later(pace)
  }
  return watch
}
