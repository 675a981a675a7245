// Where the program meets the outside: each statement, each call, each delivery passes here. Here it waits its time, here
// faults happen, and here the process may die: before the effect, while it is on its way, or before it hears of it.
import type { Chance } from './chance.ts'
import type { VirtualTime } from './time.ts'
import type { Trace } from './trace.ts'

export type Death = 'before' | 'on_the_way' | 'after'

/** What may be lost, and how an effect that died on its way goes on. */
export type Effect<Result> = {
  /** `statement claim_card_transaction`, `gateway charge`: names it in the trace and among the marks. */
  name: string
  /** What it was asked with, for the trace. */
  detail?: string
  /** How long until it takes effect, and from there until it is heard of. */
  waitMs: number
  answerMs?: number
  apply: () => Result | Promise<Result>
  /** Whether an effect under way reaches its end when the process that asked for it dies. */
  survives: boolean
}

export type Boundary = {
  cross<Result>(effect: Effect<Result>): Promise<Result>
  /** The number of the process that runs; a dead one is never heard of again. */
  living(): number
  /** Asked at every crossing; undefined lets it live. */
  watch(see: ((name: string) => Death | undefined) | undefined): void
}

export function openBoundary(
  { time, trace, chance }: { time: VirtualTime; trace: Trace; chance: Chance },
  onDeath: (how: { death: Death; name: string }) => void,
  drawDeath: () => Death | undefined = () => undefined,
): Boundary {
  let process = 1
  let see: ((name: string) => Death | undefined) | undefined

  function die(death: Death, name: string): void {
    trace.note(time.now(), `process ${process} dies ${death} ${name}`)
    process += 1
    onDeath({ death, name })
  }

  return {
    cross<Result>({ name, detail = '', waitMs, answerMs = 0, apply, survives }: Effect<Result>) {
      const mine = process
      const death = see?.(name) ?? drawDeath()
      return new Promise<Result>((resolve, reject) => {
        const onReceived = (settle: () => void) => {
          if (mine === process) settle()
        }
        const arrive = async () => {
          if (mine !== process && !survives) return
          let outcome: () => void
          try {
            const result = await apply()
            trace.note(time.now(), `${mine} ${name} ${detail}`)
            outcome = () => resolve(result)
          } catch (error) {
            trace.note(time.now(), `${mine} ${name} ${detail} fails: ${(error as Error).message}`)
            outcome = () => reject(error)
          }
          if (death === 'after' && mine === process) return die('after', name)
          if (answerMs === 0) onReceived(outcome)
          else time.after(answerMs, () => onReceived(outcome))
        }
        const leave = () => {
          if (mine !== process && !survives) return
          if (death === 'before' && mine === process) return die('before', name)
          if (death !== 'on_the_way' || mine !== process) return arrive()
          die('on_the_way', name)
          if (survives) time.after(chance.spread(100, 60_000), arrive)
        }
        time.after(waitMs, leave)
      })
    },
    living: () => process,
    watch(next) {
      see = next
    },
  }
}
