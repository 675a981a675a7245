// The customer's side: the checkout page, its JSON calls, the return from a challenge, the result page.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomSecret } from '../kernel/id.ts'
import { Problem } from '../kernel/problem.ts'
import { jsonBody, requestFacts, sendJson } from '../platform/http.ts'
import { activeAuthentication } from './authentication.ts'
import {
  type CheckoutNeeds,
  cancel,
  continueAfterChallenge,
  linkClosed,
  openCardFields,
  pay,
  progressOf,
  type RequestFacts,
  restart,
  returnLink,
  setUp,
  transactionByUuid,
} from './checkout.ts'
import { isCheckoutSignature } from './checkout-link.ts'
import {
  checkoutPage,
  checkoutPolicy,
  resultPage,
  stepUpReturnPage,
  stepUpReturnPolicy,
} from './checkout-page.ts'
import { amountText } from './events.ts'
import { languageOf } from './language.ts'
import { linkAddress } from './link.ts'
import { refuseCrossSite, sendPage, showProblem, wantsJson } from './page-reply.ts'
import { cardProblems } from './problems.ts'
import type { TransactionRow } from './queries.ts'

export type CheckoutRoutes = CheckoutNeeds & {
  /** Where the gateway serves its fields and library, and its challenges, per environment. */
  gatewayOrigins: (environment: 'sandbox' | 'production') => {
    gatewayOrigin: string
    challengeOrigin: string
  }
}

type Params = { transaction_uuid: string }
type Query = { sig?: string; lang?: string }
type CheckoutRequest = FastifyRequest<{ Params: Params; Querystring: Query }>

const path = '/api/v1/payment/:transaction_uuid'

export function registerCheckoutRoutes(app: FastifyInstance, needs: CheckoutRoutes): void {
  app.get(path, async (request: CheckoutRequest, reply) => {
    try {
      return await showCheckout(needs, request, reply)
    } catch (error) {
      return showProblem(request, reply, error)
    }
  })

  app.get(`${path}/result`, async (request: CheckoutRequest, reply) => {
    try {
      return await showResult(needs, request, reply)
    } catch (error) {
      return showProblem(request, reply, error)
    }
  })

  app.get(`${path}/progress`, async (request: CheckoutRequest, reply) =>
    sendJson(reply, await progressOf(needs, await visited(needs, request))),
  )

  /** What the page's script calls: JSON in, JSON out, from our own page only. */
  function act(
    name: string,
    work: (transaction: TransactionRow, body: unknown, facts: RequestFacts) => Promise<unknown>,
  ) {
    app.post(`${path}/${name}`, async (request: CheckoutRequest, reply) => {
      refuseCrossSite(needs, request)
      const transaction = await visited(needs, request)
      return sendJson(reply, await work(transaction, jsonBody(request), requestFacts(request)))
    })
  }
  act('session', (transaction) => openCardFields(needs, transaction))
  act('setup', (transaction, body) => setUp(needs, transaction, body))
  act('pay', (transaction, body, facts) => pay(needs, transaction, body, facts))
  act('continue', (transaction, _body, facts) => continueAfterChallenge(needs, transaction, facts))
  act('restart', (transaction) => restart(needs, transaction))

  app.post(`${path}/cancel`, async (request: CheckoutRequest, reply) => {
    refuseCrossSite(needs, request)
    try {
      const address = await cancel(needs, await visited(needs, request))
      return wantsJson(request) ? sendJson(reply, { redirect_url: address }) : reply.redirect(address, 303)
    } catch (error) {
      return showProblem(request, reply, error)
    }
  })

  app.post('/api/v1/microform/step-up/:transaction_uuid', (request: CheckoutRequest, reply) =>
    showStepUpReturn(needs, request, reply),
  )
}

async function showCheckout(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await visited(needs, request)
  const progress = await progressOf(needs, transaction)
  if (progress.state === 'EXPIRED') throw new Problem(cardProblems.transaction_expired)
  if (progress.state === 'CANCELLED') throw new Problem(cardProblems.transaction_cancelled)
  if (progress.state === 'LINK_CLOSED') throw linkClosed(transaction)
  if (progress.state === 'DONE') return reply.redirect(returnLink(needs, transaction), 303)
  const nonce = randomSecret()
  return sendPage(
    reply,
    checkoutPolicy({ nonce, ...needs.gatewayOrigins(transaction.environment) }),
    checkoutPage({
      transactionUuid: transaction.transaction_uuid,
      sig: request.query.sig ?? '',
      language: languageOf(request, transaction.link_locale),
      nonce,
      merchantName: transaction.merchant_name,
      reference: transaction.merchant_reference,
      amount: amountText(transaction),
      currency: transaction.currency,
      payerName: `${transaction.bill_to_forename} ${transaction.bill_to_surname}`,
      sandbox: transaction.environment === 'sandbox',
      expiresAt: transaction.expires_at.toString(),
      now: needs.clock.now().toString(),
      progress,
    }),
  )
}

async function showResult(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await visited(needs, request)
  const { state } = await progressOf(needs, transaction)
  if (state === 'EXPIRED') throw new Problem(cardProblems.transaction_expired)
  if (state === 'LINK_CLOSED') throw linkClosed(transaction)
  const nonce = randomSecret()
  const finished = state === 'DONE' ? (transaction.status === 'FAILED' ? 'FAILED' : 'SUCCESS') : undefined
  return sendPage(
    reply,
    checkoutPolicy({ nonce, ...needs.gatewayOrigins(transaction.environment) }),
    resultPage({
      transactionUuid: transaction.transaction_uuid,
      sig: request.query.sig ?? '',
      sandbox: transaction.environment === 'sandbox',
      status: finished ?? (state === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMING'),
      reasonCode: transaction.reason_code,
      language: languageOf(request, transaction.link_locale),
      nonce,
      merchantName: transaction.merchant_name,
      reference: transaction.merchant_reference,
      amount: amountText(transaction),
      currency: transaction.currency,
      ...(finished !== 'SUCCESS' && state !== 'CONFIRMING' && linkToRetry(needs, transaction)),
    }),
  )
}

/** A payment that came from a link may be started again from there. */
function linkToRetry({ baseUrl }: CheckoutRoutes, t: TransactionRow): { retryUrl?: string } {
  return t.link_code && t.link_closed === null ? { retryUrl: linkAddress(baseUrl, t.link_code) } : {}
}

/** The gateway's frame posts here when a challenge is over; the page tells whoever embeds it. Nothing here is believed. */
async function showStepUpReturn(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await transactionByUuid(needs.db, request.params.transaction_uuid)
  const active = await activeAuthentication(needs.db, transaction.id)
  const targetOrigin = transaction.target_origin ?? new URL(needs.baseUrl).origin
  const { challengeOrigin } = needs.gatewayOrigins(transaction.environment)
  const nonce = randomSecret()
  const policy = stepUpReturnPolicy({ nonce, targetOrigin, challengeOrigin })
  const message = {
    type: 'mosolo.3ds.complete',
    transaction_uuid: transaction.transaction_uuid,
    authentication_transaction_id: active?.authentication_transaction_id ?? '',
  }
  const language = transaction.locale?.startsWith('en') ? 'en' : 'fr'
  // A shop may have opened the challenge in a window of its own, which must still know its opener here.
  reply.header('cross-origin-opener-policy', 'unsafe-none')
  return sendPage(reply, policy, stepUpReturnPage({ nonce, message, targetOrigin, language }))
}

/** The transaction a link names: 404 before 403, as the contract has it. */
async function visited(needs: CheckoutRoutes, request: CheckoutRequest): Promise<TransactionRow> {
  const transaction = await transactionByUuid(needs.db, request.params.transaction_uuid)
  if (!isCheckoutSignature(needs.secrets, transaction.transaction_uuid, request.query.sig)) {
    throw new Problem(cardProblems.checkout_signature_wrong)
  }
  return transaction
}
