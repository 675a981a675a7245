// What clients experienced, from the journal of a drill.
import { quantile } from '../bench/figures.ts'
import type { Sent } from './load.ts'

/** Milliseconds of performance.now(): something happened, and was undone. */
export type Times = { at: number; returnedAt: number }

/** Of requests to cells that should notice nothing. */
export type Others = {
  requests: number
  failed: number
  errors: Readonly<Record<string, number>>
  p99BeforeMs: number
  p99Ms: number
  longestMs: number
}

/** Of requests to the cells that were away; the first two are undefined if none of them failed so. */
export type Own = {
  /** From the event to the first 503. */
  firstRefusalAfterSeconds: number | undefined
  retryAfterSeconds: number | undefined
  longestSeconds: number
  errors: Readonly<Record<string, number>>
  /** Requests that failed again when they were repeated once. */
  failedTwice: number
  /** From the return to the first acknowledgement of a request. */
  servedAfterSeconds: number | undefined
}

const took = ({ sentAt, respondedAt }: Sent) => respondedAt - sentAt
const longestOf = (journal: readonly Sent[]) => journal.reduce((most, one) => Math.max(most, took(one)), 0)
const p99Of = (journal: readonly Sent[]) =>
  quantile(
    journal.map(took).toSorted((a, b) => a - b),
    0.99,
  )

export function describeOthers(journal: readonly Sent[], { at, returnedAt }: Times): Others {
  const before = journal.filter(({ respondedAt }) => respondedAt < at)
  const during = journal.filter(({ respondedAt, sentAt }) => respondedAt >= at && sentAt < returnedAt)
  // After the return they must not fail either.
  const since = journal.filter(({ respondedAt }) => respondedAt >= at)
  return {
    requests: since.length,
    failed: since.filter(({ error }) => error !== undefined).length,
    errors: countErrors(since),
    p99BeforeMs: p99Of(before),
    p99Ms: p99Of(during),
    longestMs: longestOf(since),
  }
}

export function describeOwn(journal: readonly Sent[], { at, returnedAt }: Times): Own {
  const since = journal.filter(({ respondedAt }) => respondedAt >= at)
  const refusal = since.find(({ status }) => status === 503)
  const served = since.find(({ key, sentAt }) => key !== undefined && sentAt > returnedAt)
  return {
    firstRefusalAfterSeconds: refusal && (refusal.respondedAt - at) / 1_000,
    retryAfterSeconds: refusal?.retryAfter,
    longestSeconds: longestOf(since) / 1_000,
    errors: countErrors(since),
    failedTwice: since.filter(({ isRepeat, error }) => isRepeat && error !== undefined).length,
    servedAfterSeconds: served && (served.respondedAt - returnedAt) / 1_000,
  }
}

export function countErrors(journal: readonly Sent[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { kind, error } of journal)
    if (error !== undefined) counts[`${kind}: ${error}`] = (counts[`${kind}: ${error}`] ?? 0) + 1
  return counts
}

/** The longest time in which none of the requests was acknowledged. */
export function longestGapMs(journal: readonly Sent[], since: number): number {
  const at = journal
    .filter(({ key, respondedAt }) => key !== undefined && respondedAt >= since)
    .map(({ respondedAt }) => respondedAt)
    .toSorted((a, b) => a - b)
  return at.reduce((most, each, n) => Math.max(most, each - (at[n - 1] ?? since)), 0)
}
