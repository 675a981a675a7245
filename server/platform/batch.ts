// Coalescing: calls that arrive while a batch is on its way form the next batch, which is one statement and one
// commit. Nobody waits for a timer: a call that finds the lane idle is a batch of one.

import { isDatabaseUnavailable } from './database.ts'

/** Gives each member its result, in order. A whole batch that throws is replayed member by member. */
export type Run<Member, Result> = (members: Member[]) => Promise<Result[]>

/**
 * @param run executes a batch; it must be all or nothing, as one statement is.
 * @returns a function that joins the next batch and answers when that batch is committed.
 */
export function batched<Member, Result>(
  run: Run<Member, Result>,
  limits: { maxMembers: number } = { maxMembers: 256 },
): (member: Member) => Promise<Result> {
  type Waiting = { member: Member; resolve: (result: Result) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = false

  async function runAlone({ member, resolve, reject }: Waiting): Promise<void> {
    try {
      const [result] = await run([member])
      resolve(result as Result)
    } catch (error) {
      reject(error)
    }
  }

  async function runBatch(batch: Waiting[]): Promise<void> {
    if (batch.length === 1) return runAlone(batch[0]!)
    let results: Result[]
    try {
      results = await run(batch.map((entry) => entry.member))
    } catch (error) {
      // What could not be tried at all would only be waited for again, one by one.
      if (isDatabaseUnavailable(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      // One poisoned member must not fail its neighbours.
      for (const entry of batch) await runAlone(entry)
      return
    }
    batch.forEach((entry, i) => {
      entry.resolve(results[i] as Result)
    })
  }

  async function drain(): Promise<void> {
    running = true
    while (waiting.length > 0) await runBatch(waiting.splice(0, limits.maxMembers))
    running = false
  }

  return (member) =>
    new Promise((resolve, reject) => {
      waiting.push({ member, resolve, reject })
      if (!running) queueMicrotask(() => running || drain())
    })
}
