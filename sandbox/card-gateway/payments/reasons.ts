// Numeric codes and flags that search and reports show for reply reasons.

const reasonCodes: Record<string, { code: number; flag: string }> = {
  AVS_FAILED: { code: 200, flag: 'DAVSNO' },
  CONTACT_PROCESSOR: { code: 201, flag: 'DCALL' },
  EXPIRED_CARD: { code: 202, flag: 'DCARDEXPIRED' },
  PROCESSOR_DECLINED: { code: 203, flag: 'DCARDREFUSED' },
  INSUFFICIENT_FUND: { code: 204, flag: 'DCARDREFUSED' },
  STOLEN_LOST_CARD: { code: 205, flag: 'DCARDREFUSED' },
  ISSUER_UNAVAILABLE: { code: 207, flag: 'DCARDREFUSED' },
  UNAUTHORIZED_CARD: { code: 208, flag: 'DCARDREFUSED' },
  EXCEEDS_CREDIT_LIMIT: { code: 210, flag: 'DCARDREFUSED' },
  INVALID_CVN: { code: 211, flag: 'DCARDREFUSED' },
  BLACKLISTED_CUSTOMER: { code: 221, flag: 'DCARDREFUSED' },
  SUSPENDED_ACCOUNT: { code: 222, flag: 'DCARDREFUSED' },
  CV_FAILED: { code: 230, flag: 'DCV' },
  INVALID_ACCOUNT: { code: 231, flag: 'DINVALIDCARD' },
  GENERAL_DECLINE: { code: 233, flag: 'DCARDREFUSED' },
  INVALID_MERCHANT_CONFIGURATION: { code: 234, flag: 'DCARDREFUSED' },
  PROCESSOR_ERROR: { code: 236, flag: 'DCARDREFUSED' },
  CONSUMER_AUTHENTICATION_REQUIRED: { code: 475, flag: 'DAUTHENTICATE' },
  CONSUMER_AUTHENTICATION_FAILED: { code: 476, flag: 'DAUTHENTICATIONFAILED' },
  CUSTOMER_AUTHENTICATION_REQUIRED: { code: 478, flag: 'DAUTHENTICATE' },
  DECISION_PROFILE_REVIEW: { code: 480, flag: 'DREVIEW' },
  DECISION_PROFILE_REJECT: { code: 481, flag: 'DREJECT' },
}

const partial = { code: 110, flag: 'DPARTIALAPPROVAL' }
const success = { code: 100, flag: 'SOK' }

export function legacyCode(status: string, reason: string | null): { code: number; flag: string } {
  if (status === 'PARTIAL_AUTHORIZED') return partial
  return reason ? (reasonCodes[reason] ?? { code: 233, flag: 'DCARDREFUSED' }) : success
}

export function declineMessage(reason: string): string {
  const text = reason.toLowerCase().replaceAll('_', ' ')
  return `Decline - ${text[0]!.toUpperCase()}${text.slice(1)}.`
}
