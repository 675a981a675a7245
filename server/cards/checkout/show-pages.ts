// The pages of a payment as responses: checkout, result, the return from a challenge, and the page of a problem.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { activeAuthentication } from '../authentication/authentication.ts'
import { challengeReturned } from '../authentication/challenge.ts'
import { linkAddress } from '../transaction/link-uses/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type PricedTransaction, priced, transactionByUuid } from '../transaction/queries.ts'
import { type CheckoutNeeds, problemOf, progressOf } from './checkout.ts'
import { paymentFacts, returnTarget } from './end-view.ts'
import { languageOf } from './frame/language.ts'
import {
  checkoutPage,
  checkoutPolicy,
  type ResultView,
  resultPage,
  stepUpReturnPage,
  stepUpReturnPolicy,
} from './page.ts'
import { sendPage, showProblem, wantsJson } from './page-reply.ts'
import { cancelLink, returnLink } from './return-links.ts'
import { checkoutLink, isCheckoutSignature } from './signed-link.ts'
import type { StartOver } from './view.ts'

export type CheckoutRoutes = CheckoutNeeds & {
  /** Where the gateway serves its fields and library, and its challenges, per environment. */
  gatewayOrigins: (environment: 'sandbox' | 'production') => {
    gatewayOrigin: string
    challengeOrigin: string
  }
}

type Params = { transaction_uuid: string }
type Query = { sig?: string; lang?: string; done?: string; again?: string }
export type CheckoutRequest = FastifyRequest<{ Params: Params; Querystring: Query }>

export async function showCheckout(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await visited(needs, request)
  const progress = await progressOf(needs, transaction)
  if (progress.state === 'DONE')
    return reply.redirect(returnLink(needs, transaction, ourParameters(request)), 303)
  const fault = problemOf(needs, transaction, progress)
  if (fault) throw fault
  const nonce = randomSecret()
  const leadsTo = new URL(cancelLink(needs, transaction)).origin
  // The page's form is only believed with its origin, which is not sent under the policy of everything else.
  reply.header('referrer-policy', 'same-origin')
  return sendPage(
    reply,
    checkoutPolicy({ nonce, ...needs.gatewayOrigins(transaction.environment), leadsTo }),
    checkoutPage({
      ...paymentFacts(transaction),
      sig: request.query.sig ?? '',
      language: languageOf(request, transaction.link_locale),
      nonce,
      payerName: `${transaction.bill_to_forename} ${transaction.bill_to_surname}`,
      expiresAt: transaction.expires_at.toString(),
      now: needs.clock.now().toString(),
      progress,
    }),
  )
}

export async function showResult(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await visited(needs, request)
  const progress = await progressOf(needs, transaction)
  const { state } = progress
  const isShown = state === 'DONE' || state === 'CANCELLED'
  const fault = isShown ? undefined : problemOf(needs, transaction, progress)
  if (fault) throw fault
  if (state === 'CARD' || state === 'CHALLENGE') {
    return reply.redirect(pageOf(needs, request), 303)
  }
  const nonce = randomSecret()
  const backUrl = 'back_url' in progress ? progress.back_url : returnTarget(needs, transaction).backUrl
  return sendPage(
    reply,
    checkoutPolicy({ nonce, ...needs.gatewayOrigins(transaction.environment) }),
    resultPage({
      ...paymentFacts(transaction),
      sig: request.query.sig ?? '',
      status: outcomeShown(transaction, request),
      reasonCode: transaction.reason_code,
      language: languageOf(request, transaction.link_locale),
      nonce,
      ...(backUrl && { backUrl }),
      ...startOver(needs, transaction),
    }),
  )
}

/** The page of the payment, which shows where it stands. */
export function pageOf({ baseUrl, secrets }: CheckoutRoutes, request: CheckoutRequest): string {
  return `${checkoutLink(baseUrl, secrets, request.params.transaction_uuid)}&lang=${languageOf(request)}`
}

export function isTooLateToCancel(error: unknown): boolean {
  const { attempt_running, transaction_finished } = cardProblems
  return (
    error instanceof Problem && [attempt_running, transaction_finished].some((spec) => spec === error.spec)
  )
}

/** A payment that came from a link can be made again from there, while the link is open. */
function startOver({ baseUrl }: CheckoutRoutes, { link_code, link_closed }: PricedTransaction): StartOver {
  if (!link_code) return {}
  return { fromLink: true, ...(link_closed === null && { retryUrl: linkAddress(baseUrl, link_code) }) }
}

function outcomeShown({ status }: PricedTransaction, { query }: CheckoutRequest): ResultView['status'] {
  if (status === 'PENDING' || status === 'EXPIRED') return 'CONFIRMING'
  return status === 'SUCCESS' && query.again === '1' ? 'ALREADY_PAID' : status
}

/** What our own result page is told: the language that was chosen, and whether the page comes from paying just now. */
function ourParameters({ query }: CheckoutRequest): Record<string, string> {
  return { ...(query.lang && { lang: query.lang }), ...(query.done === '1' ? {} : { again: '1' }) }
}

/** The gateway's frame posts here when a challenge is over; the page tells whoever embeds it. Its result is asked for. */
export async function showStepUpReturn(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await transactionByUuid(needs.db, request.params.transaction_uuid)
  const named = new URLSearchParams(request.rawBody.toString('utf8')).get('TransactionId') ?? ''
  await challengeReturned(needs, transaction.id, named)
  const active = await activeAuthentication(needs.db, transaction.id)
  const targetOrigin = transaction.target_origin ?? new URL(needs.baseUrl).origin
  const { challengeOrigin } = needs.gatewayOrigins(transaction.environment)
  const nonce = randomSecret()
  const policy = stepUpReturnPolicy({ nonce, targetOrigin, challengeOrigin })
  const message = {
    type: 'likuta.3ds.complete',
    transaction_uuid: transaction.transaction_uuid,
    // Only who knows the id reads it here: a stranger who learnt it could end the challenge with a second return.
    authentication_transaction_id: active?.authentication_transaction_id === named ? named : '',
  }
  // A shop may have opened the challenge in a window of its own, which must still know its opener here.
  reply.header('cross-origin-opener-policy', 'unsafe-none')
  const language = languageOf(request, transaction.locale?.startsWith('en') ? 'en' : undefined)
  return sendPage(reply, policy, stepUpReturnPage({ nonce, message, targetOrigin, language }))
}

/** The transaction a link names: 404 before 403, as the contract has it. */
export async function visited(needs: CheckoutRoutes, request: CheckoutRequest): Promise<PricedTransaction> {
  const transaction = await transactionByUuid(needs.db, request.params.transaction_uuid)
  if (!isCheckoutSignature(needs.secrets, transaction.transaction_uuid, request.query.sig)) {
    throw new Problem(cardProblems.checkout_signature_wrong)
  }
  return priced(transaction)
}

/** Whoever these are told to has not shown that the payment is any business of theirs. */
const strangers = new Set<ProblemSpec>([
  cardProblems.transaction_not_found,
  cardProblems.checkout_signature_wrong,
  cardProblems.cross_site,
])

/** The page of a problem, with the payment it is about where the link's signature is right. */
export async function showOutcome(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  if (!(error instanceof Problem) || strangers.has(error.spec) || wantsJson(request))
    return showProblem(request, reply, error)
  const transaction = await visited(needs, request)
  // A link that is over but not marked so yet has run out.
  const { backUrl = transaction.cancel_url ?? transaction.return_url } = returnTarget(needs, transaction)
  return showProblem(request, reply, error, {
    locale: transaction.link_locale,
    payment: paymentFacts(transaction),
    ...startOver(needs, transaction),
    ...(backUrl && { backUrl }),
  })
}
