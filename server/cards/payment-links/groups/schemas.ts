// Shapes of groups of links in the portal.
import { z } from 'zod'
import { localCurrencies } from '../../../kernel/money.ts'
import { titledFileSchema } from '../../../platform/documents/separated-file.ts'
import {
  dataResponse,
  dayText,
  pageOf,
  pageResponse,
  twoPlaces,
  utcStamp,
} from '../../../platform/http/api.ts'
import { text } from '../../../platform/http/body/body.ts'
import { pageFields, pageFieldsOf } from '../../../platform/http/list-query.ts'
import { currencyName } from '../../transaction/schemas.ts'
import { exampleLink, groupField, linkKinds } from '../schemas.ts'
import { paidStates } from './queries.ts'

const exampleGroup = '6e A'
export const groupPath = { group: z.string().meta({ examples: [exampleGroup] }) }

export const uploadQuery = z.object({
  check_only: z
    .enum(['true', 'false'])
    .optional()
    .transform((value) => value === 'true')
    .meta({ description: 'Whether the rows are only checked.' }),
  group: groupField().optional().meta({ description: 'Of the rows of a CSV file that name no group.' }),
  currency: z
    .enum(localCurrencies)
    .default('USD')
    .meta({ description: 'Of the rows of a CSV file that name no currency.' }),
})

export const uploadResponse = dataResponse(
  'PortalLinkBatch',
  z.object({
    outcome: z.enum(['made', 'repeated', 'checked']).meta({
      description: '`repeated`: the same rows were uploaded before, and nothing has changed.',
    }),
    count: z.int().meta({ description: 'Of the rows.' }),
    groups: z.array(z.string()).meta({ description: 'Empty when the rows are only checked.' }),
  }),
  { outcome: 'made', count: 42, groups: [exampleGroup] },
)

const figures = {
  links: z.int().meta({ description: 'Without those that were cancelled.' }),
  paid_links: z.int().meta({ description: 'Paid in full.' }),
  late_links: z.int().meta({ description: 'A day of their schedule has passed and is not paid.' }),
  sums: z.array(
    z.object({
      currency: currencyName,
      total: twoPlaces,
      paid: twoPlaces,
      remaining: twoPlaces,
      overdue: twoPlaces.meta({ description: 'What should have been paid before today.' }),
    }),
  ),
}
const exampleFigures = {
  ...{ links: 42, paid_links: 12, late_links: 5 },
  sums: [
    { currency: 'USD' as const, total: '3780.00', paid: '1500.00', remaining: '2280.00', overdue: '150.00' },
  ],
}

export const groupsQuery = z.object(pageFields)
export const groupsResponse = pageResponse('LinkGroups', z.object({ group: z.string(), ...figures }), {
  group: exampleGroup,
  ...exampleFigures,
})

const narrowing = {
  state: z.enum(paidStates).optional().meta({ description: '`UNPAID` also finds those that are late.' }),
  q: text({ max: 120 }).optional().meta({ description: 'A part of a name, a reference or a code.' }),
}
export const groupQuery = z.object({ ...pageFieldsOf({ usual: 50, max: 500 }), ...narrowing })
export const groupFileQuery = titledFileSchema.extend(narrowing)

const member = z
  .object({
    code: z.string(),
    url: z.string(),
    state: z.enum(paidStates).meta({
      description: '`PAID`: in full. `LATE`: a day of the schedule has passed and is not paid.',
    }),
    status: z.enum(['ACTIVE', 'EXPIRED', 'EXHAUSTED', 'CANCELLED']),
    kind: z.enum(linkKinds),
    merchant_reference: z.string(),
    payer_label: z.string().nullable(),
    currency: currencyName,
    total: twoPlaces.meta({ description: 'Null for an open amount.' }).nullable(),
    paid: twoPlaces.meta({ description: 'Null for `single`.' }).nullable(),
    remaining: twoPlaces.meta({ description: 'Null unless the kind is `parts`.' }).nullable(),
    due_so_far: twoPlaces
      .meta({
        description:
          "What is missing of all that is due until today, in the merchant's time zone. Null unless the kind is `parts`, and once it was cancelled.",
      })
      .nullable(),
    days_overdue: z.int().meta({
      description: 'Since the first day of the schedule that has passed and is not paid; 0 without one.',
    }),
    next_due: z.object({ due_on: dayText, amount: twoPlaces }).nullable(),
    last_paid_at: utcStamp.nullable(),
  })
  .meta({ id: 'LinkOfGroup' })

const { code, url, status } = exampleLink
export const groupResponse = dataResponse(
  'LinkGroup',
  pageOf(member).extend({ group: z.string(), ...figures }),
  {
    ...{ group: exampleGroup, ...exampleFigures },
    items: [
      {
        ...{
          code,
          url,
          status,
          state: 'LATE',
          kind: 'parts',
          merchant_reference: 'P-0417',
          payer_label: 'Amani Bahati',
        },
        ...{ currency: 'USD', total: '90.00', paid: '30.00', remaining: '60.00' },
        ...{ due_so_far: '30.00', days_overdue: 12 },
        ...{ next_due: { due_on: '2027-04-15', amount: '30.00' }, last_paid_at: '2027-01-12T09:30:00Z' },
      },
    ],
    pagination: { page: 1, limit: 50, total: 1, pages: 1 },
  },
)
