// Batches of transfers: their rows are what `inbound` takes, and become ordinary transfers.

import { hash } from 'node:crypto'
import {
  digestOfText,
  fieldFault,
  formulasIn,
  type RowFault,
  type RowFields,
  type UploadedRow,
} from '../../batches/fields.ts'
import type { BatchKind, BatchWork, FileFormat } from '../../batches/kind.ts'
import { statementsOf } from '../../batches/queries.ts'
import { stateNames } from '../../batches/routes/result-titles.ts'
import { maxReference, sentAs } from '../../batches/states.ts'
import { type DecimalMark, spreadsheetAmount } from '../../platform/documents/written-amount.ts'
import { readJson } from '../../platform/http/body/json.ts'
import type { Inbound } from '../acceptance/inbound.ts'
import { contentOf } from '../acceptance/repeated-reference.ts'
import { amountFault, inboundSchema, readInbound } from '../acceptance/request.ts'
import { formatHundredths } from '../transfer/formats.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { walletPair } from '../wallets/merchant-reads.ts'
import { fillRows } from './profiles/fill-rows.ts'
import {
  personNumbers,
  profileCode,
  profileColumns,
  profileFields,
  profileKinds,
  unfilledFields,
} from './profiles/profile.ts'
import { confirmUsed } from './profiles/queries.ts'
import { resultColumns, resultLine, resultTitles } from './rows.ts'

const schema = inboundSchema(() => true)
const { shape } = schema
const neededColumns = Object.entries(shape).flatMap(([name, field]) =>
  field.safeParse(undefined).success ? [] : [name],
)
/** A column may be left out where a row may leave it empty. */
const emptyColumns = neededColumns.filter((name) => shape[name as keyof typeof shape].safeParse('').success)

const file: FileFormat = {
  columns: new Set([...Object.keys(shape), ...Object.values(profileColumns)]),
  days: Object.keys(shape).filter((name) => /date$/.test(name)),
  of: 'a transfer',
  unique: ['reference', 'quote_id'],
  rowOf,
  missingColumns(names) {
    // What a profile has needs no column.
    const named = profileKinds.filter((kind) => names.includes(profileColumns[kind]))
    const given = new Set([...names, ...emptyColumns, ...named.flatMap((kind) => [...profileFields[kind]])])
    return neededColumns.filter((name) => !given.has(name))
  },
}

function rowOf(sent: RowFields, number: number, decimals: DecimalMark): UploadedRow {
  const fields: Record<string, string> = Object.fromEntries(emptyColumns.map((name) => [name, '']))
  for (const [name, value] of Object.entries(sent)) fields[name] = value.trim()
  const faults = [
    ...formulasIn(fields, personNumbers),
    ...referenceFault(fields.reference),
    ...readAmountOf(fields, decimals),
  ]
  const isUsable = faults.every(({ field }) => field !== 'reference')
  return { number, fields, reference: isUsable ? (fields.reference ?? null) : null, faults }
}

/** Writes the amount with two decimals. One that could be two amounts, such as 1.000, is a fault. */
function readAmountOf(fields: Record<string, string>, decimals: DecimalMark): RowFault[] {
  const amount = spreadsheetAmount(fields.amount ?? '', 'USD', decimals)
  if (amount) fields.amount = formatHundredths(amount.minor)
  // guard: batch-ambiguous-amount
  return amount || !fields.amount ? [] : [fieldFault('amount', amountFault, remittanceProblems.amount.code)]
}

function referenceFault(reference = ''): RowFault[] {
  if (reference === '') return [fieldFault('reference', 'Field required')]
  if (/[/\p{C}]/u.test(reference))
    return [fieldFault('reference', 'Has a slash or a character that is not shown')]
  if ([...reference].length > maxReference)
    return [fieldFault('reference', `Has more than ${maxReference} characters`)]
  return []
}

/** The fields as the body of a transfer: a spreadsheet has only texts, a transfer takes its amount as a number. */
function bodyOf(fields: RowFields, reference: string): Record<string, unknown> {
  const number = fields.amount === undefined ? undefined : readJson(Buffer.from(fields.amount))
  const amount = number?.kind === 'value' ? number.value : fields.amount
  return { ...fields, reference, ...(amount !== undefined && { amount }) }
}

/** Whether a row may be sent today does not change what it asks for. */
const anyDay = { today: Temporal.PlainDate.from('2000-01-01'), overCap: () => false }

function digestOf(fields: RowFields): string {
  const { request } = readInbound(schema, bodyOf(fields, fields.reference ?? ''), anyDay)
  // guard: batch-same-rows
  if (request) return contentOf(request).toString('hex')
  // Nothing can be sent as it is: its text has to do.
  return digestOfText(fields)
}

/** By the last nine digits, a number is the same however it is written. */
function alikeOf({ reference, amount, currency, beneficiary = '', customer_number = '' }: RowFields): Buffer {
  const payee = beneficiary ? profileCode(beneficiary) : customer_number.replace(/\D/g, '').slice(-9)
  return hash('sha256', JSON.stringify([reference, amount, currency, payee]), 'buffer')
}

/**
 * A transfer with an open exception may have been paid, and one that a compliance officer rejected is not for the merchant to send again,
 * nor is one that has used up its quote.
 */
// guard: retried-transfers
const mayRetry = `t.failure_code is distinct from 'COMPLIANCE_REJECTED'
  and not exists (select from quote q where q.transfer_id = t.id)
  and not exists (select from transfer_exception e where e.transfer_id = t.id and e.state = 'open')`

export const transferBatches: BatchKind = {
  name: 'transfer',
  file,
  statements: statementsOf('transfer', {
    join: `left join transfer t
      on t.merchant_id = b.merchant_id and t.environment = b.environment and t.reference = r.sent_as`,
    state: `case t.status when 'Submitted' then 'SENT' when 'Hold' then 'HELD' when 'Successful' then 'SUCCESSFUL' when 'Failed' then 'FAILED'
      when 'Reversed' then 'REVERSED' end`,
    id: 't.transaction_id',
    amount: 't.receiver_minor',
    fee: 't.fee_minor',
    columns: 't.amount_hundredths, t.currency, t.failure_code, t.failure_message, t.completed_at',
    mayRetry,
    underWay: `from transfer where merchant_id = $1 and environment = $2 and status = 'Submitted'`,
  }),
  async fill(needs, owner, rows) {
    return { rows: await fillRows(needs, owner, rows), currency: 'USD' }
  },
  digestOf,
  alikeOf,
  async confirmed(sql, { id, merchant_id, environment }) {
    await sql.rows(confirmUsed, [id, merchant_id, environment])
  },
  async available(sql, { merchant_id, environment }) {
    return (await walletPair(sql, { id: merchant_id, environment })).available
  },
  result: { headings: resultColumns, titles: resultTitles, states: stateNames, lineOf: resultLine },
}

/** The wallet is compared with the sum of the batch, not with a single row. */
const ofBatch: string = remittanceProblems.balance_insufficient.code
const overLimit: string = remittanceProblems.over_limit.code

export function openTransferWork(inbound: Inbound): BatchWork {
  return {
    kind: transferBatches,
    async check(merchant, { batch_id }, { fields, reference, number }) {
      const body = bodyOf(fields, sentAs(batch_id, reference ?? String(number), 1))
      const found = await inbound.check(merchant, body, { skipNameCheck: false })
      // The row says what is wrong with its profile; the fields that this would have filled in are not faults, too.
      const unfilled = unfilledFields(fields)
      const errors = found.errors
        .filter(({ code, field }) => code !== ofBatch && !(field !== null && unfilled.has(field)))
        // A limit frees so late that a person decides.
        .map((error) => (error.code === overLimit ? { ...error, retry: 'never' as const } : error))
      const { amount = null, fee = null } = found.quote ?? {}
      return { errors, amount, fee, wouldHold: found.screening === 'hold' || found.limits === 'hold' }
    },
    accept(merchant, _, { fields, sentAs, amount, fee }) {
      return inbound.accept(merchant, bodyOf(fields, sentAs), {
        skipNameCheck: false,
        maxDebit: amount + fee,
      })
    },
    refusalOf(spec) {
      if (spec === remittanceProblems.balance_insufficient) return 'out_of_money'
      if (spec === remittanceProblems.reference_reused) return 'reference_used'
      return spec.retry !== 'never' && spec !== remittanceProblems.over_limit ? 'passing' : 'failed'
    },
  }
}
