// 3-D Secure calls: setup, enrolment, validation. A payment can present only the evidence that is issued here.
import { randomBytes, randomUUID } from 'node:crypto'
import type { CardFacts, Setup } from '../books/books.ts'
import { recordTransaction } from '../books/record-transaction.ts'
import { behaviourNamed } from '../cards/cards.ts'
import { type Call, created, type Gateway, type Reply, wait } from '../gateway.ts'
import { type Message, present, requiredText, requireFields, textAt, valueAt } from '../message.ts'
import { readCardSource } from '../microform/card-source.ts'
import { isExpired } from '../microform/vault.ts'
import { amountAt } from '../payments/amount.ts'
import { invalidField } from '../problems.ts'
import { accessToken, enrolmentFacts, trustFacts } from './facts.ts'
import {
  type AuthenticationOutcome,
  type EnrolmentResult,
  enrolmentResults,
  validationResults,
} from './outcomes.ts'
import { type Authentication, findAuthentication, saveAuthentication } from './records.ts'

export async function setUpAuthentication(gateway: Gateway, call: Call): Promise<Reply> {
  requireFields(call.message, ['clientReferenceInformation.code'])
  const { card, token, isNumberValid } = await readCardSource(gateway, call.merchantId, call.message)
  const reason = isExpired(gateway, card) ? 'EXPIRED_CARD' : isNumberValid ? null : 'GENERAL_DECLINE'
  if (reason) {
    return created(
      recordTransaction(gateway, call, { kind: 'setup', status: 'FAILED', reason, card, reply: {} }),
    )
  }
  const setup: Setup = {
    referenceId: randomUUID(),
    merchantId: call.merchantId,
    tokenId: token?.id ?? null,
    collected: false,
  }
  gateway.books.put('setup', setup.referenceId, setup)
  const consumerAuthenticationInformation = {
    accessToken: await accessToken(gateway, { ReferenceId: setup.referenceId }),
    referenceId: setup.referenceId,
    deviceDataCollectionUrl: `${gateway.url()}/gateway/acs/V1/Cruise/Collect`,
    token: randomBytes(48).toString('base64'),
  }
  const reply = { consumerAuthenticationInformation }
  return created(recordTransaction(gateway, call, { kind: 'setup', status: 'COMPLETED', card, reply }))
}

export async function enrol(gateway: Gateway, call: Call): Promise<Reply> {
  const { authentication, result } = await authenticate(gateway, call)
  return created(
    recordTransaction(gateway, call, {
      kind: 'enrolment',
      status: result.status,
      reason: enrolmentReason(result),
      card: authentication.card,
      amount: authentication.amount,
      reply: { consumerAuthenticationInformation: authentication.facts },
    }),
  )
}

export function enrolmentReason(result: EnrolmentResult): string | null {
  if (result.status === 'AUTHENTICATION_SUCCESSFUL') return null
  return result.status === 'PENDING_AUTHENTICATION'
    ? 'CONSUMER_AUTHENTICATION_REQUIRED'
    : 'CONSUMER_AUTHENTICATION_FAILED'
}

/** The enrolment itself, also used by a payment that requests it in the same call. */
export async function authenticate(
  gateway: Gateway,
  call: Call,
): Promise<{ authentication: Authentication; result: EnrolmentResult }> {
  const { message } = call
  const amount = amountAt(message)
  requireFields(message, ['clientReferenceInformation.code', ...billingFields(message)])
  const source = await readCardSource(gateway, call.merchantId, message)
  checkDevice(gateway, call)
  const outcome = outcomeFor(source.card, textAt(message, 'consumerAuthenticationInformation.challengeCode'))
  const result = enrolmentResults[outcome]
  const returnUrl = textAt(message, 'consumerAuthenticationInformation.returnUrl')
  const isChallenged = result.status === 'PENDING_AUTHENTICATION'
  if (isChallenged && !returnUrl) requireFields(message, ['consumerAuthenticationInformation.returnUrl'])
  if (returnUrl && !/^https?:\/\//.test(returnUrl)) {
    throw invalidField('consumerAuthenticationInformation.returnUrl')
  }
  if (result.slow) await wait(gateway.settings.lookupTimeoutMs)
  const authentication: Authentication = {
    id: randomBytes(15).toString('base64url').replace(/[-_]/g, 'x'),
    merchantId: call.merchantId,
    tokenId: source.token?.id ?? null,
    card: source.card,
    amount,
    outcome,
    returnUrl,
    wrongCodes: 0,
    resends: 0,
    challengeEnd: null,
    level: result.level,
    isChallenged,
    facts: {},
    paidBy: null,
  }
  authentication.facts = await enrolmentFacts(gateway, authentication, result)
  saveAuthentication(gateway, authentication)
  return { authentication, result }
}

export async function validate(gateway: Gateway, call: Call): Promise<Reply> {
  const { message } = call
  requireFields(message, ['clientReferenceInformation.code'])
  const authentication = conclude(gateway, call)
  const amount = amountAt(message)
  if (amount.minor !== authentication.amount.minor || amount.currency !== authentication.amount.currency) {
    throw invalidField('orderInformation.amountDetails.totalAmount')
  }
  const result = validationResults[authentication.challengeEnd ?? 'unfinished']
  return created(
    recordTransaction(gateway, call, {
      kind: 'validation',
      status: result.status,
      reason: result.status === 'AUTHENTICATION_FAILED' ? 'CONSUMER_AUTHENTICATION_FAILED' : null,
      card: authentication.card,
      amount: authentication.amount,
      reply: { consumerAuthenticationInformation: authentication.facts },
    }),
  )
}

/** Returns the result of a finished challenge; an unfinished one stays open. */
export function conclude(gateway: Gateway, call: Call): Authentication {
  const field = 'consumerAuthenticationInformation.authenticationTransactionId'
  const authentication = findAuthentication(gateway, call.merchantId, requiredText(call.message, field))
  if (!authentication?.isChallenged) throw invalidField(field)
  const result = validationResults[authentication.challengeEnd ?? 'unfinished']
  const { stepUpUrl, accessToken: used, acsUrl, pareq, ecommerceIndicator, ...stored } = authentication.facts
  const isKnown =
    authentication.challengeEnd !== null && authentication.facts.authenticationResult !== undefined
  if (isKnown) return authentication
  const facts = present({
    ...stored,
    ...trustFacts(
      authentication.card.type,
      result.level,
      'indicator',
      authentication.challengeEnd === 'error',
    ),
    paresStatus: result.paresStatus,
    authenticationResult: result.authenticationResult,
    authenticationStatusMsg: result.authenticationStatusMsg,
    effectiveAuthenticationType: 'CH',
    // The issuer reports this only when the challenge has ended.
    interactionCounter:
      authentication.challengeEnd === null
        ? undefined
        : String(authentication.wrongCodes + 1).padStart(2, '0'),
    challengeCancelCode: authentication.challengeEnd === 'cancelled' ? '01' : undefined,
  })
  const concluded = { ...authentication, level: result.level, facts }
  if (authentication.challengeEnd !== null) saveAuthentication(gateway, concluded)
  return concluded
}

/** `administrativeArea` and `postalCode` are required in the United States and Canada only. */
function billingFields(message: Message): string[] {
  const country = valueAt(message, 'orderInformation.billTo.country')
  const names = ['firstName', 'lastName', 'address1', 'country', 'email']
  if (country === 'US' || country === 'CA') names.push('administrativeArea', 'postalCode')
  return names.map((name) => `orderInformation.billTo.${name}`)
}

const deviceFields = [
  'httpAcceptContent',
  'httpBrowserLanguage',
  'httpBrowserJavaEnabled',
  'httpBrowserColorDepth',
  'httpBrowserScreenHeight',
  'httpBrowserScreenWidth',
  'httpBrowserTimeDifference',
  'userAgentBrowserValue',
].map((name) => `deviceInformation.${name}`)

function checkDevice(gateway: Gateway, call: Call): void {
  const field = 'consumerAuthenticationInformation.referenceId'
  const referenceId = textAt(call.message, field)
  const setup = referenceId ? gateway.books.get<Setup>('setup', referenceId) : null
  if (referenceId && setup?.merchantId !== call.merchantId) throw invalidField(field)
  requireFields(call.message, ['consumerAuthenticationInformation.deviceChannel'])
  if (!setup?.collected) requireFields(call.message, deviceFields)
}

/** A mandated challenge (04) replaces a frictionless success by a challenge. */
function outcomeFor(card: CardFacts, challengeCode: string | null): AuthenticationOutcome {
  const { authentication } = behaviourNamed(card.behaviour)
  return challengeCode === '04' && authentication === 'frictionless' ? 'challenge' : authentication
}
