// Compares the client's types with the server's: a value or field missing on one side does not compile.
import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { renderMovement } from '../server/balances/movements.ts'
import type { MovementType } from '../server/balances/schemas.ts'
import type { renderHead, renderLine } from '../server/balances/statements/json.ts'
import type { MicroformOutcome } from '../server/cards/custom-checkout/microform.ts'
import type { disputeBody } from '../server/cards/disputes/notices.ts'
import type { DisputeState } from '../server/cards/disputes/queries.ts'
import type { renderDetail, renderSummary } from '../server/cards/disputes/responses.ts'
import type { Evidence } from '../server/cards/disputes/schemas.ts'
import type { CardNetwork } from '../server/cards/gateway/gateway.ts'
import type { OrderResponse } from '../server/cards/orders/create-order.ts'
import type { orderSchema } from '../server/cards/orders/schemas.ts'
import type { newRequestSchema, refundRequestRecord } from '../server/cards/refund-requests/schemas.ts'
import type { LinkStatus } from '../server/cards/transaction/payment-link.ts'
import type * as cards from '../server/cards/transaction/transaction.ts'
import type { NameMatch as ServerNameMatch } from '../server/compliance/names/match.ts'
import type { OperatorCode } from '../server/kernel/operators.ts'
import type { newPayoutSchema } from '../server/merchant-payouts/payouts/schemas.ts'
import type { renderPayout } from '../server/merchant-payouts/record/responses.ts'
import type { GoLiveState } from '../server/merchants/go-live.ts'
import type { Credentials } from '../server/merchants/identity/register.ts'
import type { DocumentType } from '../server/operator-calls/operator.ts'
import type { ReceiptState } from '../server/receipts/receipt-facts.ts'
import type * as inbound from '../server/remittance/acceptance/request.ts'
import type { SenderCurrency } from '../server/remittance/transfer/formats.ts'
import type * as transfers from '../server/remittance/transfer/transfer.ts'
import type { WalletLineKind } from '../server/remittance/wallets/wallet.ts'
import type {
  DeliverySummary,
  DeliveryDetail as ServerStory,
} from '../server/webhooks/delivery/deliveries.ts'
import type * as sdk from './likuta.ts'

test('the client has the same enumerated values as the server', () => {
  expectTypeOf<sdk.TransactionStatus>().toEqualTypeOf<cards.TransactionStatus>()
  expectTypeOf<sdk.PaymentLink['status']>().toEqualTypeOf<LinkStatus>()
  expectTypeOf<sdk.ReceiptState>().toEqualTypeOf<ReceiptState>()
  expectTypeOf<sdk.TransferStatus>().toEqualTypeOf<transfers.TransferStatus>()
  expectTypeOf<sdk.Operator>().toEqualTypeOf<OperatorCode>()
  expectTypeOf<sdk.DocumentType>().toEqualTypeOf<DocumentType>()
  expectTypeOf<sdk.SenderCurrency>().toEqualTypeOf<SenderCurrency>()
  expectTypeOf<sdk.ReasonOfTransaction>().toEqualTypeOf<(typeof inbound.reasonsOfTransaction)[number]>()
  expectTypeOf<sdk.SourceOfFunds>().toEqualTypeOf<(typeof inbound.sourcesOfFunds)[number]>()
  expectTypeOf<sdk.WalletEntry['kind']>().toEqualTypeOf<WalletLineKind>()
  expectTypeOf<sdk.BalanceTransactionType>().toEqualTypeOf<MovementType>()
  expectTypeOf<sdk.DisputeState>().toEqualTypeOf<DisputeState>()
  expectTypeOf<sdk.GoLive['state']>().toEqualTypeOf<GoLiveState>()
  type Networks = NonNullable<sdk.CaptureContextRequest['allowed_card_networks']>
  expectTypeOf<Networks[number]>().toEqualTypeOf<CardNetwork>()
})

test('the client has the same fields as the server', () => {
  // return_url has an alias on the server that the client does not offer.
  type OrderFields = Exclude<keyof z.output<ReturnType<typeof orderSchema>>, 'redirect_url'>
  expectTypeOf<keyof sdk.OrderRequest>().toEqualTypeOf<OrderFields>()
  expectTypeOf<keyof sdk.InboundRequest>().toEqualTypeOf<keyof inbound.InboundFields>()
  expectTypeOf<keyof sdk.Order>().toEqualTypeOf<keyof OrderResponse['data']>()
  expectTypeOf<sdk.Charge>().toEqualTypeOf<MicroformOutcome>()
  expectTypeOf<sdk.Delivery>().toEqualTypeOf<DeliverySummary>()
  expectTypeOf<sdk.DeliveryDetail>().toEqualTypeOf<ServerStory>()
  expectTypeOf<keyof sdk.NameMatch>().toEqualTypeOf<keyof ServerNameMatch>()
  expectTypeOf<sdk.RefundRequest>().toEqualTypeOf<z.output<typeof refundRequestRecord>>()
  expectTypeOf<keyof sdk.NewRefundRequest>().toEqualTypeOf<keyof z.output<typeof newRequestSchema>>()
  expectTypeOf<keyof sdk.BalanceTransaction>().toEqualTypeOf<keyof ReturnType<typeof renderMovement>>()
  expectTypeOf<sdk.Payout>().toEqualTypeOf<ReturnType<typeof renderPayout>>()
  expectTypeOf<keyof sdk.PayoutRequest>().toEqualTypeOf<keyof z.output<typeof newPayoutSchema>>()
  expectTypeOf<keyof sdk.StatementLine>().toEqualTypeOf<keyof ReturnType<typeof renderLine>>()
  expectTypeOf<keyof sdk.Statement>().toEqualTypeOf<keyof ReturnType<typeof renderHead> | 'lines'>()
  expectTypeOf<keyof sdk.DisputeSummary>().toEqualTypeOf<keyof ReturnType<typeof renderSummary>>()
  expectTypeOf<keyof sdk.Dispute>().toEqualTypeOf<keyof Awaited<ReturnType<typeof renderDetail>>>()
  expectTypeOf<keyof sdk.DisputeEvidence>().toEqualTypeOf<keyof Evidence>()
  expectTypeOf<keyof sdk.DisputeEvent>().toEqualTypeOf<keyof ReturnType<typeof disputeBody>>()
  expectTypeOf<sdk.SignedUp>().toEqualTypeOf<Omit<Credentials, 'password'>>()
})
