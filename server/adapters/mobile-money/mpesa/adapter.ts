// Implements the operator port with Vodacom's M-Pesa OpenAPI, market vodacomDRC. Request and reply formats are in wire, the
// interpretation of replies in translate, and that of results posted to us in callback.
import { newId } from '../../../kernel/id.ts'
import type {
  Acknowledgement,
  Callback,
  CallbackRequest,
  InquiryReply,
  Operator,
  OperatorOutcome,
  Payout,
  PayoutReply,
  Reversal,
  ReversalReply,
} from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { openUpstream, type Upstream } from '../../../platform/network/upstream.ts'
import type { Log } from '../../../platform/process/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { isObject } from '../../reply.ts'
import { confirmedOutcome, outcomeOfDuplicate } from '../call.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import { type MpesaClient, openClient } from './client.ts'
import { inquiryReply, payoutReply, reversalOutcome, reversalReply, subscriberReply } from './translate.ts'
import {
  ambiguous,
  conversationOf,
  gatewayResult,
  originOf,
  paymentBody,
  processed,
  refusalOf,
  reversalBody,
  reversalConversationOf,
  subjectOf,
} from './wire.ts'

type Needs = { log: Log; clock: Clock; timeoutMs: number; upstream?: Upstream }

/**
 * Opens the operator without calling it.
 * @param needs.timeoutMs for each HTTP exchange; a call may need a session first and an inquiry afterwards.
 * @throws when the public key of the connection is invalid.
 */
export function openMpesa(
  connection: MpesaConnection,
  { log, clock, timeoutMs, upstream = openUpstream('mpesa') }: Needs,
): Operator {
  const client = openClient(connection, { log, clock, upstream, timeoutMs })
  return {
    protocol: 'mpesa',
    pay: (payout) => pay(client, connection, payout),
    inquire: ({ reference, upstreamId }) =>
      inquire(client, connection, conversationOf(reference), upstreamId),
    async lookUp({ msisdn }) {
      const requested = { input_CustomerMSISDN: msisdn, input_KycQueryType: 'Name' }
      const { reply, query } = await send(client, connection, 'queryBeneficiaryName', requested)
      return subscriberReply(reply, query)
    },
    reverses: true,
    reverse: (reversal) => reverse(client, connection, reversal),
    readCallback: (request) =>
      readCallback(
        request,
        connection.confirmCallbacks ? (conversation) => inquire(client, connection, conversation) : undefined,
      ),
    acknowledge,
    async health() {
      const session = await client.openSession()
      return session.kind === 'token' ? { kind: 'up' } : { kind: 'down', cause: session.cause }
    },
    close: () => upstream.close(),
  }
}

async function pay(client: MpesaClient, connection: MpesaConnection, payout: Payout): Promise<PayoutReply> {
  const reply = await client.call({
    operation: 'pay',
    method: 'POST',
    path: 'b2cPayment/',
    body: paymentBody(connection.serviceProviderCode, payout),
  })
  const conversation = conversationOf(payout.reference)
  const response = payoutReply(reply, conversation, connection.mode)
  return response.kind === 'duplicate'
    ? outcomeOfDuplicate(await inquire(client, connection, conversation))
    : response
}

async function inquire(
  client: MpesaClient,
  connection: MpesaConnection,
  conversation: string,
  upstreamId?: string,
): Promise<InquiryReply> {
  const wanted = { input_QueryReference: conversation }
  const { reply, query } = await send(client, connection, 'queryTransactionStatus', wanted)
  return inquiryReply(reply, { query, upstreamId, notFoundCode: connection.notFoundCode })
}

async function reverse(
  client: MpesaClient,
  connection: MpesaConnection,
  reversal: Reversal,
): Promise<ReversalReply> {
  const reply = await client.call({
    operation: 'reverse',
    method: 'PUT',
    path: 'reversal/',
    body: reversalBody(connection.serviceProviderCode, reversal),
  })
  const conversation = reversalConversationOf(reversal.reference)
  const response = reversalReply(reply, conversation, connection.mode)
  if (response.kind !== 'duplicate') return response
  return reversalOutcome(outcomeOfDuplicate(await inquire(client, connection, conversation)))
}

/** Sends a read-only request under a new conversation id, because the gateway accepts none twice. */
async function send(
  client: MpesaClient,
  { serviceProviderCode }: MpesaConnection,
  operation: string,
  wanted: Record<string, string>,
) {
  const query = conversationOf(newId())
  const reply = await client.call({
    operation,
    method: 'GET',
    path: `${operation}/`,
    query: {
      ...wanted,
      ...originOf(serviceProviderCode),
      input_ThirdPartyConversationID: query,
    },
  })
  return { reply, query }
}

// Reads results that M-Pesa posts to the URL configured in its portal. They are not signed: a result is trusted because the
// URL is secret, the result names one of our payouts, and an inquiry confirms it.

type Result = ReturnType<typeof gatewayResult.parse>
/** Inquires about the payment or reversal with this conversation id. */
type Inquire = (conversation: string) => Promise<InquiryReply>

/** @param inquire confirms the outcome; undefined where results are trusted without an inquiry. */
export async function readCallback(
  { method, body }: CallbackRequest,
  inquire: Inquire | undefined,
): Promise<Callback> {
  const json = parseJson(body)
  if (method !== 'POST' || !isObject(json)) return { kind: 'forged', cause: 'no result' }
  const result = gatewayResult.parse(json)
  const subject = subjectOf(result.input_ThirdPartyConversationID)
  if (!subject) return { kind: 'unreadable', cause: 'no conversation of ours' }
  const outcome = outcomeOf(result)
  if (!outcome) return { kind: 'unreadable', cause: `code ${result.input_ResultCode ?? 'absent'}` }
  const { reference, isReversal, conversation } = subject
  const trusted =
    inquire && outcome.kind !== 'pending'
      ? await confirmedOutcome(outcome, await inquire(conversation))
      : outcome
  if (!trusted) return { kind: 'unreadable', cause: 'not confirmed by the gateway' }
  const isReversed = isReversal && trusted.kind === 'succeeded'
  return { kind: 'report', reference, outcome: isReversed ? { ...trusted, kind: 'reversed' } : trusted }
}

/** Undefined for undocumented codes and statuses: an inquiry must then find the outcome. */
function outcomeOf(result: Result): OperatorOutcome | undefined {
  const { input_ResultCode: code, input_TransactionID: upstreamId, input_TransactionStatus: status } = result
  const traced = { ...(upstreamId && { upstreamId }) }
  if (code === undefined) return undefined
  if (ambiguous.includes(code)) return { kind: 'pending', ...traced }
  if (code === processed) return grantedOutcome(upstreamId, status)
  const reason = refusalOf(code)
  return reason && { kind: 'declined', reason, code, message: result.input_ResultDesc ?? '', ...traced }
}

function grantedOutcome(
  upstreamId: string | undefined,
  status: string | undefined,
): OperatorOutcome | undefined {
  if (status === 'Reversed') return { kind: 'reversed', ...(upstreamId && { upstreamId }) }
  if (status !== undefined && status !== 'Completed') return undefined
  // Accepted, but without an id it is not yet a payment that can be looked up.
  return upstreamId ? { kind: 'succeeded', upstreamId } : { kind: 'pending' }
}

/** The response that the gateway expects, with the ids it sent. */
export function acknowledge({ body }: CallbackRequest): Acknowledgement {
  const result = gatewayResult.parse(parseJson(body))
  return {
    status: 200,
    body: {
      output_OriginalConversationID: result.input_OriginalConversationID ?? '',
      output_ResponseCode: '0',
      output_ResponseDesc: 'Successfully Accepted Result',
      output_ThirdPartyConversationID: result.input_ThirdPartyConversationID ?? '',
    },
  }
}
