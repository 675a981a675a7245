// Builds `consumerAuthenticationInformation`: ids, cryptograms, and the signed tokens for the steps in the browser.
import { randomBytes, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Gateway } from '../gateway.ts'
import { type Message, present } from '../message.ts'
import { commerceFacts, type EnrolmentResult, isUcafScheme, type Level } from './outcomes.ts'
import type { Authentication } from './records.ts'

export async function enrolmentFacts(
  gateway: Gateway,
  authentication: Authentication,
  result: EnrolmentResult,
): Promise<Message> {
  const common = {
    authenticationTransactionId: authentication.id,
    veresEnrolled: result.veresEnrolled,
    paresStatus: result.paresStatus,
    authenticationPath: result.authenticationPath,
    specificationVersion: '2.2.0',
    directoryServerTransactionId: randomUUID(),
    threeDSServerTransactionId: randomUUID(),
    token: randomBytes(48).toString('base64'),
    ...result.extra,
  }
  if (!authentication.isChallenged) {
    const trust = trustFacts(authentication.card.type, result.level, 'ecommerceIndicator', false)
    return present({ ...common, ...trust, acsTransactionId: randomUUID(), effectiveAuthenticationType: 'FR' })
  }
  const acsTransactionId = randomUUID()
  const acsUrl = `${gateway.url()}/gateway/acs/challenge`
  const request = { messageType: 'CReq', acsTransID: acsTransactionId, challengeWindowSize: '03' }
  const pareq = Buffer.from(JSON.stringify(request)).toString('base64url')
  return present({
    ...common,
    acsTransactionId,
    challengeRequired: 'Y',
    ecommerceIndicator: commerceFacts(authentication.card.type, 'authenticated').indicator,
    authenticationType: '02',
    effectiveAuthenticationType: 'CH',
    acsUrl,
    pareq,
    stepUpUrl: `${gateway.url()}/gateway/acs/V2/Cruise/StepUp`,
    accessToken: await accessToken(gateway, {
      Payload: { ACSUrl: acsUrl, Payload: pareq, TransactionId: authentication.id },
      ObjectifyPayload: true,
      ReturnUrl: authentication.returnUrl,
    }),
  })
}

export function trustFacts(cardType: string, level: Level, indicatorName: string, isError: boolean): Message {
  if (isError) return {}
  const { eci, indicator } = commerceFacts(cardType, level)
  const cryptogram = level === 'none' ? undefined : randomBytes(20).toString('base64')
  const ucaf = isUcafScheme(cardType)
  return present({
    eci,
    eciRaw: eci,
    [indicatorName]: indicator,
    cavv: ucaf ? undefined : cryptogram,
    cavvAlgorithm: ucaf || !cryptogram ? undefined : '2',
    xid: ucaf ? undefined : cryptogram,
    ucafAuthenticationData: ucaf ? cryptogram : undefined,
    ucafCollectionIndicator: ucaf ? eci.slice(-1) : undefined,
  })
}

export async function accessToken(gateway: Gateway, claims: Message): Promise<string> {
  const issuedAt = Math.floor(gateway.clock.now() / 1000)
  return await new SignJWT({ OrgUnitId: '5f0c0ffee0000000sandbox0', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('5f0c0ffee00000000000sand')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 3600)
    .setJti(randomUUID())
    .sign(gateway.keys.accessControl)
}
