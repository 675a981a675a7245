// Where a payment by phone stands, in the words of its page, on any device that has the link.
import type { Language } from '../../kernel/language.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { statement } from '../../platform/database/database.ts'
import { type CheckoutNeeds, lastDecline, type Progress, progressOf } from '../checkout/checkout.ts'
import { textsOf } from '../checkout/texts.ts'
import type { CollectionState } from '../collections/moves.ts'
import type { RefusalReason } from '../transaction/decline-reasons.ts'
import { offers, type PricedTransaction, takesCardByForm } from '../transaction/queries.ts'
import { type LateMoney, lateMoneyOf, lateValues } from './late-money.ts'
import type { ChoiceNeeds } from './operator-choices.ts'
import { shownNumber, walletOf } from './payer-wallet.ts'
import { filled, phoneTextsOf } from './texts.ts'

/** The payer is being asked on the phone. */
export type Prompt = {
  text: string
  /** Shown instead once the operator has not said in time how it ended. */
  checking: string
  /** ISO 8601: when the request lapses. */
  expires_at: string
  is_unknown: boolean
  /** The steps by which a payer who sees no request can approve, none where no way is known, and the code that they begin with. */
  steps: readonly string[]
  dial: string | null
}

/** What a payer can do after a decline. */
export type NextStep = 'again' | 'other-number' | 'by-card'

/**
 * Why the last attempt was declined: the reason, and how many attempts are left. `charged` says that nothing was debited, or what is
 * being given back. `best` is what helps most.
 */
export type DeclinedAttempt = {
  attempts: number
  lines: readonly string[]
  charged: string
  best: NextStep
}

/**
 * The state of the page for mobile money. In state CONFIRMING without a prompt another attempt runs, by card; in state CARD the payer
 * chooses how to pay.
 */
export type PhoneProgress =
  | { state: Exclude<Progress['state'], 'CARD' | 'CONFIRMING'> }
  | { state: 'CARD'; declined?: DeclinedAttempt }
  | { state: 'CONFIRMING'; back_url?: string | null; prompt?: Prompt }

type RunningCollection = {
  operator: OperatorCode
  number_end: string
  state: CollectionState
  expires_at: Temporal.Instant | null
}

const findRunning = statement<RunningCollection>(
  'find_running_collection',
  'select operator, number_end, state, expires_at from collection where operation = $1',
)

export async function phoneProgressOf(
  needs: CheckoutNeeds & ChoiceNeeds,
  transaction: PricedTransaction,
  language: Language,
): Promise<PhoneProgress> {
  const progress = await progressOf(needs, transaction)
  if (progress.state === 'CARD') {
    const declined = await lastDecline(needs, transaction)
    if (!declined) return { state: 'CARD' }
    const late = await lateMoneyOf(needs.db, transaction)
    const best = bestStep(declined.reason, transaction)
    return { state: 'CARD', declined: { ...declinedAttempt(declined, late, language), best } }
  }
  if (progress.state !== 'CONFIRMING') return { state: progress.state }
  const running = transaction.running_operation
  const [collection] = running === null ? [] : await needs.db.rows(findRunning, [running])
  if (!collection) return progress
  return { ...progress, prompt: await promptOf(needs, transaction, collection, language) }
}

/** The reasons for which the same number would be declined again. */
const ofThisNumber = ['MM_INSUFFICIENT_FUNDS', 'MM_LIMIT', 'MM_BLOCKED', 'MM_NO_WALLET']

function bestStep(reason: string, transaction: PricedTransaction): NextStep {
  if (!ofThisNumber.includes(reason)) return 'again'
  // A number without a wallet is mostly a wrong one.
  const takesCard = offers(transaction, 'card') || takesCardByForm(transaction)
  return reason !== 'MM_NO_WALLET' && takesCard ? 'by-card' : 'other-number'
}

function declinedAttempt(
  { reason, attempts, left }: { reason: string; attempts: number; left: number },
  late: LateMoney | undefined,
  language: Language,
): Omit<DeclinedAttempt, 'best'> {
  const { refusals, script } = textsOf(language)
  const { declined } = phoneTextsOf(language)
  const parts = Object.hasOwn(refusals, reason) ? refusals[reason as RefusalReason] : refusals.MM_DECLINED
  const attemptsLeft = left === 1 ? script.lastAttempt : script.attemptsLeft.replace('{left}', String(left))
  // guard: charged-though-declined
  if (!late) return { attempts, lines: [parts.join(' '), attemptsLeft], charged: declined.text }
  const charged = filled(
    late.is_returned ? declined.returned : declined.returning,
    lateValues(late, language),
  )
  return { attempts, lines: [attemptsLeft], charged }
}

async function promptOf(
  { operatorFor }: ChoiceNeeds,
  { environment, currency, expires_at: orderEnds }: PricedTransaction,
  { operator, number_end, state, expires_at }: RunningCollection,
  language: Language,
): Promise<Prompt> {
  const texts = phoneTextsOf(language)
  const collector = operatorFor(environment, operator)?.collections
  const terms = await collector?.terms(operator, currency).catch(() => undefined)
  const steps = terms?.approvalHint?.[language] ?? []
  const names = { operator: walletOf(operator), number: shownNumber(number_end) }
  return {
    text: filled(texts.prompt.text, names),
    checking: filled(texts.checking.text, names),
    expires_at: (expires_at ?? orderEnds).toString(),
    is_unknown: state === 'UNKNOWN',
    steps,
    dial: /\*[\d*]{1,20}#/.exec(steps.join(' '))?.[0] ?? null,
  }
}
