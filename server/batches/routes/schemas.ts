// Shapes of batches in requests, responses and the webhook.
import { z } from 'zod'
import { localCurrencies } from '../../kernel/money.ts'
import {
  dataResponse,
  examplePagination,
  named,
  pageOf,
  pageResponse,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { decimalNumber, optional, text, wholeNumber } from '../../platform/http/body/body.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import { doneBody } from '../notifications.ts'
import { batchStates, kindNames, maxRows, rowStates } from '../states.ts'

export const uploadQuery = z.object({
  name: text({ min: 1, max: 100 })
    .optional()
    .meta({
      description: 'What people call the batch; the day and time of the upload in UTC by default.',
      examples: ['Salaries, November'],
    }),
})

export const batchPath = { batch_id: z.string().meta({ examples: ['BAT-7K2M9QXA4T3B'] }) }

export const batchesQuery = z.object(pageFields)
export const rowPath = { ...batchPath, row: z.string().meta({ examples: ['2'] }) }
export const rowsQuery = z.object({
  ...pageFields,
  state: z.enum([...rowStates, 'all']).optional(),
  field: text({ min: 1, max: 64 }).optional().meta({ description: 'Only rows with a fault in this column.' }),
})

const fields = z.record(z.string(), z.string()).meta({ description: 'Values by the names of columns.' })
export const correctionSchema = z.object({
  fields: z
    .record(z.string(), z.union([z.string(), decimalNumber]))
    .meta({ description: 'Values by the names of columns, as texts or numbers.' }),
})
export const correctionBody = named('BatchRowCorrection', correctionSchema, {
  fields: { reference: 'EMP-002', sender_birthdate: '1984-02-29' },
})
export const fieldsResponse = dataResponse('BatchRowFields', z.object({ row: z.int(), fields }), {
  row: 2,
  fields: { reference: 'EMP-002', sender_birthdate: '2020-02-29' },
})

export const confirmSchema = z.object({
  count: wholeNumber({ min: 1, max: maxRows }).meta({ description: 'How many rows will be paid.' }),
  total: decimalNumber.meta({ description: 'What they cost with fees, in USD: the `total_debit`.' }),
  skip_faulty: optional(z.boolean()).meta({ description: 'Leaves out the faulty rows.' }),
})
export const confirmBody = named('BatchConfirmation', confirmSchema, {
  count: 118,
  total: 23_718.5,
  skip_faulty: true,
})

const sum = (description: string) => z.number().meta({ description })
const at = zonelessStamp.nullable()

/** A batch in lists. */
export const batchSummary = {
  batch_id: z.string(),
  kind: z.enum(kindNames),
  name: z.string(),
  state: z.enum(batchStates),
  rows: z.int().meta({ description: 'In the file.' }),
  currency: z.enum(localCurrencies).meta({ description: 'Of all sums of the batch.' }),
  pause_reason: z.enum(['requested', 'balance_insufficient', 'merchant_suspended']).nullable().meta({
    description:
      '`balance_insufficient`: goes on once the wallet has enough for all rows that wait. `merchant_suspended`: once the merchant is active again.',
  }),
  uploaded_by: z
    .string()
    .nullable()
    .meta({ description: 'Null if a server uploaded it with the merchant secret.' }),
  corrected_by: z
    .array(z.string())
    .meta({ description: 'Users who corrected rows. Like the one who uploaded it, they cannot confirm it.' }),
  confirmed_by: z.string().nullable(),
  confirmed_rows: z.int().nullable(),
  confirmed_total: z.number().nullable(),
  created_at: zonelessStamp,
  checked_at: at,
  confirmed_at: at,
  done_at: at,
}

const counted = Object.fromEntries(rowStates.map((state) => [state.toLowerCase(), z.int()])) as Record<
  Lowercase<(typeof rowStates)[number]>,
  z.ZodInt
>

export const batchShape = z
  .object({
    ...batchSummary,
    counts: z.object(counted).meta({ description: 'Rows by their states; together they are `rows`.' }),
    amount: sum('What beneficiaries get, of rows that are ready, wait, are under way or were paid.'),
    fee: sum('Of the same rows.'),
    total_debit: sum('Amount and fee together. Before confirmation at the rates of the check.'),
    paid: sum('What successful rows have cost.'),
    available: sum('What the wallet has.'),
    missing: sum('What the wallet lacks for the rows that are ready or wait.'),
    would_hold: z
      .int()
      .meta({ description: 'Ready rows that screening or a limit would hold, as of the check.' }),
    repeated: z.int().meta({
      description:
        'Ready rows that a batch confirmed within the last 30 days has, too. They would be paid again.',
    }),
    changed_profiles: z.int().meta({
      description:
        'Ready rows with a saved profile that is new, or has changed, since a batch with it was confirmed.',
    }),
    profiles_changed_by: z.array(z.string()).meta({
      description:
        'Before the confirmation: users who made such a change to a profile of a ready row. They cannot confirm the batch.',
    }),
  })
  .meta({ id: 'Batch' })

export const exampleSummary = {
  batch_id: 'BAT-7K2M9QXA4T3B',
  kind: 'transfer',
  name: 'Salaries, November',
  state: 'CHECKED',
  rows: 120,
  currency: 'USD',
  pause_reason: null,
  uploaded_by: 'amina@boutique.example',
  corrected_by: [] as string[],
  confirmed_by: null,
  confirmed_rows: null,
  confirmed_total: null,
  created_at: '2026-11-21T09:30:00.118204',
  checked_at: '2026-11-21T09:30:07.402117',
  confirmed_at: null,
  done_at: null,
} as const

const exampleCounts = {
  ...{ unchecked: 0, ready: 118, faulty: 2, waiting: 0, sent: 0, held: 0, successful: 0, failed: 0 },
  ...{ reversed: 0, cancelled: 0 },
}

export const exampleBatch = {
  ...exampleSummary,
  counts: exampleCounts,
  amount: 23_600,
  fee: 118.5,
  total_debit: 23_718.5,
  paid: 0,
  available: 25_000,
  missing: 0,
  would_hold: 1,
  repeated: 0,
  changed_profiles: 1,
  profiles_changed_by: ['jean@boutique.example'],
} as const

export const batchResponse = dataResponse('BatchResponse', batchShape, {
  ...exampleBatch,
  profiles_changed_by: [...exampleBatch.profiles_changed_by],
})

export const batchesResponse = pageResponse('Batches', z.object(batchSummary), exampleSummary)

/** What rows of every kind have. */
export const commonRow = {
  row: z.int().meta({ description: 'Its number in the file, from 1.' }),
  state: z.enum(rowStates),
  repeats: z
    .string()
    .nullable()
    .meta({ description: 'A batch confirmed within the last 30 days that has the same row.' }),
  errors: z
    .array(z.object({ code: z.string(), field: z.string().nullable(), message: z.string() }))
    .meta({ description: 'What is wrong with the row, or why it failed.' }),
  completed_at: at,
}

/** A page of the rows of a kind. */
export const rowsResponseOf = <Row extends z.ZodType>(id: string, row: Row, example: z.input<Row>) =>
  dataResponse(id, pageOf(row), { items: [example], pagination: examplePagination } as never)

const exampleRows = { SUCCESSFUL: 117, FAILED: 1, HELD: 2 }

export const batchEvents = [
  {
    name: 'Batch',
    summary: 'All rows of a batch have been sent, and their outcomes are known',
    description:
      'Sent to merchants that asked for the event `BATCH`, and again when failed rows were sent again. Each transfer has its own webhook, too.',
    signed: true,
    body: named(
      'BatchWebhook',
      z.object({
        event_type: z.literal('BATCH'),
        batch_id: z.string(),
        kind: z.enum(kindNames),
        name: z.string(),
        state: z.literal('DONE'),
        rows: z.int(),
        successful: z.int(),
        failed: z.int(),
        held: z.int().meta({ description: 'Their outcomes follow by the webhooks of their transfers.' }),
        total: sum('What successful rows have cost, with fees.'),
        currency: z.enum(localCurrencies),
        timestamp: zonelessStamp,
      }),
      JSON.parse(
        JSON.stringify(
          doneBody(
            { ...exampleSummary, row_count: 120 },
            { rows: exampleRows, paid: 2_351_750n },
            Temporal.Instant.from('2026-11-21T09:42:00.118204Z'),
          ),
        ),
      ),
    ),
  },
] as const
