// The operators that a payer can choose, and why the others cannot be.
import { type LocalCurrency, type Money, money } from '../../kernel/money.ts'
import { type OperatorCode, operatorCodes } from '../../kernel/operators.ts'
import { type CollectionTerms, isWithinTerms } from '../../operator-calls/collector.ts'
import type { CollectNeeds } from '../collections/collection.ts'
import { offers, type PricedTransaction } from '../transaction/queries.ts'

export type OperatorChoice = { code: OperatorCode } & (
  | { state: 'open' | 'paused' }
  /** The operator does not take this amount. */
  | { state: 'amount'; fault: AmountFault }
)
/** Too little, too much, or with decimals. The amount is the bound. */
type AmountFault = { kind: 'min' | 'max'; bound: Money<LocalCurrency> } | { kind: 'whole' }

export type ChoiceNeeds = Pick<CollectNeeds, 'operatorFor' | 'isPaused'>

/** The operators that this deployment is connected to; none for a payment that does not offer mobile money. */
export async function operatorChoices(
  needs: ChoiceNeeds,
  payment: PricedTransaction,
): Promise<readonly OperatorChoice[]> {
  if (!offers(payment, 'mobile_money')) return []
  const choices = await Promise.all(operatorCodes.map((code) => choiceOf(needs, payment, code)))
  return choices.filter((choice) => choice !== undefined)
}

async function choiceOf(
  { operatorFor, isPaused }: ChoiceNeeds,
  { environment, amount_minor, currency }: PricedTransaction,
  code: OperatorCode,
): Promise<OperatorChoice | undefined> {
  const collector = operatorFor(environment, code)?.collections
  if (!collector) return undefined
  if (await isPaused(environment, code)) return { code, state: 'paused' }
  const terms = await collector.terms(code, currency).catch(() => undefined)
  if (terms?.isOpen === false) return { code, state: 'paused' }
  const amount = money(amount_minor, currency)
  if (!terms || isWithinTerms(terms, amount)) return { code, state: 'open' }
  return { code, state: 'amount', fault: amountFault(terms, amount) }
}

function amountFault({ min, max }: CollectionTerms, { minor }: Money<LocalCurrency>): AmountFault {
  if (minor < min.minor) return { kind: 'min', bound: min }
  return minor > max.minor ? { kind: 'max', bound: max } : { kind: 'whole' }
}
