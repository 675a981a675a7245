// The admin routes of retention: the periods with what is due now, and the runs as proof of what was erased.
import { z } from 'zod'
import type { Cells } from '../../platform/database/cells.ts'
import { admins } from '../../platform/http/access.ts'
import { dataResponse, pageResponse, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { paged, pageFields } from '../../platform/http/list-query.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { placesOf } from './kind.ts'
import { otherRules, runRules } from './policy.ts'
import { countDue, cutoffOf, type RetentionNeeds } from './run-retention.ts'
import { type RunRow, runPage } from './runs.ts'

type ReportNeeds = { cells: Cells } & Pick<RetentionNeeds, 'clock' | 'kinds'>

/** Nothing is changed: this is the dry run. */
export async function retentionReport({ cells, clock, kinds: retained }: ReportNeeds) {
  const kinds = []
  for (const kind of retained) {
    const now = clock.now()
    const counts = await Promise.all(placesOf(kind, cells).map((db) => countDue(db, kind, now)))
    const run = {
      cutoff: zonelessMicrosecond(cutoffOf(kind, now)),
      due: counts.reduce((sum, { due }) => sum + due, 0),
      capped: counts.some(({ isCapped }) => isCapped),
    }
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

const compliance = {
  tag: 'Admin: compliance',
  method: 'GET',
  priority: 'list',
  access: admins('compliance'),
} as const

const kind = z
  .object({
    kind: z.string(),
    days: z.int().nullable().meta({ description: 'Null: for ever.' }),
    treatment: z.enum(['erased', 'deleted', 'kept']).meta({
      description: '`erased`: the persons are removed, amounts and states stay.',
    }),
    from: z.string().meta({ description: 'When the period begins.' }),
    reason: z.string(),
    run: z
      .object({
        cutoff: zonelessStamp,
        due: z.int(),
        capped: z.boolean().meta({ description: 'Only the next 10000 rows were counted.' }),
      })
      .nullable()
      .meta({ description: 'What a run would erase now. Null for what other workers delete, or nobody.' }),
  })
  .meta({ id: 'RetentionKind' })

const run = z
  .object({
    kind: z.string(),
    cutoff: zonelessStamp,
    started_by: z.string(),
    started_at: zonelessStamp,
    ended_at: zonelessStamp.nullable(),
    erased: z.int(),
    digest: z.string().meta({
      description: 'A chain of SHA-256 hashes over the ids of what was erased, batch by batch.',
    }),
  })
  .meta({ id: 'RetentionRun' })

export const retentionRoutes = [
  endpoint({
    ...compliance,
    id: 'readRetention',
    path: '/api/v1/admin/compliance/retention',
    summary: 'Read the retention periods, and what is past them',
    description: 'Changes nothing.',
    responses: {
      200: dataResponse('Retention', z.object({ kinds: z.array(kind) }), {
        kinds: [
          {
            kind: 'transfer_identities',
            days: 3_653,
            treatment: 'erased',
            from: 'last transfer of the person',
            reason: 'Law 22/068 of 27 December 2022: ten years after the end of the relationship',
            run: { cutoff: '2016-11-20T09:30:00.118204', due: 12, capped: false },
          },
        ],
      }),
    },
    handle: async (needs: ReportNeeds) => succeeded({ kinds: await retentionReport(needs) }),
  }),
  endpoint({
    ...compliance,
    id: 'listRetentionRuns',
    path: '/api/v1/admin/compliance/retention/runs',
    summary: 'List the runs that erased data',
    description:
      'Newest first. A run that erased something is in the audit log as `retention.run`, with its digest.',
    query: z.object(pageFields),
    responses: {
      200: pageResponse('RetentionRuns', run, {
        kind: 'transfer_identities',
        cutoff: '2016-11-20T09:30:00.118204',
        started_by: 'likuta',
        started_at: '2026-11-21T09:30:00.118204',
        ended_at: '2026-11-21T09:30:01.118204',
        erased: 12,
        digest: '5f0c…',
      }),
    },
    handle: async ({ db }: Pick<RetentionNeeds, 'db'>, { request }) => {
      const wanted = check(z.object(pageFields), request.query, 'query')
      const { items, total } = await runPage(db, wanted)
      return succeeded(paged(wanted, { items: items.map(renderRun), total }))
    },
  }),
]
