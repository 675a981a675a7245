// Coalesces concurrent calls: those made while a batch is running form the next batch, which is one statement and one
// commit. There is no timer: a call that finds no batch running becomes a batch of one.

import { isDatabaseUnavailable, isLockOrStatementTimeout } from './database.ts'

/** Returns each member's result, in order. When a whole batch throws, its members are retried one by one. */
export type Run<Member, Result> = (members: Member[]) => Promise<Result[]>

type Waiting<Member, Result> = {
  member: Member
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/**
 * @param run executes a batch; it must be all or nothing, as a single statement is.
 * @returns a function that joins the next batch and resolves when that batch is committed.
 */
export function coalescingBatch<Member, Result>(
  run: Run<Member, Result>,
  limits: { maxMembers: number } = { maxMembers: 256 },
): (member: Member) => Promise<Result> {
  const waiting: Waiting<Member, Result>[] = []
  let running = false

  async function drain(): Promise<void> {
    running = true
    while (waiting.length > 0) await runBatch(run, waiting.splice(0, limits.maxMembers))
    running = false
  }

  return (member) =>
    new Promise((resolve, reject) => {
      waiting.push({ member, resolve, reject })
      if (!running) queueMicrotask(() => running || drain())
    })
}

/** Resolves or rejects every member of the batch; it never throws. */
async function runBatch<Member, Result>(
  run: Run<Member, Result>,
  batch: Waiting<Member, Result>[],
): Promise<void> {
  if (batch.length === 1) {
    await runAlone(run, batch[0]!)
    return
  }
  let results: Result[]
  try {
    results = await run(batch.map((entry) => entry.member))
  } catch (error) {
    // While the database is unavailable, retrying the members one by one would only wait for each in turn.
    if (isDatabaseUnavailable(error)) {
      for (const { reject } of batch) reject(error)
      return
    }
    await replay(run, batch)
    return
  }
  batch.forEach((entry, i) => {
    entry.resolve(results[i] as Result)
  })
}

/** A failing member must not fail the others. After one lock timeout the rest fail too, or each would wait as long. */
async function replay<Member, Result>(
  run: Run<Member, Result>,
  batch: Waiting<Member, Result>[],
): Promise<void> {
  for (const [n, entry] of batch.entries()) {
    const error = await runAlone(run, entry)
    if (error === undefined || !(isLockOrStatementTimeout(error) || isDatabaseUnavailable(error))) continue
    for (const { reject } of batch.slice(n + 1)) reject(error)
    return
  }
}

/** Returns the error, if the member failed. */
async function runAlone<Member, Result>(
  run: Run<Member, Result>,
  { member, resolve, reject }: Waiting<Member, Result>,
): Promise<unknown> {
  try {
    const [result] = await run([member])
    resolve(result as Result)
    return undefined
  } catch (error) {
    reject(error)
    return error
  }
}
