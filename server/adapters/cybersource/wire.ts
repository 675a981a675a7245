// Schemas of the parts of gateway replies that we use; malformed members are read as absent.
import { z } from 'zod'
import { fact, id, list, part, text } from '../reply.ts'

const reference = part({ code: text, transactionId: text })
const amountDetails = part({ totalAmount: fact, authorizedAmount: fact, currency: fact })
const problem = {
  errorInformation: part({ reason: fact }),
  reason: fact,
  /** Error format of the Flex endpoints. */
  responseStatus: part({ reason: fact }),
  details: list(part({ field: fact })),
}
const card = part({ type: fact, suffix: fact, expirationMonth: fact, expirationYear: fact, brandName: fact })

export const paymentBody = part({
  id,
  status: fact,
  clientReferenceInformation: reference,
  ...problem,
  orderInformation: part({ amountDetails }),
  paymentAccountInformation: part({ card }),
  paymentInformation: part({ card, scheme: fact, issuer: fact, binCountry: fact }),
  processorInformation: part({ consumerAuthenticationResponse: part({ code: fact }) }),
  embeddedActions: part({ CAPTURE: part({ status: fact }) }),
  refundAmountDetails: part({ refundAmount: fact, currency: fact }),
})
export type PaymentBody = z.output<typeof paymentBody>

export const authenticationBody = part({
  status: fact,
  ...problem,
  consumerAuthenticationInformation: part({
    accessToken: text,
    referenceId: id,
    deviceDataCollectionUrl: text,
    stepUpUrl: text,
    authenticationTransactionId: id,
    authenticationResult: fact,
    veresEnrolled: fact,
    paresStatus: fact,
    indicator: fact,
    ecommerceIndicator: fact,
    eciRaw: fact,
    cavv: text,
    cavvAlgorithm: fact,
    xid: text,
    ucafAuthenticationData: text,
    ucafCollectionIndicator: fact,
    specificationVersion: fact,
    directoryServerTransactionId: fact,
    acsTransactionId: fact,
    effectiveAuthenticationType: fact,
    interactionCounter: fact,
    challengeCancelCode: fact,
    cardholderMessage: text,
  }),
})
export type AuthenticationBody = z.output<typeof authenticationBody>
export type AuthenticationFacts = AuthenticationBody['consumerAuthenticationInformation']

const applications = list(part({ name: fact, reasonCode: fact, rCode: fact }))
const applicationInformation = part({ status: fact, reasonCode: fact, applications })

export const searchBody = part({
  _embedded: part({
    transactionSummaries: list(
      part({
        id,
        submitTimeUtc: fact,
        applicationInformation,
        clientReferenceInformation: reference,
        orderInformation: part({ amountDetails }),
      }),
    ),
  }),
})
export type Summary = z.output<typeof searchBody>['_embedded']['transactionSummaries'][number]

export const detailsBody = part({
  id,
  rootId: id,
  applicationInformation,
  clientReferenceInformation: reference,
  errorInformation: part({ reason: fact }),
  orderInformation: part({ amountDetails }),
  paymentInformation: part({
    card,
    issuerInformation: part({ name: fact, country: fact }),
    features: part({ accountFundingSource: fact }),
  }),
  processorInformation: part({ consumerAuthenticationResponse: part({ code: fact }) }),
  _links: part({ relatedTransactions: list(part({ href: text })) }),
})
export type Details = z.output<typeof detailsBody>

export const reportBody = part({
  requestDetails: list(part({ requestId: id, merchantReferenceNumber: text })),
  settlements: list(part({ requestId: id, transactionType: fact, amount: fact, currencyCode: fact })),
  settlementStatuses: list(part({ requestId: id, status: fact })),
})
export type ReportPage = z.output<typeof reportBody>

export const disputesBody = part({
  chargebackDetails: list(
    part({
      trackingNumber: fact,
      requestId: id,
      merchantReferenceNumber: fact,
      natureOfDispute: fact,
      action: fact,
      actionDescription: fact,
      preDisputeFlag: fact,
      sign: fact,
      amount: fact,
      currencyCode: fact,
      reasonCode: fact,
      responseDueTime: fact,
      time: fact,
    }),
  ),
})
export type DisputeDetails = z.output<typeof disputesBody>['chargebackDetails'][number]

export const publicKeyBody = part({ kty: fact, n: text, e: fact, kid: fact, use: fact })

const session = part({
  data: part({
    clientLibrary: text,
    clientLibraryIntegrity: z
      .string()
      .regex(/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/)
      .optional()
      .catch(undefined),
    targetOrigins: list(text),
  }),
})
/** Claims of a capture context, which holds one session. */
export const captureContextClaims = part({
  flx: part({ jwk: part({ kty: fact, n: text, e: fact, kid: fact }) }),
  ctx: z.preprocess((value) => (Array.isArray(value) ? value[0] : undefined), session),
})

export const transientTokenClaims = part({
  jti: id,
  content: part({
    paymentInformation: part({
      card: part({
        number: part({ maskedValue: fact, detectedCardTypes: list(fact) }),
        expirationMonth: part({ value: fact }),
        expirationYear: part({ value: fact }),
      }),
    }),
  }),
})

/** The reason in a reply, which each endpoint puts into another member. */
export function reasonIn(body: Pick<PaymentBody, 'errorInformation' | 'reason' | 'responseStatus'>): string {
  return body.errorInformation.reason ?? body.reason ?? body.responseStatus.reason ?? ''
}
