// What a sandbox deployment tells the simulators beside it. They are met by HTTP only, like the truth they stand for.
import type { Follower } from '../time/sandbox-clock.ts'
import { openUpstream } from './upstream.ts'

export type Simulators = {
  setClock: Follower
  /** Where each protocol that has a portal reports to; false when they did not take it. */
  setPortal(callbackUrls: Readonly<Record<string, string>>): Promise<boolean>
  close(): Promise<void>
}

/** @param origin where they listen. */
export function openSimulators(origin: string): Simulators {
  const upstream = openUpstream('simulators')
  async function notify(path: string, what: object): Promise<boolean> {
    const reply = await upstream.call({
      method: 'POST',
      url: new URL(path, origin),
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(JSON.stringify(what)),
      timeoutMs: 2_000,
    })
    return reply.kind === 'reply' && reply.status === 200
  }
  return {
    setClock: (offsetSeconds) => notify('/sandbox/clock', { offset_seconds: offsetSeconds }),
    setPortal: (callbackUrls) => notify('/sandbox/operators/portal', callbackUrls),
    close: () => upstream.close(),
  }
}
