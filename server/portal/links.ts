// The portal's routes for payment links: the same links as in the signed API, with the portal's time format.
import { z } from 'zod'
import {
  cancelActiveLink,
  type LinkNeeds,
  linkInPortal,
  makeLink,
  ownLink,
  pageOfLinks,
} from '../cards/payment-links/manage-links.ts'
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
import { signingProblems } from '../merchants/problems.ts'
import type { Session } from '../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import { users } from '../platform/http/access.ts'
import { cappedPageOf, named, pageOf, success, zonelessStamp } from '../platform/http/api.ts'
import { jsonBody } from '../platform/http/http.ts'
import { pageFields, readPage } from '../platform/http/list-query.ts'

/** A cashier sees only the links that they made. */
// guard: cashier-links
const ownerOf = ({ merchantId: id, environment, user }: Session) => ({
  ...{ id, environment },
  user: { id: user.id, seesOwnOnly: user.role === 'cashier' },
})

/** Lists payment links. @throws InvalidBody */
export function linksPage(needs: LinkNeeds, session: Session, query: unknown) {
  return pageOfLinks(needs, ownerOf(session), query, linkInPortal)
}

/** @throws InvalidBody, Problem 400 */
export async function createLink(needs: LinkNeeds, session: Session, body: unknown) {
  return linkInPortal(needs, await makeLink(needs, ownerOf(session), body))
}

/** @throws Problem 404 */
export async function linkDetail(needs: LinkNeeds, session: Session, code: string) {
  return linkInPortal(needs, await ownLink(needs, ownerOf(session), code))
}

/** Lists the payments of a link. @throws InvalidBody, Problem 404 */
export async function linkPayments(needs: LinkNeeds, session: Session, code: string, query: unknown) {
  const page = readPage(query)
  const { id } = await ownLink(needs, ownerOf(session), code)
  return paymentsOfLink(needs.db, id, page, needs.clock.now())
}

/** @throws Problem 404, 409, 410 */
export async function cancelLink(needs: LinkNeeds, session: Session, code: string) {
  return linkInPortal(needs, await cancelActiveLink(needs, ownerOf(session), code))
}

const portal = { tag: 'Portal: payments' } as const
const path = { id: z.string().meta({ description: 'The code of the link.', examples: ['K7Q2M9XW4T3B'] }) }
const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

const link = z
  .object({ ...linkFields, expires_at: zonelessStamp, created_at: zonelessStamp })
  .meta({ id: 'PortalLink' })
const exampleInPortal = {
  ...exampleLink,
  expires_at: '2026-11-28T09:30:00.118204',
  created_at: '2026-11-21T09:30:00.118204',
}

const linkResponse = named('PortalLinkResponse', success(link), { status: 'success', data: exampleInPortal })
const linksResponse = named('PortalLinks', success(pageOf(link)), {
  status: 'success',
  data: { items: [exampleInPortal], pagination: firstPage },
})

const linkPaymentsResponse = named('PaymentsOfLink', success(cappedPageOf(paymentSummary)), {
  status: 'success',
  data: {
    items: [{ ...examplePaymentSummary, origin: 'link', allowed_actions: [] }],
    pagination: { ...firstPage, capped: false },
  },
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
    work: async (needs: LinkNeeds, { session, request }) => linksPage(needs, session, request.query),
  }),
  userEndpoint({
    ...selling,
    id: 'createLinkInPortal',
    path: '/api/v1/merchant/links',
    summary: 'Create a payment link',
    body: named('PortalLinkRequest', linkBody, exampleLinkBody),
    responses: { 200: linkResponse },
    problems: [...ofAmounts, signingProblems.environment_wrong],
    work: async (needs: LinkNeeds, { session, request, sql }) =>
      createLink({ ...needs, db: sql ?? needs.db }, session, jsonBody(request)),
  }),
  userEndpoint({
    ...reading,
    id: 'readLinkInPortal',
    path: '/api/v1/merchant/links/:id',
    summary: 'Retrieve a payment link',
    params: path,
    responses: { 200: linkResponse },
    problems: [cardProblems.link_not_found],
    work: async (needs: LinkNeeds, { session, params }) => linkDetail(needs, session, params.id),
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
    work: async (needs: LinkNeeds, { session, request, params }) =>
      linkPayments(needs, session, params.id, request.query),
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
    work: async (needs: LinkNeeds, { session, params, sql }) =>
      cancelLink({ ...needs, db: sql ?? needs.db }, session, params.id),
  }),
]
