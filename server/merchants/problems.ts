import type { ProblemSpec } from '../kernel/problem.ts'

export const signingProblems = {
  headers_missing: { status: 401, detail: 'Missing authentication headers', retry: 'never' },
  header_doubled: { status: 400, detail: 'Duplicate authentication header', retry: 'never' },
  timestamp_malformed: { status: 400, detail: 'X-Timestamp must be Unix seconds', retry: 'never' },
  timestamp_expired: { status: 408, detail: 'Request timestamp expired', retry: 'never' },
  timestamp_ahead: { status: 408, detail: 'Request timestamp is in the future', retry: 'never' },
  merchant_unknown: { status: 404, detail: 'Merchant not found', retry: 'never' },
  signature_wrong: { status: 403, detail: 'Invalid request signature', retry: 'never' },
  environment_wrong: { status: 403, detail: 'Unauthorized environment', retry: 'never' },
  address_refused: { status: 403, detail: 'IP address not allowed', retry: 'never' },
  suspended: { status: 403, detail: 'Merchant suspended', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>
