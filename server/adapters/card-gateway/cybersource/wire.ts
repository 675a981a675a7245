// The gateway's replies as far as we use them. Reading is lenient: whatever is missing, misshapen, endless or holds
// control characters is simply absent, and what is absent never makes a success.
import { z } from 'zod'
import { type Currency, type Money, minorDigits, parseMoney } from '../../../kernel/money.ts'

const text = z
  .string()
  .regex(/^\P{Cc}{1,8192}$/u)
  .optional()
  .catch(undefined)
const fact = z
  .string()
  .regex(/^\P{Cc}{1,100}$/u)
  .optional()
  .catch(undefined)
/** An identifier that may stand in a path. */
const id = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined)

function part<Shape extends z.ZodRawShape>(shape: Shape) {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return z.preprocess((value) => (isObject(value) ? value : {}), z.object(shape))
}

function list<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (Array.isArray(value) ? value : []), z.array(item))
}

const reference = part({ code: text, transactionId: text })
const amountDetails = part({ totalAmount: fact, authorizedAmount: fact, currency: fact })
const problem = {
  errorInformation: part({ reason: fact }),
  reason: fact,
  /** The Flex endpoints' own form. */
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
/** Claims of a capture context; a context has one session. */
export const captureContextClaims = part({
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

/** The reason a reply gives, wherever its endpoint writes it. */
export function reasonIn(body: Pick<PaymentBody, 'errorInformation' | 'reason' | 'responseStatus'>): string {
  return body.errorInformation.reason ?? body.reason ?? body.responseStatus.reason ?? ''
}

/** Undefined for no plain decimal, or a currency we do not know. */
export function moneyIn(amount: string | undefined, currency: string | undefined): Money | undefined {
  const known = currency?.toUpperCase() ?? ''
  if (amount === undefined || !Object.hasOwn(minorDigits, known)) return undefined
  return parseMoney(amount, known as Currency)
}
