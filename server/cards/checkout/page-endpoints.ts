// What the pages that customers are sent to tell of themselves.

import { z } from 'zod'
import { signingProblems } from '../../merchants/problems.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { exampleUuid } from '../payments/example-payment.ts'
import { cardProblems as problems } from '../transaction/problems.ts'

/** A payment of a link that was closed since, or of a merchant who may take no money now. */
const ofClosedLinks = [
  problems.link_expired,
  problems.link_has_no_use_left,
  problems.link_was_cancelled,
  problems.merchant_suspended,
  signingProblems.environment_wrong,
]

const languageQuery = z.enum(['fr', 'en']).optional().meta({
  description: 'The language of the page; without it, that of the link or the browser.',
})

export const openCheckout: Endpoint = {
  id: 'openCheckout',
  summary: 'Open the checkout page',
  description: `For the customer's browser: \`data.links\` of an order is this address, signed. Send the customer there as it
is. A refusal is a page for browsers, JSON for everything else.`,
  tag: 'Orders',
  authentication: 'none',
  page: true,
  path: { transaction_uuid: z.string().meta({ examples: [exampleUuid] }) },
  query: z.object({
    sig: z.string().length(43).meta({ description: 'The signature in the link of the order.' }),
    lang: languageQuery,
  }),
  answers: {
    200: { says: 'The checkout page.', type: 'text/html' },
    303: { says: 'The payment has ended: to its `return_url`, or to our own page, with the outcome.' },
  },
  problems: [
    problems.transaction_not_found,
    problems.checkout_signature_wrong,
    problems.transaction_expired,
    problems.transaction_cancelled,
    ...ofClosedLinks,
    requestProblems.rate_limited,
  ],
}

export const openPaymentLink: Endpoint = {
  id: 'openPaymentLink',
  summary: 'Open a payment link',
  description: `For the customer's browser: \`data.url\` of a payment link is this address. Visits do not use a link up; paying
does. A refusal is a page for browsers, JSON for everything else.`,
  tag: 'Payment links',
  authentication: 'none',
  page: true,
  path: { code: z.string().meta({ examples: ['K7PQ2M4XW9ZB'] }) },
  query: z.object({ lang: languageQuery }),
  answers: { 307: { says: 'To the page of the link, which asks for the billing details.' } },
  problems: [
    problems.link_not_found,
    problems.link_expired,
    problems.link_exhausted,
    problems.link_cancelled,
    problems.merchant_suspended,
    signingProblems.environment_wrong,
    requestProblems.rate_limited,
  ],
}
