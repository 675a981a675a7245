// Payment links in the portal: the same links as in the signed API, with the portal's time format.
import {
  cancelActiveLink,
  type LinkNeeds,
  linkInPortal,
  makeLink,
  ownLink,
  pageOfLinks,
} from '../../cards/payment-links/manage-links.ts'
import { paymentsOfLink } from '../../cards/payments/link-payments.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { readPage } from '../../platform/http/lists/list-query.ts'

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
