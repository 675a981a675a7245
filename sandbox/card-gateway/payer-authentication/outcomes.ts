// Tables of 3-D Secure results: those of enrolment, those of validation after a challenge, and each scheme's values for the
// same level of trust.

export type AuthenticationOutcome =
  | 'frictionless'
  | 'frictionless_failed'
  | 'frictionless_failed_with_message'
  | 'attempt'
  | 'unavailable'
  | 'rejected'
  | 'lookup_unavailable'
  | 'lookup_error'
  | 'lookup_timeout'
  | 'bypassed'
  | 'challenge'
  /** The bank's page refuses frames. */
  | 'challenge_unframed'
  | 'challenge_failed'
  | 'challenge_unavailable'
  | 'challenge_error'

export type Level = 'authenticated' | 'attempted' | 'none'

export type EnrolmentResult = {
  status: 'AUTHENTICATION_SUCCESSFUL' | 'PENDING_AUTHENTICATION' | 'AUTHENTICATION_FAILED'
  veresEnrolled: 'Y' | 'U' | 'B'
  paresStatus?: 'Y' | 'A' | 'U' | 'N' | 'R' | 'C'
  level: Level
  authenticationPath: string
  slow?: true
  extra?: Record<string, string>
}

const challenged: EnrolmentResult = {
  status: 'PENDING_AUTHENTICATION',
  veresEnrolled: 'Y',
  paresStatus: 'C',
  level: 'none',
  authenticationPath: 'ENROLLED',
}
const failed: EnrolmentResult = {
  status: 'AUTHENTICATION_FAILED',
  veresEnrolled: 'Y',
  paresStatus: 'N',
  level: 'none',
  authenticationPath: 'ADS',
  extra: { signedParesStatusReason: '01' },
}
const withoutReply: EnrolmentResult = {
  status: 'AUTHENTICATION_SUCCESSFUL',
  veresEnrolled: 'U',
  level: 'none',
  authenticationPath: 'UNKNOWN',
}

export const enrolmentResults: Record<AuthenticationOutcome, EnrolmentResult> = {
  frictionless: {
    status: 'AUTHENTICATION_SUCCESSFUL',
    veresEnrolled: 'Y',
    paresStatus: 'Y',
    level: 'authenticated',
    authenticationPath: 'ADS',
  },
  frictionless_failed: failed,
  frictionless_failed_with_message: {
    ...failed,
    extra: { ...failed.extra, cardholderMessage: 'Please call your bank: +243 800 000 000.' },
  },
  attempt: {
    status: 'AUTHENTICATION_SUCCESSFUL',
    veresEnrolled: 'Y',
    paresStatus: 'A',
    level: 'attempted',
    authenticationPath: 'ATTEMPTS',
  },
  unavailable: {
    status: 'AUTHENTICATION_SUCCESSFUL',
    veresEnrolled: 'Y',
    paresStatus: 'U',
    level: 'none',
    authenticationPath: 'ADS',
    extra: { signedParesStatusReason: '03' },
  },
  rejected: { ...failed, paresStatus: 'R', extra: { signedParesStatusReason: '11' } },
  lookup_unavailable: {
    ...withoutReply,
    extra: {
      directoryServerErrorCode: '101',
      directoryServerErrorDescription: 'Error Processing Message Request',
    },
  },
  lookup_error: {
    ...withoutReply,
    extra: {
      directoryServerErrorCode: '203',
      directoryServerErrorDescription: 'Format of one or more elements is invalid',
    },
  },
  lookup_timeout: {
    ...withoutReply,
    slow: true,
    extra: { directoryServerErrorCode: '402', directoryServerErrorDescription: 'Transaction timed out' },
  },
  bypassed: { ...withoutReply, veresEnrolled: 'B', authenticationPath: 'NOREDIRECT' },
  challenge: challenged,
  challenge_unframed: challenged,
  challenge_failed: challenged,
  challenge_unavailable: challenged,
  challenge_error: challenged,
}

export type ValidationResult = {
  status: 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_FAILED'
  authenticationResult: '-1' | '0' | '6' | '9'
  authenticationStatusMsg: string
  paresStatus?: 'Y' | 'U' | 'N'
  level: Level
}

export type ChallengeResult = 'passed' | 'failed' | 'cancelled' | 'unavailable' | 'error' | 'unfinished'

export const validationResults: Record<ChallengeResult, ValidationResult> = {
  passed: {
    status: 'AUTHENTICATION_SUCCESSFUL',
    authenticationResult: '0',
    authenticationStatusMsg: 'Success',
    paresStatus: 'Y',
    level: 'authenticated',
  },
  failed: {
    status: 'AUTHENTICATION_FAILED',
    authenticationResult: '9',
    authenticationStatusMsg: 'User failed authentication',
    paresStatus: 'N',
    level: 'none',
  },
  cancelled: {
    status: 'AUTHENTICATION_FAILED',
    authenticationResult: '9',
    authenticationStatusMsg: 'User cancelled authentication',
    paresStatus: 'N',
    level: 'none',
  },
  unavailable: {
    status: 'AUTHENTICATION_SUCCESSFUL',
    authenticationResult: '6',
    authenticationStatusMsg: 'Issuer unable to perform authentication',
    paresStatus: 'U',
    level: 'none',
  },
  error: {
    status: 'AUTHENTICATION_FAILED',
    authenticationResult: '-1',
    authenticationStatusMsg: 'Invalid challenge response',
    level: 'none',
  },
  unfinished: {
    status: 'AUTHENTICATION_FAILED',
    authenticationResult: '9',
    authenticationStatusMsg: 'Challenge not completed',
    level: 'none',
  },
}

/** The result of the right code, by card; wrong codes and cancelling end as `failed` and `cancelled` with every card. */
export const challengeResults: Partial<Record<AuthenticationOutcome, ChallengeResult>> = {
  challenge: 'passed',
  challenge_unframed: 'passed',
  challenge_failed: 'failed',
  challenge_unavailable: 'unavailable',
  challenge_error: 'error',
}

const commerceIndicators: Record<string, string> = {
  '001': 'vbv',
  '003': 'aesk',
  '004': 'dipb',
  '005': 'pb',
  '007': 'js',
}

/** `eci`, `eciRaw` and commerce indicator of a card type; Mastercard uses 02, 01, 00 where others use 05, 06, 07. */
export function commerceFacts(cardType: string, level: Level): { eci: string; indicator: string } {
  const prefix = commerceIndicators[cardType]
  if (!prefix) {
    const eci = { authenticated: '02', attempted: '01', none: '00' }[level]
    return { eci, indicator: level === 'none' ? 'internet' : 'spa' }
  }
  const eci = { authenticated: '05', attempted: '06', none: '07' }[level]
  const indicator = { authenticated: prefix, attempted: `${prefix}_attempted`, none: 'internet' }[level]
  return { eci, indicator }
}

export function isUcafScheme(cardType: string): boolean {
  return !(cardType in commerceIndicators)
}
