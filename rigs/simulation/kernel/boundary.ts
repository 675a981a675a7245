// The boundary of the program: each statement, call and delivery passes here. This is where it takes its time,
// where faults happen, and where the process may die: before the effect, during it, or before its result arrives.
import type { Chance } from './chance.ts'
import type { VirtualTime } from './time.ts'
import type { Trace } from './trace.ts'

export type Death = 'before' | 'on_the_way' | 'after'

/** What may be lost, and how an effect continues when its process dies. */
export type Effect<Result> = {
  /** For example `statement claim_card_transaction` or `gateway charge`: its name in the trace and in the marks. */
  name: string
  /** The request, for the trace. */
  detail?: string
  /** The delays until it takes effect, and from there until the result arrives. */
  waitMs: number
  replyMs?: number
  apply: () => Result | Promise<Result>
  /** Whether an effect in progress completes when the process that requested it dies. */
  survives: boolean
}

export type Boundary = {
  cross<Result>(effect: Effect<Result>): Promise<Result>
  /** Ends the running process. @param name why, in the trace. */
  end(name: string): void
  /** The number of the running process; results for a dead one are dropped. */
  living(): number
  /** Called at every crossing; undefined lets the process live. */
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
    cross<Result>({ name, detail = '', waitMs, replyMs = 0, apply, survives }: Effect<Result>) {
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
          if (replyMs === 0) onReceived(outcome)
          else time.after(replyMs, () => onReceived(outcome))
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
    end: (name) => die('before', name),
    living: () => process,
    watch(next) {
      see = next
    },
  }
}
