// Renders the payment pages as responses: checkout, result, challenge return and problem pages.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { coalescingBatch, sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { type Database, statement } from '../../platform/database/database.ts'
import type { IssueReceipt } from '../../receipts/issue-receipt.ts'
import { activeAuthentication } from '../authentication/authentication.ts'
import { recordChallengeReturn } from '../authentication/queries.ts'
import { newestTokenKeys } from '../authentication/token-keys.ts'
import type { TokenKey } from '../gateway/gateway.ts'
import type { PhoneNeeds } from '../phone-checkout/ask-payer.ts'
import { showLateMoney } from '../phone-checkout/show-late.ts'
import { otherMethodLink, showPhoneIfWanted } from '../phone-checkout/show-phone.ts'
import { receiptStateOf } from '../receipts/payment-receipt.ts'
import { type ReceiptView, receiptPage, receiptView } from '../receipts/receipt-page.ts'
import { amountText } from '../transaction/amount.ts'
import { retryAddress } from '../transaction/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import {
  offers,
  type PricedTransaction,
  priced,
  type TransactionRow,
  transactionByUuid,
  transactionColumns,
  transactionTables,
} from '../transaction/queries.ts'
import {
  type CardFieldsSession,
  type CheckoutNeeds,
  openCardFields,
  problemOf,
  progressOf,
} from './checkout.ts'
import { cancelLink, checkoutPath, isCheckoutSignature, leaveLink, returnLink } from './checkout-addresses.ts'
import { brandOf } from './merchant-brand.ts'
import { checkoutPage, resultPage, stepUpReturnPage } from './page.ts'
import { checkoutPolicy, languageOf, receiptPolicy, stepUpReturnPolicy } from './page-frame.ts'
import { isVisit, sendPage, showProblem, wantsJson } from './page-reply.ts'
import type { ResultView, StartOver } from './view.ts'

export type CheckoutRoutes = PhoneNeeds & {
  payments: PaymentReader
  issueReceipt: IssueReceipt
  /** Origins of the gateway's card fields and library, and of its challenges, per environment. */
  gatewayOrigins: (environment: 'sandbox' | 'production') => {
    gatewayOrigin: string
    challengeOrigin: string
  }
}

type Params = { transaction_uuid: string }
type Query = { sig?: string; lang?: string; method?: string; done?: string; again?: string }
export type CheckoutRequest = FastifyRequest<{ Params: Params; Querystring: Query }>

export async function showCheckout(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await visited(needs, request)
  const phonePage = await showPhoneIfWanted(needs, request, reply, transaction)
  if (phonePage) return phonePage
  const latePage = request.query.done === '1' ? undefined : await showLate(needs, request, reply, transaction)
  if (latePage) return latePage
  const progress = await progressOf(needs, transaction)
  if (progress.state === 'DONE')
    return reply.redirect(returnLink(needs, transaction, ourParameters(request)), 303)
  const fault = problemOf(needs, transaction, progress)
  if (fault) throw fault
  const isOpen = progress.state === 'CARD' && isVisit(request)
  const [brand, session] = await Promise.all([
    brandOf(needs.db, transaction),
    isOpen ? cardFieldsInTime(needs, transaction) : undefined,
  ])
  const nonce = randomSecret()
  const origins = needs.gatewayOrigins(transaction.environment)
  const leadsTo = new URL(cancelLink(needs, transaction)).origin
  // The cancel form is accepted only with its Origin header, which the default referrer policy would suppress.
  reply.header('referrer-policy', 'same-origin')
  return sendPage(
    reply,
    checkoutPolicy({ nonce, ...origins, leadsTo }),
    checkoutPage({
      ...paymentFacts(transaction),
      brand,
      session,
      gatewayOrigin: origins.gatewayOrigin,
      sig: request.query.sig ?? '',
      language: languageOf(request, transaction.link_locale),
      nonce,
      payerName: payerNameOf(transaction),
      expiresAt: transaction.expires_at.toString(),
      now: needs.clock.now().toString(),
      attempts: transaction.checkout_attempts,
      shopUrl: leaveLink(transaction) ?? undefined,
      otherMethod: otherMethodLink(request, transaction),
      ...(transaction.link_description !== null && { link: { description: transaction.link_description } }),
      progress,
    }),
  )
}

/** Shows where money went that came too late or twice; undefined without any. */
const showLate = (
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
  transaction: PricedTransaction,
) => showLateMoney(needs, request, reply, { transaction, backUrl: returnTarget(needs, transaction).backUrl })

/** People with one name have a sign in place of the other one. */
const payerNameOf = ({ bill_to_forename, bill_to_surname }: PricedTransaction) =>
  [bill_to_forename, bill_to_surname].filter((name) => name !== '-').join(' ')

/** The longest that a page waits for the gateway. */
const maxWaitMs = 1_000

/**
 * Opens the card fields for the page itself, which saves the payer a request. Where the gateway is slow or unreachable the page is sent
 * without, and its script asks again.
 */
async function cardFieldsInTime(
  needs: CheckoutRoutes,
  transaction: PricedTransaction,
): Promise<CardFieldsSession | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, maxWaitMs, undefined)
  })
  const opened = openCardFields(needs, transaction).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  return Promise.race([opened, late]).finally(() => clearTimeout(timer))
}

export async function showResult(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await visited(needs, request)
  const progress = await progressOf(needs, transaction)
  const { state } = progress
  const latePage = receiptStateOf(transaction)
    ? undefined
    : await showLate(needs, request, reply, transaction)
  if (latePage) return latePage
  const isShown = state === 'DONE' || state === 'CANCELLED'
  const fault = isShown ? undefined : problemOf(needs, transaction, progress)
  if (fault) throw fault
  const isOnPhone = state === 'CONFIRMING' && offers(transaction, 'mobile_money')
  if (state === 'CARD' || state === 'CHALLENGE' || isOnPhone) {
    return reply.redirect(pageOf(needs, request), 303)
  }
  const nonce = randomSecret()
  const backUrl = 'back_url' in progress ? progress.back_url : returnTarget(needs, transaction).backUrl
  const status = outcomeShown(transaction, request)
  const language = languageOf(request, transaction.link_locale)
  const shown = { sig: request.query.sig ?? '', language, nonce, ...(backUrl && { backUrl }) }
  if (status !== 'FAILED' && status !== 'CANCELLED' && status !== 'CONFIRMING') {
    const view = await receiptView(needs, transaction, { ...shown, status })
    return sendPage(reply, receiptPolicy(nonce), receiptPage(view))
  }
  return sendPage(
    reply,
    checkoutPolicy({ nonce, ...needs.gatewayOrigins(transaction.environment) }),
    resultPage({
      ...paymentFacts(transaction),
      brand: await brandOf(needs.db, transaction),
      ...shown,
      status,
      reasonCode: transaction.reason_code,
      ...startOver(needs, transaction),
    }),
  )
}

/** Returns the checkout page, which shows the current state of the payment. Its signature is the visitor's own, never one of ours. */
export function pageOf({ baseUrl }: Pick<CheckoutRoutes, 'baseUrl'>, request: CheckoutRequest): string {
  const query = new URLSearchParams({ sig: request.query.sig ?? '', lang: languageOf(request) })
  return `${checkoutPath(baseUrl, request.params.transaction_uuid)}?${query}`
}

export function isTooLateToCancel(error: unknown): boolean {
  const { attempt_running, transaction_finished } = cardProblems
  return (
    error instanceof Problem && [attempt_running, transaction_finished].some((spec) => spec === error.spec)
  )
}

/** A payment from a link can be made again from that link while it is open. */
function startOver({ baseUrl }: CheckoutRoutes, transaction: PricedTransaction): StartOver {
  const { link_code: code, link_closed, transaction_uuid } = transaction
  if (!code) return {}
  const retryUrl = retryAddress(baseUrl, code, transaction_uuid)
  return { fromLink: true, ...(link_closed === null && { retryUrl }) }
}

function outcomeShown(
  transaction: PricedTransaction,
  { query }: CheckoutRequest,
): ResultView['status'] | ReceiptView['status'] {
  const { status } = transaction
  if (status === 'PENDING' || status === 'EXPIRED') return 'CONFIRMING'
  const state = receiptStateOf(transaction)
  if (state === 'disputed') return 'DISPUTED'
  if (state === 'returned') return 'RETURNED'
  return status === 'SUCCESS' && query.again === '1' ? 'ALREADY_PAID' : status
}

/** Parameters for our own result page: the chosen language, and whether the customer has just paid. */
function ourParameters({ query }: CheckoutRequest): Record<string, string> {
  return { ...(query.lang && { lang: query.lang }), ...(query.done === '1' ? {} : { again: '1' }) }
}

/**
 * Handles the form that the gateway posts when a challenge ends, with a page that notifies the embedding page. The
 * result itself is read from the gateway.
 */
export async function showStepUpReturn(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const transaction = await transactionByUuid(needs.db, request.params.transaction_uuid)
  const named = new URLSearchParams(request.rawBody.toString('utf8')).get('TransactionId') ?? ''
  // From now on an incomplete challenge counts as failed. Its result is always read from the gateway, never from this request.
  await needs.db.rows(recordChallengeReturn, [transaction.id, named, needs.clock.now()])
  const active = await activeAuthentication(needs.db, transaction.id)
  const targetOrigin = transaction.target_origin ?? new URL(needs.baseUrl).origin
  const { challengeOrigin } = needs.gatewayOrigins(transaction.environment)
  const nonce = randomSecret()
  const policy = stepUpReturnPolicy({ nonce, targetOrigin, challengeOrigin })
  const message = {
    type: 'likuta.3ds.complete',
    transaction_uuid: transaction.transaction_uuid,
    // The id is echoed only to a caller that already knows it: a stranger who learned it could end the challenge with a
    // second return.
    // guard: challenge-authentication-name
    authentication_transaction_id: active?.authentication_transaction_id === named ? named : '',
  }
  // A shop may have opened the challenge in its own window, which needs its opener here.
  reply.header('cross-origin-opener-policy', 'unsafe-none')
  const language = languageOf(request, transaction.locale?.startsWith('en') ? 'en' : undefined)
  const returnUrl = transaction.origin === 'microform' ? transaction.return_url : null
  return sendPage(reply, policy, stepUpReturnPage({ nonce, message, targetOrigin, returnUrl, language }))
}

/**
 * Returns the transaction that a link names. An unknown transaction is 404 before a wrong signature is 403, as the
 * contract requires.
 */
export async function visited(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  also?: { tokenKeys: boolean },
): Promise<PricedTransaction & { token_keys: TokenKey[] | null }> {
  const transaction = await needs.payments.read(request.params.transaction_uuid, also)
  if (!isCheckoutSignature(needs.secrets, transaction.transaction_uuid, request.query.sig)) {
    throw new Problem(cardProblems.checkout_signature_wrong)
  }
  // A custom checkout that has not been charged yet has no amount, and no page.
  if (transaction.amount_minor === null) throw new Problem(cardProblems.transaction_not_found)
  return { ...priced(transaction), token_keys: transaction.token_keys }
}

/** Problems whose recipients have not proved that they may see the payment. */
const withoutDetails = new Set<ProblemSpec>([
  cardProblems.transaction_not_found,
  cardProblems.checkout_signature_wrong,
  cardProblems.cross_site,
])

/** Shows the page of a problem, with the payment it concerns when the link's signature is valid. */
export async function showOutcome(
  needs: CheckoutRoutes,
  request: CheckoutRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  if (!(error instanceof Problem) || withoutDetails.has(error.spec) || wantsJson(request))
    return showProblem(request, reply, error)
  const transaction = await visited(needs, request)
  // A link past its end that the expiry worker has not marked yet counts as expired.
  const { backUrl = transaction.cancel_url ?? transaction.return_url } = returnTarget(needs, transaction)
  return showProblem(request, reply, error, {
    locale: transaction.link_locale,
    payment: paymentFacts(transaction),
    brand: await brandOf(needs.db, transaction),
    ...startOver(needs, transaction),
    ...(backUrl && { backUrl }),
  })
}

type PaymentReader = {
  /**
   * Reads a payment, on request with the keys that its card tokens are verified with.
   * @throws Problem 404.
   */
  read(uuid: string, also?: { tokenKeys: boolean }): Promise<VisitedPayment>
}

type VisitedPayment = TransactionRow & { token_keys: TokenKey[] | null }

const findPayments = statement<VisitedPayment>(
  'find_visited_payments',
  `with ${sentRows('uuid text, token_keys boolean')}
   select ${transactionColumns}, case when sent.token_keys then ${newestTokenKeys('t.id')} end as token_keys
     from ${transactionTables} join sent on sent.uuid = t.transaction_uuid`,
)

/** A process needs one, so that its requests share their reads. */
export function openPaymentReader(db: Database): PaymentReader {
  const find = coalescingBatch<{ uuid: string; tokenKeys: boolean }, VisitedPayment | undefined>(
    async (members) => {
      const withKeys = new Map<string, boolean>()
      for (const { uuid, tokenKeys } of members) withKeys.set(uuid, tokenKeys || withKeys.get(uuid) === true)
      const sent = [...withKeys].map(([uuid, token_keys]) => ({ uuid, token_keys }))
      const payments = await db.rows(findPayments, [toSentRows(sent)])
      const byUuid = new Map(payments.map((row) => [row.transaction_uuid, row]))
      return members.map(({ uuid }) => byUuid.get(uuid))
    },
  )
  return {
    async read(uuid, { tokenKeys } = { tokenKeys: false }) {
      const payment = uuid.includes('\0') ? undefined : await find({ uuid, tokenKeys })
      if (!payment) throw new Problem(cardProblems.transaction_not_found)
      return payment
    },
  }
}

function paymentFacts(transaction: PricedTransaction) {
  return {
    transactionUuid: transaction.transaction_uuid,
    merchantName: transaction.merchant_name,
    reference: transaction.merchant_reference,
    amount: amountText(transaction),
    currency: transaction.currency,
    sandbox: transaction.environment === 'sandbox',
    // A request on a phone may still be approved after its payment has ended.
    mayBeDebitedLate: offers(transaction, 'mobile_money') && transaction.declined_attempts > 0,
  }
}

/** Returns the link back to the merchant, with the outcome as after a payment; empty while there is no outcome. */
function returnTarget(needs: CheckoutNeeds, transaction: PricedTransaction): { backUrl?: string | null } {
  const { status, return_url, cancel_url } = transaction
  if (status === 'CANCELLED') return { backUrl: (cancel_url ?? return_url) && cancelLink(needs, transaction) }
  if (status === 'EXPIRED') return { backUrl: cancel_url ?? return_url }
  return status === 'PENDING' ? {} : { backUrl: return_url && returnLink(needs, transaction) }
}
