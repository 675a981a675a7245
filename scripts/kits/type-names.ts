// What the kits for other languages expose of docs/openapi.json: the names of their types, and the schema of each.

export type Schema = {
  $ref?: string
  description?: string
  type?: string | string[]
  enum?: (string | null)[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
}
export type Direction = 'request' | 'response'

/** Names of types, with the schema of each: a component, or a property of one; `[]` is an item of a list. */
export const requests: Record<string, string> = {
  OrderRequest: 'OrderRequest',
  PaymentLinkRequest: 'PaymentLinkRequest',
  CaptureContextRequest: 'CaptureContextRequest',
  SetupRequest: 'SetupRequest',
  EnrolmentRequest: 'EnrolmentRequest',
  BillTo: 'EnrolmentRequest.bill_to',
  BrowserFacts: 'EnrolmentRequest.browser',
  ChargeRequest: 'ChargeRequest',
  PayoutRequest: 'NewPayout',
  DisputeEvidence: 'DisputeEvidence',
  NewRefundRequest: 'NewRefundRequest',
  QuoteRequest: 'QuoteRequest',
  InboundRequest: 'TransferRequest',
  Credentials: 'LoginRequest',
  CallbackRequest: 'CallbackRequest',
  MicroformRequest: 'MicroformRequest',
  CheckoutSettingsRequest: 'CheckoutRequest',
  WhitelistRequest: 'WhitelistRequest',
}

export const responses: Record<string, string> = {
  Pagination: 'Pagination',
  Order: 'OrderResponse.data',
  PaymentStatus: 'StatusResponse.data',
  Receipt: 'Receipt.data',
  LinkReceipt: 'LinkReceipt.data',
  PaymentLink: 'PaymentLink',
  MadeLink: 'PaymentLinkBatch.data.items[]',
  CardBalance: 'CardBalance',
  BalanceTransaction: 'BalanceTransaction',
  Payout: 'Payout',
  PayoutDetail: 'PayoutDetailResponse.data',
  PayoutHistoryLine: 'PayoutEvent',
  Statement: 'Statement',
  FeeInvoice: 'FeeInvoice',
  FeeInvoiceSummary: 'FeeInvoiceSummary',
  DisputeSummary: 'DisputeSummary',
  Dispute: 'DisputeDetail',
  DisputeAction: 'DisputeDetail.allowed_actions.accept',
  EvidenceOfDispute: 'DisputeDetail.evidence',
  CaptureContext: 'CaptureContext',
  Setup: 'AuthenticationSetup',
  Enrolment: 'Enrolment',
  Charge: 'ChargeOutcome',
  Quote: 'QuoteData',
  AcceptedTransfer: 'TransferAccepted.data',
  TransferCheck: 'TransferCheck.data',
  TransferRequirements: 'TransferRequirements.data',
  Transfer: 'TransferSummary',
  TransferWithOutcome: 'TransferStatus.data',
  Timeline: 'Timeline.data',
  Account: 'AccountLookup.data',
  PhoneCheck: 'PhoneCheck.data',
  RemainingLimits: 'RemainingLimits.data',
  Balance: 'Balance',
  WalletEntry: 'WalletLine',
  Settlement: 'Settlement',
  RateTable: 'RateTable.data',
  LiveRate: 'LiveRate.data',
  Health: 'RemittanceHealth',
  Batch: 'Batch',
  RowError: 'BatchRows.data.items[].errors[]',
  BatchSummary: 'Batches.data.items[]',
  BatchRow: 'BatchRows.data.items[]',
  RefundBatchRow: 'RefundBatchRows.data.items[]',
  SavedProfile: 'ProfileResponse.data',
  SavedProfileSummary: 'Profiles.data.items[]',
  FeedEvent: 'FeedEvent',
  RefundRequest: 'RefundRequestRecord',
  Me: 'Profile.data',
  StepUp: 'StepUp.data',
  NewApiKeys: 'NewApiKey.data',
  NewMerchantSecret: 'NewMerchantSecret.data',
  NewCallbackSecret: 'NewCallbackSecret.data',
  Whitelist: 'Whitelist.data',
  Callback: 'Callback.data',
  TestDelivery: 'CallbackTest.data',
  WebhookCertification: 'WebhookCertification',
  MicroformSettings: 'Microform',
  CheckoutSettings: 'CheckoutSettings.data',
  Delivery: 'Delivery',
  DeliveryDetail: 'DeliveryDetail',
  PaymentEvent: 'PaymentEvent',
  RefundEvent: 'RefundEvent',
  VoidEvent: 'VoidEvent',
  DisputeEvent: 'DisputeEvent',
  PaymentCancellationEvent: 'CancellationEvent',
  RemittanceEvent: 'TransferEvent',
  PayoutEvent: 'PayoutWebhook',
  CollectionReturnedEvent: 'CollectionReturnedWebhook',
  BatchEvent: 'BatchWebhook',
  TestEvent: 'TestEvent',
}

/** Names of lists of values, which every field with the same values gets. */
export const values: Record<string, string> = {
  CardCurrency: 'Order.currency',
  SenderCurrency: 'Transfer.currency',
  Operator: 'Transfer.operator',
  TransactionStatus: 'PaymentStatus.transaction_status',
  TransferStatus: 'Transfer.status',
  BalanceTransactionType: 'BalanceTransaction.type',
  PayoutState: 'Payout.state',
  DisputeState: 'DisputeSummary.state',
  BatchRowState: 'BatchRow.state',
  ProfileKind: 'SavedProfile.kind',
  EventType: 'FeedEvent.type',
  DocumentType: 'InboundRequest.sender_document_type',
  ReasonOfTransaction: 'InboundRequest.reason_of_transaction',
  SourceOfFunds: 'InboundRequest.source_of_funds',
}

/** The schema of a component, or of a property of one. @throws Error where the document has none. */
export function schemaAt(schemas: Record<string, Schema>, pointer: string): Schema {
  const [component = '', ...path] = pointer.split('.')
  let schema = schemas[component]
  for (const step of path) {
    const property: Schema | undefined = schema?.properties?.[step.replace('[]', '')]
    schema = step.endsWith('[]') ? property?.items : property
    if (schema?.$ref) schema = schemas[schema.$ref.replace('#/components/schemas/', '')]
  }
  if (!schema) throw new Error(`docs/openapi.json lacks ${pointer}`)
  return schema
}
