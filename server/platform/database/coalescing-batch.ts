// Coalescing: calls that arrive while a batch is on its way form the next batch, which is one statement and one
// commit. Nobody waits for a timer: a call that finds the lane idle is a batch of one.

import { hasWaitedInVain, isDatabaseUnavailable } from './database.ts'

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

  /** Returns what it failed of, if it did. */
  async function runAlone({ member, resolve, reject }: Waiting): Promise<unknown> {
    try {
      const [result] = await run([member])
      resolve(result as Result)
      return undefined
    } catch (error) {
      reject(error)
      return error
    }
  }

  /** One poisoned member must not fail its neighbours; but each that waits in vain would keep all behind it waiting. */
  async function replay(batch: Waiting[]): Promise<void> {
    for (const [n, entry] of batch.entries()) {
      const error = await runAlone(entry)
      if (error === undefined || !(hasWaitedInVain(error) || isDatabaseUnavailable(error))) continue
      for (const { reject } of batch.slice(n + 1)) reject(error)
      return
    }
  }

  async function runBatch(batch: Waiting[]): Promise<void> {
    if (batch.length === 1) {
      await runAlone(batch[0]!)
      return
    }
    let results: Result[]
    try {
      results = await run(batch.map((entry) => entry.member))
    } catch (error) {
      // What could not be tried at all would only be waited for again, one by one.
      if (isDatabaseUnavailable(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      await replay(batch)
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
