// The report of retention: every kind of data with its period and reason, and how much a run would erase now.
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { otherRules, runRules } from './policy.ts'
import { countDue, type RetentionNeeds } from './run-retention.ts'
import type { RunRow } from './runs.ts'

/** Nothing is changed: this is the dry run. */
export async function retentionReport(needs: Pick<RetentionNeeds, 'db' | 'clock' | 'kinds'>) {
  const kinds = []
  for (const kind of needs.kinds) {
    const { cutoff, due, isCapped } = await countDue(needs, kind)
    const run = { cutoff: zonelessMicrosecond(cutoff), due, capped: isCapped }
    kinds.push({ kind: kind.name, days: kind.days, ...runRules[kind.name]!, run })
  }
  return [...kinds, ...otherRules.map((rule) => ({ ...rule, run: null }))]
}

/** A run as admins see it: the proof of what was erased. */
export function renderRun(run: RunRow) {
  return {
    kind: run.kind,
    cutoff: zonelessMicrosecond(run.cutoff),
    started_by: run.started_by,
    started_at: zonelessMicrosecond(run.started_at),
    ended_at: run.ended_at && zonelessMicrosecond(run.ended_at),
    erased: Number(run.erased),
    digest: run.digest.toString('hex'),
  }
}
