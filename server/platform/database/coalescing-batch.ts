// Coalesces concurrent calls: those made while a batch is running form the next batch, which is one statement and one
// commit. There is no timer: a call that finds no batch running becomes a batch of one.

import { isDatabaseUnavailable, isLockOrStatementTimeout } from './database.ts'

/**
 * Adds waiting calls to the running batch, in order and up to its maximum size, and returns their members. A batch that had
 * to wait for a lock calls this once it holds it, so that the calls made meanwhile need no lock and commit of their own.
 * @param fits whether a member may join, for example because what it needs is locked.
 */
export type Join<Member> = (fits: (member: Member) => boolean) => Member[]

/**
 * Returns the results of all members, then of those that joined, in order. When a whole batch throws, its members are
 * retried one by one, and nothing joins them.
 */
export type Run<Member, Result> = (members: Member[], join: Join<Member>) => Promise<Result[]>

type Waiting<Member, Result> = {
  member: Member
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export type BatchLimits<Member> = {
  maxMembers: number
  /** What a member locks. After a lock timeout, only members that lock the same fail with it. */
  lockOf?: (member: Member) => string
}

/**
 * @param run executes a batch; it must be all or nothing, as a single statement is.
 * @returns a function that joins the next batch and resolves when that batch is committed.
 */
export function coalescingBatch<Member, Result>(
  run: Run<Member, Result>,
  limits: BatchLimits<Member> = { maxMembers: 256 },
): (member: Member) => Promise<Result> {
  const waiting: Waiting<Member, Result>[] = []
  let running = false

  async function drain(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, limits.maxMembers)
      const join: Join<Member> = (fits) => joinFrom(waiting, batch, { fits, ...limits })
      await runBatch(run, batch, { join, ...limits })
    }
    running = false
  }

  return (member) =>
    new Promise((resolve, reject) => {
      waiting.push({ member, resolve, reject })
      if (!running) queueMicrotask(() => running || drain())
    })
}

/** Moves fitting entries from `waiting` to the end of the batch and returns their members. */
function joinFrom<Member, Result>(
  waiting: Waiting<Member, Result>[],
  batch: Waiting<Member, Result>[],
  { fits, maxMembers }: { fits: (member: Member) => boolean; maxMembers: number },
): Member[] {
  const staying: Waiting<Member, Result>[] = []
  const before = batch.length
  for (const entry of waiting) {
    if (batch.length < maxMembers && fits(entry.member)) batch.push(entry)
    else staying.push(entry)
  }
  waiting.splice(0, waiting.length, ...staying)
  return batch.slice(before).map(({ member }) => member)
}

/** Resolves or rejects every member of the batch, also those that join it; it never throws. */
async function runBatch<Member, Result>(
  run: Run<Member, Result>,
  batch: Waiting<Member, Result>[],
  { join, lockOf }: { join: Join<Member>; lockOf?: BatchLimits<Member>['lockOf'] },
): Promise<void> {
  let results: Result[]
  try {
    results = await run(
      batch.map(({ member }) => member),
      join,
    )
  } catch (error) {
    // A member that was alone has had its try. While the database is unavailable, retrying the members one by one would
    // only wait for each in turn.
    if (batch.length > 1 && !isDatabaseUnavailable(error)) await replay(run, batch, lockOf)
    else for (const { reject } of batch) reject(error)
    return
  }
  batch.forEach((entry, i) => {
    entry.resolve(results[i] as Result)
  })
}

/**
 * A failing member must not fail the others. After a lock timeout those with the same lock fail too, and after another one the rest,
 * or each would wait as long.
 */
async function replay<Member, Result>(
  run: Run<Member, Result>,
  batch: Waiting<Member, Result>[],
  lockOf: BatchLimits<Member>['lockOf'],
): Promise<void> {
  let blocked: { lock: string; error: unknown } | undefined
  for (const [n, entry] of batch.entries()) {
    const lock = lockOf?.(entry.member)
    // guard: other-locks-of-batch
    if (blocked && blocked.lock === lock) {
      entry.reject(blocked.error)
      continue
    }
    const error = await runAlone(run, entry)
    if (error === undefined || !(isLockOrStatementTimeout(error) || isDatabaseUnavailable(error))) continue
    if (lock === undefined || blocked || isDatabaseUnavailable(error)) {
      for (const { reject } of batch.slice(n + 1)) reject(error)
      return
    }
    blocked = { lock, error }
  }
}

/** Returns the error, if the member failed. */
async function runAlone<Member, Result>(
  run: Run<Member, Result>,
  { member, resolve, reject }: Waiting<Member, Result>,
): Promise<unknown> {
  try {
    const [result] = await run([member], nothingJoins)
    resolve(result as Result)
    return undefined
  } catch (error) {
    reject(error)
    return error
  }
}

const nothingJoins = () => []

/**
 * SQL: the members of a batch, each with its position `n`, in a part (CTE) named `sent`. The comparison is always true.
 * Because of it the planner expects one row, so it finds the rows of growing tables through their indexes, even if it
 * made the plan while those tables were empty.
 * @param columns names and types of the other fields of a member.
 */
export function sentRows(columns: string): string {
  return `sent as materialized (
     select * from json_to_recordset($1) as m (n integer, batch integer, ${columns}) where m.batch = 1)`
}

/**
 * SQL: the keys of the rows that a batch reads, in the column `key` of `sent`. An array (`= any($1)`) would be planned anew
 * in every call: PostgreSQL prefers a plan for the array at hand, because it assumes that an unknown one is longer.
 */
export const sentKeys = (type: string): string => sentRows(`key ${type}`)

/** The parameter of `sentKeys`; each key is sent once. */
export function toSentKeys(keys: readonly (string | bigint)[]): string {
  return toSentRows([...new Set(keys)].map((key) => ({ key: String(key) })))
}

/** The parameter of `sentRows`. Bigints and times must be strings. */
export function toSentRows(members: readonly object[]): string {
  return JSON.stringify(members.map((member, n) => ({ n, batch: 1, ...member })))
}
