// The sandbox's cards by behaviour: the one table. CARDS.md is printed from it.
import type { AuthenticationOutcome } from '../payer-authentication/outcomes.ts'

export type PaymentOutcome =
  | { kind: 'approved' }
  | { kind: 'declined'; reason: string; responseCode: string }
  /** Approved by the bank, kept back by a gateway rule: the authorization is held, the capture is not done. */
  | { kind: 'review'; reason: string }
  | { kind: 'risk_declined'; reason: string }
  | { kind: 'partial' }
  | { kind: 'slow' }
  /** Nothing is charged and the gateway says that it is broken. */
  | { kind: 'broken'; status: 500 | 502 }
  /** No answer ever comes; the money has moved or not. */
  | { kind: 'silent'; charged: boolean }

export type CardBehaviour = {
  key: string
  story: string
  numbers: readonly string[]
  authentication: AuthenticationOutcome
  payment: PaymentOutcome
}

const approved: PaymentOutcome = { kind: 'approved' }

function declined(reason: string, responseCode: string): PaymentOutcome {
  return { kind: 'declined', reason, responseCode }
}

/** Documented numbers of protocol 2.1.0 work with both published Visa prefixes. */
function bothPrefixes(number: string): string[] {
  return [number, withCheckDigit(`445653${number.slice(6, -1)}`)]
}

function withCheckDigit(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A number that carries the legacy reason code of its decline, e.g. 205: 4000000200002058. */
function numberFor(legacyCode: number): string {
  return withCheckDigit(`400000020000${legacyCode}`)
}

function authenticationCard(
  key: string,
  story: string,
  authentication: AuthenticationOutcome,
  [visa, ...others]: string[],
): CardBehaviour {
  return { key, story, numbers: [...bothPrefixes(visa!), ...others], authentication, payment: approved }
}

function declineCard(story: string, legacyCode: number, reason: string, responseCode: string): CardBehaviour {
  return {
    key: `declined_${legacyCode}`,
    story,
    numbers: [numberFor(legacyCode)],
    authentication: 'frictionless',
    payment: declined(reason, responseCode),
  }
}

const acceptedCard: CardBehaviour = {
  key: 'accepted',
  story: 'frictionless, accepted',
  numbers: [
    '4242424242424242',
    '4111111111111111',
    '5555555555554444',
    '2222420000001113',
    '378282246310005',
  ],
  authentication: 'frictionless',
  payment: approved,
}

export const cards: readonly CardBehaviour[] = [
  acceptedCard,
  {
    key: 'challenge_accepted',
    story: 'challenge (code 1234), then accepted; three wrong codes fail',
    numbers: ['4000000000003220'],
    authentication: 'challenge',
    payment: approved,
  },
  {
    key: 'declined',
    story: 'frictionless, declined by the bank without a reason',
    numbers: ['4000000000000002'],
    authentication: 'frictionless',
    payment: declined('PROCESSOR_DECLINED', '05'),
  },
  {
    key: 'insufficient_funds',
    story: 'frictionless, declined: insufficient funds',
    numbers: ['4000000000009995', numberFor(204)],
    authentication: 'frictionless',
    payment: declined('INSUFFICIENT_FUND', '51'),
  },
  {
    key: 'expired',
    story: 'frictionless, declined: expired card',
    numbers: ['4000000000000069', numberFor(202)],
    authentication: 'frictionless',
    payment: declined('EXPIRED_CARD', '54'),
  },
  {
    key: 'challenge_declined',
    story: 'challenge (code 1234), then declined',
    numbers: ['4000008400001629'],
    authentication: 'challenge',
    payment: declined('PROCESSOR_DECLINED', '05'),
  },
  {
    key: 'review',
    story: 'approved by the bank, held for review (480): nothing captured',
    numbers: ['4000000000009235', numberFor(480)],
    authentication: 'frictionless',
    payment: { kind: 'review', reason: 'DECISION_PROFILE_REVIEW' },
  },
  {
    key: 'authentication_failed',
    story: 'authentication fails without a challenge',
    numbers: ['4000000000003063'],
    authentication: 'frictionless_failed',
    payment: approved,
  },
  {
    key: 'server_error',
    story: 'the gateway answers 502, nothing charged',
    numbers: ['4000000000000119', numberFor(150)],
    authentication: 'frictionless',
    payment: { kind: 'broken', status: 502 },
  },
  {
    key: 'charged_without_reply',
    story: 'the gateway charges and never answers',
    numbers: ['4000000000000259'],
    authentication: 'frictionless',
    payment: { kind: 'silent', charged: true },
  },
  {
    key: 'timeout',
    story: 'the gateway never answers, nothing charged',
    numbers: [numberFor(151)],
    authentication: 'frictionless',
    payment: { kind: 'silent', charged: false },
  },
  {
    key: 'infrastructure_error',
    story: 'HTTP 500 with a body that is not JSON, nothing charged',
    numbers: [numberFor(500)],
    authentication: 'frictionless',
    payment: { kind: 'broken', status: 500 },
  },
  {
    key: 'slow',
    story: 'accepted after some seconds',
    numbers: [numberFor(100)],
    authentication: 'frictionless',
    payment: { kind: 'slow' },
  },
  {
    key: 'partial',
    story: 'approved for half of the amount (110)',
    numbers: [numberFor(110)],
    authentication: 'frictionless',
    payment: { kind: 'partial' },
  },
  {
    key: 'avs_review',
    story: 'approved by the bank, address check failed (200): held for review',
    numbers: [numberFor(200)],
    authentication: 'frictionless',
    payment: { kind: 'review', reason: 'AVS_FAILED' },
  },
  {
    key: 'contact_processor',
    story: 'the bank wants a call (201): held for review',
    numbers: [numberFor(201)],
    authentication: 'frictionless',
    payment: { kind: 'review', reason: 'CONTACT_PROCESSOR' },
  },
  {
    key: 'security_code_review',
    story: 'approved by the bank, security code wrong (230): held for review',
    numbers: [numberFor(230)],
    authentication: 'frictionless',
    payment: { kind: 'review', reason: 'CV_FAILED' },
  },
  {
    key: 'risk_declined',
    story: 'approved by the bank, refused by the fraud rules (481): authorization held',
    numbers: [numberFor(481)],
    authentication: 'frictionless',
    payment: { kind: 'risk_declined', reason: 'DECISION_PROFILE_REJECT' },
  },
  {
    key: 'soft_decline',
    story: 'declined (478) until the cardholder was challenged (`challengeCode` 04)',
    numbers: [numberFor(478)],
    authentication: 'frictionless',
    payment: declined('CUSTOMER_AUTHENTICATION_REQUIRED', '1A'),
  },
  declineCard('declined by the bank', 203, 'PROCESSOR_DECLINED', '05'),
  declineCard('stolen or lost', 205, 'STOLEN_LOST_CARD', '43'),
  declineCard('bank unreachable', 207, 'ISSUER_UNAVAILABLE', '91'),
  declineCard('inactive, or not for use on the web', 208, 'UNAUTHORIZED_CARD', '57'),
  declineCard('credit limit reached', 210, 'EXCEEDS_CREDIT_LIMIT', '61'),
  declineCard('wrong security code', 211, 'INVALID_CVN', 'N7'),
  declineCard('on the processor’s negative list', 221, 'BLACKLISTED_CUSTOMER', '59'),
  declineCard('account frozen', 222, 'SUSPENDED_ACCOUNT', '62'),
  declineCard('no such account', 231, 'INVALID_ACCOUNT', '14'),
  declineCard('declined by the processor', 233, 'GENERAL_DECLINE', '96'),
  declineCard('the merchant’s account is set up wrongly', 234, 'INVALID_MERCHANT_CONFIGURATION', '03'),
  declineCard('processor failure', 236, 'PROCESSOR_ERROR', '96'),
  authenticationCard('3ds_2.1', '2.1 frictionless success', 'frictionless', [
    '4000000000001000',
    '4000000000002701',
    '5200000000001005',
    '5200000000002235',
    '340000000001007',
    '340000000002708',
  ]),
  authenticationCard('3ds_2.2', '2.2 frictionless failed', 'frictionless_failed', [
    '4000000000001018',
    '4000000000002925',
    '5200000000001013',
    '5200000000002276',
    '340000000001015',
    '340000000002096',
  ]),
  authenticationCard('3ds_2.3', '2.3 attempt', 'attempt', [
    '4000000000001026',
    '4000000000002719',
    '5200000000001021',
    '5200000000002482',
    '340000000001023',
    '340000000002872',
  ]),
  authenticationCard('3ds_2.4', '2.4 unavailable at the issuer', 'unavailable', [
    '4000000000001034',
    '4000000000002313',
    '5200000000001039',
    '5200000000002268',
    '340000000001031',
    '340000000002922',
  ]),
  authenticationCard('3ds_2.5', '2.5 rejected', 'rejected', [
    '4000000000001042',
    '4000000000002537',
    '5200000000001047',
    '5200000000002185',
    '340000000001049',
    '340000000002062',
  ]),
  authenticationCard('3ds_2.6', '2.6 not available on lookup', 'lookup_unavailable', [
    '4000000000001059',
    '4000000000002990',
    '5200000000001054',
    '5200000000002409',
    '340000000001056',
    '340000000002468',
  ]),
  authenticationCard('3ds_2.7', '2.7 error on lookup', 'lookup_error', [
    '4000000000001067',
    '4000000000002446',
    '5200000000001062',
    '5200000000002037',
    '340000000001064',
    '340000000002732',
  ]),
  authenticationCard('3ds_2.8', '2.8 time-out on lookup (10 s)', 'lookup_timeout', [
    '4000000000001075',
    '4000000000002354',
    '5200000000001070',
    '5200000000002326',
    '340000000001072',
    '340000000002047',
  ]),
  authenticationCard('3ds_2.9', '2.9 challenge success (code 1234)', 'challenge', [
    '4000000000001091',
    '4000000000002503',
    '5200000000001096',
    '5200000000002151',
    '340000000001098',
    '340000000002534',
  ]),
  authenticationCard('3ds_2.10', '2.10 challenge failed', 'challenge_failed', [
    '4000000000001109',
    '4000000000002370',
    '5200000000001104',
    '5200000000002490',
    '340000000001106',
    '340000000002237',
  ]),
  authenticationCard('3ds_2.11', '2.11 challenge unavailable', 'challenge_unavailable', [
    '4000000000001117',
    '4000000000002420',
    '5200000000001112',
    '5200000000002664',
    '340000000001114',
    '340000000002484',
  ]),
  authenticationCard('3ds_2.12', '2.12 error in the challenge', 'challenge_error', [
    '4000000000001125',
    '4000000000002644',
    '5200000000001120',
    '5200000000002656',
  ]),
  authenticationCard('3ds_2.13', '2.13 bypassed', 'bypassed', [
    '4000000000001083',
    '4000000000002560',
    '5200000000001088',
    '5200000000002508',
    '340000000001080',
  ]),
  {
    key: '3ds_2.14',
    story: '2.14 method URL check',
    numbers: ['4000100000000000'],
    authentication: 'frictionless',
    payment: approved,
  },
  {
    key: '3ds_message',
    story: 'authentication failed, with a message from the issuer',
    numbers: ['4000000000002040'],
    authentication: 'frictionless_failed_with_message',
    payment: approved,
  },
  {
    key: '3ds_data_only',
    story: 'data only: approved without authentication',
    numbers: ['4000000000002024', '5200000000002805'],
    authentication: 'unavailable',
    payment: approved,
  },
]

const byNumber = new Map(cards.flatMap((card) => card.numbers.map((number) => [number, card] as const)))
const byKey = new Map(cards.map((card) => [card.key, card]))

export function behaviourOf(number: string): CardBehaviour {
  return byNumber.get(number) ?? acceptedCard
}

export function behaviourNamed(key: string): CardBehaviour {
  return byKey.get(key) ?? acceptedCard
}
