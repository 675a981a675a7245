// Payment links as merchants manage them: create, read, list, cancel.

import assert from 'node:assert/strict'
import type { Environment } from '../../kernel/environment.ts'
import { randomReadableCode } from '../../kernel/id.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { signingProblems } from '../../merchants/problems.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Sql } from '../../platform/database/database.ts'
import { paged, rangeOf, readQuery } from '../../platform/http/list-query.ts'
import { type Clock, utcSecond, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { type OrderRules, refuseOtherMethods } from '../orders/create-order.ts'
import {
  closedToCharge,
  linkAddress,
  moveLink,
  statusAt,
  storedLinkCode,
} from '../transaction/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import { type LinkOwner, openLinkReader } from './new-link.ts'
import { nextDueOf, remainingOf } from './parts.ts'
import {
  findLink,
  insertLinks,
  type LinkRow,
  linkList,
  listByNewestPayment,
  listGroup,
  listOwnLinks,
  type NewLink,
} from './queries.ts'
import { linksQuery } from './schemas.ts'

export type LinkNeeds = {
  db: Sql
  clock: Clock
  baseUrl: string
  rules: OrderRules
  /** The environments that this deployment has a card gateway for. */
  environments: readonly Environment[]
}

/** The links that a user may see: a cashier only those that they made. */
// guard: cashier-links
export const linksOf = ({ merchantId: id, environment, user }: Session) => ({
  ...{ id, environment },
  user: { id: user.id, seesOwnOnly: user.role === 'cashier' },
})

/** Renders a link for its merchant. A link past its end is EXPIRED even before the expiry worker has updated it. */
export function renderLink({ clock, baseUrl }: LinkNeeds, link: LinkRow) {
  const url = linkAddress(baseUrl, link.code)
  return {
    code: link.code,
    url,
    qr_svg_url: `${url}/qr.svg`,
    status: statusAt(link, clock.now()),
    kind: link.kind,
    amount: link.amount_minor === null ? null : formatMoney(money(link.amount_minor, link.currency)),
    currency: link.currency,
    merchant_reference: link.merchant_reference,
    description: link.description,
    max_uses: link.max_uses,
    uses: link.uses_confirmed,
    expires_at: utcSecond(link.expires_at),
    created_at: utcSecond(link.created_at),
    ...(link.group_name !== null && { group: link.group_name }),
    ...amountsOf(link),
  }
}

/** What the link has taken, and what it takes. */
function amountsOf(link: LinkRow) {
  const shown = (minor: bigint) => formatMoney(money(minor, link.currency))
  if (link.kind === 'single' || link.min_minor === null) return {}
  const remaining = remainingOf(link)
  const paid = { paid: shown(link.paid_minor), remaining: remaining === null ? null : shown(remaining) }
  const [minimum, maximum] = [shown(link.min_minor), link.max_minor === null ? null : shown(link.max_minor)]
  if (link.kind === 'open') return { ...paid, next_due: null, minimum, maximum }
  const due = nextDueOf(link)
  return {
    ...paid,
    next_due: due && { due_on: due.due_on, amount: shown(due.minor) },
    minimum_part: minimum,
    schedule: link.schedule.map(({ due_on, amount_minor }) => ({
      due_on,
      amount: shown(BigInt(amount_minor)),
    })),
    ...(link.payer_label !== null && { payer_label: link.payer_label }),
  }
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
  const { row, methods } = openLinkReader(needs, merchant)(body)
  if (methods) await refuseOtherMethods(needs.db, merchant, methods)
  const [link] = await insertWithCodes(needs.db, [row])
  assert(link, 'every new link is inserted')
  return link
}

/** Inserts links, each with a new code, and returns them in order. */
export async function insertWithCodes(
  db: Sql,
  rows: readonly (NewLink & { batch?: string; batch_row?: number })[],
): Promise<LinkRow[]> {
  const links = new Map<string, LinkRow>()
  const codes = rows.map(() => '')
  for (;;) {
    const missing = codes.flatMap((code, index) => (links.has(code) ? [] : [index]))
    if (missing.length === 0) return codes.map((code) => links.get(code)!)
    for (const index of missing) codes[index] = randomReadableCode(12, db.cell)
    const sent = missing.map((index) => ({ code: codes[index], ...rows[index] }))
    for (const link of await db.rows(insertLinks, [JSON.stringify(sent)])) links.set(link.code, link)
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
  const { sort, group, ...page } = readQuery(linksQuery, query)
  const { limit, offset } = rangeOf(page)
  const { rows, total } = group
    ? await pageOfGroup(needs.db, [
        merchantId,
        environment,
        group,
        user?.seesOwnOnly ? user.id : null,
        limit,
        offset,
      ])
    : user?.seesOwnOnly
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

/** A page beyond the last has no rows and so no total. */
async function pageOfGroup(sql: Sql, values: unknown[]) {
  const rows = await sql.rows(listGroup, values)
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
