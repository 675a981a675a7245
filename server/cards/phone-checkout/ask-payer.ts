// Asks a payer on the phone from the payment page: the use case of the API, with the words of the page for whatever goes wrong.
import { type RateLimit, takeFromBudget } from '../../platform/http/rate-limit.ts'
import type { CheckoutNeeds } from '../checkout/checkout.ts'
import { type CollectNeeds, collect } from '../collections/collection.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import { operatorChoices } from './operator-choices.ts'
import { type Fault, faultOf, isFault, readPayer, type TypedPayer } from './payer-number.ts'

export type PhoneNeeds = CheckoutNeeds &
  CollectNeeds & {
    /** How often the payer may be asked, per payment: a number without a wallet counts nowhere else. */
    promptBudget: RateLimit
  }

/** Some operators reply only after the payer has answered; the page shows the request meanwhile. */
const longestReplyMs = 4_000

/**
 * Asks the payer, once. Returns what is wrong with the number or its operator; nobody was asked then.
 * @throws Problem when the payment itself can no longer be paid.
 */
export async function askPayer(
  needs: PhoneNeeds,
  transaction: PricedTransaction,
  typed: TypedPayer,
): Promise<Fault | undefined> {
  const read = readPayer(typed, await operatorChoices(needs, transaction))
  if (isFault(read)) return read
  try {
    // guard: prompt-budget
    takeFromBudget(needs.promptBudget, transaction.id)
    await inTime(needs, transaction, collect(needs, transaction, read))
    return undefined
  } catch (error) {
    const fault = faultOf(error, read.operator)
    if (!fault) throw error
    return fault
  }
}

/** Waits for the reply, or long enough: the claim is committed by then, and whoever reads the payment sees it. */
async function inTime(
  { log }: Pick<PhoneNeeds, 'log'>,
  { transaction_uuid }: PricedTransaction,
  asking: Promise<unknown>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, longestReplyMs, 'late')
  })
  const first = await Promise.race([asking, late]).finally(() => clearTimeout(timer))
  if (first === 'late')
    asking.catch((error: unknown) =>
      log.warn('collection request failed after its page', { transaction_uuid, reason: String(error) }),
    )
}
