// An operation of the product as the crash point search sees it.
import type { FaultKind } from '../kernel/faults.ts'
import type { World } from '../world/world.ts'
import type { Callers } from './callers.ts'

export type Operation = {
  name: string
  movesMoney: boolean
  /** Faults that are on while it runs. */
  faults?: readonly FaultKind[]
  /** The call whose reply is lost; without it, the reply of every call is. */
  losesReplyOf?: string
  /** Creates what the operation needs; its result is passed to the operation. */
  prepare(callers: Callers): Promise<string>
  /** When it begins, if it waits for its time. @param now when it is prepared. */
  startsAt?(now: Temporal.Instant): Temporal.Instant
  run(callers: Callers, subject: string): Promise<void>
}

export const nothing = async () => ''

export const minutes = (world: World, count: number) => world.sleep(count * 60_000)
