// The number that a payer typed, with its operator, or what is wrong with it in one sentence that says what to do.
import type { Language } from '../../kernel/language.ts'
import { type OperatorCode, operatorCodes } from '../../kernel/operators.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { InvalidBody, Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { textsOf } from '../checkout/texts.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { OperatorChoice } from './operator-choices.ts'
import { walletOf } from './payer-wallet.ts'
import { filled, type PhoneTexts, phoneTextsOf } from './texts.ts'

export type Payer = { operator: OperatorCode; msisdn: string }
export type TypedPayer = { number: string; operator: OperatorCode | undefined }

type FaultName = keyof PhoneTexts['faults']
/** A sentence for the payer, with the names that it needs. */
export type Fault = {
  name: FaultName | 'declinedTooOften'
  operator?: OperatorCode
  /** After how long another try may help. */
  seconds?: number
}

export function isFault(read: Payer | Fault): read is Fault {
  return 'name' in read
}

export function operatorNamed(name: unknown): OperatorCode | undefined {
  return operatorCodes.find((code) => code === name)
}

/** @param choices the operators that this payment can use. */
export function readPayer(
  { number, operator: chosen }: TypedPayer,
  choices: readonly OperatorChoice[],
): Payer | Fault {
  if (number.trim() === '') return { name: 'missing' }
  const phone = readPhone(number)
  if (!phone) return { name: 'wrong' }
  if (phone.country !== 'CD') return { name: 'foreign' }
  const operator = phone.operator ?? chosen
  if (!operator) return { name: 'operatorMissing' }
  const isOpen = choices.some(({ code, state }) => code === operator && state === 'open')
  if (!isOpen) return { name: 'unavailable', operator }
  if (chosen && chosen !== operator) return { name: 'operatorOther', operator }
  return { operator, msisdn: phone.digits }
}

const faultsOfProblems = new Map<ProblemSpec, Fault['name']>([
  [cardProblems.no_wallet, 'noWallet'],
  [cardProblems.number_not_allowed, 'refused'],
  [cardProblems.payment_method_not_enabled, 'unavailable'],
  [cardProblems.prompts_too_many, 'tooMany'],
  [cardProblems.operator_unavailable, 'silent'],
  [cardProblems.link_busy, 'busy'],
  [cardProblems.link_declined_too_often, 'declinedTooOften'],
  [requestProblems.rate_limited, 'busy'],
])

/** What a refused attempt tells the payer; undefined where the payment itself has changed. */
export function faultOf(error: unknown, operator: OperatorCode): Fault | undefined {
  // The operator does not take the amount.
  if (error instanceof InvalidBody) return { name: 'unavailable', operator }
  if (!(error instanceof Problem)) return undefined
  const name = faultsOfProblems.get(error.spec)
  const seconds = Number(error.headers['retry-after'])
  return name && { name, operator, ...(seconds > 0 && { seconds }) }
}

export function faultText({ name, operator, seconds = 60 }: Fault, language: Language): string {
  if (name === 'declinedTooOften') return textsOf(language).ends.link_declined.text
  const wallet = operator ? walletOf(operator) : ''
  return filled(phoneTextsOf(language).faults[name], {
    operator: wallet,
    known: wallet,
    wait: durationText(seconds, language),
  })
}

/** "40 secondes", "8 minutes" */
export function durationText(seconds: number, language: Language): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}
