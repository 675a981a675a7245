// Subscribers with a wallet. None are stored: the number alone determines operator, name and behaviour.
import { operators } from '../constants.generated.ts'

export type OperatorCode = keyof typeof operators
export const operatorCodes = Object.keys(operators) as OperatorCode[]

/** The outcome of a payout to the wallet. */
export type Behaviour =
  | 'succeeds'
  | 'declined'
  | 'never_calls_back'
  | 'reversed'
  | 'no_wallet'
  | 'slow'
  | 'disordered_callbacks'

export type SubscriberName = { first: string; last: string; full: string }

export type Subscriber = {
  /** Digits with country code: 243810000001. */
  msisdn: string
  operator: OperatorCode
  behaviour: Behaviour
  /** null: no wallet. */
  name: SubscriberName | null
}

const special: Record<string, { behaviour: Behaviour; name: SubscriberName | null }> = {
  '0000001': { behaviour: 'succeeds', name: named('Jean', 'Mukendi') },
  '0000002': { behaviour: 'declined', name: named('Marie', 'Ilunga') },
  '0000003': { behaviour: 'never_calls_back', name: named('Joseph', 'Kabongo') },
  '0000004': { behaviour: 'reversed', name: named('Chantal', 'Mwamba') },
  '0000005': { behaviour: 'no_wallet', name: null },
  '0000006': { behaviour: 'slow', name: named('Patrick', 'Tshibanda') },
  // Likuta has this number on its blacklist; for the operator it is an ordinary wallet.
  '0000007': { behaviour: 'succeeds', name: named('Grace', 'Lukusa') },
  '0000008': { behaviour: 'disordered_callbacks', name: named('Dieudonné', 'Kasongo') },
  '0000009': { behaviour: 'succeeds', name: named('Marie', 'Ilunga') },
}

const ordinary = { behaviour: 'succeeds', name: named('Test', 'Subscriber') } as const

/** The subscriber of `243…` (digits only, no plus); null for anything but a mobile number of the country. */
export function subscriberOf(msisdn: string): Subscriber | null {
  const match = /^243([0-9]{2})([0-9]{7})$/.exec(msisdn)
  if (!match) return null
  const [, prefix = '', rest = ''] = match
  const operator = operatorCodes.find((code) => (operators[code] as readonly string[]).includes(prefix))
  return operator ? { msisdn, operator, ...(special[rest] ?? ordinary) } : null
}

function named(first: string, last: string): SubscriberName {
  return { first, last, full: `${first} ${last}` }
}
