// What a sandbox deployment tells the simulators beside it. They are met by HTTP only, like the truth they stand for.
import type { Follower } from './sandbox-clock.ts'
import { openUpstream } from './upstream.ts'

/** @param origin where they listen. */
export function openSimulators(origin: string): { setClock: Follower; close(): Promise<void> } {
  const upstream = openUpstream()
  return {
    async setClock(offsetSeconds) {
      const answer = await upstream.call({
        method: 'POST',
        url: new URL('/sandbox/clock', origin),
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode(JSON.stringify({ offset_seconds: offsetSeconds })),
        timeoutMs: 2_000,
      })
      return answer.kind === 'reply' && answer.status === 200
    },
    close: () => upstream.close(),
  }
}
