// Payment link routes for visitors: address, page, form, QR code and picture. Only the form stores anything.

import assert from 'node:assert/strict'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { randomSecret } from '../../kernel/id.ts'
import { paymentMethods } from '../../kernel/payment-method.ts'
import { signingProblems } from '../../merchants/problems.ts'
import { type Database, isUniqueViolation } from '../../platform/database/database.ts'
import { anyone } from '../../platform/http/access.ts'
import { endpoint, page } from '../../platform/http/endpoint.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { IssueReceipt } from '../../receipts/issue-receipt.ts'
import { releaseOwnUse } from '../charges/idle-uses.ts'
import { languageQuery } from '../checkout/checkout.ts'
import { checkoutLink } from '../checkout/checkout-addresses.ts'
import { brandOf } from '../checkout/merchant-brand.ts'
import { formPolicy, languageOf, noticePolicy, qrSvg, receiptPolicy } from '../checkout/page-frame.ts'
import { isVisit, refuseCrossSite, sendPage, showProblem, wantsJson } from '../checkout/page-reply.ts'
import type { LinkForm, Orders } from '../orders/create-order.ts'
import { refusalOf, secondsOfBusy } from '../transaction/link-uses.ts'
import { linkAddress, linkPath, moveLink, placeOfLink, statusAt } from '../transaction/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import { offers } from '../transaction/queries.ts'
import { paidPartsOf } from './amount-choice.ts'
import {
  type FormFaults,
  formFaults,
  formFingerprint,
  orderBody,
  proposedAmount,
  readForm,
  type SentForm,
  typedBefore,
} from './form.ts'
import { closedLink, requireLink, showLinkProblem } from './open-link.ts'
import { linkPage, waitPage } from './page.ts'
import { checkPart } from './parts.ts'
import { type EarlierForm, findByForm, findEarlierForm, type OpenLinkRow } from './queries.ts'
import { linkReceipt } from './receipt/link-receipt.ts'
import { linkReceiptPage } from './receipt/receipt-page.ts'
import { offersReminders, wantReminders } from './reminders/opt-in.ts'
import { type Proposal, proposalOf } from './till/proposal.ts'
import { type LinkVisitor, paymentCookie, visitorOf } from './visitor.ts'

export type LinkVisits = {
  db: Database
  secrets: Secrets
  clock: Clock
  baseUrl: string
  /** The environments that this deployment has a card gateway for. */
  environments: readonly Environment[]
  orders: Orders
  issueReceipt: IssueReceipt
}

type Visit = { link: OpenLinkRow; visitor: LinkVisitor }
type VisitRequest = FastifyRequest<{
  Params: { code: string }
  Querystring: { lang?: unknown; retry?: unknown; method?: unknown; sale?: unknown; amount?: unknown }
}>

export const openLinkRoute = endpoint({
  id: 'openPaymentLink',
  method: 'GET',
  path: linkPath,
  limitedAs: 'page',
  priority: 'charge',
  access: anyone,
  place: placeOfLink,
  summary: 'Open a payment link',
  description: `Opened by the customer's browser. \`data.url\` of a payment link is this address. Only payments count as uses,
visits do not. Errors are a page for browsers and JSON for everything else.`,
  tag: 'Payment links',
  page: true,
  params: { code: z.string().meta({ examples: ['K7PQ2M4XW9ZB'] }) },
  query: z.object({ lang: languageQuery }),
  responses: {
    200: {
      description: 'The page that asks for the billing details, for a browser that opens the address.',
      type: 'text/html',
    },
    303: { description: 'Redirects a browser that paid by the link, once it is closed, to its receipt.' },
    307: { description: 'Redirects all other clients to that page.' },
  },
  problems: [
    cardProblems.link_not_found,
    cardProblems.link_expired,
    cardProblems.link_exhausted,
    cardProblems.link_cancelled,
    cardProblems.merchant_suspended,
    signingProblems.environment_wrong,
    requestProblems.rate_limited,
  ],
  // Fastify cannot know the parameters of a route that is declared elsewhere.
  handle: async (needs: LinkVisits, { request, reply }) => open(needs, request as VisitRequest, reply),
})

const ofBrowsers = { priority: 'charge', limitedAs: 'page', place: placeOfLink } as const

/** The pages behind a link, which only browsers open. */
export const linkPages = [
  page({
    ...ofBrowsers,
    method: 'GET',
    // Some messengers end a link with a slash.
    path: `${linkPath}/`,
    handle: async (needs: LinkVisits, { request, reply }) => open(needs, request as VisitRequest, reply),
  }),
  page({
    ...ofBrowsers,
    method: 'GET',
    path: `${linkPath}/checkout`,
    handle: async (needs: LinkVisits, { request, reply }) =>
      visit(needs, request as VisitRequest, reply, (opened) =>
        openForm(needs, opened, request as VisitRequest, reply),
      ),
  }),
  page({
    ...ofBrowsers,
    method: 'POST',
    path: `${linkPath}/checkout`,
    handle: async (needs: LinkVisits, { request, reply }) => {
      const form = request as VisitRequest
      try {
        refuseCrossSite(needs, form)
        await recordExpiry(needs, form.params.code)
        const { method, retry } = form.query
        if (method === 'card' && typeof retry === 'string' && !retry.includes('\0'))
          await releaseOwnUse(needs.db, retry, visitorOf(needs, form).device)
      } catch (error) {
        return showProblem(form, reply, error, { fromLink: true })
      }
      return visit(needs, form, reply, (opened) => submitForm(needs, opened, form, reply))
    },
  }),
  page({
    ...ofBrowsers,
    priority: 'list',
    method: 'GET',
    path: `${linkPath}/receipt`,
    handle: async (needs: LinkVisits, { request, reply }) =>
      showReceipt(needs, request as VisitRequest, reply),
  }),
  page({
    ...ofBrowsers,
    priority: 'list',
    method: 'GET',
    path: `${linkPath}/qr.svg`,
    handle: async (needs: LinkVisits, { request, reply }) => {
      const { code } = await requireLink(needs, (request as VisitRequest).params.code)
      return reply
        .headers({
          'content-type': 'image/svg+xml; charset=utf-8',
          'content-security-policy': "default-src 'none'",
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'public, max-age=86400',
        })
        .send(qrSvg(linkAddress(needs.baseUrl, code)))
    },
  }),
]

/** Shows the receipt over all parts to anyone who has the link: it names no payer. */
async function showReceipt(
  needs: LinkVisits,
  request: VisitRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const link = await requireLink(needs, request.params.code)
    const { facts, receipt } = await linkReceipt(needs, link.id)
    const nonce = randomSecret()
    const view = {
      facts,
      receipt,
      nonce,
      description: link.description,
      brand: await brandOf(needs.db, link),
    }
    const language = languageOf(request, link.locale)
    reply.header('cache-control', 'no-store')
    return sendPage(reply, receiptPolicy(nonce), linkReceiptPage({ ...view, language }))
  } catch (error) {
    return showProblem(request, reply, error, { fromLink: true })
  }
}

/** Runs `work` for an existing open link; otherwise shows the problem. */
async function visit(
  needs: LinkVisits,
  request: VisitRequest,
  reply: FastifyReply,
  work: (visit: Visit) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  let link: OpenLinkRow | undefined
  try {
    const visitor = visitorOf(needs, request)
    link = await requireLink(needs, request.params.code, visitor)
    const closed = closedLink(needs, link)
    if (closed) throw closed
    return await work({ link, visitor })
  } catch (error) {
    return showLinkProblem(needs, request, reply, error, link)
  }
}

/** Shows the form to a browser, and redirects every other client to it. */
const open = (needs: LinkVisits, request: VisitRequest, reply: FastifyReply) =>
  visit(needs, request, reply, async (opened) => {
    // A redirect costs a payer on a slow network nearly a second. The specification has one, and all other clients get it.
    if (isVisit(request)) return openForm(needs, opened, request, reply)
    const { code } = opened.link
    const path = formPath(request.query, proposalOf(request.query))
    return reply.redirect(linkAddress(needs.baseUrl, code) + path, 307)
  })

/** The path of the form, after the address of the link. */
function formPath({ lang, retry, method }: VisitRequest['query'], proposal: Proposal = {}): string {
  const kept = new URLSearchParams({
    ...proposal,
    ...((lang === 'fr' || lang === 'en') && { lang }),
    ...(typeof retry === 'string' && { retry }),
    ...(method === 'card' && { method }),
  })
  return `/checkout${kept.size > 0 ? `?${kept}` : ''}`
}

/** Shows the form to somebody who opens the link. */
async function openForm(
  needs: LinkVisits,
  { link, visitor }: Visit,
  request: VisitRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (visitor.setCookie) reply.header('set-cookie', visitor.setCookie)
  const earlier = await earlierForm(needs, { link, visitor }, request)
  const { sale, amount } = proposalOf(request.query)
  const proposed = { tillSale: earlier?.till_sale ?? sale, ...proposedAmount(link, amount) }
  const typed = earlier ? typedBefore(earlier) : {}
  const wasByPhone = !earlier || earlier.bill_to_address_country === ''
  const choices = { wantsReminders: false, isByPhone: request.query.method !== 'card' && wasByPhone }
  return showForm(needs, link, request, reply, { typed, ...proposed, ...choices })
}

/** Returns what the visitor typed for the payment that is being retried; undefined for any other device. */
async function earlierForm(
  { db }: LinkVisits,
  { link, visitor }: Visit,
  { query: { retry } }: VisitRequest,
): Promise<EarlierForm | undefined> {
  if (typeof retry !== 'string' || retry.includes('\0')) return undefined
  const [earlier] = await db.rows(findEarlierForm, [retry, link.id, visitor.device])
  return earlier
}

/** Marks an expired link as EXPIRED as soon as a visitor tries to pay, without waiting for the expiry worker. */
async function recordExpiry(needs: LinkVisits, code: string): Promise<void> {
  const link = await requireLink(needs, code)
  const now = needs.clock.now()
  if (link.status === 'ACTIVE' && statusAt(link, now) === 'EXPIRED')
    await moveLink(needs.db, link, 'expired', now)
}

type ShownForm = Omit<SentForm, 'visit' | 'isByCard' | 'isLanguageSwitch'> & { faults: FormFaults }

async function showForm(
  { baseUrl, db, clock }: LinkVisits,
  link: OpenLinkRow,
  request: VisitRequest,
  reply: FastifyReply,
  { typed, typedAmount, tillSale, faults, wantsReminders, isByPhone }: ShownForm,
): Promise<FastifyReply> {
  const nonce = randomSecret()
  // Without this header, the form's own POST would carry `Origin: null` and be refused as cross-site.
  reply.header('referrer-policy', 'same-origin')
  return sendPage(
    reply,
    formPolicy(nonce),
    linkPage({
      ...{ typed, typedAmount, tillSale, faults },
      reminders: offersReminders(link, clock.now()) ? wantsReminders : undefined,
      language: languageOf(request, link.locale),
      nonce,
      url: linkAddress(baseUrl, link.code),
      formPath: formPath(request.query),
      merchantName: link.merchant_name,
      brand: await brandOf(db, link),
      description: link.description,
      reference: link.merchant_reference,
      link,
      now: clock.now(),
      paidParts: await paidPartsOf(db, link),
      sandbox: link.environment === 'sandbox',
      visit: randomSecret(),
      methods: paymentMethods.filter((method) => offers(link, method)),
      isByPhone,
      ...(typeof request.query.retry === 'string' && { retry: request.query.retry }),
    }),
  )
}

/**
 * Creates the PENDING transaction and redirects to its checkout, or shows the form again with its faults. While the
 * link is busy, a browser gets a waiting page that continues to the checkout, so nothing typed is lost.
 */
async function submitForm(
  needs: LinkVisits,
  { link, visitor }: Visit,
  request: VisitRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (visitor.setCookie) reply.header('set-cookie', visitor.setCookie)
  const refusal = refusalOf(link, needs.clock.now())
  const seconds = secondsOfBusy(refusal)
  // guard: refused-visitor-form
  if (refusal && (seconds === undefined || wantsJson(request))) throw refusal
  const form = readForm(request)
  // guard: language-switch-pays-nothing
  if (form.isLanguageSwitch) return showForm(needs, link, request, reply, { ...form, faults: {} })
  try {
    const uuid = await openTransaction(needs, { link, visitor }, form, formFingerprint(link.code, form))
    if (form.wantsReminders) {
      const language = languageOf(request, link.locale)
      await wantReminders(needs.db, link, { transactionUuid: uuid, language, now: needs.clock.now() })
    }
    const checkout = checkoutLink(needs.baseUrl, needs.secrets, uuid)
    reply.header('set-cookie', paymentCookie(needs.baseUrl, link.code, checkout))
    const { lang } = request.query
    const address = [
      checkout,
      ...(lang === 'fr' || lang === 'en' ? [`lang=${lang}`] : []),
      // Who chose a card is not asked again.
      ...(form.isByCard ? ['method=card'] : []),
    ].join('&')
    return seconds === undefined
      ? reply.redirect(address, 303)
      : showWait(link, { address, seconds }, request, reply)
  } catch (error) {
    const faults = formFaults(error, form)
    if (!faults || wantsJson(request)) throw error
    return showForm(needs, link, request, reply.code(422), { ...form, faults })
  }
}

/** Shows a page that continues to `address` by itself, without scripts. */
function showWait(
  link: OpenLinkRow,
  { address, seconds }: { address: string; seconds: number },
  request: VisitRequest,
  reply: FastifyReply,
): FastifyReply {
  const nonce = randomSecret()
  const language = languageOf(request, link.locale)
  reply.header('refresh', `${seconds}; url=${address}`).header('cache-control', 'no-store')
  return sendPage(
    reply,
    noticePolicy(nonce),
    waitPage({ language, nonce, address, seconds, merchantName: link.merchant_name }),
  )
}

/** Returns the transaction_uuid of a new transaction, or of the open one that the same form created earlier. */
async function openTransaction(
  needs: LinkVisits,
  { link, visitor }: Visit,
  sent: SentForm,
  fingerprint: Buffer | undefined,
): Promise<string> {
  const { db, orders } = needs
  const payee = {
    id: link.merchant_id,
    environment: link.environment,
    version: link.merchant_version,
    commissionRateBp: link.commission_rate_bp,
    bankRateBp: link.bank_rate_bp,
    paymentMethods: link.merchant_payment_methods,
  }
  const form: LinkForm = {
    ...{ linkId: link.id, linkExpiresAt: link.expires_at, paymentMethods: link.payment_methods },
    ...{ fingerprint, visitor, tillSale: sent.tillSale, isByPhone: sent.isByPhone },
    ...(link.kind !== 'single' && { checkAmount: (amount) => checkPart(link, amount) }),
  }
  try {
    const order = await orders.create(payee, orderBody(link, sent), { form })
    if (order !== 'stale') return order.data.transaction_uuid
    // The merchant has changed since it was read, so read it again.
    return openTransaction(needs, { link: await requireLink(needs, link.code), visitor }, sent, fingerprint)
  } catch (error) {
    if (!isUniqueViolation(error, 'card_transaction_link_form')) throw error
    assert(fingerprint, 'only a form with a fingerprint can violate its uniqueness')
    const [earlier] = await db.rows(findByForm, [fingerprint])
    return earlier ? earlier.transaction_uuid : openTransaction(needs, { link, visitor }, sent, fingerprint)
  }
}
