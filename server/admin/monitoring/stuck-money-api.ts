// The admin route of the money that waits longer than it should.
import { z } from 'zod'
import { operatorCodes } from '../../kernel/operators.ts'
import type { Cells } from '../../platform/database/cells.ts'
import { admins } from '../../platform/http/access.ts'
import { cappedPageOf, dataResponse, environmentName, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import { text } from '../../platform/http/body/body.ts'
import { endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import { pageFields, readQuery } from '../../platform/http/list-query.ts'
import { adminOf } from '../access.ts'
import type { OverviewNeeds } from './overview-api.ts'
import { type Age, ages, nextActors, stuckKinds, stuckMoney } from './stuck-money.ts'

const kind = z.enum(stuckKinds)

const stuckQuery = z.object({
  ...pageFields,
  kind: kind.optional(),
  age: z
    .enum(Object.keys(ages) as [Age, ...Age[]])
    .optional()
    .meta({ description: 'How long it waits at least.' }),
  environment: environmentName.optional(),
  merchant_code: text({ max: 40 }).optional(),
  sort: z
    .enum(['oldest', 'amount'])
    .prefault('oldest')
    .meta({ description: 'Amounts are compared within a currency, US dollars come first.' }),
})

const stuckMoneySchema = z
  .object({
    kind,
    id: z.string().meta({
      description:
        'The payment, transfer, payout or bank line. Of an exception, what it is about; of a bank movement, its key.',
    }),
    environment: environmentName,
    merchant_code: z.string().nullable(),
    merchant_name: z.string().nullable(),
    operator: z.enum(operatorCodes).nullable(),
    amount: twoPlaces,
    currency: z.string(),
    since: utcStamp,
    age_seconds: z.int(),
    state: z.string().meta({
      description:
        'The state of the call, request or bank line, the kind of the exception, or that of the bank movement.',
    }),
    detail: z.string().nullable().meta({
      description: 'What the operator or gateway replied last, or the text of the row.',
    }),
    next: z.enum(nextActors).meta({ description: 'Who can move it on.' }),
  })
  .meta({ id: 'StuckMoney' })

const total = z
  .object({ environment: environmentName, currency: z.string(), count: z.int(), amount: twoPlaces })
  .meta({ id: 'StuckMoneyTotal' })

const page = cappedPageOf(stuckMoneySchema).extend({
  totals: z.array(total),
  kinds: z.array(z.object({ kind, count: z.int() })),
})

const response = dataResponse('StuckMoneyPage', page, {
  items: [
    {
      kind: 'transfer',
      id: 'IMT-IN-7QK2M9XA4B8C1D5E',
      environment: 'production',
      merchant_code: 'LKT-7K2M-9QXA',
      merchant_name: 'Boutique Kivu',
      operator: 'airtel',
      amount: '120.00',
      currency: 'USD',
      since: '2026-11-21T09:30:00Z',
      age_seconds: 9_000,
      state: 'unknown',
      detail: 'HTTP 500',
      next: 'operator',
    },
  ],
  pagination: { page: 1, limit: 20, total: 1, pages: 1, capped: false },
  totals: [{ environment: 'production', currency: 'USD', count: 1, amount: '120.00' }],
  kinds: [{ kind: 'transfer', count: 1 }],
})

export const stuckMoneyRoute = endpointOfCells({
  tag: 'Admin: system',
  method: 'GET',
  priority: 'list',
  id: 'listStuckMoney',
  path: '/api/v1/admin/stuck-money',
  access: admins('read'),
  summary: 'List the money that waits longer than it should',
  description:
    'Calls to the gateway and to operators without an outcome for an hour; refund requests, payouts, held transfers and bank lines that nobody has decided for a day; what no bank statement shows in time; and open exceptions, as far as your role may read each kind. Money with an open exception is listed as that only. `totals` and `kinds` count all pages, at most the 10001 oldest of each kind.',
  query: stuckQuery,
  responses: { 200: response },
  handle: async ({ clock, missingMovements, cells }: OverviewNeeds & { cells: Cells }, { request }) => {
    const now = clock.now()
    const bankMovements = () => missingMovements(cells, now)
    const needs = { cells, now, bankMovements }
    return succeeded(await stuckMoney(needs, readQuery(stuckQuery, request.query), adminOf(request)))
  },
})
