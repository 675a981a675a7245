// Decides and stores a payment: invalid requests are refused first, then authentication is checked, then the card decides.

import type { Amount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import { recordTransaction, refuseDuplicate } from '../books/record-transaction.ts'
import type { PaymentOutcome } from '../cards/behaviour.ts'
import { behaviourNamed } from '../cards/cards.ts'
import { type Call, created, type Gateway, type Reply, wait } from '../gateway.ts'
import { listAt, type Message, requireFields, textAt, valueAt } from '../message.ts'
import { type CardSource, readCardSource } from '../microform/card-source.ts'
import { isExpired } from '../microform/vault.ts'
import { authenticate, enrolmentReason } from '../payer-authentication/authentication.ts'
import {
  type Evidence,
  shownEvidence,
  useEvidence,
  validatedEvidence,
} from '../payer-authentication/evidence.ts'
import { invalidField, Refused, serverError } from '../problems.ts'
import { openCase } from '../reporting/chargebacks.ts'
import { amountAt } from './amount.ts'
import { type Decision, decide, declinedFor } from './decision.ts'
import { paymentReply } from './reply.ts'

type Submission = {
  gateway: Gateway
  call: Call
  source: CardSource
  amount: Amount
  isSale: boolean
}

const requiredBilling = ['firstName', 'lastName', 'address1', 'locality', 'country', 'email']

export async function pay(gateway: Gateway, call: Call): Promise<Reply> {
  const submission = await readSubmission(gateway, call)
  const early = earlyDecline(submission)
  if (early) return replyOf(submission, early, null)
  const actions = listAt(call.message, 'processingInformation.actionList')
  if (actions.includes('CONSUMER_AUTHENTICATION')) return await payAfterEnrolment(submission)
  const evidence = actions.includes('VALIDATE_CONSUMER_AUTHENTICATION')
    ? validatedEvidence(gateway, call, submission.source, submission.amount)
    : shownEvidence(gateway, call, submission.source, submission.amount)
  return await payWith(submission, evidence, actions.length > 0)
}

async function payAfterEnrolment(submission: Submission): Promise<Reply> {
  const { authentication, result } = await authenticate(submission.gateway, submission.call)
  const reason = enrolmentReason(result)
  if (reason === null) {
    const evidence: Evidence = { accepted: true, authentication, cryptogramShown: result.level !== 'none' }
    return await payWith(submission, evidence, true)
  }
  const status = result.status === 'PENDING_AUTHENTICATION' ? 'PENDING_AUTHENTICATION' : 'DECLINED'
  return replyOf(submission, declinedFor(reason, '', status), null, authentication.facts)
}

async function payWith(submission: Submission, evidence: Evidence, isCombined: boolean): Promise<Reply> {
  const { gateway, source, amount } = submission
  if (!evidence.accepted && gateway.settings.imposesAuthentication) {
    return replyOf(submission, declinedFor(evidence.reason, ''), null)
  }
  const { payment, key } = behaviourNamed(source.card.behaviour)
  const wasChallenged = evidence.accepted && evidence.authentication.isChallenged
  const outcome: PaymentOutcome = key === 'soft_decline' && wasChallenged ? { kind: 'approved' } : payment
  if (outcome.kind === 'broken') return broken(gateway, outcome.status)
  if (outcome.kind === 'silent' && !outcome.charged) return 'silence'
  if (outcome.kind === 'slow') await wait(gateway.settings.slowMs)
  const decision = decide(outcome, amount.minor, submission.isSale)
  const facts = isCombined && evidence.accepted ? evidence.authentication.facts : undefined
  const reply = replyOf(submission, decision, evidence.accepted ? evidence : null, facts)
  return outcome.kind === 'silent' ? 'silence' : reply
}

async function readSubmission(gateway: Gateway, call: Call): Promise<Submission> {
  const { message } = call
  requireFields(message, [
    'clientReferenceInformation.code',
    ...requiredBilling.map((name) => `orderInformation.billTo.${name}`),
  ])
  const state = textAt(message, 'orderInformation.billTo.administrativeArea')
  if (state && state.length > 20) throw invalidField('orderInformation.billTo.administrativeArea')
  const country = textAt(message, 'orderInformation.billTo.country')
  if (!/^[A-Z]{2}$/.test(country ?? '')) throw invalidField('orderInformation.billTo.country')
  const amount = amountAt(message)
  const submission: Submission = {
    gateway,
    call,
    amount,
    source: await readCardSource(gateway, call.merchantId, message),
    isSale: valueAt(message, 'processingInformation.capture') === true,
  }
  refuseUsed(submission)
  return submission
}

function refuseUsed({ gateway, call, source }: Submission): void {
  refuseDuplicate(gateway, call)
  const token = source.token && gateway.books.get<{ paidBy: string | null }>('token', source.token.id)
  if (!token?.paidBy) return
  throw new Refused('INVALID_DATA', [{ field: 'tokenInformation.transientTokenJwt', reason: 'INVALID_DATA' }])
}

function earlyDecline({ gateway, source }: Submission): Decision | null {
  if (!source.isNumberValid) return declinedFor('INVALID_ACCOUNT', '14')
  return isExpired(gateway, source.card) ? declinedFor('EXPIRED_CARD', '54') : null
}

function replyOf(
  submission: Submission,
  decision: Decision,
  evidence: (Evidence & { accepted: true }) | null,
  authenticationFacts?: Message,
): Reply {
  // Another request may have used the token or the reference during an await; from here on nothing is awaited.
  refuseUsed(submission)
  const { gateway, call, source, amount, isSale } = submission
  const reply = recordTransaction(gateway, call, {
    kind: 'payment',
    ...decision,
    amount,
    card: source.card,
    reply: (id) => ({
      ...paymentReply({ id, amount, card: source.card, decision, isSale, evidence }),
      ...(authenticationFacts && { consumerAuthenticationInformation: authenticationFacts }),
    }),
  })
  const id = String(reply.id)
  if (decision.authorised > 0) {
    if (source.token) gateway.books.put('token', source.token.id, { ...source.token, paidBy: id })
    if (evidence) useEvidence(gateway, evidence.authentication, id)
    const sale = isSale && gateway.books.find(call.merchantId, id)
    if (sale && behaviourNamed(source.card.behaviour).isDisputed)
      openCase(gateway, sale, { kind: 'opened', at: gateway.clock.now() + 1_000 })
  }
  return created(reply)
}

function broken(gateway: Gateway, status: 500 | 502): Reply {
  if (status === 500) return { status, body: '<html><body>Internal Server Error</body></html>' }
  return { status, body: serverError(utcSeconds(gateway.clock.now())) }
}
