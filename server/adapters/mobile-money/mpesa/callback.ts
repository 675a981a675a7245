// Reads results that M-Pesa posts to the URL configured in its portal. They are not signed: a result is trusted because the
// URL is secret, the result names one of our payouts, and an inquiry confirms it.
import type {
  Acknowledgement,
  Callback,
  CallbackRequest,
  InquiryReply,
  OperatorOutcome,
} from '../../../operator-calls/operator.ts'
import { parseJson } from '../../../platform/http/body/json.ts'
import { isObject } from '../../reply.ts'
import { confirmedOutcome } from '../call.ts'
import { ambiguous, type GatewayResult, gatewayResult, processed, refusalOf, subjectOf } from './wire.ts'

/** Inquires about the payment or reversal with this conversation id. */
type Inquire = (conversation: string) => Promise<InquiryReply>

/** @param inquire confirms the outcome; undefined where results are trusted without an inquiry. */
export async function readCallback(
  request: CallbackRequest,
  inquire: Inquire | undefined,
): Promise<Callback> {
  const result = resultIn(request)
  if ('cause' in result) return result
  const subject = subjectOf(result.input_ThirdPartyConversationID)
  if (subject?.subject !== 'payout' && subject?.subject !== 'reversal') {
    return { kind: 'unreadable', cause: 'no conversation of ours' }
  }
  const outcome = outcomeOf(result)
  if (!outcome) return { kind: 'unreadable', cause: `code ${result.input_ResultCode ?? 'absent'}` }
  const { reference, conversation } = subject
  const isReversal = subject.subject === 'reversal'
  const trusted =
    inquire && outcome.kind !== 'pending'
      ? await confirmedOutcome(outcome, await inquire(conversation))
      : outcome
  if (!trusted) return { kind: 'unreadable', cause: 'not confirmed by the gateway' }
  const isReversed = isReversal && trusted.kind === 'succeeded'
  return { kind: 'report', reference, outcome: isReversed ? { ...trusted, kind: 'reversed' } : trusted }
}

/** The result in the form that the gateway posts. */
export function resultIn({
  method,
  body,
}: CallbackRequest): GatewayResult | { kind: 'forged'; cause: string } {
  const json = parseJson(body)
  if (method !== 'POST' || !isObject(json)) return { kind: 'forged', cause: 'no result' }
  return gatewayResult.parse(json)
}

/** Undefined for undocumented codes and statuses: an inquiry must then find the outcome. */
function outcomeOf(result: GatewayResult): OperatorOutcome | undefined {
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
