// Types of the merchant API's responses, under the names that the portal's pages use. They come from the OpenAPI document.
import type * as schemas from '../api/schemas.generated.ts'

export type Me = schemas.Profile['data']
export type SampleMonth = schemas.SampleMonth['data']
export type Member = schemas.MerchantUser
export type Invitation = schemas.Invitation
export type NewInvitation = schemas.NewInvitation['data']
export type Confirmations = schemas.ConfirmedAddresses['data']
export type UserSession = schemas.UserSession
export type Factors = schemas.Factors['data']
export type OwnSales = schemas.OwnSales['data']
export type TillPart = schemas.TillPart
export type TillSale = schemas.TillSale['data']
export type Microform = schemas.Microform

export type LatestCertification = schemas.WebhookCertificationResponse['data']
export type Callback = schemas.Callback['data']
export type WebhookEndpoint = schemas.WebhookEndpoint
export type WebhookEndpoints = schemas.WebhookEndpoints['data']
export type Overview = schemas.PortalOverview['data']
export type PeriodFigures = schemas.PeriodFigures['data']
export type Balance = schemas.Balance

export type CardBalance = schemas.CardBalance
export type BalanceMovement = schemas.NamedBalanceTransaction
export type NextRelease = schemas.NextRelease

export type Payout = schemas.Payout
export type PayoutDetail = schemas.PayoutDetailResponse['data']
export type PayoutTerms = schemas.PayoutTerms['data']
export type PayoutDestination = schemas.PayoutDestination
export type FoundWallet = schemas.PayoutDestinationOwner['data']
export type PayoutSchedule = schemas.PayoutSchedule

export type Payment = schemas.PaymentSummary
export type CustomerOfPayment = schemas.CustomerOfPayment['data']
export type PaymentTotals = schemas.PaymentTotals['data']
export type TransferTotals = schemas.TransferTotals['data']
export type DisputeSummary = schemas.DisputeSummary
export type DisputeDetail = schemas.DisputeDetail
export type PaymentsToCheck = schemas.PaymentsToCheck['data']
export type PaymentDetail = schemas.PaymentDetail['data']

/** A delivery as a row of a list, or in full with its body and the receiver's replies. */
export type Delivery = schemas.Delivery & Partial<Pick<schemas.DeliveryDetail, 'body'>>
export type Attempt = schemas.Delivery['attempts'][number] &
  Partial<schemas.DeliveryDetail['attempts'][number]>

export type Transfer = schemas.PricedTransfer
export type TransferStatus = Transfer['status']
export type TransferDetail = schemas.TransferDetail['data']

export type SavedProfileSummary = schemas.Profiles['data']['items'][number]
export type SavedProfile = schemas.ProfileResponse['data']

export type WalletLine = schemas.WalletLine
export type Settlement = schemas.Settlement

export type PaymentLink = schemas.PortalLink

export type LoggedRequest = schemas.LoggedRequests['data']['items'][number]
export type ReceivedEvent = schemas.ReceivedEvents['data']['items'][number]
export type GoLive = schemas.GoLive['data']
export type Business = schemas.Business['data']
export type BusinessFile = schemas.BusinessFile
export type Step = schemas.Checklist['data'][number]
