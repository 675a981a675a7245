// Reads the request for a payout, which is the same for merchants' servers, signed-in merchants and admins.
import { parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { check } from '../../platform/http/body/body.ts'
import { payoutProblems } from '../problems.ts'
import { createPayout, type PayoutNeeds, type Requester } from './create-payout.ts'
import { newPayoutSchema } from './schemas.ts'

/** @throws InvalidBody, Problem 400, 404, 409, 422 */
export async function requestPayout(needs: PayoutNeeds, requester: Requester, body: unknown) {
  const {
    amount: digits,
    currency,
    destination_id: destination,
    reference,
  } = check(newPayoutSchema, body, 'body')
  const amount = parseMoney(digits, currency)
  if (!amount) throw new Problem(payoutProblems.amount_decimals)
  return createPayout(needs, requester, { amount, destination, reference })
}
