// Payment link routes for merchants: signed requests with JSON bodies.

import { z } from 'zod'
import { signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { keys } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import type { Orders } from '../orders/create-order.ts'
import { exampleOrderBody, orderBody, orderResponse } from '../orders/schemas.ts'
import { ofAddresses, ofAmounts, cardProblems as problems } from '../transaction/problems.ts'
import {
  cancelActiveLink,
  type LinkNeeds,
  makeLink,
  ownLink,
  pageOfLinks,
  renderLink,
} from './manage-links.ts'
import { orderPart } from './parts.ts'
import type { LinkRow } from './queries.ts'
import { type LinkReceiptNeeds, linkReceiptResponse, renderedLinkReceipt } from './receipt/link-receipt.ts'
import { exampleLinkBody, linkBody, linkResponse, linksQuery, linksResponse } from './schemas.ts'

const api = { tag: 'Payment links' } as const
const byCode = { code: z.string().meta({ examples: ['K7Q2M9XW4T3B'] }) }

export const linkRoutes = [
  signedEndpoint({
    ...api,
    id: 'createPaymentLink',
    method: 'POST',
    path: '/api/v1/payment-links',
    priority: 'order',
    access: keys('charge'),
    summary: 'Create a payment link',
    description: `A link expires after 7 days unless \`expires_at\` is set, and after 365 days at most. One of the kind \`parts\` lives for
730 days at most, and by default.`,
    body: named('PaymentLinkRequest', linkBody, exampleLinkBody),
    responses: { 200: linkResponse },
    problems: [...ofAmounts, problems.payment_method_not_enabled],
    repeatable: true,
    isAtomic: true,
    work: async (needs: LinkNeeds, { merchant, request, sql: db = needs.db }) =>
      shown(needs, await makeLink({ ...needs, db }, merchant, jsonBody(request))),
  }),
  signedEndpoint({
    ...api,
    id: 'listPaymentLinks',
    method: 'GET',
    path: '/api/v1/payment-links',
    priority: 'list',
    access: keys('read', 'charge'),
    summary: 'List payment links',
    description: 'Newest first, unless `sort` says otherwise.',
    query: linksQuery,
    responses: { 200: linksResponse },
    work: async (needs: LinkNeeds, { merchant, request }) =>
      succeeded(await pageOfLinks(needs, merchant, request.query, renderLink)),
  }),
  signedEndpoint({
    ...api,
    id: 'readPaymentLink',
    method: 'GET',
    path: '/api/v1/payment-links/:code',
    priority: 'status',
    access: keys('read', 'charge'),
    summary: 'Read a payment link',
    params: byCode,
    responses: { 200: linkResponse },
    problems: [problems.link_not_found],
    work: async (needs: LinkNeeds, { merchant, params }) =>
      shown(needs, await ownLink(needs, merchant, params.code)),
  }),
  signedEndpoint({
    ...api,
    id: 'readPaymentLinkReceipt',
    method: 'GET',
    path: '/api/v1/payment-links/:code/receipt',
    priority: 'status',
    access: keys('read', 'charge'),
    summary: 'Read the receipt over all parts',
    description: `Of a link of the kind \`parts\` whose total was paid, also after a refund: one signed receipt, with each payment and
the code of its own receipt. Each call signs the state of that moment; the code never changes.`,
    params: byCode,
    responses: { 200: linkReceiptResponse },
    problems: [problems.link_not_found, problems.link_receipt_missing],
    work: async (needs: LinkNeeds & LinkReceiptNeeds, { merchant, params }) => {
      const { id } = await ownLink(needs, merchant, params.code)
      return succeeded(await renderedLinkReceipt(needs, id))
    },
  }),
  signedEndpoint({
    ...api,
    id: 'createPartOrder',
    method: 'POST',
    path: '/api/v1/payment-links/:code/orders',
    priority: 'order',
    access: keys('charge'),
    summary: 'Create an order for a part',
    description: `Of a link of the kind \`parts\` or \`open\`: an order whose payment counts as paid by the link. It reserves nothing
until it is being paid, so several orders may fit at first.`,
    params: byCode,
    body: named('OrderRequest', orderBody, exampleOrderBody),
    responses: { 200: orderResponse },
    problems: [
      ...ofAmounts,
      ...ofAddresses,
      problems.payment_method_not_enabled,
      problems.link_not_found,
      problems.link_expired,
      problems.link_has_no_use_left,
      problems.link_was_cancelled,
      problems.link_has_fixed_amount,
      problems.amount_exceeds_remaining,
    ],
    repeatable: true,
    isAtomic: true,
    work: async (needs: LinkNeeds & { orders: Orders }, { merchant, params, request, sql }) => {
      const body = jsonBody(request)
      const link = await ownLink({ ...needs, db: sql ?? needs.db }, merchant, params.code)
      return orderPart(needs, { merchant, link, body, sql })
    },
  }),
  signedEndpoint({
    ...api,
    id: 'cancelPaymentLink',
    method: 'POST',
    path: '/api/v1/payment-links/:code/cancel',
    priority: 'order',
    access: keys('charge'),
    summary: 'Cancel a payment link',
    params: byCode,
    responses: { 200: linkResponse },
    problems: [
      problems.link_not_found,
      problems.link_expired,
      problems.link_has_no_use_left,
      problems.link_was_cancelled,
    ],
    repeatable: true,
    isAtomic: true,
    work: async (needs: LinkNeeds, { merchant, params, sql: db = needs.db }) =>
      shown(needs, await cancelActiveLink({ ...needs, db }, merchant, params.code)),
  }),
]

const shown = (needs: LinkNeeds, link: LinkRow) => succeeded(renderLink(needs, link))
