// A call to an upstream that moves money, over a network that may lose or delay the request or the reply.

import type { Boundary } from './boundary.ts'
import type { Chance } from './chance.ts'
import type { Faults } from './faults.ts'
import type { VirtualTime } from './time.ts'

export type Wire = {
  boundary: Boundary
  time: VirtualTime
  chance: Chance
  faults: Faults
}

type Call<Reply> = {
  whom: 'gateway' | 'operator'
  name: string
  detail: string
  timeoutMs: number
  /** No reply comes in time, and the upstream acts afterwards. */
  hangs?: boolean
  act: () => Reply
  /** The adapter's result where the request cannot have arrived. */
  unreached: Reply
  unknown: Reply
}

/** The longest time that a timed-out request may stay in the network. */
const latestMs = 240_000

export function callUpstream<Reply>(wire: Wire, call: Call<Reply>): Promise<Reply> {
  const { boundary, time, chance, faults } = wire
  const { whom, timeoutMs, act, unknown } = call
  const cross = (waitMs: number, replyMs: number, apply: () => Reply) =>
    boundary.cross({
      name: `${whom} ${call.name}`,
      detail: call.detail,
      waitMs,
      replyMs,
      apply,
      survives: true,
    })
  const soon = () => chance.spread(5, 200)
  const actLate = () =>
    cross(soon(), timeoutMs, () => {
      time.after(chance.spread(timeoutMs, latestMs), () => void act())
      return unknown
    })
  if (call.hangs) return actLate()
  if (faults.happens(`${whom} refuses the connection`)) return cross(soon(), soon(), () => call.unreached)
  if (faults.happens(`${whom} times out before it acts`)) return cross(soon(), timeoutMs, () => unknown)
  if (faults.happens(`${whom} acts, reply lost`, call.name))
    return cross(soon(), chance.happens(0.5) ? timeoutMs : soon(), () => {
      act()
      return unknown
    })
  if (faults.happens(`${whom} acts late, after the timeout`)) return actLate()
  if (faults.happens(`${whom} slow`)) return cross(chance.spread(1_000, timeoutMs * 0.9), soon(), act)
  return cross(soon(), soon(), act)
}
