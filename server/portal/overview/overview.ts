// The portal's home page: figures of today, the week and 14 days of the shop, reasons for failures, and what is waiting; and the go-live
// checklist, in which a step is done when the data show it, not because the merchant ticked it.
import { amountOf } from '../../cards/transaction/amount.ts'
import { rightsOfUsers } from '../../kernel/merchant-roles.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { type GoLiveState, goLiveOf } from '../../merchants/go-live.ts'
import { preferences } from '../../merchants/identity/preferences.ts'
import { callback, type ProfileNeeds, whitelist } from '../../merchants/profile/profile.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type CountedList, countsOf } from '../../platform/database/day-count.ts'
import { users } from '../../platform/http/access.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import { balanceOf } from '../../remittance/wallets/merchant-reads.ts'
import { failingDeliveries } from '../../webhooks/delivery/failing.ts'
import { approvalsToDecide } from '../decide-approval.ts'
import { countedDays, valuesOfDays } from './counted-days.ts'
import { businessLists, type CountRow, figuresOf, recentDays, shiftsOf } from './figures.ts'
import { checklistResponse, overviewResponse } from './schemas.ts'

const readDays = statement<CountRow>('read_overview_days', countedDays({ lists: businessLists, day: 'day' }))

const readWaiting = statement<{ list: CountedList; status: string; count: bigint }>(
  'read_overview_waiting',
  `select list, status, sum(count)::bigint as count
     from ${countsOf(`any (array['transfer', 'delivery'])`, 'list, status, count', `status in ('Hold', 'PENDING', 'DEAD')`)} counted
    group by list, status`,
)

/** The merchant's newest requests for a refund that wait for our decision, not for a second user's; all requests that wait are few, and indexed. */
const readRequests = statement<{
  transaction_uuid: string
  merchant_reference: string
  amount_minor: bigint
  currency: LocalCurrency
}>(
  'read_overview_refund_requests',
  `select t.transaction_uuid, t.merchant_reference, q.amount_minor, q.currency
     from refund_request q join card_transaction t on t.id = q.transaction_id
    where q.state = 'WAITING' and t.merchant_id = $1 and t.environment = $2
      and not exists (select from merchant_approval a where a.refund_request_id = q.id and a.state = 'WAITING')
    order by q.id desc limit $3`,
)
const maxRequests = 5

/** Disputes that wait for the merchant's evidence, all that are open, and what is out of the balance for them. */
// guard: overview-disputes-owner
const readDisputes = statement<{
  to_respond: bigint
  open: bigint
  respond_by: Temporal.Instant | null
  currency: LocalCurrency
  deducted_minor: bigint
  unanswered_minor: bigint | null
}>(
  'read_overview_disputes',
  `select count(*) filter (where state = 'OPEN') as to_respond, count(*) as open, currency,
          min(respond_by) filter (where state = 'OPEN' and respond_by > $3) as respond_by,
          sum(taken_minor + fee_minor)::bigint as deducted_minor,
          sum(taken_minor + fee_minor) filter (where state = 'OPEN')::bigint as unanswered_minor
     from card_dispute where merchant_id = $1 and environment = $2 and state in ('OPEN', 'EVIDENCE_SENT')
    group by currency order by currency desc`,
)

async function disputesOf(sql: Sql, { merchantId, environment }: Session, now: Temporal.Instant) {
  const rows = await sql.rows(readDisputes, [merchantId, environment, now])
  const [earliest] = rows
    .flatMap(({ respond_by }) => respond_by ?? [])
    .sort((a, b) => Temporal.Instant.compare(a, b))
  const sum = (of: 'to_respond' | 'open') => rows.reduce((total, row) => total + Number(row[of]), 0)
  return {
    to_respond: sum('to_respond'),
    respond_by: earliest ? utcSecond(earliest) : null,
    open: sum('open'),
    deducted: rows.map(({ currency, deducted_minor }) => ({
      currency,
      amount: amountOf(deducted_minor, currency),
    })),
    deducted_to_respond: rows.flatMap(({ currency, unanswered_minor }) =>
      unanswered_minor === null ? [] : [{ currency, amount: amountOf(unanswered_minor, currency) }],
    ),
  }
}

export type OverviewNeeds = { db: Sql; clock: Clock }

/** The balance of the wallet is null for a user whose role may not read it. */
export async function overview({ db, clock }: OverviewNeeds, session: Session) {
  const { time_zone: zone } = await preferences({ db }, session)
  const days = recentDays(clock, zone)
  const shifts = shiftsOf(days, zone)
  const owner = { id: session.merchantId, environment: session.environment }
  const rights = rightsOfUsers(session.user.role)
  // guard: overview-balance
  const readsBalance = rights.includes('money')
  const [rows, waiting, requests, disputes, approvals, balance] = await Promise.all([
    db.rows(readDays, valuesOfDays(session, { first: days[0]!, last: days.at(-1)!, shifts, zone })),
    db.rows(readWaiting, [owner.id, owner.environment]),
    db.rows(readRequests, [owner.id, owner.environment, maxRequests]),
    disputesOf(db, session, clock.now()),
    rights.includes('approve') ? approvalsToDecide(db, session) : { payouts: 0, refunds: 0 },
    readsBalance ? balanceOf(db, owner, clock.now()).then(({ as_of: _, ...balance }) => balance) : null,
  ])
  const waits = (list: CountedList, status: string) =>
    Number(waiting.find((row) => row.list === list && row.status === status)?.count ?? 0n)
  const pending = waits('delivery', 'PENDING')
  const { failing, since } =
    pending > 0 ? await failingDeliveries(db, clock.now(), session) : { failing: 0, since: null }
  return {
    environment: session.environment,
    ...figuresOf(days, rows),
    balance,
    waiting: {
      holds: waits('transfer', 'Hold'),
      pending_webhooks: pending,
      failing_webhooks: failing,
      failing_since: since && utcSecond(since),
      dead_webhooks: waits('delivery', 'DEAD'),
      disputes,
      approvals,
      refund_requests: requests.map(({ amount_minor, ...request }) => ({
        ...request,
        amount: amountOf(amount_minor, request.currency),
      })),
    },
  }
}

const trials = `any (array['payment', 'transfer', 'delivery', 'link'])`
const outcomes = `(list = 'link' or status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED', 'Successful', 'Reversed', 'DELIVERED'))`
const readTrials = statement<{ list: string; count: bigint }>(
  'read_checklist_trials',
  `select list, sum(count)::bigint as count from ${countsOf(trials, 'list, count', outcomes)} counted group by list`,
)

type Step = { step: string; done: boolean; detail: string }

type ChecklistNeeds = { db: Sql } & ProfileNeeds

/** Returns the steps in recommended order. Tests are counted in the sandbox, even for a merchant that is live; a test profile never goes live. */
async function checklist(needs: ChecklistNeeds, session: Session): Promise<Step[]> {
  const [trialRows, { callback_url: url }, { addresses }, goLive] = await Promise.all([
    needs.db.rows(readTrials, [session.merchantId, 'sandbox']),
    callback(needs, session),
    whitelist(needs, session),
    goLiveOf(needs.db, session),
  ])
  const tried = (list: string) => Number(trialRows.find((row) => row.list === list)?.count ?? 0n)
  return [
    counted('first_link', tried('link'), 'created in the sandbox'),
    counted('test_payment', tried('payment'), 'paid in the sandbox'),
    counted('webhook_received', tried('delivery'), 'delivered'),
    { step: 'callback_url', done: url !== null, detail: url ?? '' },
    { step: 'whitelist', done: addresses.length > 0, detail: addresses.join(', ') },
    counted('test_transfer', tried('transfer'), 'arrived in the sandbox'),
    ...(session.testOf === undefined ? [goLiveStep(session, goLive.state)] : []),
  ]
}

function goLiveStep({ environment }: Session, state: GoLiveState): Step {
  const done = state === 'PENDING' || state === 'APPROVED'
  return { step: 'go_live', done, detail: environment === 'production' ? 'LIVE' : state }
}

function counted(step: string, count: number, what: string): Step {
  return { step, done: count > 0, detail: `${count} ${what}` }
}

const portal = { tag: 'Portal', method: 'GET', priority: 'list', access: users('payments') } as const

export const overviewRoutes = [
  userEndpoint({
    ...portal,
    id: 'readPortalOverview',
    path: '/api/v1/merchant/overview',
    summary: 'Retrieve the figures of today and the week',
    description: 'Days are those of the time zone in the preferences of the merchant.',
    responses: { 200: overviewResponse },
    work: async (needs: OverviewNeeds, { session }) => overview(needs, session),
  }),
]

export const checklistRoutes = [
  userEndpoint({
    ...portal,
    id: 'readChecklist',
    path: '/api/v1/merchant/checklist',
    summary: 'Retrieve the go-live checklist',
    responses: { 200: checklistResponse },
    work: async (needs: ChecklistNeeds, { session }) => checklist(needs, session),
  }),
]
