// Checkout routes: the page, the JSON calls of the page, the return from a challenge, and the result page.

import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import { signingProblems } from '../../merchants/problems.ts'
import { anyone } from '../../platform/http/access.ts'
import { endpoint, page } from '../../platform/http/endpoint.ts'
import { jsonBody, requestFacts } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { RequestFacts } from '../authentication/payer-device.ts'
import { phoneProgressOf } from '../phone-checkout/phone-progress.ts'
import { submitNumber } from '../phone-checkout/show-phone.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import {
  cancel,
  continueAfterChallenge,
  languageQuery,
  openCardFields,
  pay,
  progressOf,
  restart,
  setUp,
} from './checkout.ts'
import { checkoutRoutePath, stepUpReturnPath } from './checkout-addresses.ts'
import { languageOf } from './page-frame.ts'
import { refuseCrossSite, wantsJson } from './page-reply.ts'
import {
  type CheckoutRequest,
  type CheckoutRoutes,
  isTooLateToCancel,
  pageOf,
  showCheckout,
  showOutcome,
  showResult,
  showStepUpReturn,
  visited,
} from './show-pages.ts'

/** Problems of a payment whose link has closed since, or whose merchant cannot take payments now. */
const ofClosedLinks = [
  problems.link_expired,
  problems.link_has_no_use_left,
  problems.amount_exceeds_remaining,
  problems.rest_too_small,
  problems.link_was_cancelled,
  problems.merchant_suspended,
  signingProblems.environment_wrong,
]

export const checkoutRoute = endpoint({
  id: 'openCheckout',
  method: 'GET',
  path: checkoutRoutePath,
  limitedAs: 'page',
  priority: 'charge',
  access: anyone,
  summary: 'Open the checkout page',
  description: `Opened by the customer's browser. \`data.links\` of an order is this address with its signature: redirect the
customer to it unchanged. Errors are a page for browsers and JSON for everything else.`,
  tag: 'Orders',
  page: true,
  params: { transaction_uuid: z.string().meta({ examples: [exampleUuid] }) },
  query: z.object({
    sig: z.string().length(43).meta({ description: 'The signature from the order link.' }),
    lang: languageQuery,
  }),
  responses: {
    200: { description: 'The checkout page.', type: 'text/html' },
    303: {
      description:
        'The payment has ended: redirects to its `return_url`, or to our own page, with the outcome.',
    },
  },
  problems: [
    problems.transaction_not_found,
    problems.checkout_signature_wrong,
    problems.transaction_expired,
    problems.transaction_cancelled,
    ...ofClosedLinks,
    requestProblems.rate_limited,
  ],
  handle: async (needs: CheckoutRoutes, { request, reply }) => {
    // Fastify cannot know the parameters of a route that is declared elsewhere.
    const visit = request as CheckoutRequest
    try {
      return await showCheckout(needs, visit, reply)
    } catch (error) {
      return showOutcome(needs, visit, reply, error)
    }
  },
})

/** Called only by browsers and by the scripts of our own pages. */
const ofBrowsers = { priority: 'charge', limitedAs: 'page' } as const
/**
 * Large bodies are allowed: the signature in the address is the credential of a checkout, and the gateway defines the form that its
 * challenge return posts.
 */
const sealed = { ...ofBrowsers, largeBodies: true } as const

/** A JSON call of the page's script; calls from other sites are refused. */
const act = (
  name: string,
  work: (
    needs: CheckoutRoutes,
    transaction: Awaited<ReturnType<typeof visited>>,
    body: unknown,
    facts: RequestFacts,
  ) => Promise<object>,
  also?: { tokenKeys: boolean },
) =>
  page({
    ...sealed,
    method: 'POST',
    path: `${checkoutRoutePath}/${name}`,
    handle: async (needs: CheckoutRoutes, { request }) => {
      // guard: cross-site-charge
      refuseCrossSite(needs, request)
      const transaction = await visited(needs, request as CheckoutRequest, also)
      return work(needs, transaction, jsonBody(request), requestFacts(request))
    },
  })

/** What only browsers and our own page call. */
export const checkoutPages = [
  page({
    ...ofBrowsers,
    method: 'GET',
    path: `${checkoutRoutePath}/result`,
    handle: async (needs: CheckoutRoutes, { request, reply }) => {
      const visit = request as CheckoutRequest
      try {
        return await showResult(needs, visit, reply)
      } catch (error) {
        return showOutcome(needs, visit, reply, error)
      }
    },
  }),
  page({
    ...ofBrowsers,
    method: 'GET',
    path: `${checkoutRoutePath}/progress`,
    handle: async (needs: CheckoutRoutes, { request }) =>
      progressOf(needs, await visited(needs, request as CheckoutRequest)),
  }),
  page({
    ...ofBrowsers,
    method: 'GET',
    path: `${checkoutRoutePath}/collections`,
    handle: async (needs: CheckoutRoutes, { request, reply }) => {
      const visit = request as CheckoutRequest
      // A form with faults is shown at this address, and somebody may load it again.
      if (!wantsJson(request)) return reply.redirect(pageOf(needs, visit), 303)
      const transaction = await visited(needs, visit)
      return phoneProgressOf(needs, transaction, languageOf(request, transaction.link_locale))
    },
  }),
  page({
    ...sealed,
    method: 'POST',
    path: `${checkoutRoutePath}/collections`,
    handle: async (needs: CheckoutRoutes, { request, reply }) => {
      // guard: cross-site-collection
      refuseCrossSite(needs, request)
      const visit = request as CheckoutRequest
      try {
        const transaction = await visited(needs, visit)
        return (
          (await submitNumber(needs, visit, reply, transaction)) ?? reply.redirect(pageOf(needs, visit), 303)
        )
      } catch (error) {
        // The page shows what the payment has become meanwhile.
        if (!wantsJson(request) && error instanceof Problem && error.spec.status === 409)
          return reply.redirect(pageOf(needs, visit), 303)
        return showOutcome(needs, visit, reply, error)
      }
    },
  }),
  act('session', (needs, transaction) => openCardFields(needs, transaction)),
  act('setup', (needs, transaction, body) => setUp(needs, transaction, body), { tokenKeys: true }),
  act('pay', (needs, transaction, body, facts) => pay(needs, transaction, body, facts)),
  act('continue', (needs, transaction, _body, facts) => continueAfterChallenge(needs, transaction, facts)),
  act('restart', (needs, transaction) => restart(needs, transaction)),
  page({
    ...ofBrowsers,
    method: 'POST',
    path: `${checkoutRoutePath}/cancel`,
    handle: async (needs: CheckoutRoutes, { request, reply }) => {
      refuseCrossSite(needs, request)
      const visit = request as CheckoutRequest
      try {
        const address = await cancel(needs, await visited(needs, visit), { lang: languageOf(request) })
        return wantsJson(request) ? { redirect_url: address } : reply.redirect(address, 303)
      } catch (error) {
        if (!wantsJson(request) && isTooLateToCancel(error)) return reply.redirect(pageOf(needs, visit), 303)
        return showOutcome(needs, visit, reply, error)
      }
    },
  }),
  page({
    ...sealed,
    method: 'POST',
    path: stepUpReturnPath,
    handle: async (needs: CheckoutRoutes, { request, reply }) =>
      showStepUpReturn(needs, request as CheckoutRequest, reply),
  }),
]
