// Cards by the outcome of their payment: accepted, declined, held for review, or with a failing gateway.
import { approved, type CardBehaviour, declined } from './behaviour.ts'
import { numberFor } from './numbers.ts'

function declineCard(
  detail: string,
  legacyCode: number,
  reason: string,
  responseCode: string,
): CardBehaviour {
  return {
    key: `declined_${legacyCode}`,
    description: detail,
    numbers: [numberFor(legacyCode)],
    authentication: 'frictionless',
    payment: declined(reason, responseCode),
  }
}

export const acceptedCard: CardBehaviour = {
  key: 'accepted',
  description: 'frictionless, accepted',
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

export const paymentCards: readonly CardBehaviour[] = [
  acceptedCard,
  {
    key: 'challenge_accepted',
    description: 'challenge (code 1234), then accepted; three wrong codes fail',
    numbers: ['4000000000003220'],
    authentication: 'challenge',
    payment: approved,
  },
  {
    key: 'declined',
    description: 'frictionless, declined by the issuer without a reason',
    numbers: ['4000000000000002'],
    authentication: 'frictionless',
    payment: declined('PROCESSOR_DECLINED', '05'),
  },
  {
    key: 'insufficient_funds',
    description: 'frictionless, declined: insufficient funds',
    numbers: ['4000000000009995', numberFor(204)],
    authentication: 'frictionless',
    payment: declined('INSUFFICIENT_FUND', '51'),
  },
  {
    key: 'expired',
    description: 'frictionless, declined: expired card',
    numbers: ['4000000000000069', numberFor(202)],
    authentication: 'frictionless',
    payment: declined('EXPIRED_CARD', '54'),
  },
  {
    key: 'challenge_declined',
    description: 'challenge (code 1234), then declined',
    numbers: ['4000008400001629'],
    authentication: 'challenge',
    payment: declined('PROCESSOR_DECLINED', '05'),
  },
  {
    key: 'review',
    description: 'approved by the issuer, held for review (480): nothing captured',
    numbers: ['4000000000009235', numberFor(480)],
    authentication: 'frictionless',
    payment: { kind: 'review', reason: 'DECISION_PROFILE_REVIEW' },
  },
  {
    key: 'authentication_failed',
    description: 'authentication fails without a challenge',
    numbers: ['4000000000003063'],
    authentication: 'frictionless_failed',
    payment: approved,
  },
  {
    key: 'server_error',
    description: 'the gateway responds with 502, nothing charged',
    numbers: ['4000000000000119', numberFor(150)],
    authentication: 'frictionless',
    payment: { kind: 'broken', status: 502 },
  },
  {
    key: 'charged_without_reply',
    description: 'the gateway charges and never replies',
    numbers: ['4000000000000259'],
    authentication: 'frictionless',
    payment: { kind: 'silent', charged: true },
  },
  {
    key: 'timeout',
    description: 'the gateway never replies, nothing charged',
    numbers: [numberFor(151)],
    authentication: 'frictionless',
    payment: { kind: 'silent', charged: false },
  },
  {
    key: 'infrastructure_error',
    description: 'HTTP 500 with a body that is not JSON, nothing charged',
    numbers: [numberFor(500)],
    authentication: 'frictionless',
    payment: { kind: 'broken', status: 500 },
  },
  {
    key: 'slow',
    description: 'accepted after some seconds',
    numbers: [numberFor(100)],
    authentication: 'frictionless',
    payment: { kind: 'slow' },
  },
  {
    key: 'partial',
    description: 'approved for half of the amount (110)',
    numbers: [numberFor(110)],
    authentication: 'frictionless',
    payment: { kind: 'partial' },
  },
  {
    key: 'avs_review',
    description: 'approved by the issuer, address check failed (200): held for review',
    numbers: [numberFor(200)],
    authentication: 'frictionless',
    payment: { kind: 'review', reason: 'AVS_FAILED' },
  },
  {
    key: 'contact_processor',
    description: 'the issuer asks for a call (201): held for review',
    numbers: [numberFor(201)],
    authentication: 'frictionless',
    payment: { kind: 'review', reason: 'CONTACT_PROCESSOR' },
  },
  {
    key: 'security_code_review',
    description: 'approved by the issuer, security code wrong (230): held for review',
    numbers: [numberFor(230)],
    authentication: 'frictionless',
    payment: { kind: 'review', reason: 'CV_FAILED' },
  },
  {
    key: 'risk_declined',
    description: 'approved by the issuer, refused by the fraud rules (481): authorization held',
    numbers: [numberFor(481)],
    authentication: 'frictionless',
    payment: { kind: 'risk_declined', reason: 'DECISION_PROFILE_REJECT' },
  },
  {
    key: 'soft_decline',
    description: 'declined (478) until the cardholder was challenged (`challengeCode` 04)',
    numbers: [numberFor(478)],
    authentication: 'frictionless',
    payment: declined('CUSTOMER_AUTHENTICATION_REQUIRED', '1A'),
  },
  declineCard('declined by the issuer', 203, 'PROCESSOR_DECLINED', '05'),
  declineCard('stolen or lost card', 205, 'STOLEN_LOST_CARD', '43'),
  declineCard('issuer unreachable', 207, 'ISSUER_UNAVAILABLE', '91'),
  declineCard('inactive, or not for use on the web', 208, 'UNAUTHORIZED_CARD', '57'),
  declineCard('credit limit reached', 210, 'EXCEEDS_CREDIT_LIMIT', '61'),
  declineCard('wrong security code', 211, 'INVALID_CVN', 'N7'),
  declineCard('on the processor’s negative list', 221, 'BLACKLISTED_CUSTOMER', '59'),
  declineCard('account frozen', 222, 'SUSPENDED_ACCOUNT', '62'),
  declineCard('no such account', 231, 'INVALID_ACCOUNT', '14'),
  declineCard('declined by the processor', 233, 'GENERAL_DECLINE', '96'),
  declineCard('the merchant’s account is misconfigured', 234, 'INVALID_MERCHANT_CONFIGURATION', '03'),
  declineCard('processor failure', 236, 'PROCESSOR_ERROR', '96'),
]
