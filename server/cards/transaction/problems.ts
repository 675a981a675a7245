// Every problem that the card payment API can return.
import type { ProblemSpec } from '../../kernel/problem.ts'

export const cardProblems = {
  currency_not_supported: {
    code: 'RMT-1003',
    status: 400,
    detail: "Currency '{currency}' is not supported. Allowed: CDF, USD",
    sent: ['currency'],
    retry: 'never',
  },
  amount_below_minimum: {
    code: 'RMT-1002',
    status: 400,
    detail: 'Minimum amount for {currency} is {min}',
    retry: 'never',
  },
  amount_too_precise: {
    code: 'RMT-1002',
    status: 400,
    detail: 'Amount must have at most two decimal places',
    retry: 'never',
  },
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
  transaction_charged: { status: 409, detail: 'Transaction already charged', retry: 'never' },
  charge_running: { status: 409, detail: 'Charge already in progress', retry: 'later' },
  amount_not_enrolled: {
    status: 400,
    detail: 'Amount and currency must be those of the enrolment',
    retry: 'never',
  },
  authentication_invalid: { status: 400, detail: 'Invalid authentication_transaction_id', retry: 'never' },
  microform_disabled: {
    status: 403,
    detail: 'Microform is not enabled for this merchant',
    retry: 'never',
  },
  origin_not_allowed: { status: 403, detail: 'Origin not allowed', retry: 'never' },
  authentication_not_completed: { status: 409, detail: 'Authentication not completed', retry: 'later' },
  attempt_running: { status: 409, detail: 'A payment attempt is already in progress', retry: 'later' },
  attempt_not_found: { status: 409, detail: 'No payment attempt to continue', retry: 'never' },
  transient_token_invalid: { status: 400, detail: 'Invalid transient token', retry: 'never' },
  capture_context_expired: { status: 410, detail: 'Capture context expired', retry: 'never' },
  gateway_unreachable: { status: 502, detail: 'Payment gateway unreachable', retry: 'later' },
  charge_outcome_unknown: { status: 502, detail: 'Payment outcome not known yet', retry: 'later' },
  link_not_found: { status: 404, detail: 'Payment link not found', retry: 'never' },
  link_expired: { status: 410, detail: 'Payment link expired', retry: 'never' },
  link_exhausted: { status: 410, detail: 'Payment link exhausted', retry: 'never' },
  link_cancelled: { status: 410, detail: 'Payment link cancelled', retry: 'never' },
  link_has_no_use_left: { status: 409, detail: 'Payment link exhausted', retry: 'never' },
  link_was_cancelled: { status: 409, detail: 'Payment link cancelled', retry: 'never' },
  link_declined_too_often: { status: 429, detail: 'Too many declined payments', retry: 'later' },
  link_busy: { status: 429, detail: 'Payment link busy', retry: 'later' },
  merchant_suspended: { status: 403, detail: 'Merchant suspended', retry: 'never' },
  link_form_expected: {
    status: 415,
    detail: 'Content-Type must be application/x-www-form-urlencoded',
    retry: 'never',
  },
  report_failed: { status: 502, detail: 'Reporting fetch failed', retry: 'later' },
  cross_site: { status: 403, detail: 'Cross-site request refused', retry: 'never' },
  payment_unknown: {
    status: 404,
    detail: 'No transaction with cs_payment_id={id}',
    sent: ['id'],
    retry: 'never',
  },
  refund_complete: { status: 409, detail: 'Transaction already fully refunded', retry: 'never' },
  refund_status: { status: 409, detail: 'Cannot refund a tx in status {status}', retry: 'never' },
  refund_too_late: { status: 409, detail: 'Transaction older than 60 days', retry: 'never' },
  refund_too_much: { status: 422, detail: 'Refund amount exceeds remaining', retry: 'never' },
  refund_failed: { status: 502, detail: 'Refund upstream failed', retry: 'later' },
  refund_request_unknown: { status: 404, detail: 'Refund request not found', retry: 'never' },
  refund_request_waiting: {
    status: 409,
    detail: 'A refund request for this payment is waiting already',
    retry: 'never',
  },
  refund_request_decided: { status: 409, detail: 'Refund request already {state}', retry: 'never' },
  void_status: { status: 409, detail: 'Cannot void a tx in status {status}', retry: 'never' },
  void_too_late: { status: 409, detail: 'Transaction older than 24 hours', retry: 'never' },
  void_failed: { status: 502, detail: 'Void upstream failed', retry: 'later' },
  receipt_status: { status: 409, detail: 'No receipt for a tx in status {status}', retry: 'never' },
  operation_running: {
    status: 409,
    detail: 'Another operation on this transaction is in progress',
    retry: 'later',
  },
} as const satisfies Record<string, ProblemSpec>

/** Problems with the amount of a payment. */
export const ofAmounts: ProblemSpec[] = [
  cardProblems.currency_not_supported,
  cardProblems.amount_below_minimum,
  cardProblems.amount_too_precise,
]

/** Problems with a payer's address. */
export const ofAddresses: ProblemSpec[] = [
  cardProblems.state_required,
  cardProblems.us_zip_invalid,
  cardProblems.ca_postal_code_invalid,
]
