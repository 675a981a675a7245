// Formats of Airtel's replies: an envelope with a status, usually with HTTP 200 even for refusals.
import type { DeclineReason, Message, Payout } from '../books/book.ts'
import type { PayoutRefusal } from '../payouts/payout.ts'

export type Reply = { status: number; body: object }

/** Thrown anywhere in a request before anything was done. */
export class AirtelRefusal extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('refused')
    this.reply = reply
  }
}

export const codes = {
  success: 'DP00900001001',
  invalidAmount: 'DP00900001004',
  failed: 'DP00900001005',
  inProcess: 'DP00900001006',
  insufficientFunds: 'DP00900001007',
  duplicateReference: 'DP00900001011',
  invalidNumber: 'DP00900001012',
  badParameters: 'DP00900001013',
  notFound: 'DP00900001015',
  signatureMismatch: 'DP00900001016',
  duplicateInProcess: 'DP00900001017',
  nameFound: 'DP02200000001',
  nameNotFound: 'DP02200000000',
  balanceFound: 'DP02100000001',
  keyFound: 'DP02010001001',
} as const

/** Codes of merchant payments, a family of their own. */
export const collectionCodes = {
  ambiguous: 'DP00800001000',
  success: 'DP00800001001',
  wrongPin: 'DP00800001002',
  limit: 'DP00800001003',
  invalidAmount: 'DP00800001004',
  inProcess: 'DP00800001006',
  funds: 'DP00800001007',
  notApproved: 'DP00800001008',
  refused: 'DP00800001009',
  noWallet: 'DP00800001010',
  notFound: 'DP00800001025',
  expired: 'DP00800001029',
} as const

export type Code = (typeof codes)[keyof typeof codes] | (typeof collectionCodes)[keyof typeof collectionCodes]

const good = 'ESB000010'
const businessRefusal = '521050'

export function success(data: Message, code: Code, message = 'Success'): Message {
  return {
    data,
    status: { response_code: code, code: '200', success: true, result_code: good, message },
  }
}

/** A refusal with HTTP 200. `resultCode` belongs to the older family of codes. */
export function refusal(code: Code, message: string, resultCode = businessRefusal): AirtelRefusal {
  const status = { response_code: code, code: '400', success: false, result_code: resultCode, message }
  return new AirtelRefusal({ status: 200, body: { status } })
}

/** A refusal by the router in front of the disbursement service. */
export function routerRefusal(code: string, message: string): AirtelRefusal {
  return new AirtelRefusal({ status: 400, body: { status_message: message, status_code: code } })
}

export function badParameters(message: string): AirtelRefusal {
  return refusal(codes.badParameters, message, 'ESB000008')
}

const refusals: Record<PayoutRefusal, [code: Code, message: string]> = {
  no_wallet: [codes.invalidNumber, 'The mobile number is not registered'],
  currency: [codes.badParameters, 'The currency is not supported'],
  amount_too_small: [codes.invalidAmount, 'The amount is below the minimum'],
  amount_too_large: [codes.invalidAmount, 'The amount is above the maximum'],
  float: [codes.insufficientFunds, 'Not enough funds'],
}

export function payoutRefusal(reason: PayoutRefusal): AirtelRefusal {
  return refusal(...refusals[reason])
}

// No status is known for a payout that was reversed after it had succeeded, so `TR` is our own choice.
const statuses = {
  pending: { status: 'TIP', code: codes.inProcess, message: 'Transaction in process' },
  succeeded: { status: 'TS', code: codes.success, message: 'Transaction successful' },
  declined: { status: 'TF', code: codes.failed, message: 'Transaction failed' },
  reversed: { status: 'TR', code: codes.success, message: 'Transaction reversed' },
} as const

const reasons: Record<DeclineReason, string> = {
  refused: 'Transaction refused by the subscriber’s wallet',
  no_wallet: 'The mobile number is not registered',
  cancelled: 'Transaction cancelled by the payer',
}

/** Status, code and message for the current state of a payout. */
export function statusOf({ status, declineReason }: Payout): { status: string; code: Code; message: string } {
  return { ...statuses[status], ...(declineReason && { message: reasons[declineReason] }) }
}
