// A shopper for tests: from a card number to a payment, step by step or in one call.

import type { Message } from '../message.ts'
import { valueAt } from '../message.ts'
import { device, newReference, orderInformation, type Reply, type World } from './testing.ts'

export type Basket = { code: string; reference: string; amount: string; currency: string }

export function basket(overrides: Partial<Basket> = {}): Basket {
  return {
    code: `tx-${newReference()}`,
    reference: newReference(),
    amount: '25.00',
    currency: 'USD',
    ...overrides,
  }
}

export function tokenId(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti
}

export async function enrolled(
  world: World,
  token: string,
  { code, amount, currency }: Basket,
  extra: Message = {},
): Promise<Reply> {
  return await world.post('/gateway/risk/v1/authentications', {
    clientReferenceInformation: { code },
    orderInformation: orderInformation(amount, currency),
    tokenInformation: { transientToken: tokenId(token) },
    deviceInformation: device,
    consumerAuthenticationInformation: {
      deviceChannel: 'Browser',
      returnUrl: 'http://localhost:5555/back',
      ...extra,
    },
  })
}

/** The members that a payment must repeat from an enrolment or validation. */
export function proofFrom(reply: Reply): Message {
  const facts = reply.body.consumerAuthenticationInformation as Message
  return {
    cavv: facts.cavv,
    xid: facts.xid,
    ucafAuthenticationData: facts.ucafAuthenticationData,
    ucafCollectionIndicator: facts.ucafCollectionIndicator,
    eciRaw: facts.eciRaw,
    paresStatus: facts.paresStatus,
    veresEnrolled: facts.veresEnrolled,
    paSpecificationVersion: facts.specificationVersion,
    directoryServerTransactionId: facts.directoryServerTransactionId,
  }
}

export function saleOf(
  token: string,
  { code, reference, amount, currency }: Basket,
  proof: Message,
): Message {
  return {
    clientReferenceInformation: { code, transactionId: reference },
    processingInformation: { capture: true, commerceIndicator: 'vbv' },
    tokenInformation: { transientTokenJwt: token },
    orderInformation: orderInformation(amount, currency),
    consumerAuthenticationInformation: proof,
  }
}

/** Completes a challenge page as a browser would. */
export async function challenge(world: World, enrolment: Reply, ...codes: string[]): Promise<string> {
  const jwt = String(valueAt(enrolment.body, 'consumerAuthenticationInformation.accessToken'))
  let page = await postForm(`${world.url}/gateway/acs/V2/Cruise/StepUp`, { JWT: jwt, MD: 'md-1' })
  for (const code of codes) {
    const action = code === 'cancel' || code === 'resend' ? code : 'verify'
    page = await postForm(`${world.url}/gateway/acs/challenge`, { JWT: jwt, MD: 'md-1', action, code })
  }
  return page
}

export async function validated(
  world: World,
  enrolment: Reply,
  { code, amount, currency }: Basket,
): Promise<Reply> {
  const authenticationTransactionId = valueAt(
    enrolment.body,
    'consumerAuthenticationInformation.authenticationTransactionId',
  )
  return await world.post('/gateway/risk/v1/authentication-results', {
    clientReferenceInformation: { code },
    orderInformation: orderInformation(amount, currency),
    consumerAuthenticationInformation: { authenticationTransactionId },
  })
}

/** Pays with a card, completing a challenge with the right code if needed, and returns the reply of the payment. */
export async function bought(world: World, number: string, wanted: Partial<Basket> = {}): Promise<Reply> {
  const order = basket(wanted)
  const token = await world.token(number)
  const enrolment = await enrolled(world, token, order)
  if (enrolment.body.status !== 'PENDING_AUTHENTICATION') {
    return await world.post('/gateway/pts/v2/payments', saleOf(token, order, proofFrom(enrolment)))
  }
  await challenge(world, enrolment, '1234')
  const validation = await validated(world, enrolment, order)
  return await world.post('/gateway/pts/v2/payments', saleOf(token, order, proofFrom(validation)))
}

async function postForm(url: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  return await response.text()
}
