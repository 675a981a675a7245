// Payment links as merchants manage them: create, read, list, cancel.

import type { Environment } from '../../kernel/environment.ts'
import { randomReadableCode } from '../../kernel/id.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import { signingProblems } from '../../merchants/problems.ts'
import type { Sql } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { paged, rangeOf, readQuery } from '../../platform/http/list-query.ts'
import { type Clock, utcSecond, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type OrderRules, refuseOtherMethods } from '../orders/create-order.ts'
import { cardAmount } from '../transaction/amount.ts'
import {
  closedToCharge,
  type LinkStatus,
  linkAddress,
  moveLink,
  storedLinkCode,
} from '../transaction/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import { findLink, insertLink, type LinkRow, linkList, listByNewestPayment, listOwnLinks } from './queries.ts'
import { linkSchema, linksQuery } from './schemas.ts'

export type LinkNeeds = {
  db: Sql
  clock: Clock
  baseUrl: string
  rules: OrderRules
  /** The environments that this deployment has a card gateway for. */
  environments: readonly Environment[]
}

/** The owner of links: a merchant in one environment, and who acts for it. Some users see only the links that they made. */
type LinkOwner = Pick<Merchant, 'id' | 'environment'> & {
  user?: { id: bigint; seesOwnOnly: boolean }
}

const lifeDays = 7

/** Renders a link for its merchant. A link past its end is EXPIRED even before the expiry worker has updated it. */
export function renderLink({ clock, baseUrl }: LinkNeeds, link: LinkRow) {
  const url = linkAddress(baseUrl, link.code)
  return {
    code: link.code,
    url,
    qr_svg_url: `${url}/qr.svg`,
    status: statusAt(link, clock.now()),
    amount: formatMoney(money(link.amount_minor, link.currency)),
    currency: link.currency,
    merchant_reference: link.merchant_reference,
    description: link.description,
    max_uses: link.max_uses,
    uses: link.uses_confirmed,
    expires_at: utcSecond(link.expires_at),
    created_at: utcSecond(link.created_at),
  }
}

export function statusAt(
  { status, expires_at }: Pick<LinkRow, 'status' | 'expires_at'>,
  now: Temporal.Instant,
): LinkStatus {
  return status === 'ACTIVE' && Temporal.Instant.compare(expires_at, now) <= 0 ? 'EXPIRED' : status
}

/** Renders a link for the portal, with the portal's time format. */
export function linkInPortal(needs: LinkNeeds, link: LinkRow) {
  const times = {
    expires_at: zonelessMicrosecond(link.expires_at),
    created_at: zonelessMicrosecond(link.created_at),
  }
  return { ...renderLink(needs, link), ...times }
}

/**
 * Creates a link.
 * @throws InvalidBody; Problem 403 when the deployment has no gateway for the environment, 400.
 */
export async function makeLink(needs: LinkNeeds, merchant: LinkOwner, body: unknown): Promise<LinkRow> {
  if (!needs.environments.includes(merchant.environment)) throw new Problem(signingProblems.environment_wrong)
  const now = needs.clock.now()
  const request = check(linkSchema(needs.rules, merchant.environment, now), body, 'body')
  if (request.payment_methods) await refuseOtherMethods(needs.db, merchant, request.payment_methods)
  const amount = cardAmount(request.amount, request.currency)
  const values = [
    merchant.id,
    merchant.environment,
    amount.minor,
    amount.currency,
    request.merchant_reference,
    request.description ?? '',
    request.callback_url ?? null,
    request.return_url ?? null,
    request.cancel_url ?? null,
    request.locale?.slice(0, 2) ?? null,
    request.max_uses ?? 1,
    request.expires_at ?? now.add({ hours: 24 * lifeDays }),
    now,
    merchant.user?.id ?? null,
    request.payment_methods ?? null,
  ]
  return insertWithCode(needs.db, values)
}

async function insertWithCode(db: Sql, values: unknown[]): Promise<LinkRow> {
  for (;;) {
    const [link] = await db.rows(insertLink, [randomReadableCode(12, db.cell), ...values])
    if (link) return link
  }
}

/**
 * Returns one page of links.
 * @param view renders a link.
 */
export async function pageOfLinks<View>(
  needs: LinkNeeds,
  { id: merchantId, environment, user }: LinkOwner,
  query: unknown,
  view: (needs: LinkNeeds, link: LinkRow) => View,
) {
  const { sort, ...page } = readQuery(linksQuery, query)
  const { limit, offset } = rangeOf(page)
  const { rows, total } = user?.seesOwnOnly
    ? await pageOfOwn(needs, [merchantId, environment, user.id], { limit, offset })
    : sort === 'newest_payment'
      ? await pageByNewestPayment(needs.db, [merchantId, environment, limit, offset])
      : await linkList.page(needs.db, { merchantId, environment }, {}, { limit, offset })
  return paged(page, { items: rows.map((link) => view(needs, link)), total })
}

/** The links of one user that are open, or were a day ago; a page beyond the last has no rows and so no total. */
async function pageOfOwn(
  { db, clock }: LinkNeeds,
  owner: readonly unknown[],
  { limit, offset }: { limit: number; offset: number },
) {
  const since = clock.now().subtract({ hours: 24 })
  const rows = await db.rows(listOwnLinks, [...owner, since, limit, offset])
  return { total: Number(rows[0]?.total ?? 0), rows }
}

async function pageByNewestPayment(sql: Sql, values: unknown[]) {
  const rows = await sql.rows(listByNewestPayment, values)
  return { total: Number(rows[0]?.total ?? 0), rows: rows.filter(({ id }) => id !== null) }
}

/**
 * Finds a link of this merchant.
 * @throws Problem 404 when it does not exist, belongs to another merchant, or was made by a user other than the only one to see.
 */
export async function ownLink({ db }: LinkNeeds, merchant: LinkOwner, code: string): Promise<LinkRow> {
  const { id, environment, user } = merchant
  const onlyBy = user?.seesOwnOnly ? user.id : null
  const [link] = await db.rows(findLink, [id, environment, storedLinkCode(code), onlyBy])
  if (!link) throw new Problem(cardProblems.link_not_found)
  return link
}

/**
 * Moves a link from ACTIVE to CANCELLED; a charge in flight still counts.
 * @throws Problem 404, 409, 410.
 */
export async function cancelActiveLink(
  needs: LinkNeeds,
  merchant: LinkOwner,
  code: string,
): Promise<LinkRow> {
  const now = needs.clock.now()
  const link = await ownLink(needs, merchant, code)
  const status = statusAt(link, now)
  if (status !== 'ACTIVE') throw closedToCharge(status)
  const moved = await moveLink(needs.db, link, 'cancelled', now)
  const after = await ownLink(needs, merchant, code)
  if (!moved) throw closedToCharge(after.status === 'ACTIVE' ? 'CANCELLED' : after.status)
  return after
}
