// The operations of a transfer at its operator: the payout, which credits the beneficiary's wallet, and its reversals.

import { equalInConstantTime } from '../../kernel/constant-time.ts'
import type { Environment } from '../../kernel/environment.ts'
import { money } from '../../kernel/money.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { type NewOperation, newOperationId, type OperationState } from '../../ledger/operation.ts'
import {
  type Inquiry,
  type InquiryReply,
  type Operator,
  operatorQueue,
} from '../../operator-calls/operator.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { fingerprint, type Secrets } from '../../platform/secrets.ts'
import type { TransferRow } from '../transfer/queries.ts'

/** A payout of a transfer or its reversal, to be made at once by the queue of its operator. */
export function newCall(
  kind: 'payout' | 'reversal',
  transfer: {
    id: bigint
    transactionId: string
    environment: Environment
    operator: OperatorCode
    amountMinor: bigint
  },
  { cell, now }: { cell: number; now: Temporal.Instant },
): NewOperation {
  const { id, transactionId, environment, operator, amountMinor } = transfer
  return {
    id: newOperationId(cell),
    kind,
    state: 'intent',
    subject: { transferId: id, queue: operatorQueue(environment, operator) },
    fingerprint: fingerprint([transactionId, kind, amountMinor]),
    amountMinor,
    currency: 'USD',
    nextCheckAt: now,
    now,
  }
}

export type PayoutRow = {
  id: string
  state: OperationState
  upstream_ref: string
  upstream_id: string | null
  upstream_reason: string | null
  amount_minor: bigint
  attempts: number
  dispatched_at: Temporal.Instant | null
  sent_by: string | null
  next_check_at: Temporal.Instant | null
}

const findPayout = statement<PayoutRow>(
  'find_payout_of_transfer',
  `select id, state, upstream_ref, upstream_id, upstream_reason, amount_minor, attempts, dispatched_at, sent_by, next_check_at
     from operation where transfer_id = $1 and kind = 'payout'`,
)

/** The payout of a transfer; undefined for one that was never accepted or released. */
export async function payoutOf(sql: Sql, transfer: bigint): Promise<PayoutRow | undefined> {
  return (await sql.rows(findPayout, [transfer]))[0]
}

type InquiredTransfer = Pick<TransferRow, 'transaction_id' | 'operator' | 'customer_number'>
type InquiredPayout = { upstream_ref: string; upstream_id: string | null; amount_minor: bigint }

/** Makes one inquiry, which changes nothing at the operator. */
export function inquireOf(
  operator: Operator,
  transfer: InquiredTransfer,
  payout: InquiredPayout,
): Promise<InquiryReply> {
  return operator.inquire(inquiryAbout(transfer, payout))
}

export function inquiryAbout(transfer: InquiredTransfer, payout: InquiredPayout): Inquiry {
  return {
    reference: payout.upstream_ref,
    transactionId: transfer.transaction_id,
    operator: transfer.operator,
    msisdn: transfer.customer_number,
    amount: money(payout.amount_minor, 'USD'),
    ...(payout.upstream_id && { upstreamId: payout.upstream_id }),
  }
}

type AddressNeeds = { secrets: Secrets; baseUrl: string }

const addressKey = (environment: Environment, operator: OperatorCode) => `${environment}:${operator}`

function tokenOf(secrets: Secrets, environment: Environment, operator: OperatorCode): string {
  return secrets.mac('operator-callback', addressKey(environment, operator)).toString('base64url')
}

/** Where operators report: one address for each connection, with a token that nobody can guess. */
export const callbackPath = '/api/v1/operator-callbacks/:environment/:operator/:token'

export function callbackUrl(
  { secrets, baseUrl }: AddressNeeds,
  environment: Environment,
  operator: OperatorCode,
): string {
  const parts = { environment, operator, token: tokenOf(secrets, environment, operator) }
  return baseUrl + callbackPath.replace(/:(\w+)/g, (_, part: keyof typeof parts) => parts[part])
}

export function isCallbackToken(
  secrets: Secrets,
  environment: Environment,
  operator: OperatorCode,
  token: string,
): boolean {
  // During a master key rotation, operators may still use the address made with the old key.
  return secrets
    .codes('operator-callback', addressKey(environment, operator))
    .some(({ code }) => equalInConstantTime(code.toString('base64url'), token))
}
