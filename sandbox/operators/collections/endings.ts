// How a collection from a wallet ends. The last two digits of the number decide, whatever stands before them; a test can give a
// number any other ending.

export type CollectionDecline =
  | 'wrong_pin'
  | 'cancelled'
  | 'lapsed'
  | 'insufficient_funds'
  | 'limit'
  | 'no_wallet'
  | 'blocked'
  | 'busy'
  | 'refused'

type Plan = {
  /** null: nothing ends it but an answer on the phone or a release by the operator's staff. */
  as: 'approved' | CollectionDecline | null
  /** `soon`: as soon as a payout ends. `slowly`: the payer takes some time. `lapse`: when the prompt lapses. */
  when: 'soon' | 'slowly' | 'lapse'
  callbacks?: 'none' | 'disordered' | 'contradicted'
}

const plans = {
  approves: { as: 'approved', when: 'soon' },
  approves_slowly: { as: 'approved', when: 'slowly' },
  wrong_pin: { as: 'wrong_pin', when: 'soon' },
  cancelled: { as: 'cancelled', when: 'soon' },
  no_answer: { as: 'lapsed', when: 'lapse' },
  insufficient_funds: { as: 'insufficient_funds', when: 'soon' },
  limit: { as: 'limit', when: 'soon' },
  no_wallet: { as: 'no_wallet', when: 'soon' },
  blocked: { as: 'blocked', when: 'soon' },
  busy: { as: 'busy', when: 'soon' },
  refused: { as: 'refused', when: 'soon' },
  /** Lapses, and is approved after the merchant has inquired twice. */
  approves_late: { as: 'lapsed', when: 'lapse' },
  disordered_callbacks: { as: 'approved', when: 'soon', callbacks: 'disordered' },
  /** The connection breaks before the reply, and no callback follows: only an inquiry finds the approval. */
  reply_lost: { as: 'approved', when: 'soon', callbacks: 'none' },
  /** A callback says that the payer declined, a later one that they approved, which is true. */
  contradicted: { as: 'approved', when: 'soon', callbacks: 'contradicted' },
  silent: { as: 'approved', when: 'soon', callbacks: 'none' },
  other_amount: { as: 'approved', when: 'soon' },
  ambiguous: { as: null, when: 'soon' },
  refund_refused: { as: 'approved', when: 'soon' },
  /** Approved, and returned to the payer by the operator some seconds later. */
  reversed: { as: 'approved', when: 'soon' },
} as const satisfies Record<string, Plan>

export type Ending = keyof typeof plans

export const endings = Object.keys(plans) as [Ending, ...Ending[]]

export const planOf = (ending: Ending): Plan => plans[ending]

const byDigits: Readonly<Record<string, Ending>> = {
  '05': 'no_wallet',
  '21': 'approves',
  '22': 'approves_slowly',
  '23': 'wrong_pin',
  '24': 'no_answer',
  '25': 'insufficient_funds',
  '26': 'approves_late',
  '27': 'disordered_callbacks',
  '28': 'reply_lost',
  '29': 'contradicted',
}

export function usualEndingOf(msisdn: string): Ending {
  return byDigits[msisdn.slice(-2)] ?? 'approves'
}
