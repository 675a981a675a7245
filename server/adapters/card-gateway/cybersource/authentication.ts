// Payer authentication: setup, enrolment, validation (/risk/v1).
import type {
  AuthenticationAnswer,
  AuthenticationSetup,
  BrowserFacts,
  CardGateway,
  Refused,
  Unavailable,
  ValidationAnswer,
} from '../../../cards/gateway/gateway.ts'
import type { RefusalReason } from '../../../cards/transaction/decline-reasons.ts'
import { enrolmentAnswer, validationAnswer } from './authentication-outcome.ts'
import type { GatewayClient, GatewayReply } from './client/client.ts'
import { authenticationBody, reasonIn } from './client/wire.ts'
import { reasonOf } from './reasons.ts'
import { amountDetails, billTo } from './requests.ts'
import { causeOf, isForbidden, isSuccess, refusalIn, traced } from './translate.ts'

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
    return unavailable(reply, 'authentication setup without its facts')
  }
  if (!client.accepts(deviceDataCollectionUrl)) return unavailable(reply, 'unsafe device data address')
  return { kind: 'set_up', referenceId, deviceDataCollectionUrl, accessToken }
}

export async function enrol(client: GatewayClient, asked: Enrolment): Promise<AuthenticationAnswer> {
  const reply = await client.call({
    operation: 'authentication enrolment',
    method: 'POST',
    path: '/risk/v1/authentications',
    accept: json,
    body: {
      clientReferenceInformation: { code: asked.code },
      orderInformation: { amountDetails: amountDetails(asked.amount), billTo: billTo(asked.billTo) },
      tokenInformation: { transientToken: asked.token.id },
      consumerAuthenticationInformation: {
        referenceId: asked.referenceId,
        returnUrl: asked.returnUrl,
        deviceChannel: 'Browser',
        transactionMode: 'S',
        acsWindowSize: '03',
      },
      deviceInformation: deviceInformation(asked.browser),
    },
  })
  if (!isSuccess(reply)) return refusedOrUnavailable(reply)
  const answer = enrolmentAnswer(authenticationBody.parse(reply.json), client.accepts)
  return answer ?? unavailable(reply, 'enrolment in words we do not know')
}

export async function validate(client: GatewayClient, asked: Validation): Promise<ValidationAnswer> {
  const { authenticationTransactionId } = asked
  const reply = await client.call({
    operation: 'authentication validation',
    method: 'POST',
    path: '/risk/v1/authentication-results',
    accept: json,
    body: {
      clientReferenceInformation: { code: asked.code },
      orderInformation: { amountDetails: amountDetails(asked.amount) },
      tokenInformation: { jti: asked.token.id },
      consumerAuthenticationInformation: { authenticationTransactionId },
    },
  })
  if (!isSuccess(reply)) return refusedOrUnavailable(reply)
  const answer = validationAnswer(authenticationBody.parse(reply.json), asked)
  return answer ?? unavailable(reply, 'validation in words we do not know')
}

function deviceInformation(browser: BrowserFacts) {
  return {
    ipAddress: browser.ipAddress,
    httpAcceptContent: browser.acceptHeader,
    httpAcceptBrowserValue: browser.acceptHeader,
    httpBrowserLanguage: browser.language,
    httpBrowserJavaEnabled: browser.javaEnabled,
    // The card fields themselves are a script.
    httpBrowserJavaScriptEnabled: true,
    httpBrowserColorDepth: browser.colorDepth,
    httpBrowserScreenHeight: browser.screenHeight,
    httpBrowserScreenWidth: browser.screenWidth,
    httpBrowserTimeDifference: browser.timeDifference,
    userAgentBrowserValue: browser.userAgent,
  }
}

/** What any call that moves no money means when it did not succeed. */
export function refusedOrUnavailable(reply: GatewayReply): Refused | Unavailable {
  if (isForbidden(reply)) return refused(reply, '', 'CONFIGURATION')
  const refusal = refusalIn(reply)
  return refusal ? refused(reply, reasonIn(refusal), 'GATEWAY_ERROR') : unavailable(reply, causeOf(reply))
}

function refused(reply: GatewayReply, word: string, otherwise: RefusalReason): Refused {
  return {
    kind: 'refused',
    reason: reasonOf(word, otherwise),
    cause: word || causeOf(reply),
    ...traced(reply),
  }
}

export function unavailable(reply: GatewayReply, cause: string): Unavailable {
  return { kind: 'unavailable', cause, ...traced(reply) }
}
