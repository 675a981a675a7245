// The check of rows of refunds, which merchants and admins share: whether each payment has as much left, alone and together with the rows
// before it. Nothing is requested or reserved.
import { fieldFault, type RowFault } from '../../batches/fields.ts'
import type { BatchWork, Findings } from '../../batches/kind.ts'
import type { BatchRow } from '../../batches/queries.ts'
import { parseMoney } from '../../kernel/money.ts'
import type { Problem } from '../../kernel/problem.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { codeOf } from '../../platform/http/http.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { whyNotRefundable } from '../refund-requests/responses.ts'
import { remainingOf } from '../refunds/refund-rules.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { PricedTransaction } from '../transaction/queries.ts'

/** What the check knows of the payment that a row names. */
export type RefundedPayment = Pick<
  PricedTransaction,
  | 'id'
  | 'merchant_id'
  | 'environment'
  | 'status'
  | 'finalised_at'
  | 'running_operation'
  | 'amount_minor'
  | 'commission_minor'
  | 'currency'
  | 'refunded_minor'
  | 'refund_reserved_minor'
  | 'disputed_minor'
  | 'open_disputes'
>

const findPayment = statement<RefundedPayment>(
  'find_payment_of_refund_row',
  `select id, merchant_id, environment, status, finalised_at, running_operation, amount_minor, commission_minor, currency, refunded_minor,
          refund_reserved_minor, disputed_minor, open_disputes
     from card_transaction where merchant_id = $1 and environment = $2 and transaction_uuid = $3 and amount_minor is not null`,
)
/** Rows of one payment may exceed what is left of it only together. */
// guard: refund-rows-together
const findExceeding = statement<{ number: number }>(
  'find_refund_rows_that_exceed_together',
  `select o.number
     from (select number, subject, sum(amount_minor) over (partition by subject order by number) as upto
             from batch_row where batch = $1 and state = 'READY') o
     join card_transaction t on t.transaction_uuid = o.subject
    where o.upto > t.amount_minor - t.refunded_minor - t.refund_reserved_minor - t.disputed_minor`,
)
const tooMuch = 'Exceeds what the rows before it leave of the payment'

/** Rows that ask for more than the rows before them leave of their payment. */
export async function checkRefundsTogether(
  sql: Tx,
  { id }: BatchRow,
): Promise<{ number: number; fault: RowFault }[]> {
  const fault = fieldFault('amount', tooMuch, codeOf(cardProblems.refund_too_much))
  return (await sql.rows(findExceeding, [id])).map(({ number }) => ({ number, fault }))
}

/** What else would refuse the refund of this amount, in minor units, and whether it would wait for somebody. */
type FurtherCheck = (
  payment: RefundedPayment,
  amount: bigint,
) => Promise<{ fault: Problem | undefined; wouldHold: boolean }>

/** Checks one row. @param further is asked once the payment itself can be refunded */
export function openRefundCheck(
  { db, clock }: { db: Sql; clock: Clock },
  further: FurtherCheck = async () => ({ fault: undefined, wouldHold: false }),
): BatchWork['check'] {
  return async (merchant, { currency }, { fields, subject }) => {
    const [payment] = await db.rows(findPayment, [merchant.id, merchant.environment, subject])
    if (!payment) return { errors: [], amount: null, fee: null, wouldHold: false }
    // guard: refund-row-currency
    if (payment.currency !== currency) return inOtherCurrency(payment.currency, currency)
    const given = fields.amount ? parseMoney(fields.amount, currency)?.minor : undefined
    const amount = given ?? remainingOf(payment)
    // guard: refund-row-left
    const refused = whyNotRefundable(payment, amount, clock.now())
    const { fault = undefined, wouldHold } = refused
      ? { fault: refused, wouldHold: false }
      : await further(payment, amount)
    return {
      errors: fault ? [findingOf(fault)] : [],
      ...{ amount: amount > 0n ? amount : null, fee: 0n, wouldHold },
    }
  }
}

const findingOf = ({ spec, message }: Problem) => ({
  ...{ code: codeOf(spec), field: null, message, retry: spec.retry },
})

function inOtherCurrency(found: string, currency: string): Findings {
  const message = `Is in ${found}, and the batch is in ${currency}`
  const fault = { code: codeOf(cardProblems.refund_too_much), field: 'transaction_uuid', message }
  return { errors: [{ ...fault, retry: 'never' }], amount: null, fee: null, wouldHold: false }
}
