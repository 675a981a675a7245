// What a file of disputes says about payments, compared with the payments: a typing mistake would open a case on the wrong one.
import type { Environment } from '../../../kernel/environment.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'
import type { DisputeLine } from '../../gateway/gateway.ts'

const findNamed = statement<{ n: bigint; differs: boolean; is_absurd: boolean }>(
  'find_payments_of_dispute_file',
  `select l.n, l.code <> '' and l.payment_id <> '' and t.cs_payment_id is distinct from l.payment_id as differs,
          l.amount_minor > 2 * t.amount_minor as is_absurd
     from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality l(code, payment_id, amount_minor, n)
    cross join lateral (
          select cs_payment_id, amount_minor from card_transaction t
           where t.environment = $1
             and case when l.code <> '' then t.transaction_uuid = l.code else t.cs_payment_id = l.payment_id end
           limit 1) t
    order by l.n`,
)

/** What contradicts the payments that the lines name, case by case. Some banks claim a little more than was paid, none twice as much. */
export async function faultsOfFile(
  sql: Sql,
  environment: Environment,
  lines: readonly DisputeLine[],
): Promise<string[]> {
  const found = await sql.rows(findNamed, [
    environment,
    lines.map(({ code }) => code),
    lines.map(({ paymentId }) => paymentId),
    lines.map(({ amount }) => amount.minor),
  ])
  return found.flatMap(({ n, differs, is_absurd }) => {
    const line = lines[Number(n) - 1]
    if (!line) return []
    const { caseNumber, paymentId, code } = line
    // guard: dispute-file-payment
    const other = differs ? [`case ${caseNumber}: payment_id ${paymentId} is not that of ${code}`] : []
    // guard: dispute-file-amount
    const absurd = is_absurd ? [`case ${caseNumber}: amount is more than twice what was paid`] : []
    return [...other, ...absurd]
  })
}
