// Configures the simulators that run beside a sandbox deployment, over HTTP only, as the real systems would be reached.
import type { Follower } from '../time/sandbox-clock.ts'
import { openUpstream } from './upstream.ts'

export type Simulators = {
  setClock: Follower
  /** Registers where each protocol with a portal sends its callbacks; false when the simulators did not accept it. */
  setPortal(callbackUrls: Readonly<Record<string, string>>): Promise<boolean>
  close(): Promise<void>
}

/** @param origin base URL of the simulators. */
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
