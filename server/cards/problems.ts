import type { ProblemSpec } from '../kernel/problem.ts'

export const cardProblems = {
  currency_not_supported: {
    status: 400,
    detail: "Currency '{currency}' is not supported. Allowed: CDF, USD",
    retry: 'never',
  },
  amount_below_minimum: { status: 400, detail: 'Minimum amount for {currency} is {min}', retry: 'never' },
  amount_too_precise: { status: 400, detail: 'Amount must have at most two decimal places', retry: 'never' },
  state_required: { status: 400, detail: 'bill_to_address_state is required for US/CA', retry: 'never' },
  us_zip_invalid: {
    status: 400,
    detail: 'Invalid US ZIP code format (expected: 12345 or 12345-6789)',
    retry: 'never',
  },
  ca_postal_code_invalid: {
    status: 400,
    detail: 'Invalid Canadian postal code format (expected: A1A1A1)',
    retry: 'never',
  },
  order_failed: { status: 500, detail: 'Payment processing error', retry: 'later' },
  transaction_not_found: { status: 404, detail: 'Transaction not found', retry: 'never' },
  checkout_signature_wrong: { status: 403, detail: 'Invalid checkout signature', retry: 'never' },
  transaction_expired: { status: 410, detail: 'Transaction expired', retry: 'never' },
  transaction_cancelled: { status: 410, detail: 'Transaction cancelled', retry: 'never' },
  transaction_finished: { status: 409, detail: 'Transaction already finished', retry: 'never' },
  attempt_running: { status: 409, detail: 'A payment attempt is already in progress', retry: 'later' },
  attempt_not_found: { status: 409, detail: 'No payment attempt to continue', retry: 'never' },
  transient_token_invalid: { status: 400, detail: 'Invalid transient token', retry: 'never' },
  capture_context_expired: { status: 410, detail: 'Capture context expired', retry: 'never' },
  gateway_unreachable: { status: 502, detail: 'Payment gateway unreachable', retry: 'later' },
  charge_outcome_unknown: { status: 502, detail: 'Payment outcome not known yet', retry: 'later' },
  report_failed: { status: 502, detail: 'Reporting fetch failed', retry: 'later' },
  cross_site: { status: 403, detail: 'Cross-site request refused', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>
