// Payer authentication calls: setup, enrolment, validation (/risk/v1).
import type {
  AuthenticationReply,
  AuthenticationSetup,
  BrowserFacts,
  CardGateway,
  Refused,
  Unavailable,
  ValidationReply,
} from '../../cards/gateway/gateway.ts'
import type { RefusalReason } from '../../cards/transaction/decline-reasons.ts'
import { enrolmentReply, validationReply } from './authentication-outcome.ts'
import type { GatewayClient, GatewayReply } from './client.ts'
import { amountDetails, billTo } from './payment.ts'
import { reasonOf } from './reasons.ts'
import { causeOf, isForbidden, isSuccess, refusalIn, traced } from './translate.ts'
import { authenticationBody, reasonIn } from './wire.ts'

type Setup = Parameters<CardGateway['setUpAuthentication']>[0]
type Enrolment = Parameters<CardGateway['enrol']>[0]
type Validation = Parameters<CardGateway['validate']>[0]

const json = 'application/json'

export async function setUpAuthentication(
  client: GatewayClient,
  { code, token }: Setup,
): Promise<AuthenticationSetup | Refused | Unavailable> {
  const reply = await client.call({
    operation: 'authentication setup',
    method: 'POST',
    path: '/risk/v1/authentication-setups',
    accept: json,
    body: { clientReferenceInformation: { code }, tokenInformation: { transientToken: token.id } },
  })
  if (!isSuccess(reply)) return refusedOrUnavailable(reply)
  const body = authenticationBody.parse(reply.json)
  if (body.status === 'FAILED') return refused(reply, reasonIn(body), 'GENERAL_DECLINE')
  const { referenceId, deviceDataCollectionUrl, accessToken } = body.consumerAuthenticationInformation
  if (body.status !== 'COMPLETED' || !referenceId || !deviceDataCollectionUrl || !accessToken) {
    return unavailable(reply, 'authentication setup with missing fields')
  }
  if (!client.accepts(deviceDataCollectionUrl)) return unavailable(reply, 'unsafe device data collection URL')
  return { kind: 'set_up', referenceId, deviceDataCollectionUrl, accessToken }
}

export async function enrol(client: GatewayClient, requested: Enrolment): Promise<AuthenticationReply> {
  const reply = await client.call({
    operation: 'authentication enrolment',
    method: 'POST',
    path: '/risk/v1/authentications',
    accept: json,
    body: {
      clientReferenceInformation: { code: requested.code },
      orderInformation: { amountDetails: amountDetails(requested.amount), billTo: billTo(requested.billTo) },
      tokenInformation: { transientToken: requested.token.id },
      consumerAuthenticationInformation: {
        referenceId: requested.referenceId,
        returnUrl: requested.returnUrl,
        deviceChannel: 'Browser',
        transactionMode: 'S',
        acsWindowSize: '03',
      },
      deviceInformation: deviceInformation(requested.browser),
    },
  })
  if (!isSuccess(reply)) return refusedOrUnavailable(reply)
  const response = enrolmentReply(authenticationBody.parse(reply.json), client.accepts)
  return response ?? unavailable(reply, 'enrolment with an unknown result')
}

export async function validate(client: GatewayClient, requested: Validation): Promise<ValidationReply> {
  const { authenticationTransactionId } = requested
  const reply = await client.call({
    operation: 'authentication validation',
    method: 'POST',
    path: '/risk/v1/authentication-results',
    accept: json,
    body: {
      clientReferenceInformation: { code: requested.code },
      orderInformation: { amountDetails: amountDetails(requested.amount) },
      tokenInformation: { jti: requested.token.id },
      consumerAuthenticationInformation: { authenticationTransactionId },
    },
  })
  if (!isSuccess(reply)) return refusedOrUnavailable(reply)
  const response = validationReply(authenticationBody.parse(reply.json), requested)
  return response ?? unavailable(reply, 'validation with an unknown result')
}

function deviceInformation(browser: BrowserFacts) {
  return {
    ipAddress: browser.ipAddress,
    httpAcceptContent: browser.acceptHeader,
    httpAcceptBrowserValue: browser.acceptHeader,
    httpBrowserLanguage: browser.language,
    httpBrowserJavaEnabled: browser.javaEnabled,
    // Always true, because the card fields themselves need JavaScript.
    httpBrowserJavaScriptEnabled: true,
    httpBrowserColorDepth: browser.colorDepth,
    httpBrowserScreenHeight: browser.screenHeight,
    httpBrowserScreenWidth: browser.screenWidth,
    httpBrowserTimeDifference: browser.timeDifference,
    userAgentBrowserValue: browser.userAgent,
  }
}

/** Outcome of an unsuccessful call that moves no money. */
export function refusedOrUnavailable(reply: GatewayReply): Refused | Unavailable {
  if (isForbidden(reply)) return refused(reply, '', 'CONFIGURATION')
  const refusal = refusalIn(reply)
  return refusal ? refused(reply, reasonIn(refusal), 'GATEWAY_ERROR') : unavailable(reply, causeOf(reply))
}

function refused(reply: GatewayReply, outcome: string, otherwise: RefusalReason): Refused {
  return {
    kind: 'refused',
    reason: reasonOf(outcome, otherwise),
    cause: outcome || causeOf(reply),
    ...traced(reply),
  }
}

export function unavailable(reply: GatewayReply, cause: string): Unavailable {
  return { kind: 'unavailable', cause, ...traced(reply) }
}
