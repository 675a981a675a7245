// Replaces the process's own time and randomness: its timers, clocks, random numbers and threads. This is for a process that
// only simulates; the program that runs in it does not notice.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Chance } from './chance.ts'
import { awaitThread, type VirtualTime } from './time.ts'

export type Stage = {
  time: VirtualTime
  chance: Chance
  /** The running process: timers of a dead one never fire. */
  living(): number
}

let stage: Stage | undefined

/** Makes this the current simulation. */
export function enter(next: Stage): void {
  stage = next
}

const onStage = () => {
  if (!stage) throw new Error('no simulation is running')
  return stage
}

/** Called once in the life of the process. */
export function standIn(): void {
  const clock = () => stage?.time.now() ?? 0
  Object.assign(globalThis, {
    setTimeout: later,
    clearTimeout: cancel,
    setInterval: never,
    clearInterval: cancel,
  })
  performance.now = clock
  Date.now = clock
  const require = createRequire(import.meta.url)
  const crypto = require('node:crypto')
  Object.assign(crypto, { randomBytes, randomInt, randomUUIDv7, randomUUID: randomUUIDv7 })
  require('node:worker_threads').Worker = AwaitedThread
  syncBuiltinESMExports()
}

type Timer = { cancel(): void; unref(): Timer; ref(): Timer; hasRef(): boolean }

const setReal = globalThis.setTimeout

/** Before the first simulation, only PostgreSQL in this process sets timers, which are real ones. */
function later(
  run: (...given: unknown[]) => void,
  ms = 0,
  ...given: unknown[]
): Timer | ReturnType<typeof setReal> {
  if (!stage) return setReal(run, ms, ...given)
  const { time, living } = stage
  const owner = living()
  const { cancel } = time.after(ms, () => (living() === owner ? run(...given) : undefined), { isIdle: true })
  const timer: Timer = { cancel, unref: () => timer, ref: () => timer, hasRef: () => true }
  return timer
}

const cancelReal = globalThis.clearTimeout

/** A timer that was set before the stand-ins is a real one: PostgreSQL in this process sets one now and then. */
function cancel(timer: Timer | NodeJS.Timeout | undefined): void {
  if (timer && 'cancel' in timer) timer.cancel()
  else cancelReal(timer)
}

/** The program uses loops and no intervals; those of libraries measure a real process, which this is not. */
function never(): Timer {
  const timer: Timer = { cancel() {}, unref: () => timer, ref: () => timer, hasRef: () => true }
  return timer
}

const randomBytes = (length: number) => Buffer.from(onStage().chance.bytes(length))
const randomInt = (end: number) => onStage().chance.below(end)

function randomUUIDv7(): string {
  const { chance, time } = onStage()
  const ms = Math.floor(time.now()).toString(16).padStart(12, '0')
  const random = Buffer.from(chance.bytes(10)).toString('hex')
  const variant = '89ab'[chance.below(4)]
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`
}

/** A real thread, whose work takes no simulated time. */
class AwaitedThread extends Worker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given)
    awaitThread(new Promise((ended) => this.once('exit', ended)))
  }
}
