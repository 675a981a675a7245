// Steps that the contract suite shares: tokens, authentications and charges.

import { newId } from '../../kernel/id.ts'
import { type Money, money } from '../../kernel/money.ts'
import type { BillTo } from '../transaction/bill-to.ts'
import type { RefusalReason } from '../transaction/decline-reasons.ts'
import type {
  AuthenticationReply,
  BrowserFacts,
  CardGateway,
  ChargeRequest,
  TransientToken,
} from './gateway.ts'

// Card numbers of the sandbox.
export const accepted = '4242424242424242'
export const challenged = '4000000000003220'
export const reviewed = '4000000000009235'

export const declines: readonly [string, RefusalReason][] = [
  ['4000000000000002', 'GENERAL_DECLINE'],
  ['4000000000009995', 'INSUFFICIENT_FUND'],
  ['4000000000000069', 'EXPIRED_CARD'],
]

/** An adapter connected to its simulator, which never delays a reply beyond the adapter's deadline. */
export type CardGatewayWorld = {
  gateway: CardGateway
  /** The same adapter with credentials that the simulator does not know. */
  stranger: CardGateway
  /** The same adapter with an address where nothing is listening. */
  unreachable: CardGateway
  now(): Temporal.Instant
  /** Advances the clocks of adapter and simulator. */
  forward(by: Temporal.DurationLike): Promise<void>
  /** Creates a token as the card fields in a browser would. */
  tokenise(contextJwt: string, number: string): Promise<string>
  /** Completes the challenge as the cardholder would, entering the codes in turn. */
  completeChallenge(
    challenge: Extract<AuthenticationReply, { kind: 'challenge' }>,
    codes: string[],
  ): Promise<void>
  close(): Promise<void>
}

const origin = 'https://shop.example'
export const amount = money(2550n, 'USD')

const billTo: BillTo = {
  forename: 'Chantal',
  surname: 'Mwamba Élodie',
  email: 'chantal@example.com',
  phone: '+243810000000',
  addressLine1: '12 avenue Kasa-Vubu',
  city: 'Kinshasa',
  country: 'CD',
}

const browser: BrowserFacts = {
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
  acceptHeader: 'text/html',
  language: 'fr-CD',
  colorDepth: '24',
  screenHeight: '900',
  screenWidth: '1440',
  timeDifference: '-60',
  javaEnabled: false,
}

export async function openContext({ gateway }: CardGatewayWorld) {
  const context = await gateway.openCaptureContext({
    targetOrigins: [origin],
    allowedCardNetworks: ['VISA', 'MASTERCARD', 'AMEX'],
  })
  if (context.kind !== 'opened') throw new Error(`no capture context: ${context.cause}`)
  return context
}

export async function readToken(world: CardGatewayWorld, number: string): Promise<TransientToken> {
  const { jwt, tokenKey } = await openContext(world)
  const token = await world.gateway.readTransientToken(await world.tokenise(jwt, number), [tokenKey])
  if (token.kind !== 'token') throw new Error(`no token: ${token.kind}`)
  return token
}

type RequestedCharge = ChargeRequest & { requestedAt: Temporal.Instant }
export type Attempt = { request: Omit<RequestedCharge, 'evidence'>; reply: AuthenticationReply }

export async function enrolled(
  world: CardGatewayWorld,
  number: string,
  of: Money = amount,
): Promise<Attempt> {
  const token = await readToken(world, number)
  const code = newId()
  const setUp = await world.gateway.setUpAuthentication({ code, token })
  if (setUp.kind !== 'set_up') throw new Error(`no setup: ${setUp.cause}`)
  const requested = { code, token, amount: of, billTo, ipAddress: browser.ipAddress }
  const request = { ...requested, reference: newId(), requestedAt: world.now() }
  const { referenceId } = setUp
  const returnUrl = `${origin}/return`
  return { request, reply: await world.gateway.enrol({ ...request, referenceId, returnUrl, browser }) }
}

export async function validatedAfter(world: CardGatewayWorld, { request, reply }: Attempt, codes: string[]) {
  if (reply.kind !== 'challenge') throw new Error(`expected a challenge, got ${reply.kind}`)
  if (codes.length > 0) await world.completeChallenge(reply, codes)
  const { authenticationTransactionId, evidence: enrolment } = reply
  return world.gateway.validate({ ...request, authenticationTransactionId, enrolment })
}

export async function readyToCharge(
  world: CardGatewayWorld,
  number: string,
  of?: Money,
): Promise<RequestedCharge> {
  const { request, reply } = await enrolled(world, number, of)
  if (reply.kind !== 'authenticated') throw new Error(`expected authenticated, got ${reply.kind}`)
  return { ...request, evidence: reply.evidence }
}

export async function charged(world: CardGatewayWorld, number: string) {
  const request = await readyToCharge(world, number)
  const reply = await world.gateway.charge(request)
  if (reply.kind !== 'approved' && reply.kind !== 'held')
    throw new Error(`expected a charge, got ${reply.kind}`)
  return { request, paymentId: reply.paymentId }
}

type Named = Pick<RequestedCharge, 'code' | 'reference' | 'amount' | 'requestedAt'>

export function find({ gateway }: CardGatewayWorld, { code, reference, amount: of, requestedAt }: Named) {
  return gateway.findCharge({ code, reference, amount: of, requestedAt })
}

export function undo(
  { gateway }: CardGatewayWorld,
  { code, reference, amount: of, requestedAt }: Named,
  known: { paymentId?: string; captured: boolean } = { captured: true },
) {
  return gateway.undoCharge({ code, reference, amount: of, requestedAt, ...known, undoReference: newId() })
}
