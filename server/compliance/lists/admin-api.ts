// The admin route that shows which sanctions lists are in use, and the file each came from.

import { z } from 'zod'
import { environmentName, pageResponse, zonelessStamp } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { paged, pageFields } from '../../platform/http/list-query.ts'
import { zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type ComplianceAdminNeeds, complianceEndpoint } from '../admin-requests.ts'
import { currentLists, type ListState } from './states.ts'

const list = z
  .object({
    list: z.string(),
    environments: z.array(environmentName),
    version: z.string(),
    format: z.string(),
    file_name: z.string(),
    file_hash: z.string(),
    entry_count: z.int(),
    imported_by: z.string(),
    imported_at: zonelessStamp,
  })
  .meta({ id: 'ScreeningList' })

export const listRoutes = [
  endpoint({
    ...complianceEndpoint,
    id: 'listScreeningLists',
    method: 'GET',
    path: '/api/v1/admin/remittance/screening/lists',
    summary: 'List the sanctions lists in use',
    query: z.object(pageFields),
    responses: {
      200: pageResponse('ScreeningLists', list, {
        list: 'sandbox watchlist',
        environments: ['sandbox'],
        version: '3',
        format: 'opensanctions',
        file_name: 'targets.simple.csv',
        file_hash: '5f0c…',
        entry_count: 1,
        imported_by: 'amina',
        imported_at: '2026-11-21T09:30:00.118204',
      }),
    },
    handle: async ({ db }: ComplianceAdminNeeds, { request }) => {
      const wanted = check(z.object(pageFields), request.query, 'query')
      const lists = await currentLists(db)
      const shown = lists.slice((wanted.page - 1) * wanted.limit, wanted.page * wanted.limit)
      return succeeded(paged(wanted, { items: shown.map(listJson), total: lists.length }))
    },
  }),
]

function listJson(list: ListState) {
  const { version_id, imported_at, ...matched } = list
  return { ...matched, version: String(version_id), imported_at: zonelessMicrosecond(imported_at) }
}
