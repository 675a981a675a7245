// Reads Airtel's callbacks about disbursements. The hash covers the transaction exactly as it was written, so the
// transaction is extracted from the body byte for byte; the hash is a member beside it.
import { createHmac } from 'node:crypto'
import { equalInConstantTime } from '../../../kernel/constant-time.ts'
import type { Callback, CallbackRequest, OperatorOutcome } from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { listed } from '../../reply.ts'
import { statuses } from './translate.ts'
import { type CallbackTransaction, callbackBody } from './wire.ts'

/** @param key private key of the application settings; without it every callback is refused. */
export function readCallback(request: CallbackRequest, key: string | undefined): Callback {
  const { transaction = {}, fault } = transactionIn(request, key)
  if (fault) return { kind: 'forged', cause: fault }
  const outcome = outcomeOf(transaction)
  if (!outcome || transaction.id === undefined) {
    return { kind: 'unreadable', cause: `status ${transaction.status_code ?? 'missing'}` }
  }
  return { kind: 'report', reference: transaction.id, outcome }
}

/** The transaction in a callback, and what speaks against its authenticity. */
export function transactionIn(
  { method, body }: CallbackRequest,
  key: string | undefined,
): { transaction?: CallbackTransaction; fault?: string } {
  if (method !== 'POST') return { fault: `sent by ${method}` }
  const json = parseJson(body)
  const signed =
    json === undefined ? undefined : memberText(Buffer.from(body).toString('utf8'), 'transaction')
  const { hash, transaction } = callbackBody.parse(json)
  if (signed === undefined || hash === undefined) return { transaction, fault: 'no transaction or hash' }
  if (key === undefined) return { transaction, fault: 'no key configured to verify the hash' }
  // guard: airtel-callback-hash
  if (!equalInConstantTime(hash, hashOf(signed, key))) return { transaction, fault: 'wrong hash' }
  return { transaction }
}

function hashOf(transaction: string, key: string): string {
  return createHmac('sha256', key).update(`{"transaction":${transaction}}`).digest('base64')
}

function outcomeOf(transaction: CallbackTransaction): OperatorOutcome | undefined {
  const { status_code: code = '', message = '', airtel_money_id: upstreamId } = transaction
  const verdict = listed(statuses, code)
  const traced = upstreamId === undefined ? {} : { upstreamId }
  switch (verdict?.kind) {
    case 'succeeded':
      return upstreamId === undefined ? undefined : { kind: 'succeeded', upstreamId }
    case 'declined':
      return { kind: 'declined', reason: verdict.reason, code, message, ...traced }
    case 'pending':
    case 'reversed':
      return { kind: verdict.kind, ...traced }
    default:
      return undefined
  }
}

/** The raw text of a member of a JSON object. The text must be valid JSON without duplicate keys. */
function memberText(json: string, name: string): string | undefined {
  let depth = 0
  let start: number | undefined
  let key = ''
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const isEnd = depth === 1 && (token === ',' || token === '}')
    if (isEnd && start !== undefined) return json.slice(start, index).trim()
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token === ':' && depth === 1 && key === name) start = index + 1
    else if (token.startsWith('"') && depth === 1) key = JSON.parse(token)
  }
  return undefined
}
