// Formats of the M-Pesa gateway: `output_…` members in its replies, `input_…` members in the results it posts.
import { randomUUID } from 'node:crypto'
import type { Message } from '../books/book.ts'
import type { CallbackMessage, Operators } from '../operators.ts'
import { portalUrl } from '../portal.ts'
import { type Code, meanings } from './codes.ts'

/** A reply of the gateway; refusal codes have their own HTTP status. */
export type Reply = { status: number; body: Message }

export type Conversation = { conversationId: string; thirdPartyConversationId: string }

export function accepted(conversation: Conversation, found: Message = {}, status = 200): Reply {
  return { status, body: { ...outcome('INS-0'), ...found, ...named(conversation) } }
}

export function refused(code: Code, conversation: Conversation | null): Reply {
  const { status } = meanings[code]
  return { status, body: { ...outcome(code), ...(conversation ? named(conversation) : {}) } }
}

export function session(id: string): Reply {
  return { status: 200, body: { ...outcome('INS-0'), output_SessionID: id } }
}

/**
 * The reply to a call without an open session. The real gateway's reply is not published; 401 is also the status of a
 * failed transaction, so the code is the one for sessions.
 */
export function sessionNotOpen(): Reply {
  return { ...refused('INS-989', null), status: 401 }
}

/** Members of a result posted to the portal's URL. A transaction that was never booked has no id. */
export function result(
  code: Code,
  conversation: Conversation,
  found: { transactionId?: string; transactionStatus?: 'Reversed' } = {},
): Record<string, string> {
  return {
    input_OriginalConversationID: conversation.conversationId,
    ...(found.transactionId && { input_TransactionID: found.transactionId }),
    input_ResultCode: code,
    input_ResultDesc: meanings[code].description,
    input_ThirdPartyConversationID: conversation.thirdPartyConversationId,
    // How the real gateway reports a reversal is not published, so this member is our own choice.
    ...(found.transactionStatus && { input_TransactionStatus: found.transactionStatus }),
  }
}

/** The conversation of a call whose result is posted. */
export function reportedConversation(
  { message, reference }: { message: Message; reference: string },
  isForged: boolean,
): Conversation {
  // Results are not signed: only this id, known to caller and gateway, distinguishes a true result from a forged one.
  const conversationId = isForged ? randomUUID().replaceAll('-', '') : String(message.conversationId)
  return { conversationId, thirdPartyConversationId: reference }
}

export function postedResult(
  operators: Operators,
  ...members: Parameters<typeof result>
): CallbackMessage | null {
  const url = portalUrl(operators.book, 'mpesa')
  if (!url) return null
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', url, headers, body: JSON.stringify(result(...members)) }
}

function outcome(code: Code): Record<string, string> {
  return { output_ResponseCode: code, output_ResponseDesc: meanings[code].description }
}

function named(conversation: Conversation): Record<string, string> {
  return {
    output_ConversationID: conversation.conversationId,
    output_ThirdPartyConversationID: conversation.thirdPartyConversationId,
  }
}
