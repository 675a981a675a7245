// Calls that move money: charge, void or reversal, and refund (/pts/v2). Each function sends one request, without retries.
import type { BillTo, CardFacts, CardGateway, ChargeReply, RefundReply } from '../../cards/gateway/gateway.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import type { GatewayClient } from './client.ts'
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

/** Our own transaction id of a request, by which a request whose reply was lost can be undone. */
export function transactionIdOf(reference: string): string {
  return reference.replaceAll('-', '')
}

export function amountDetails(amount: Money) {
  return { totalAmount: formatMoney(amount), currency: amount.currency }
}

// The gateway refuses longer texts with 400; lengths from the REST API reference, orderInformation.billTo.
export function billTo(payer: BillTo) {
  return {
    firstName: cut(payer.forename, 60),
    lastName: cut(payer.surname, 60),
    address1: cut(payer.addressLine1, 60),
    locality: cut(payer.city, 50),
    ...(payer.state && { administrativeArea: cut(payer.state, 20) }),
    ...(payer.postalCode && { postalCode: payer.postalCode }),
    country: payer.country,
    email: payer.email,
    ...(payer.phone && { phoneNumber: payer.phone }),
  }
}

/** Cuts by whole characters, so that no surrogate pair is split. */
function cut(text: string, length: number): string {
  return [...text].slice(0, length).join('')
}
