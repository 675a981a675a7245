// Card testers try stolen cards on public pages. A link whose payments are mostly declined takes none for a while.
import { Problem } from '../kernel/problem.ts'
import { type Sql, statement } from '../platform/database.ts'
import type { RefusalReason } from './outcome.ts'
import { cardProblems } from './problems.ts'

const windowMinutes = 15
/** From so many declines on they may not outnumber the successes. */
const mostDeclines = 15
/** Before the first success, declines and charges under way together: a crowd of testers is not let in at once. */
const mostUnproven = 20

/** SQL: whether the link `l` takes no payment at the moment `now`. */
export function blockedAt(now: string): string {
  return `(case when l.window_started_at > ${now}::timestamptz - interval '${windowMinutes} minutes'
    then (l.window_declines >= ${mostDeclines} and l.window_declines > l.window_successes)
      or (l.window_successes = 0 and l.window_declines + l.uses_reserved >= ${mostUnproven})
    else l.uses_reserved >= ${mostUnproven} end)`
}

const fresh = `window_started_at > $2::timestamptz - interval '${windowMinutes} minutes'`
const noteResult = statement(
  'note_link_result',
  `update payment_link
      set window_started_at = case when ${fresh} then window_started_at else $2 end,
          window_successes = case when ${fresh} then window_successes else 0 end + $3::integer,
          window_declines = case when ${fresh} then window_declines else 0 end + $4::integer
    where id = $1`,
)

/** Failures that say nothing of the card. */
const notOfTheCard = new Set<RefusalReason>([
  'NOT_COMPLETED',
  'GATEWAY_ERROR',
  'CONFIGURATION',
  'ISSUER_UNAVAILABLE',
  'AMOUNT_MISMATCH',
])

/** Counts a success, or the decline of a card. */
export async function noteLinkResult(
  sql: Sql,
  linkId: bigint,
  result: 'success' | RefusalReason,
  now: Temporal.Instant,
): Promise<void> {
  if (result !== 'success' && notOfTheCard.has(result)) return
  const success = result === 'success'
  await sql.rows(noteResult, [linkId, now, success ? 1 : 0, success ? 0 : 1])
}

export function declinedTooOften(): Problem {
  return new Problem(cardProblems.link_declined_too_often, {}, { 'retry-after': String(windowMinutes * 60) })
}
