// Payouts as they are read: those of one merchant, and those of all merchants for admins.

import type { Admin } from '../../admin/access.ts'
import { pendingApprovals } from '../../admin/approvals/pending.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { dayList } from '../../platform/database/day-list.ts'
import { type Listed, newestFirst } from '../../platform/database/over-cells.ts'
import { type ListingOfCells, newestOfStates, readListingOfCells } from '../../platform/http/admin-search.ts'
import { cappedCount, maxCounted, paged, rangeOf, readQuery } from '../../platform/http/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { whyNotEndable } from '../dispatch/end-payout.ts'
import { whyNotInquirable } from '../dispatch/inquire-payout.ts'
import { payoutProblems } from '../problems.ts'
import {
  ownPayout,
  type PayoutOwner,
  type PayoutRow,
  payoutByPublicId,
  payoutColumns,
  payoutStates,
  payoutTables,
} from '../record/queries.ts'
import {
  type PayoutEventRow,
  renderHistory,
  renderHistoryForMerchant,
  renderPayout,
} from '../record/responses.ts'
import { renderForAdmin } from './admin-responses.ts'
import { whyNotCancellable } from './decide-payout.ts'
import { payoutQuery, payoutSearch } from './schemas.ts'

/** The payouts of one merchant, counted by state and currency. */
const payoutList = dayList<{ state: string }>({
  list: 'payout',
  table: 'merchant_payout',
  columns: 't.state',
  status: 'state',
  kind: 'currency',
  parts: [{ statuses: payoutStates, condition: 'true' }],
  hasWholeIndex: true,
})

const columns = `t.id, t.created_at, ${payoutColumns}`
const findListed = statement<PayoutRow>(
  'find_listed_payouts',
  `select ${columns} from ${payoutTables} where t.id = any($1) order by t.created_at desc, t.id desc`,
)
const listHistory = statement<PayoutEventRow>(
  'list_history_of_payout',
  'select at, kind, to_state, detail from merchant_payout_event where payout_id = $1 order by id',
)

/** A page of the merchant's payouts, newest first. @throws InvalidBody */
export async function payoutsPage(sql: Sql, owner: PayoutOwner, query: unknown) {
  const { page, limit, state, currency, from, to } = readQuery(payoutQuery, query)
  const filter = { status: state, kind: currency, from, to }
  const { rows, total } = await payoutList.page(sql, owner, filter, rangeOf({ page, limit }))
  const found = rows.length === 0 ? [] : await sql.rows(findListed, [rows.map(({ id }) => id)])
  return paged({ page, limit }, { items: found.map(renderPayout), total })
}

/** One payout of the merchant with its history. @throws Problem 404 */
export async function payoutDetail(sql: Sql, owner: PayoutOwner, publicId: string) {
  const payout = await ownPayout(sql, owner, publicId)
  if (!payout) throw new Problem(payoutProblems.payout_unknown)
  return {
    ...renderPayout(payout),
    history: renderHistoryForMerchant(await sql.rows(listHistory, [payout.id])),
  }
}

const ofCode = 'q.merchant_id = (select id from merchant where merchant_code = $2)'

/**
 * Each filter has its own statement, so that the planner can tell which index covers it. The page is an array, because the planner
 * would take a page of unknown length for a tenth of the table.
 */
function listing(isOfState: boolean, isOfMerchant: boolean): ListingOfCells<PayoutRow> {
  const ofState = isOfState ? 'q.state = $1' : '$1::text is null'
  const ofMerchant = isOfMerchant ? ofCode : '$2::text is null'
  const found = (maxRows: string) =>
    isOfMerchant && !isOfState
      ? `${newestOfStates('merchant_payout', payoutStates, ofCode, maxRows)} where ${ofState}`
      : `merchant_payout q where ${ofState} and ${ofMerchant}`
  const name = `${isOfState ? '_of_state' : ''}${isOfMerchant ? '_of_merchant' : ''}`
  return {
    rows: statement<PayoutRow>(
      `list_all_payouts${name}`,
      `select ${columns} from ${payoutTables}
        where t.id = any (array(
          select q.id from ${found('$3::bigint + $4::bigint')} order by q.id desc limit $3 offset $4))
        order by t.id desc`,
    ),
    count: cappedCount(`count_all_payouts${name}`, `from ${found(String(maxCounted + 1))}`, statement),
    order: newestFirst,
  }
}
const listings = [
  [listing(false, false), listing(false, true)],
  [listing(true, false), listing(true, true)],
] as const

const countRequested = statement<{ waiting: bigint }>(
  'count_payouts_waiting_for_approval',
  `select count(*) as waiting from merchant_payout p where p.state = 'REQUESTED'
      and not exists (select from merchant_approval a where a.payout_id = p.id and a.state = 'WAITING')`,
)

/** Counts the payouts that wait for an admin. */
export async function waitingPayouts(sql: Sql): Promise<number> {
  return Number((await sql.rows(countRequested))[0]?.waiting ?? 0)
}

/** Payouts of all merchants, newest first. @throws InvalidBody */
export async function searchPayouts(listed: Listed, query: unknown, admin: Admin) {
  const { state, merchant_code, ...page } = readQuery(payoutSearch, query)
  const chosen = listings[state === undefined ? 0 : 1][merchant_code === undefined ? 0 : 1]
  const list = { page, filter: [state ?? null, merchant_code ?? null], merchantCode: merchant_code }
  return readListingOfCells(listed, chosen, list, (row) => renderForAdmin(row, admin))
}

/** What an admin may do about a payout besides deciding it. */
async function followUps(sql: Sql, payout: PayoutRow) {
  const may = (fault: Problem | undefined) => ({
    allowed: fault === undefined,
    reason: fault?.message ?? null,
  })
  return {
    cancel: may(whyNotCancellable(payout)),
    inquire: may(whyNotInquirable(payout)),
    fail: may(await whyNotEndable(sql, payout, 'declined')),
    paid: may(await whyNotEndable(sql, payout, 'paid')),
  }
}

/** One payout of any merchant with its history. @throws Problem 404 */
export async function payoutForAdmin(
  { db: sql, clock }: { db: Sql; clock: Clock },
  publicId: string,
  admin: Admin,
) {
  const payout = await payoutByPublicId(sql, publicId)
  if (!payout) throw new Problem(payoutProblems.payout_unknown)
  const rendered = renderForAdmin(payout, admin)
  const wanted = { actions: ['payout_end'], subjects: [payout.public_id], admin, now: clock.now() } as const
  const pending = await pendingApprovals(sql, wanted)
  return {
    ...rendered,
    pending_approvals: pending(payout.public_id),
    allowed_actions: { ...rendered.allowed_actions, ...(await followUps(sql, payout)) },
    history: renderHistory(await sql.rows(listHistory, [payout.id])),
  }
}
