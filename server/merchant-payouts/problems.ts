// Every way to refuse a request about payouts of card money to merchants.
import type { ProblemSpec } from '../kernel/problem.ts'

export const payoutProblems = {
  payout_unknown: { code: 'RMT-404', status: 404, detail: 'Payout not found', retry: 'never' },
  destination_unknown: {
    code: 'RMT-404',
    status: 404,
    detail: 'Payout destination not found',
    retry: 'never',
  },
  destination_not_active: {
    code: 'RMT-409',
    status: 409,
    detail: 'Payout destination not active',
    retry: 'later',
  },
  destination_confirmed: {
    code: 'RMT-409',
    status: 409,
    detail: 'Payout destination is confirmed already',
    retry: 'never',
  },
  destinations_full: {
    code: 'RMT-409',
    status: 409,
    detail: 'A merchant has at most 100 payout destinations',
    retry: 'never',
  },
  same_sign_in: {
    code: 'RMT-409',
    status: 409,
    detail: 'Sign in again to confirm this payout destination',
    retry: 'never',
  },
  bank_not_offered: {
    code: 'RMT-422',
    status: 422,
    detail: 'Payouts to bank accounts are not offered',
    retry: 'never',
  },
  number_not_payable: {
    code: 'RMT-1004',
    status: 422,
    detail: 'Not a mobile number of an operator in DR Congo',
    retry: 'never',
  },
  no_wallet: {
    code: 'RMT-4001',
    status: 422,
    detail: 'The operator has no wallet with this number',
    retry: 'never',
  },
  number_blacklisted: {
    code: 'RMT-3001',
    status: 403,
    detail: 'The beneficiary number is blacklisted',
    retry: 'never',
  },
  operator_unreachable: {
    code: 'RMT-5001',
    status: 502,
    detail: 'The operator cannot be reached',
    retry: 'later',
  },
  insufficient_balance: {
    code: 'RMT-422',
    status: 422,
    detail: 'Insufficient available balance',
    retry: 'later',
  },
  amount_decimals: {
    code: 'RMT-1002',
    status: 400,
    detail: 'Amount must have at most two decimal places',
    retry: 'never',
  },
  amount_too_precise: {
    code: 'RMT-1002',
    status: 422,
    detail: 'Payouts in CDF to wallets are made in whole francs',
    retry: 'never',
  },
  reference_used: {
    code: 'RMT-409',
    status: 409,
    detail: 'This payout reference was used with other content',
    retry: 'never',
  },
  not_cancellable: {
    code: 'RMT-409',
    status: 409,
    detail: 'A payout in state {state} cannot be cancelled',
    retry: 'never',
  },
  not_waiting: { code: 'RMT-1008', status: 409, detail: 'The payout is {state} already', retry: 'never' },
  waits_for_user: {
    code: 'RMT-409',
    status: 409,
    detail: 'A second user of the merchant must approve this payout first',
    retry: 'never',
  },
  batch_unknown: { code: 'RMT-404', status: 404, detail: 'Payout batch not found', retry: 'never' },
  batch_not_waiting: {
    code: 'RMT-1008',
    status: 409,
    detail: 'The payout batch is {state} already',
    retry: 'never',
  },
  batch_without_file: {
    code: 'RMT-409',
    status: 409,
    detail: 'A payout batch in state {state} has no file',
    retry: 'later',
  },
  nothing_for_batch: {
    code: 'RMT-409',
    status: 409,
    detail: 'No payout waits for this batch',
    retry: 'later',
  },
  own_batch: {
    code: 'RMT-1021',
    status: 403,
    detail: 'Another admin must decide this payout batch',
    retry: 'never',
  },
  not_at_bank: {
    code: 'RMT-409',
    status: 409,
    detail: 'A payout in state {state} is not on its way at a bank',
    retry: 'never',
  },
  paid_by_statement: {
    code: 'RMT-409',
    status: 409,
    detail: 'A payout to a bank is recorded as paid by a line of a bank statement',
    retry: 'never',
  },
  not_endless: {
    code: 'RMT-409',
    status: 409,
    detail: 'Only a payout whose outcome no inquiry brings is ended by hand',
    retry: 'never',
  },
  below_fee: {
    code: 'RMT-1002',
    status: 422,
    detail: 'A payout cannot be smaller than its fee of {fee}',
    retry: 'never',
  },
  destination_known: {
    code: 'RMT-409',
    status: 409,
    detail: 'This payout destination has been added already',
    retry: 'never',
  },
  not_inquirable: {
    code: 'RMT-409',
    status: 409,
    detail: 'No operator was asked to make this payout',
    retry: 'later',
  },
  merchant_suspended: { code: 'RMT-403', status: 403, detail: 'Merchant suspended', retry: 'never' },
  own_request: {
    code: 'RMT-1021',
    status: 403,
    detail: 'The admin who requested a payout cannot decide it',
    retry: 'never',
  },
} as const satisfies Record<string, ProblemSpec>

/** Of the routes that request a payout. */
export const newPayoutProblems = [
  payoutProblems.destination_unknown,
  payoutProblems.destination_not_active,
  payoutProblems.number_blacklisted,
  payoutProblems.bank_not_offered,
  payoutProblems.reference_used,
  payoutProblems.insufficient_balance,
  payoutProblems.amount_decimals,
  payoutProblems.amount_too_precise,
  payoutProblems.below_fee,
] as const
