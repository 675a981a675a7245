// The admin routes for the versions of a sanctions list, and for what changed between two of them.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import {
  dataResponse,
  examplePagination,
  pageOf,
  pageResponse,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { csvFile } from '../../platform/http/downloads.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { paged, pageFields } from '../../platform/http/list-query.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type ComplianceAdminNeeds, complianceEndpoint } from '../admin-requests.ts'
import { complianceProblems as problems } from '../problems.ts'
import {
  allChanges,
  type ChangeKind,
  type ChangeRow,
  changeKinds,
  changePage,
  countsOf,
  type VersionRange,
  type VersionRow,
  versionPage,
  versionRange,
} from './changes.ts'
import type { EntryColumns } from './entry.ts'

const entryFields = [
  'kind',
  'name',
  'aliases',
  'weak_aliases',
  'birth_dates',
  'countries',
  'identifiers',
  'programs',
  'phones',
] as const

function kindOf({ before, after }: ChangeRow): ChangeKind {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

/** The fields that differ; none for an entry that was added or removed. */
function changedFields({ before, after }: ChangeRow) {
  if (before === null || after === null) return []
  return entryFields.filter(
    (field) => JSON.stringify(before[field] ?? []) !== JSON.stringify(after[field] ?? []),
  )
}

function renderChange(row: ChangeRow) {
  const { entry_id, before, after } = row
  return {
    entry_id,
    change: kindOf(row),
    name: (after ?? before)!.name,
    fields: changedFields(row),
    before,
    after,
  }
}

const headings = [
  'Change',
  'Entry',
  'Fields',
  ...entryFields.flatMap((field) => [`${field} before`, `${field} after`]),
]

/** The changes as CSV, one line per entry, with every field before and after. */
const changesCsv = (pieces: AsyncIterable<ChangeRow[]>) => csvFile(headings, pieces, lineOf)

function lineOf(row: ChangeRow): (string | null)[] {
  const values = entryFields.flatMap((field) => [textOf(row.before, field), textOf(row.after, field)])
  return [kindOf(row), row.entry_id, changedFields(row).join(', '), ...values]
}

function textOf(entry: EntryColumns | null, field: (typeof entryFields)[number]): string | null {
  const value = entry?.[field]
  return value === undefined ? null : typeof value === 'string' ? value : value.join(' | ')
}

const path = { list: z.string().meta({ examples: ['ofac-sdn'] }) }
const count = z.int().nullable()

const version = z
  .object({
    version: z.string(),
    format: z.string(),
    file_name: z.string(),
    file_hash: z.string(),
    entry_count: z.int(),
    imported_by: z.string(),
    imported_at: zonelessStamp,
    added: count.meta({
      description: 'Null for the first version, and for versions before changes were recorded.',
    }),
    changed: count,
    removed: count,
  })
  .meta({ id: 'ScreeningListVersion' })

const entry = z
  .object({
    kind: z.string(),
    name: z.string(),
    aliases: z.array(z.string()),
    weak_aliases: z.array(z.string()),
    birth_dates: z.array(z.string()),
    countries: z.array(z.string()),
    identifiers: z.array(z.string()),
    programs: z.array(z.string()),
    phones: z.array(z.string()).optional(),
  })
  .meta({ id: 'ScreeningListEntry' })

const change = z
  .object({
    entry_id: z.string(),
    change: z.enum(changeKinds),
    name: z.string(),
    fields: z.array(z.enum(entryFields)).meta({ description: 'What differs in a changed entry.' }),
    before: entry.nullable(),
    after: entry.nullable(),
  })
  .meta({ id: 'ScreeningListChange' })

const changesQuery = z.object({
  from_version: z
    .string()
    .optional()
    .meta({ examples: ['40'] }),
  to_version: z
    .string()
    .optional()
    .meta({ examples: ['42'] }),
  change: z.enum(changeKinds).optional(),
  format: z.enum(['json', 'csv']).default('json'),
  ...pageFields,
})
const versionId = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
  .optional()
const rangeQuery = changesQuery.extend({ from_version: versionId, to_version: versionId })

const changes = pageOf(change).extend({
  list: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  complete: z
    .boolean()
    .meta({ description: 'False if the changes of a version in between were not recorded.' }),
  counts: z.object({ added: z.int(), changed: z.int(), removed: z.int() }),
})

const exampleEntry = {
  kind: 'person',
  name: 'KAMBULU NTIRERE, Sostène',
  aliases: ['Colonel Kambulu'],
  weak_aliases: [],
  birth_dates: ['1968-03-14'],
  countries: ['RW'],
  identifiers: ['OB0457781'],
  programs: ['DRCONGO'],
}

export const listChangeRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'listScreeningListVersions',
    method: 'GET',
    path: '/api/v1/admin/remittance/screening/lists/:list/versions',
    summary: 'List the versions of a sanctions list',
    description: 'Newest first, with how many entries each import added, changed and removed.',
    params: path,
    query: z.object(pageFields),
    responses: {
      200: pageResponse('ScreeningListVersions', version, {
        version: '42',
        format: 'ofac-sdn',
        file_name: 'SDN.CSV',
        file_hash: '5f0c…',
        entry_count: 17_412,
        imported_by: 'amina',
        imported_at: '2026-11-21T02:10:00.118204',
        added: 12,
        changed: 31,
        removed: 4,
      }),
    },
    problems: [problems.list_unknown],
    handle: async ({ db }: ComplianceAdminNeeds, { request, params: { list } }) => {
      const wanted = check(z.object(pageFields), request.query, 'query')
      const rows = await versionPage(db, { list, ...wanted })
      if (rows.length === 0 && wanted.page === 1) throw new Problem(problems.list_unknown)
      return succeeded(paged(wanted, { items: rows.map(renderVersion), total: Number(rows[0]?.total ?? 0) }))
    },
  }),
  endpoint({
    ...complianceEndpoint,
    id: 'listScreeningListChanges',
    method: 'GET',
    path: '/api/v1/admin/remittance/screening/lists/:list/changes',
    summary: 'Compare two versions of a sanctions list',
    description:
      'By default what the newest version changed. `from_version` and `to_version` are versions of the list; changes in between are added up. CSV has all changes, one line per entry.',
    params: path,
    query: changesQuery,
    responses: {
      200: {
        description: 'The changes, in the format that `format` selects.',
        schema: dataResponse('ScreeningListChanges', changes, {
          list: 'ofac-sdn',
          from: '40',
          to: '42',
          complete: true,
          counts: { added: 1, changed: 0, removed: 0 },
          items: [
            {
              entry_id: '30110',
              change: 'added',
              name: exampleEntry.name,
              fields: [],
              before: null,
              after: exampleEntry,
            },
          ],
          pagination: examplePagination,
        }),
        files: ['text/csv'],
      },
    },
    problems: [problems.list_unknown],
    exposeHeadRoute: false,
    handle: async ({ db }: ComplianceAdminNeeds, { request, reply, params }) => {
      const asked = check(rangeQuery, request.query, 'query')
      const { format, change: kind, from_version: from, to_version: to, ...wanted } = asked
      const range = await versionRange(db, { from, to, list: params.list })
      if (!range) throw new Problem(problems.list_unknown)
      if (format === 'csv')
        return sendCsv(reply, range, Readable.from(changesCsv(allChanges(db, range, kind))))
      const counts = await countsOf(db, range)
      const rows = await changePage(db, range, { ...wanted, kind })
      const total = kind ? counts[kind] : counts.added + counts.changed + counts.removed
      const page = paged(wanted, { items: rows.map(renderChange), total })
      return succeeded({ ...renderRange(range), counts, ...page })
    },
  }),
]

function sendCsv(reply: FastifyReply, { list, to }: VersionRange, content: Readable) {
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${list}-${to}.csv"`)
    .send(content)
}

function renderRange({ list, from, to, isComplete }: VersionRange) {
  return { list, from: from === 0n ? null : String(from), to: String(to), complete: isComplete }
}

function renderVersion({ id, imported_at, total: _, ...row }: VersionRow) {
  return { version: String(id), ...row, imported_at: zonelessMicrosecond(imported_at) }
}
