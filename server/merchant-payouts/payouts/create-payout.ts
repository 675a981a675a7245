// Requests a payout. The merchant's balance is locked first and the decision made under that lock, so that payouts together
// never take more than is available. The same reference again returns the first response.
import assert from 'node:assert/strict'
import { lockFunds } from '../../balances/lock-balance.ts'
import { isBlacklisted } from '../../compliance/blacklist.ts'
import { newIdIn } from '../../kernel/id.ts'
import { amountOf, type LocalCurrency, type Money, money, parseMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { insertOperation, makeIntentDue, newOperationId } from '../../ledger/operation.ts'
import { post } from '../../ledger/post.ts'
import { askSecondUser } from '../../merchants/approvals.ts'
import { operatorQueue } from '../../operator-calls/operator.ts'
import {
  type Database,
  isUniqueViolation,
  type Sql,
  statement,
  type Tx,
} from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { fingerprint } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { type DestinationRow, destinationForPayout, isUsable } from '../destinations/queries.ts'
import { payoutProblems } from '../problems.ts'
import { countCreated, movePayout, type PayoutFacts } from '../record/move-payout.ts'
import { enqueuePayoutWebhook } from '../record/notifications.ts'
import { reservation } from '../record/postings.ts'
import {
  lockedPayout,
  operationOf,
  type PayoutOwner,
  type PayoutRow,
  type PayoutTarget,
} from '../record/queries.ts'
import { renderPayout } from '../record/responses.ts'
import { feeOf, needsApproval, type PayoutRules } from '../rules.ts'
import { newPayoutSchema } from './schemas.ts'

export type PayoutNeeds = { db: Database; clock: Clock; rules: PayoutRules; wake: () => void }

/** Who requests it: `api`, `portal`, `schedule` or the name of an admin, and then also the person. */
type Requester = PayoutOwner & {
  name: string
  owner?: string
  /** The email of the merchant's user who requests it in the portal. */
  user?: string
  /** Records the request in the audit log, for admins and signed-in merchants. */
  audit?: (sql: Tx, made: Response) => void
}

export type WantedPayout = { amount: Money<LocalCurrency>; destination: string; reference: string }

type Response = ReturnType<typeof renderPayout>

const findRepeated = statement<{ fingerprint: Buffer; first_response: string }>(
  'find_payout_by_reference',
  `select fingerprint, first_response from merchant_payout
    where merchant_id = $1 and environment = $2 and reference = $3`,
)
const insert = statement<{ id: bigint }>(
  'insert_merchant_payout',
  `with made as (
     insert into merchant_payout (public_id, merchant_id, environment, currency, reference, fingerprint, first_response,
       destination_id, amount_minor, fee_minor, state, requested_by, requested_owner, created_at)
     values ($1, $2, $3, $4, $5, $6, '', $7, $8, $9, 'REQUESTED', $10, $11, $12)
     returning id, merchant_id, environment, currency, amount_minor, state, created_at
   ), counted as (${countCreated('made')}
   ), noted as (
     insert into merchant_payout_event (payout_id, at, kind, to_state, detail)
     select id, created_at, 'requested', state, 'by ' || $10 from made
   )
   select id from made`,
)
/** Days are UTC. What an admin has approved, and what came back, counts no more. The caller has locked the balance. */
// guard: payouts-of-the-day
const sumApproved = statement<{ minor: bigint }>(
  'sum_payouts_without_admin',
  `select coalesce(sum(amount_minor), 0)::bigint as minor from merchant_payout
    where merchant_id = $1 and environment = $2 and currency = $3 and created_at >= $4 and decided_by is null
      and state in ('APPROVED', 'SENT', 'PAID')`,
)
/** What the merchant's users requested that day without a second one of them. The caller has locked the balance. */
// guard: payouts-of-one-user
const sumAlone = statement<{ minor: bigint }>(
  'sum_payouts_without_second_user',
  `select coalesce(sum(p.amount_minor), 0)::bigint as minor from merchant_payout p
    where p.merchant_id = $1 and p.environment = $2 and p.currency = $3 and p.created_at >= $4 and p.id <> $5
      and p.requested_owner is null and p.state in ('REQUESTED', 'APPROVED', 'SENT', 'PAID')
      and not exists (select from merchant_approval a where a.payout_id = p.id)`,
)
const saveResponse = statement(
  'save_first_response_of_payout',
  'update merchant_payout set first_response = $2 where id = $1',
)

/** Requests a payout. @throws Problem 403 for a blacklisted number, 404, 409, 422 */
export async function createPayout(
  needs: PayoutNeeds,
  requester: Requester,
  wanted: WantedPayout,
): Promise<Response> {
  const { merchantId, environment } = requester
  const mutexKey = `payouts of ${merchantId} ${environment} ${wanted.amount.currency}`
  try {
    const made = await needs.db.transaction((sql) => createWithin(sql, needs, requester, wanted), {
      mutexKey,
    })
    needs.wake()
    return made
  } catch (error) {
    // The same reference was used at the same time for a payout in the other currency.
    if (isUniqueViolation(error, 'merchant_payout_merchant_id_environment_reference_key'))
      throw new Problem(payoutProblems.reference_used)
    throw error
  }
}

/** The same within the caller's transaction, which has locked neither a balance nor a payout. */
export async function createWithin(
  sql: Tx,
  { clock, rules }: Pick<PayoutNeeds, 'clock' | 'rules'>,
  requester: Requester,
  { amount, destination: publicId, reference }: WantedPayout,
): Promise<Response> {
  const { merchantId, environment } = requester
  const destination = await destinationForPayout(sql, requester, publicId)
  const { available } = await lockFunds(sql, { merchantId, environment, currency: amount.currency })
  // The fee follows from the deployment, so it is no part of the request.
  const content = fingerprint([amount.minor, amount.currency, publicId.toLowerCase()])
  const repeated = await repeatedResponse(sql, requester, reference, content)
  if (repeated) return repeated
  const now = clock.now()
  if (!destination) throw new Problem(payoutProblems.destination_unknown)
  // guard: payout-destination-usable
  if (!isUsable(destination, now)) throw new Problem(payoutProblems.destination_not_active)
  // guard: blacklisted-payout
  if (destination.type === 'wallet' && (await isBlacklisted(sql, environment, destination.number)))
    throw new Problem(payoutProblems.number_blacklisted)
  const fee = feeOf(rules, destination.type, amount.currency)
  if (destination.type === 'bank' && !rules.bankAccounts[environment][amount.currency])
    throw new Problem(payoutProblems.bank_not_offered)
  // guard: payout-smallest-unit
  if (amount.minor % smallestUnit(destination.type, amount.currency) !== 0n)
    throw new Problem(payoutProblems.amount_too_precise)
  // guard: payout-below-fee
  if (amount.minor < fee && !isSimulated(environment, amount))
    throw new Problem(payoutProblems.below_fee, { fee: amountOf(fee, amount.currency) })
  // guard: payout-balance
  if (amount.minor + fee > available) throw new Problem(payoutProblems.insufficient_balance)
  const approvedToday = await approvedOn(sql, requester, amount.currency, now)
  const id = await insertPayout(sql, requester, { amount, fee, reference, destination, content, now })
  const requested = await lockedPayout(sql, id)
  assert(await post(sql, reservation(requested, now)), 'a payout reserves once')
  await enqueuePayoutWebhook(sql, requested, now)
  const user_approval = await secondUserFor(sql, requester, { id, amount, now })
  const waits = user_approval !== null || needsApproval(rules, amount, approvedToday)
  const made = waits ? { ...requested, user_approval } : await approvePayout(sql, requested, { now })
  const response = await storedResponse(sql, made)
  requester.audit?.(sql, response)
  return response
}

/** Asks for a second user where the merchant's own rule says so; an admin who requests a payout for it is one already. */
async function secondUserFor(
  sql: Tx,
  { merchantId, environment, name, owner, user }: Requester,
  { id, amount, now }: { id: bigint; amount: Money<LocalCurrency>; now: Temporal.Instant },
): Promise<string | null> {
  if (owner !== undefined) return null
  const wanted = {
    kind: 'payout',
    id,
    merchantId,
    environment,
    amount,
    reason: null,
    by: user ?? name,
    now,
  } as const
  const others = await requestedAlone(sql, { merchantId, environment }, amount.currency, { now, id })
  const measured = others + amount.minor
  return (await askSecondUser(sql, { ...wanted, measured })) ?? null
}

/** In the sandbox, the operator refuses a payout of 0.13 and returns one of 0.17, whatever the fee. */
function isSimulated(environment: string, { minor }: Money): boolean {
  return environment === 'sandbox' && (minor === 13n || minor === 17n)
}

/** What the merchant's users requested that day without a second one of them, in minor units. @param id of a payout that is left out */
export async function requestedAlone(
  sql: Sql,
  { merchantId, environment }: PayoutOwner,
  currency: LocalCurrency,
  { now, id = 0n }: { now: Temporal.Instant; id?: bigint },
): Promise<bigint> {
  const today = now.toZonedDateTimeISO('UTC').startOfDay().toInstant()
  return (await sql.rows(sumAlone, [merchantId, environment, currency, today, id]))[0]?.minor ?? 0n
}

/** What was paid out that day without an admin, in minor units. */
export async function approvedOn(
  sql: Sql,
  { merchantId, environment }: PayoutOwner,
  currency: LocalCurrency,
  now: Temporal.Instant,
): Promise<bigint> {
  const today = now.toZonedDateTimeISO('UTC').startOfDay().toInstant()
  return (await sql.rows(sumApproved, [merchantId, environment, currency, today]))[0]?.minor ?? 0n
}

async function repeatedResponse(
  sql: Sql,
  { merchantId, environment }: PayoutOwner,
  reference: string,
  content: Buffer,
): Promise<Response | undefined> {
  const [used] = await sql.rows(findRepeated, [merchantId, environment, reference])
  if (!used) return undefined
  // guard: payout-reference
  if (!used.fingerprint.equals(content)) throw new Problem(payoutProblems.reference_used)
  return JSON.parse(used.first_response)
}

type New = {
  amount: Money<LocalCurrency>
  fee: bigint
  reference: string
  destination: DestinationRow
  content: Buffer
  now: Temporal.Instant
}

async function insertPayout(
  sql: Tx,
  { merchantId, environment, name, owner }: Requester,
  { amount, fee, reference, destination, content, now }: New,
): Promise<bigint> {
  const [made] = await sql.rows(insert, [
    newIdIn(sql.cell),
    merchantId,
    environment,
    amount.currency,
    reference,
    content,
    destination.id,
    amount.minor,
    fee,
    name,
    owner ?? null,
    now,
  ])
  return made!.id
}

async function storedResponse(sql: Tx, payout: PayoutRow): Promise<Response> {
  const response = renderPayout(payout)
  await sql.rows(saveResponse, [payout.id, JSON.stringify(response)])
  return response
}

/** Everything that can be paid out of an available balance: rounded down to what can be paid there, after the fee. */
export function payable(
  available: bigint,
  fee: bigint,
  { type, currency }: { type: PayoutTarget['type']; currency: LocalCurrency },
): Money<LocalCurrency> {
  const rest = available > fee ? available - fee : 0n
  return money(rest - (rest % smallestUnit(type, currency)), currency)
}

/** In minor units. Operators pay francs without centimes, banks pay centimes, too. */
function smallestUnit(type: PayoutTarget['type'], currency: LocalCurrency): bigint {
  return type === 'wallet' && currency === 'CDF' ? 100n : 1n
}

/** @throws InvalidBody, Problem 400, 404, 409, 422 */
export async function requestPayout(needs: PayoutNeeds, requester: Requester, body: unknown) {
  const {
    amount: digits,
    currency,
    destination_id: destination,
    reference,
  } = check(newPayoutSchema, body, 'body')
  const amount = parseMoney(digits, currency)
  if (!amount) throw new Problem(payoutProblems.amount_decimals)
  return createPayout(needs, requester, { amount, destination, reference })
}

/**
 * Approves a payout. To a wallet: the call that pays it is recorded in the same transaction, in the queue of its operator. To a bank: it
 * waits for a batch.
 * @param payout a requested payout, locked by the caller.
 */
export async function approvePayout(sql: Tx, payout: PayoutRow, facts: PayoutFacts): Promise<PayoutRow> {
  const approved = await movePayout(sql, payout, 'approved', facts)
  if (payout.type === 'bank') return approved
  // It was held after an earlier approval, and its call has waited since.
  const known = payout.held_at && (await operationOf(sql, payout.id))
  if (known) {
    await makeIntentDue(sql, known, facts.now)
    return approved
  }
  const { id, public_id, environment, operator, number, amount_minor, currency } = payout
  await insertOperation(sql, {
    id: newOperationId(sql.cell),
    kind: 'merchant_payout',
    state: 'intent',
    subject: { merchantPayoutId: id, queue: operatorQueue(environment, operator) },
    fingerprint: fingerprint([public_id, operator, number, amount_minor, currency]),
    amountMinor: amount_minor,
    currency,
    nextCheckAt: facts.now,
    now: facts.now,
  })
  return approved
}
