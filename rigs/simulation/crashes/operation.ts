// What an operation of the product is, to who looks for its crash points.
import type { FaultKind } from '../kernel/faults.ts'
import type { World } from '../world/world.ts'
import type { Callers } from './callers.ts'

export type Operation = {
  name: string
  movesMoney: boolean
  /** On while it runs. */
  faults?: readonly FaultKind[]
  /** What is there before; what it returns goes into the operation. */
  prepare(callers: Callers): Promise<string>
  run(callers: Callers, subject: string): Promise<void>
}

export const nothing = async () => ''

export const minutes = (world: World, count: number) => world.sleep(count * 60_000)
