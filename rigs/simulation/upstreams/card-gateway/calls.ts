// Calls to the simulated card gateway, over a network that loses requests and replies.
import { callUpstream, type Wire } from '../../kernel/upstream.ts'

export const unavailable = { kind: 'unavailable', cause: 'no answer' } as const
export const unknown = { kind: 'unknown', cause: 'no answer' } as const

/** A call that changes nothing. */
export type Ask = <Reply>(
  name: string,
  detail: string,
  act: () => Reply,
) => Promise<Reply | typeof unavailable>

export function openAsk(wire: Wire, timeoutMs: number): Ask {
  const { faults } = wire
  return <Reply>(name: string, detail: string, act: () => Reply) =>
    callUpstream<Reply | typeof unavailable>(wire, {
      whom: 'gateway',
      name,
      detail,
      timeoutMs,
      act: () => (faults.happens('gateway search down') ? unavailable : act()),
      unreached: unavailable,
      unknown: unavailable,
    })
}
