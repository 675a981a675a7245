// The portal's routes for payment links: the same links as in the signed API, with the portal's time format.
import { z } from 'zod'
import { promptOfLink } from '../cards/collections/queries.ts'
import {
  cancelActiveLink,
  type LinkNeeds,
  linkInPortal,
  linksOf,
  makeLink,
  ownLink,
  pageOfLinks,
} from '../cards/payment-links/manage-links.ts'
import {
  type LinkReceiptNeeds,
  linkReceiptResponse,
  renderedLinkReceipt,
} from '../cards/payment-links/receipt/link-receipt.ts'
import {
  exampleLink,
  exampleLinkBody,
  linkBody,
  linkFields,
  linksQuery,
} from '../cards/payment-links/schemas.ts'
import { paymentsOfLink } from '../cards/payments/list.ts'
import { examplePaymentSummary, paymentSummary } from '../cards/payments/schemas.ts'
import { cardProblems, ofAmounts } from '../cards/transaction/problems.ts'
import { operatorCodes } from '../kernel/operators.ts'
import { signingProblems } from '../merchants/problems.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import { users } from '../platform/http/access.ts'
import { cappedPageResponse, dataResponse, named, pageResponse, zonelessStamp } from '../platform/http/api.ts'
import { jsonBody } from '../platform/http/http.ts'
import { pageFields, readPage } from '../platform/http/list-query.ts'

const portal = { tag: 'Portal: payments' } as const
const path = { id: z.string().meta({ description: 'The code of the link.', examples: ['K7Q2M9XW4T3B'] }) }

const link = z
  .object({
    ...linkFields,
    expires_at: zonelessStamp,
    created_at: zonelessStamp,
    prompt: z
      .object({ operator: z.enum(operatorCodes), customer_number: z.string() })
      .optional()
      .meta({ description: 'Of one link: a customer is being asked on the phone now.' }),
  })
  .meta({ id: 'PortalLink' })
const exampleInPortal = {
  ...exampleLink,
  expires_at: '2026-11-28T09:30:00.118204',
  created_at: '2026-11-21T09:30:00.118204',
}

const linkResponse = dataResponse('PortalLinkResponse', link, exampleInPortal)
const linksResponse = pageResponse('PortalLinks', link, exampleInPortal)

const linkPaymentsResponse = cappedPageResponse('PaymentsOfLink', paymentSummary, {
  ...examplePaymentSummary,
  origin: 'link',
  allowed_actions: [],
})

const reading = { ...portal, method: 'GET', priority: 'list', access: users('links') } as const

const selling = {
  ...portal,
  method: 'POST',
  priority: 'order',
  access: users('sell'),
  repeatable: true,
  isAtomic: true,
} as const

export const linkRoutes = [
  userEndpoint({
    ...reading,
    id: 'listLinksInPortal',
    path: '/api/v1/merchant/links',
    summary: 'List payment links',
    query: linksQuery,
    responses: { 200: linksResponse },
    work: async (needs: LinkNeeds, { session, request }) =>
      pageOfLinks(needs, linksOf(session), request.query, linkInPortal),
  }),
  userEndpoint({
    ...selling,
    id: 'createLinkInPortal',
    path: '/api/v1/merchant/links',
    summary: 'Create a payment link',
    body: named('PortalLinkRequest', linkBody, exampleLinkBody),
    responses: { 200: linkResponse },
    problems: [...ofAmounts, cardProblems.payment_method_not_enabled, signingProblems.environment_wrong],
    work: async (needs: LinkNeeds, { session, request, sql }) => {
      const within = { ...needs, db: sql ?? needs.db }
      return linkInPortal(within, await makeLink(within, linksOf(session), jsonBody(request)))
    },
  }),
  userEndpoint({
    ...reading,
    id: 'readLinkInPortal',
    path: '/api/v1/merchant/links/:id',
    summary: 'Retrieve a payment link',
    params: path,
    responses: { 200: linkResponse },
    problems: [cardProblems.link_not_found],
    work: async (needs: LinkNeeds, { session, params }) => {
      const found = await ownLink(needs, linksOf(session), params.id)
      const prompt = await promptOfLink(needs.db, found.id)
      return { ...linkInPortal(needs, found), ...(prompt && { prompt }) }
    },
  }),
  userEndpoint({
    ...reading,
    id: 'listPaymentsOfLink',
    path: '/api/v1/merchant/links/:id/payments',
    summary: 'List the payments of a payment link',
    description: 'Newest first, whatever became of them.',
    params: path,
    query: z.object(pageFields),
    responses: { 200: linkPaymentsResponse },
    problems: [cardProblems.link_not_found],
    work: async (needs: LinkNeeds, { session, request, params }) => {
      const page = readPage(request.query)
      const { id } = await ownLink(needs, linksOf(session), params.id)
      return paymentsOfLink(needs.db, id, page, needs.clock.now())
    },
  }),
  userEndpoint({
    ...reading,
    id: 'readLinkReceiptInPortal',
    path: '/api/v1/merchant/links/:id/receipt',
    summary: 'Read the receipt over all parts of a payment link',
    params: path,
    responses: { 200: linkReceiptResponse },
    problems: [cardProblems.link_not_found, cardProblems.link_receipt_missing],
    work: async (needs: LinkNeeds & LinkReceiptNeeds, { session, params }) => {
      const { id } = await ownLink(needs, linksOf(session), params.id)
      return renderedLinkReceipt(needs, id)
    },
  }),
  userEndpoint({
    ...selling,
    id: 'cancelLinkInPortal',
    path: '/api/v1/merchant/links/:id/cancel',
    summary: 'Cancel a payment link',
    params: path,
    responses: { 200: linkResponse },
    problems: [
      cardProblems.link_not_found,
      cardProblems.link_expired,
      cardProblems.link_has_no_use_left,
      cardProblems.link_was_cancelled,
    ],
    work: async (needs: LinkNeeds, { session, params, sql }) => {
      const within = { ...needs, db: sql ?? needs.db }
      return linkInPortal(within, await cancelActiveLink(within, linksOf(session), params.id))
    },
  }),
]
