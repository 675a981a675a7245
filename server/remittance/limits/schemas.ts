// Requests and responses about limit rules, and how rules are parsed and rendered.
import { z } from 'zod'
import { pendingField } from '../../admin/approvals/pending.ts'
import { parseMoney } from '../../kernel/money.ts'
import {
  dataResponse,
  environmentName,
  examplePagination,
  named,
  pageResponse,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { decimalNumber, reasonText, wholeNumber } from '../../platform/http/body/body.ts'
import { exampleTime } from '../http/endpoint-parts.ts'
import { amountNumber } from '../transfer/formats.ts'
import { exampleTransactionId } from '../transfer/schemas.ts'
import {
  isMoney,
  type LimitMeasure,
  type LimitRule,
  type LimitSubject,
  limitMeasures,
  limitOutcomes,
  limitSubjects,
  limitWindows,
  subjectsOfMeasure,
} from './rule.ts'

const maxRules = 100
const value = (msg: string) => ({ params: { type: 'value_error', msg: `Value error, ${msg}` } })

const ruleShape = {
  id: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .meta({ description: 'Lower-case letters, digits and hyphens.' }),
  subject: z.enum(limitSubjects).meta({
    description:
      '`sender` and `beneficiary` are persons, known by name and birth date; `document` is the document of the sender; `pair` is a document and a number together.',
  }),
  measure: z.enum(limitMeasures).meta({
    description:
      '`sum` and `count` of transfers; `amount` of one transfer; `counterparties`: different documents that sent to a `number`, or different numbers that a `document` sent to; `name_changes`: how often the name that the operator confirms for a `number` has changed.',
  }),
  window: z
    .enum(limitWindows)
    .meta({ description: 'Rolling; a month is 30 days. `transfer` belongs to the measure `amount`.' }),
  outcome: z.enum(limitOutcomes).meta({ description: '`allow` only records that the limit was exceeded.' }),
}

function canMeasure(measure: LimitMeasure, subject: LimitSubject): boolean {
  // guard: limit-subject-of-measure
  return subjectsOfMeasure[measure].includes(subject)
}

const ruleRequest = z
  .object({ ...ruleShape, limit: decimalNumber })
  .refine(
    ({ measure, window }) => (measure === 'amount') === (window === 'transfer'),
    value('the measure amount and the window transfer belong together'),
  )
  .refine(
    ({ measure, subject }) => canMeasure(measure, subject),
    value('the measure cannot have this subject'),
  )
  .transform((rule, context): LimitRule => {
    const { limit, ...facts } = rule
    const most = isMoney(rule.measure)
      ? /^\d/.test(limit) && parseMoney(limit, 'USD')?.minor
      : /^\d{1,9}$/.test(limit) && BigInt(limit)
    if (typeof most === 'bigint') return { ...facts, most } as LimitRule
    context.addIssue({
      code: 'custom',
      path: ['limit'],
      ...value('what is counted is a whole number, other limits are dollars'),
    })
    return z.NEVER
  })

/** Rules as an admin sends them. */
export const rulesField = z
  .array(ruleRequest)
  .max(maxRules)
  .refine(
    (rules) => new Set(rules.map(({ id }) => id)).size === rules.length,
    value('each rule has an id of its own'),
  )

const limitDescription = 'Dollars; a number for what is counted.'

export const shownRule = z
  .object({ ...ruleShape, limit: z.number().meta({ description: limitDescription }) })
  .meta({ id: 'LimitRule' })

export function renderRule({ most, ...rule }: LimitRule) {
  return { ...rule, limit: isMoney(rule.measure) ? amountNumber(most) : Number(most) }
}

const exampleRule = {
  id: 'number-day-sum',
  subject: 'number',
  measure: 'sum',
  window: 'day',
  outcome: 'refuse',
  limit: 2_500,
} as const

const versionFields = {
  version: z.int().meta({ description: '0: the rules of a new deployment.' }),
  changed_by: z.string().nullable(),
  reason: z.string().nullable(),
  changed_at: zonelessStamp.nullable(),
}
const exampleVersion = {
  version: 1,
  changed_by: 'amina',
  reason: 'Sums as agreed with the central bank',
  changed_at: exampleTime,
}

export const rulesResponse = dataResponse(
  'LimitRules',
  z.object({
    environment: environmentName,
    applied: z.boolean().meta({ description: 'Whether limits are on in this environment.' }),
    ...versionFields,
    rules: z.array(shownRule),
    needs_approval: z
      .boolean()
      .meta({ description: 'Whether a change that lets more through waits for another admin.' }),
    pending_approvals: pendingField,
  }),
  {
    environment: 'sandbox',
    applied: true,
    ...exampleVersion,
    rules: [exampleRule],
    needs_approval: false,
    pending_approvals: [],
  },
)

export const versionsResponse = pageResponse('LimitRulesVersions', z.object(versionFields), exampleVersion)

const environment = environmentName.optional()

export const rulesRequest = named(
  'LimitRulesRequest',
  z.object({
    environment,
    version: wholeNumber({ min: 0, max: 1_000_000_000 }).meta({
      description: 'The version in force that the change was made from.',
    }),
    rules: rulesField,
    reason: reasonText(),
  }),
  {
    environment: 'sandbox',
    version: 0,
    rules: [exampleRule],
    reason: 'Sums as agreed with the central bank',
  },
)

const dryRunItem = z.object({
  transaction_id: z.string(),
  merchant_code: z.string(),
  reference: z.string(),
  created_at: zonelessStamp,
  amount: z.number().meta({ description: 'US dollars.' }),
  outcome: z.enum(limitOutcomes),
  rules: z.array(z.string()).meta({ description: 'The ids of the rules that it exceeds.' }),
})

export const dryRunResponse = dataResponse(
  'LimitRulesDryRun',
  z.object({
    transfers: z.int(),
    allowed: z.int(),
    held: z.int(),
    refused: z.int(),
    not_counted: z.int().meta({ description: 'Accepted before limits existed, so not judged.' }),
    items: z.array(dryRunItem).meta({ description: 'The transfers that exceed a rule, oldest first.' }),
    pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), pages: z.int() }),
  }),
  {
    ...{ transfers: 1, allowed: 0, held: 0, refused: 1, not_counted: 0 },
    items: [
      {
        transaction_id: exampleTransactionId,
        merchant_code: 'LKT-7K2M-9QXA',
        reference: 'T-2041',
        created_at: exampleTime,
        amount: 2_600,
        outcome: 'refuse',
        rules: ['number-day-sum'],
      },
    ],
    pagination: examplePagination,
  },
)

export const remainingResponse = dataResponse(
  'RemainingLimits',
  z.object({
    limits: z.array(
      z.object({
        rule: z.string(),
        subject: z.enum(limitSubjects),
        measure: z.enum(limitMeasures).extract(['sum', 'count', 'amount']),
        window: z.enum(limitWindows),
        limit: z.number().meta({ description: limitDescription }),
        used: z.number(),
        left: z.number(),
        frees_at: zonelessStamp
          .meta({ description: 'When the oldest transfer leaves the window; null if there is none.' })
          .nullable(),
      }),
    ),
  }),
  {
    limits: [
      {
        rule: 'number-day-sum',
        subject: 'number',
        measure: 'sum',
        window: 'day',
        limit: 2_500,
        used: 400,
        left: 2_100,
        frees_at: '2026-11-22T09:30:00.118204',
      },
    ],
  },
)
