// Schemas of bank files, their lines and the movements they show.

import { z } from 'zod'
import { pendingField } from '../admin/approvals/pending.ts'
import { sortedCurrencies } from '../kernel/money.ts'
import {
  cappedPageResponse,
  dataResponse,
  dayText,
  environmentName,
  listResponse,
  named,
  twoPlaces,
  utcStamp,
} from '../platform/http/api.ts'
import { queryNumber, reasonText, text } from '../platform/http/body/body.ts'
import { pageFields } from '../platform/http/list-query.ts'
import { bankFormats, maxBankFile } from './files/read-bank-file.ts'
import { lineStates, movementKinds } from './reconciliation/lines.ts'

/** A file in Base64, and its name. */
export const maxUpload = Math.ceil((maxBankFile * 4) / 3) + 1024

export const uploadSchema = z.object({
  name: text({ min: 1, max: 200 }),
  content: z
    .string()
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .meta({ description: 'The file in Base64: camt, MT940, MT942 or CSV, or a ZIP of them, at most 5 MB.' }),
})
export const uploadBody = named('NewBankFile', uploadSchema, {
  name: 'statement-2026-11-23.xml',
  content: 'PD94bWwgdmVyc2lvbj0iMS4wIj8+',
})
export const assignSchema = z.object({ kind: z.enum(movementKinds), key: text({ min: 1, max: 200 }) })
export const assignBody = named('BankLineAssignment', assignSchema, {
  kind: 'payout',
  key: '019a0000-0000-7000-8000-000000000001',
})
export const writeOffSchema = z.object({ reason: reasonText() })
export const writeOffBody = named('BankLineWriteOff', writeOffSchema, { reason: 'Bank fee of November' })

export const fileQuery = z.object(pageFields)
export const lineQuery = z.object({
  ...pageFields,
  state: z
    .enum([...lineStates, 'open'])
    .optional()
    .meta({ description: '`open` lists the lines that need an admin.' }),
  file_id: queryNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }).optional(),
})
export const movementQuery = z.object({ state: z.enum(['MISSING']).optional() })

const currency = z.enum(sortedCurrencies)

const line = z
  .object({
    id: z.int(),
    file_id: z.int(),
    environment: environmentName,
    account_last4: z.string(),
    currency,
    statement: z.string(),
    entry: z.string(),
    booked_on: dayText,
    amount: twoPlaces.meta({ description: 'Negative for money that left the account.' }),
    is_return: z.boolean(),
    end_to_end_id: z.string().nullable(),
    bank_reference: z.string().nullable(),
    text: z.string(),
    state: z.enum(lineStates),
    kind: z.enum(movementKinds).nullable().meta({ description: 'Of the movement it was matched with.' }),
    key: z.string().nullable(),
    matched_by: z.string().nullable().meta({ description: '`reference`, `amount`, or the admin.' }),
    duplicate_of: z.int().nullable(),
    decided_at: utcStamp.nullable(),
    write_off_by: z.string().nullable(),
    write_off_reason: z.string().nullable(),
    write_off_approved_by: z.string().nullable(),
  })
  .meta({ id: 'BankLine' })

const exampleLine = {
  id: 7,
  file_id: 2,
  environment: 'production',
  account_last4: '0195',
  currency: 'USD',
  statement: '2026-11-23-1',
  entry: '3',
  booked_on: '2026-11-23',
  amount: '-150.00',
  is_return: false,
  end_to_end_id: '019a000000007000800000000000000a',
  bank_reference: 'B-4711',
  text: 'LIKUTA PAYOUT-2026-11-23',
  state: 'CANDIDATES',
  kind: null,
  key: null,
  matched_by: null,
  duplicate_of: null,
  decided_at: null,
  write_off_by: null,
  write_off_reason: null,
  write_off_approved_by: null,
} as const

const movement = z
  .object({
    kind: z.enum(movementKinds),
    key: z.string(),
    environment: environmentName,
    currency,
    amount: twoPlaces.meta({ description: 'Negative for money that leaves the account.' }),
    due_on: dayText,
    state: z.enum(['FOUND', 'EXPECTED', 'MISSING']),
    line_id: z.int().nullable(),
    ledger_amount: twoPlaces
      .nullable()
      .meta({ description: 'Of a settlement: what our ledger says of the day, before commissions.' }),
    reported_amount: twoPlaces
      .nullable()
      .meta({ description: 'Of a settlement: what the report of the gateway says of the day.' }),
  })
  .meta({ id: 'BankMovement' })

const exampleMovement = {
  kind: 'settlement',
  key: 'production 2026-11-21 USD',
  environment: 'production',
  currency: 'USD',
  amount: '985.00',
  due_on: '2026-11-23',
  state: 'EXPECTED',
  line_id: null,
  ledger_amount: '1000.00',
  reported_amount: '1000.00',
} as const

export const lineResponse = dataResponse('BankLineResponse', line, exampleLine)
export const lineDetailResponse = dataResponse(
  'BankLineDetailResponse',
  z.object({ ...line.shape, candidates: z.array(movement) }),
  { ...exampleLine, candidates: [exampleMovement] },
)
const listedLine = line.extend({ pending_approvals: pendingField }).meta({ id: 'ListedBankLine' })
export const linesResponse = cappedPageResponse('BankLinesResponse', listedLine, {
  ...exampleLine,
  pending_approvals: [],
})
export const movementsResponse = listResponse('BankMovementsResponse', movement, exampleMovement)

const file = z
  .object({
    id: z.int(),
    name: z.string(),
    format: z.string(),
    lines: z.int(),
    open_lines: z.int().meta({ description: 'Those that need an admin.' }),
    imported_by: z.string(),
    imported_at: utcStamp,
  })
  .meta({ id: 'BankFile' })
export const filesResponse = cappedPageResponse('BankFilesResponse', file, {
  id: 2,
  name: 'statement-2026-11-23.xml',
  format: 'camt.053',
  lines: 31,
  open_lines: 2,
  imported_by: 'amina',
  imported_at: '2026-11-23T09:30:00Z',
})
export const importResponse = dataResponse(
  'BankImportResponse',
  z.object({
    format: z.enum(bankFormats),
    lines: z.int().meta({ description: 'Lines that the file adds.' }),
    known: z.int().meta({ description: 'Lines that were imported before.' }),
    skipped: z
      .array(z.object({ name: z.string(), account: z.string().nullable(), currency: z.string().nullable() }))
      .meta({
        description:
          'What was left out: statements of accounts or in currencies that are not ours, and files of an archive that are no statements, without account and currency.',
      }),
  }),
  { format: 'camt.053', lines: 31, known: 0, skipped: [] },
)
