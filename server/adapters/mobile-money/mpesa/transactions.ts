// Inquiries and reversals, which the gateway has in common for payouts and collections: both are transactions there.
import { newId } from '../../../kernel/id.ts'
import type { InquiryReply, Reversal, ReversalReply } from '../../../operator-calls/operator.ts'
import { outcomeOfDuplicate } from '../call.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import type { MpesaClient } from './client.ts'
import { inquiryReply, reversalOutcome, reversalReply } from './translate.ts'
import { conversationOf, originOf, reversalBody } from './wire.ts'

/** The outcome of the payout or reversal with this conversation id. */
export async function inquire(
  client: MpesaClient,
  connection: MpesaConnection,
  conversation: string,
  upstreamId?: string,
): Promise<InquiryReply> {
  const wanted = { input_QueryReference: conversation }
  const { reply, query } = await send(client, connection, 'queryTransactionStatus', wanted)
  return inquiryReply(reply, { query, upstreamId, notFoundCode: connection.notFoundCode })
}

/** Returns money of a transaction, of a payout or a collection, to where it came from. */
export async function reverse(
  client: MpesaClient,
  connection: MpesaConnection,
  reversal: Reversal,
  subject: 'reversal' | 'refund',
): Promise<ReversalReply> {
  const reply = await client.call({
    operation: 'reverse',
    method: 'PUT',
    path: 'reversal/',
    body: reversalBody(connection.serviceProviderCode, reversal, subject),
  })
  const conversation = conversationOf(reversal.reference, subject)
  const response = reversalReply(reply, conversation, connection.mode)
  if (response.kind !== 'duplicate') return response
  return reversalOutcome(outcomeOfDuplicate(await inquire(client, connection, conversation)))
}

/** Sends a read-only request under a new conversation id, because the gateway accepts none twice. */
export async function send(
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
