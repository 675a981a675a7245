// The codes of receipts, by which people and pages find the state of a payment or transfer today.
import { randomReadableCode } from '../kernel/id.ts'
import type { ProblemSpec } from '../kernel/problem.ts'
import { typedCode } from '../kernel/text/typed-text.ts'
import { type Sql, statement } from '../platform/database/database.ts'
import type { ReceiptSubject } from './receipt-facts.ts'

export const receiptNotFound: ProblemSpec = { status: 404, detail: 'Receipt not found', retry: 'never' }

type CodeRow = { code: string }

/** Returns the code of a subject, a new one if it has none. Nothing is returned if another request has just inserted one. */
const codeStatement = (column: 'transaction_id' | 'transfer_id' | 'payment_link_id') =>
  statement<CodeRow>(
    `code_of_receipt_by_${column}`,
    `with known as (select code from receipt where ${column} = $1), made as (
       insert into receipt (code, ${column}, created_at)
       select $2, $1, $3 where not exists (select from known) on conflict do nothing returning code)
     select code from known union all select code from made`,
  )
const codeOfTransaction = codeStatement('transaction_id')
const codeOfTransfer = codeStatement('transfer_id')
const codeOfLink = codeStatement('payment_link_id')
const findByCode = statement<{
  transaction_id: bigint | null
  transfer_id: bigint | null
  payment_link_id: bigint | null
}>('find_receipt', 'select transaction_id, transfer_id, payment_link_id from receipt where code = $1')
/** Marks a receipt as handed over, unless it is marked already: $1 code, $2 id of the act, $3 user, $4 time. */
// guard: one-hand-over
export const markReceipt = statement(
  'mark_receipt_handed_over',
  `update receipt set mark_id = $2, handed_over_by = $3, handed_over_at = $4
    where code = $1 and handed_over_at is null`,
)

const codeLength = 10
const maxTries = 5

function codeStatementOf(subject: ReceiptSubject) {
  if ('transactionId' in subject) return [codeOfTransaction, subject.transactionId] as const
  if ('transferId' in subject) return [codeOfTransfer, subject.transferId] as const
  return [codeOfLink, subject.linkId] as const
}

/** The code of a subject, always the same one. */
export async function receiptCode(db: Sql, subject: ReceiptSubject, now: Temporal.Instant): Promise<string> {
  for (let tries = 0; tries < maxTries; tries++) {
    const code = randomReadableCode(codeLength, db.cell)
    const [statement, id] = codeStatementOf(subject)
    const [row] = await db.rows(statement, [id, code, now])
    if (row) return row.code
  }
  throw new Error('no free receipt code was found')
}

/** Finds what a code stands for, as a person types it: in any case, with spaces or dashes. */
export async function receiptSubject(
  db: Sql,
  typed: string,
): Promise<{ code: string; subject: ReceiptSubject } | undefined> {
  const code = typedCode(typed).replaceAll('-', '')
  if (!/^[A-HJKMNP-Z2-9]{10}$/.test(code)) return undefined
  const [row] = await db.rows(findByCode, [code])
  if (!row) return undefined
  const { transaction_id: transactionId, transfer_id: transferId, payment_link_id: linkId } = row
  if (transactionId !== null) return { code, subject: { transactionId } }
  return { code, subject: transferId !== null ? { transferId } : { linkId: linkId as bigint } }
}
