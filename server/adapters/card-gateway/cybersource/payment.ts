// Calls that move money: charge, void or reversal, and refund (/pts/v2). Each function sends one request, without retries.
import type { CardFacts, CardGateway, ChargeReply, RefundReply } from '../../../cards/gateway/gateway.ts'
import type { GatewayClient } from './client/client.ts'
import { amountDetails, billTo, transactionIdOf } from './requests.ts'
import { chargeReply, refundReply, type UndoReply, undoReply } from './translate.ts'

type Charge = Parameters<CardGateway['charge']>[0]
type Undo = Parameters<CardGateway['undoCharge']>[0]
type Refund = Parameters<CardGateway['refund']>[0]

/** @param card card facts from the token. */
export async function charge(
  client: GatewayClient,
  requested: Charge,
  card: CardFacts,
): Promise<ChargeReply> {
  const { commerceIndicator = 'internet', ...authentication } = requested.evidence
  const { code } = requested
  const transactionId = transactionIdOf(requested.reference)
  const reply = await client.call({
    operation: 'charge',
    method: 'POST',
    path: '/pts/v2/payments',
    reference: transactionId,
    body: {
      clientReferenceInformation: { code, transactionId },
      processingInformation: { capture: true, commerceIndicator },
      tokenInformation: { transientTokenJwt: requested.token.jwt },
      orderInformation: { amountDetails: amountDetails(requested.amount), billTo: billTo(requested.billTo) },
      ...(Object.keys(authentication).length > 0 && { consumerAuthenticationInformation: authentication }),
      ...(requested.ipAddress && { deviceInformation: { ipAddress: requested.ipAddress } }),
    },
  })
  return chargeReply(reply, { code, card })
}

/** Addresses the payment by its id if known, else as a time-out void: the gateway finds the sale by our transaction id. */
export async function undo(client: GatewayClient, requested: Undo): Promise<UndoReply> {
  const { code, paymentId, captured } = requested
  const collection = captured ? 'voids' : 'reversals'
  const isLost = paymentId === undefined
  const reply = await client.call({
    operation: `${isLost ? 'time-out ' : ''}${captured ? 'void' : 'reversal'}`,
    method: 'POST',
    path: isLost
      ? `/pts/v2/${collection}`
      : `/pts/v2/payments/${encodeURIComponent(paymentId)}/${collection}`,
    reference: transactionIdOf(requested.undoReference),
    body: {
      // Carries the code of the charge, so that a search for the charge also finds its void or reversal.
      clientReferenceInformation: {
        code,
        ...(isLost && { transactionId: transactionIdOf(requested.reference) }),
      },
      ...(!captured && { reversalInformation: reversalInformation(requested) }),
    },
  })
  return undoReply(reply)
}

function reversalInformation({ amount }: Undo) {
  return { amountDetails: amountDetails(amount), reason: 'payment not completed' }
}

export async function refund(client: GatewayClient, requested: Refund): Promise<RefundReply> {
  const { code } = requested
  const transactionId = transactionIdOf(requested.reference)
  const reply = await client.call({
    operation: 'refund',
    method: 'POST',
    path: `/pts/v2/payments/${encodeURIComponent(requested.paymentId)}/refunds`,
    reference: transactionId,
    body: {
      clientReferenceInformation: { code, transactionId },
      orderInformation: { amountDetails: amountDetails(requested.amount) },
    },
  })
  return refundReply(reply, { code })
}
