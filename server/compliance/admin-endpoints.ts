// What the routes of admins about compliance tell of themselves.
import { z } from 'zod'
import {
  type Endpoint,
  environmentName,
  named,
  pageOf,
  success,
  zonelessStamp,
} from '../platform/http/api.ts'
import { text } from '../platform/http/body/body.ts'
import { pageFields } from '../platform/http/list-query.ts'
import { complianceProblems as problems } from './problems.ts'
import { exampleMatch, matchRecord } from './screening/match-record.ts'

const compliance = { tag: 'Admin: compliance', authentication: 'admin' } as const

/** Where none is named: real money where this deployment has it. */
const environment = environmentName.optional()
export const reasonField = text({ min: 3, max: 500 })

const number = z
  .object({
    phone: z.string().meta({ description: 'Digits with country code.' }),
    e164: z.string(),
    environment: environmentName,
    reason: z.string(),
    added_by: z.string(),
    added_at: zonelessStamp,
  })
  .meta({ id: 'BlacklistedNumber' })

const exampleNumber = {
  phone: '243810000007',
  e164: '+243810000007',
  environment: 'sandbox',
  reason: 'Reported by the operator',
  added_by: 'amina',
  added_at: '2026-11-21T09:30:00.118204',
} as const
const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

const numberAnswer = named('BlacklistedNumberAnswer', success(number), {
  status: 'success',
  data: exampleNumber,
})

export const listBlacklist: Endpoint = {
  ...compliance,
  id: 'listBlacklist',
  summary: 'List blacklisted numbers',
  description: 'Newest first.',
  query: z.object({ environment, ...pageFields }),
  answers: {
    200: named('Blacklist', success(pageOf(number)), {
      status: 'success',
      data: { items: [exampleNumber], pagination: firstPage },
    }),
  },
}

export const addToBlacklist: Endpoint = {
  ...compliance,
  id: 'addToBlacklist',
  summary: 'Blacklist a number',
  body: named(
    'BlacklistRequest',
    z.object({ environment, phone: text({ min: 1, max: 40 }), reason: reasonField }),
    { environment: 'sandbox', phone: '+243810000007', reason: 'Reported by the operator' },
  ),
  answers: { 200: numberAnswer },
  problems: [problems.number_invalid, problems.number_listed],
}

export const removeFromBlacklist: Endpoint = {
  ...compliance,
  id: 'removeFromBlacklist',
  summary: 'Take a number off the blacklist',
  path: { phone: z.string().meta({ examples: ['243810000007'] }) },
  query: z.object({ environment }),
  answers: { 200: numberAnswer },
  problems: [problems.number_invalid, problems.number_unknown],
}

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

export const listScreeningLists: Endpoint = {
  ...compliance,
  id: 'listScreeningLists',
  summary: 'List the sanctions lists in use',
  query: z.object(pageFields),
  answers: {
    200: named('ScreeningLists', success(pageOf(list)), {
      status: 'success',
      data: {
        items: [
          {
            list: 'sandbox watchlist',
            environments: ['sandbox'],
            version: '3',
            format: 'opensanctions',
            file_name: 'targets.simple.csv',
            file_hash: '5f0c…',
            entry_count: 1,
            imported_by: 'amina',
            imported_at: '2026-11-21T09:30:00.118204',
          },
        ],
        pagination: firstPage,
      },
    }),
  },
}

const alert = z
  .object({
    id: z.string(),
    environment: environmentName,
    role: z.enum(['sender', 'receiver']),
    name: z.string(),
    birth_date: z.string().nullable(),
    countries: z.array(z.string()),
    match: matchRecord,
    list_version: z.string(),
    opened_at: zonelessStamp,
    closed_at: zonelessStamp.nullable(),
    closed_by: z.string().nullable(),
    close_reason: z.string().nullable(),
    subjects: z.array(z.string()).meta({ description: 'What the person was screened for.' }),
  })
  .meta({ id: 'ScreeningAlert' })

const exampleAlert = {
  id: '12',
  environment: 'sandbox',
  role: 'sender',
  name: 'Watchlist Person',
  birth_date: '1980-01-01',
  countries: ['CD'],
  match: exampleMatch,
  list_version: '3',
  opened_at: '2026-11-21T09:30:00.118204',
  closed_at: null,
  closed_by: null,
  close_reason: null,
  subjects: ['transfer:41'],
} as const

export const listAlerts: Endpoint = {
  ...compliance,
  id: 'listScreeningAlerts',
  summary: 'List what screening again has found',
  description: 'Newest first.',
  query: z.object({ environment, state: z.enum(['open', 'closed']).default('open'), ...pageFields }),
  answers: {
    200: named('ScreeningAlerts', success(pageOf(alert)), {
      status: 'success',
      data: {
        items: [{ ...exampleAlert, countries: ['CD'], subjects: ['transfer:41'] }],
        pagination: firstPage,
      },
    }),
  },
}

export const closeAlertSchema = z.object({ reason: reasonField })

export const closeAlert: Endpoint = {
  ...compliance,
  id: 'closeScreeningAlert',
  summary: 'Close an alert',
  path: { id: z.string().meta({ examples: ['12'] }) },
  body: named('AlertClosing', closeAlertSchema, { reason: 'Another person of the same name' }),
  answers: {
    200: named('ScreeningAlertAnswer', success(alert), {
      status: 'success',
      data: { ...exampleAlert, countries: ['CD'], subjects: ['transfer:41'] },
    }),
  },
  problems: [problems.alert_unknown, problems.alert_closed],
}
