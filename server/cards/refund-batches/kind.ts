// Batches of refunds: a row names a payment of the merchant, and becomes an ordinary refund request of it.
import { createHash } from 'node:crypto'
import { readFunds } from '../../balances/lock-balance.ts'
import {
  digestOfText,
  fieldFault,
  formulasIn,
  type RowFields,
  type UploadedRow,
} from '../../batches/fields.ts'
import type { BatchKind, FileFormat } from '../../batches/kind.ts'
import { type BatchOwner, statementsOf } from '../../batches/queries.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type DecimalMark, spreadsheetAmount } from '../../platform/documents/written-amount.ts'
import { codeOf } from '../../platform/http/http.ts'
import { newRequestSchema } from '../refund-requests/schemas.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  adminResultColumns,
  adminResultTitles,
  resultColumns,
  resultLine,
  resultStates,
  resultTitles,
} from './rows.ts'

/** A row names its payment by one of these, as exports do, or by several that are of the same payment. */
const names = ['transaction_uuid', 'cs_payment_id', 'merchant_reference'] as const
const columns = [...names, 'amount', 'reason']

const file: FileFormat = {
  columns: new Set(columns),
  days: [],
  of: 'a refund',
  unique: [],
  rowOf,
  missingColumns: (given) => [
    ...(names.some((name) => given.includes(name)) ? [] : ['transaction_uuid']),
    ...(given.includes('reason') ? [] : ['reason']),
  ],
}

function rowOf(sent: RowFields, number: number, decimals: DecimalMark): UploadedRow {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(sent)) fields[name] = value.trim()
  const faults = [...formulasIn(fields), ...hiddenIn(fields)]
  if (!names.some((name) => fields[name])) faults.push(fieldFault('transaction_uuid', 'Field required'))
  const amount = spreadsheetAmount(fields.amount ?? '', 'USD', decimals)
  if (amount?.minor) fields.amount = formatMoney(amount)
  else if (fields.amount) faults.push(fieldFault('amount', 'Invalid amount', 'RMT-1002'))
  const reason = newRequestSchema.shape.reason.safeParse(fields.reason)
  if (reason.success) fields.reason = reason.data
  else faults.push(fieldFault('reason', 'Needs 3 to 500 characters'))
  // A row is sent under its number, because several rows may be of one payment.
  return { number, fields, reference: String(number), faults }
}

/** Such characters cannot be looked up. */
const hiddenIn = (fields: RowFields) =>
  names
    .filter((name) => /\p{C}/u.test(fields[name] ?? ''))
    .map((name) => fieldFault(name, 'Has a character that is not shown'))

type Named = { number: number; transaction_uuid: string; currency: 'USD' | 'CDF'; is_paid: boolean }

/**
 * The payments that rows name, at most two for each, those that were paid first: a reference of the shop may have been tried before.
 * Another merchant's is like none.
 */
// guard: refund-row-owner
const findNamed = statement<Named>(
  'find_payments_of_refund_rows',
  `select s.number, t.transaction_uuid, t.currency, t.is_paid
     from json_to_recordset($3) as s (number integer, transaction_uuid text, cs_payment_id text, merchant_reference text)
    cross join lateral (
      select t.transaction_uuid, t.currency, t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED') as is_paid
        from (select * from card_transaction where transaction_uuid = s.transaction_uuid
               union all
              select * from card_transaction where s.transaction_uuid is null and cs_payment_id = s.cs_payment_id
               union all
              select * from card_transaction
               where s.transaction_uuid is null and s.cs_payment_id is null and merchant_id = $1 and environment = $2
                 and left(merchant_reference, 64) = left(s.merchant_reference, 64) and status <> 'PENDING') t
       where t.merchant_id = $1 and t.environment = $2
         and coalesce(t.cs_payment_id = s.cs_payment_id, s.cs_payment_id is null)
         and coalesce(t.merchant_reference = s.merchant_reference, s.merchant_reference is null)
       order by is_paid desc limit 2) t`,
)

async function namedPayments(sql: Sql, owner: BatchOwner, rows: readonly UploadedRow[]) {
  const found = new Map<number, Named[]>()
  const sent = rows
    .filter(({ fields }) => hiddenIn(fields).length === 0)
    .map(({ number, fields }) => ({
      number,
      ...Object.fromEntries(names.map((name) => [name, fields[name] || null])),
    }))
  for (const named of await sql.rows(findNamed, [owner.merchantId, owner.environment, JSON.stringify(sent)]))
    found.set(named.number, [...(found.get(named.number) ?? []), named])
  return found
}

function withPayment(row: UploadedRow, [first, second]: readonly Named[] = []): UploadedRow {
  const given = names.find((name) => row.fields[name])
  if (given === undefined) return row
  const fault = (message: string) => ({
    ...row,
    faults: [...row.faults, fieldFault(given, message, codeOf(cardProblems.transaction_not_found))],
  })
  if (!first) return fault(cardProblems.transaction_not_found.detail)
  if (second?.is_paid) return fault('Several payments have this reference')
  const { transaction_uuid } = first
  return { ...row, fields: { ...row.fields, transaction_uuid }, subject: transaction_uuid }
}

function digestOf(fields: RowFields): string {
  const { transaction_uuid, amount = '', reason } = fields
  // guard: refund-batch-same-rows
  if (!transaction_uuid) return digestOfText(fields)
  const content = JSON.stringify(['refund', transaction_uuid, amount, reason])
  return createHash('sha256').update(content).digest('hex')
}

const refundsUnderWay = `from operation o join card_transaction t on t.id = o.card_transaction_id
      where o.kind = 'refund' and o.state in ('intent', 'sent', 'unknown') and t.merchant_id = $1 and t.environment = $2`

export const refundBatches: BatchKind = {
  name: 'refund',
  file,
  statements: statementsOf('refund', {
    join: `left join refund_request q on q.idempotency_key = r.sent_as and q.idempotency_key like 'BAT-%'
      left join card_refund f on f.operation = q.operation`,
    state: `case when q.state = 'WAITING' then 'HELD' when q.state in ('REJECTED', 'EXPIRED') then 'FAILED' when q.state = 'WITHDRAWN' then 'CANCELLED'
      when f.status = 'SUCCESS' then 'SUCCESSFUL' when f.status = 'FAILED' then 'FAILED' when q.state = 'APPROVED' then 'SENT' end`,
    id: 'q.public_id',
    amount: 'q.amount_minor',
    fee: '0::bigint',
    columns: `null::bigint as amount_hundredths, b.currency,
      case when q.state in ('REJECTED', 'EXPIRED') then q.state when f.status = 'FAILED' then 'REFUND_FAILED' end as failure_code,
      case when q.state = 'REJECTED' then q.decision_reason when q.state = 'EXPIRED' then 'The payment can no longer be refunded'
        when f.status = 'FAILED' then 'The refund was refused' end as failure_message,
      coalesce(f.completed_at, q.decided_at) as completed_at`,
    // What an admin or a second user rejected is not asked for again by the hundred.
    // guard: rejected-refund-row
    mayRetry: `q.state is distinct from 'REJECTED'`,
    underWay: refundsUnderWay,
  }),
  async fill({ db }, owner, rows) {
    const found = await namedPayments(db, owner, rows)
    const filled = rows.map((row) => withPayment(row, found.get(row.number)))
    // A file is of one currency, that of its first payment. The check finds rows of another.
    const first = filled.find(({ subject }) => subject !== undefined)
    return { rows: filled, currency: (first && found.get(first.number)?.[0]?.currency) ?? 'USD' }
  },
  digestOf,
  async available(sql, { merchant_id: merchantId, environment, currency }) {
    const { pending, available } = await readFunds(sql, { merchantId, environment, currency })
    return pending + available
  },
  result: { headings: resultColumns, titles: resultTitles, states: resultStates, lineOf: resultLine },
}

/** Files that admins upload and confirm for a merchant: a row becomes a refund of the payment, without a request. */
export const adminRefundBatches: BatchKind = {
  ...refundBatches,
  name: 'admin_refund',
  isOfAdmins: true,
  statements: statementsOf('admin_refund', {
    join: `left join card_refund f on f.idempotency_key = r.sent_as and f.idempotency_key like 'BAT-%'`,
    state: `case f.status when 'SUCCESS' then 'SUCCESSFUL' when 'FAILED' then 'FAILED' when 'PENDING' then 'SENT' end`,
    id: 'f.id::text',
    amount: 'f.amount_minor',
    fee: '0::bigint',
    columns: `null::bigint as amount_hundredths, b.currency, case when f.status = 'FAILED' then 'REFUND_FAILED' end as failure_code,
      case when f.status = 'FAILED' then 'The refund was refused' end as failure_message, f.completed_at`,
    mayRetry: 'true',
    underWay: refundsUnderWay,
  }),
  result: {
    headings: adminResultColumns,
    titles: adminResultTitles,
    states: resultStates,
    lineOf: resultLine,
  },
}
