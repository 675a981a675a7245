// Adds, confirms and removes payout destinations. Whoever gains access to an account for a moment cannot use one: adding needs the
// password, confirming needs it again at a later sign-in, and the first payout waits a day.
import { audit } from '../../admin/audit.ts'
import { isBlacklisted } from '../../compliance/blacklist.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { Problem } from '../../kernel/problem.ts'
import { alertOwners } from '../../merchants/alerts/alert-merchant.ts'
import { merchantActor } from '../../merchants/identity/merchant.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { type ProvenCall, requireStepUp, type StepUp, useStepUp } from '../../merchants/sign-in/step-up.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import { type Database, statement, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { payoutProblems } from '../problems.ts'
import { cancelOpenPayouts } from '../record/hold-payouts.ts'
import { destinationText } from '../record/notifications.ts'
import type { PayoutOwner } from '../record/queries.ts'
import { renderTarget } from '../record/responses.ts'
import type { PayoutRules } from '../rules.ts'
import {
  additionOf,
  changeOf,
  countLookUp,
  type DestinationRow,
  destinationColumns,
  destinationsOf,
  lockDestinations,
  lockedDestination,
  lockMerchant,
  maxDestinations,
  renderDestination,
} from './queries.ts'
import { lookUpSchema, newDestinationSchema } from './schemas.ts'

export type DestinationNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  operatorFor: OperatorFor
  rules: PayoutRules
}

type ChangeNeeds = Pick<DestinationNeeds, 'db' | 'clock' | 'secrets'>

const insert = statement<DestinationRow>(
  'insert_payout_destination',
  `insert into payout_destination (merchant_id, environment, type, operator, number, subscriber_name, account, bic, holder,
     created_at, usable_from, delay, created_session)
   select $1::bigint, $2::text, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz, $11 - $10, $12
    where (select count(*) from payout_destination
            where merchant_id = $1 and environment = $2 and state <> 'removed') < ${maxDestinations}
   returning ${destinationColumns}`,
)
/** The same wallet, or the same account at the same bank. */
const findSame = statement(
  'find_same_payout_destination',
  `select from payout_destination
    where merchant_id = $1 and environment = $2 and state <> 'removed' and (operator, number) is not distinct from ($3, $4)
      and $5::text is not distinct from $5 and (account, bic) is not distinct from ($6, $7) and $8::text is not distinct from $8`,
)
const confirm = statement(
  'confirm_payout_destination',
  `update payout_destination set state = 'active', confirmed_session = $2, confirmed_at = $3
    where id = $1 and state = 'waiting'`,
)
const remove = statement(
  'remove_payout_destination',
  `update payout_destination set state = 'removed', removed_at = $2 where id = $1`,
)

// guard: schedule-to-removed
const stopSchedules = statement(
  'stop_payout_schedules_to_destination',
  `update payout_schedule set interval = 'manual', destination_id = null, next_run_on = null where destination_id = $1`,
)

type Wallet = { operator: OperatorCode; number: string; subscriberName: string }

/** Adds a wallet of a sample, as if two sign-ins had added and confirmed it long ago. Returns its public id. */
export async function addConfirmedWallet(
  sql: Tx,
  { merchantId, environment }: PayoutOwner,
  { operator, number, subscriberName }: Wallet,
  now: Temporal.Instant,
): Promise<string> {
  const target = ['wallet', operator, number, subscriberName, null, null, null]
  const first = Buffer.from('first')
  const [row] = await sql.rows(insert, [merchantId, environment, ...target, now, now, first])
  await sql.rows(confirm, [row!.id, Buffer.from('second'), now])
  return row!.public_id
}

export async function listDestinations(
  { db, clock }: Pick<DestinationNeeds, 'db' | 'clock'>,
  session: Session,
) {
  const now = clock.now()
  return { items: (await destinationsOf(db, session)).map((row) => renderDestination(row, now, session)) }
}

/** Adds a wallet, with the name that its operator gives, or a bank account. @throws InvalidBody, Problem 403, 409, 422, 429, 502 */
export async function addDestination(needs: DestinationNeeds, call: ProvenCall, body: unknown) {
  const { db, clock, rules } = needs
  const { session, stepUpToken } = call
  // First, so that the refusal says which number or account must be confirmed.
  const wanted = check(newDestinationSchema, body, 'body')
  const stepUp = await requireStepUp(needs, session, stepUpToken, additionOf(wanted))
  const target =
    wanted.type === 'bank' ? offeredBank(rules, session, wanted) : await lookedUp(needs, call, wanted.number)
  const now = clock.now()
  const usableFrom = now.add({ seconds: rules.destinationDelaySeconds })
  const { merchantId, environment, tokenHash } = session
  const values = [merchantId, environment, wanted.type, ...target, now, usableFrom, tokenHash]
  const added = await db.transaction(async (sql) => {
    // Those who add destinations at once wait for each other, so that the limit holds.
    // guard: destination-limit
    await sql.rows(lockMerchant, [merchantId])
    await useStepUp(sql, stepUp, stepUpToken)
    // guard: destination-once
    if ((await sql.rows(findSame, [merchantId, environment, ...target])).length > 0)
      throw new Problem(payoutProblems.destination_known)
    const [row] = await sql.rows(insert, values)
    if (!row) throw new Problem(payoutProblems.destinations_full)
    auditChange(sql, needs, call, { change: 'added', row, now })
    await alertOf(sql, 'payout_destination_added', row, now)
    return row
  })
  return renderDestination(added, now, session)
}

/** Names the owner of a wallet, so that it can be shown before it is added. @throws InvalidBody, Problem 403, 422, 429, 502 */
export async function lookUpDestination(needs: DestinationNeeds, call: ProvenCall, body: unknown) {
  // guard: payout-look-up-step-up
  await requireStepUp(needs, call.session, call.stepUpToken)
  const { type, number } = check(lookUpSchema, body, 'body')
  const [operator, digits, name] = await lookedUp(needs, call, number)
  return { type, operator, number: digits, subscriber_name: name }
}

/** The columns of a target that are set for a wallet, then those of a bank account. */
type TargetColumns = readonly [
  operator: OperatorCode | null,
  number: string | null,
  subscriberName: string | null,
  account: string | null,
  bic: string | null,
  holder: string | null,
]

/** @throws Problem 422 where no account of ours pays banks. */
function offeredBank(
  { bankAccounts }: PayoutRules,
  { environment }: Session,
  { account, bic, holder }: { account: string; bic: string; holder: string },
): TargetColumns {
  // guard: bank-offered
  if (Object.keys(bankAccounts[environment]).length === 0) throw new Problem(payoutProblems.bank_not_offered)
  return [null, null, null, account, bic, holder]
}

/** @throws Problem 403 for a blacklisted number, 422, 429, 502 */
async function lookedUp(needs: DestinationNeeds, call: ProvenCall, number: string): Promise<TargetColumns> {
  const { db, operatorFor } = needs
  const { environment } = call.session
  const phone = readPhone(number)
  if (!phone?.operator) throw new Problem(payoutProblems.number_not_payable)
  const { digits, operator } = phone
  const connection = operatorFor(environment, operator)
  if (!connection) throw new Problem(payoutProblems.operator_unreachable)
  await countLookUp(needs, call, { operator, digits })
  // guard: blacklisted-destination
  if (await isBlacklisted(db, environment, digits)) throw new Problem(payoutProblems.number_blacklisted)
  const reply = await connection.lookUp({ operator, msisdn: digits })
  if (reply.kind === 'unavailable') throw new Problem(payoutProblems.operator_unreachable)
  if (reply.kind === 'no_wallet' || (reply.kind === 'found' && !reply.active))
    throw new Problem(payoutProblems.no_wallet)
  return [operator, digits, reply.kind === 'found' ? reply.name : null, null, null, null]
}

/**
 * Confirms a destination that an earlier sign-in added.
 * @throws Problem 403 without a step-up, 404, 409 if it is confirmed already or was added by the same sign-in.
 */
export async function confirmDestination(needs: ChangeNeeds, call: ProvenCall, publicId: string) {
  const { session, stepUpToken } = call
  const act = await changeOf(needs, session, publicId, 'confirm')
  const stepUp = await requireStepUp(needs, session, stepUpToken, act)
  return changed(needs, session, publicId, async (sql, row, now) => {
    // A password that changes meanwhile has ended the step-up, or waits for this row.
    await requireStepUp({ db: sql, clock: needs.clock }, session, stepUpToken, act)
    await useStepUp(sql, stepUp, stepUpToken)
    if (row.state === 'active') throw new Problem(payoutProblems.destination_confirmed)
    // guard: later-sign-in
    if (!isLaterSignIn(row, session, stepUp)) throw new Problem(payoutProblems.same_sign_in)
    await sql.rows(confirm, [row.id, session.tokenHash, now])
    auditChange(sql, needs, call, { change: 'confirmed', row, now })
    await alertOf(sql, 'payout_destination_confirmed', row, now)
    return { ...row, state: 'active', confirmed_at: now }
  })
}

/** Another sign-in, which began after the destination was added. */
function isLaterSignIn(row: DestinationRow, { tokenHash }: Session, { signedInAt }: StepUp): boolean {
  return !row.created_session.equals(tokenHash) && Temporal.Instant.compare(signedInAt, row.created_at) >= 0
}

/** Removes a destination, cancels its payouts that were not sent, and ends the schedules that pay it. @throws Problem 403, 404 */
export async function removeDestination(needs: ChangeNeeds, call: ProvenCall, publicId: string) {
  const { session, stepUpToken } = call
  const act = await changeOf(needs, session, publicId, 'remove')
  const stepUp = await requireStepUp(needs, session, stepUpToken, act)
  return changed(needs, session, publicId, async (sql, row, now) => {
    await useStepUp(sql, stepUp, stepUpToken)
    await sql.rows(remove, [row.id, now])
    await sql.rows(stopSchedules, [row.id])
    // guard: payouts-to-removed
    const cancelled = await cancelOpenPayouts(sql, row, session.merchantCode, now)
    auditChange(sql, needs, call, { change: 'removed', row, now, cancelled })
    return { ...row, state: 'removed' }
  })
}

/** Whoever diverts money leaves a trace here that the merchant's account cannot remove. */
function auditChange(
  sql: Tx,
  { secrets }: ChangeNeeds,
  { session, from }: ProvenCall,
  {
    change,
    row,
    now,
    cancelled = [],
  }: {
    change: 'added' | 'confirmed' | 'removed'
    row: DestinationRow
    now: Temporal.Instant
    /** The public ids of the payouts that were cancelled with it. */
    cancelled?: readonly string[]
  },
): void {
  const { merchantCode: subject } = session
  const { operator, number, account_last4, bic } = renderTarget(row)
  const target = row.type === 'bank' ? { account_last4, bic } : { operator, number }
  const cancellations = cancelled.length > 0 && { cancelled_payouts: cancelled.join(' ') }
  const detail = { destination_id: row.public_id, ...target, ...cancellations }
  // guard: destination-audit
  audit(sql, secrets, {
    admin: merchantActor(session, from),
    action: `payout_destination.${change}`,
    subject,
    detail,
    now,
  })
}

/** Notifies every owner in the same transaction: the delay only helps whoever learns of the destination in time. */
// guard: destination-alert
async function alertOf(
  sql: Tx,
  kind: 'payout_destination_added' | 'payout_destination_confirmed',
  row: DestinationRow,
  now: Temporal.Instant,
): Promise<void> {
  const { merchant_id: merchantId, environment, public_id, usable_from: usableFrom, created_at } = row
  const facts = { destination: destinationText(row), at: now, usableFrom }
  const fact = `${kind}:${public_id}:${created_at.epochMilliseconds}:${now.epochMilliseconds}`
  await alertOwners(sql, { merchantId, environment, kind, fact, facts }, now)
}

async function changed(
  { db, clock }: Pick<DestinationNeeds, 'db' | 'clock'>,
  session: Session,
  publicId: string,
  work: (sql: Tx, row: DestinationRow, now: Temporal.Instant) => Promise<DestinationRow>,
) {
  const now = clock.now()
  const row = await db.transaction(async (sql) => {
    await sql.rows(lockDestinations, [session.merchantId])
    const found = await lockedDestination(sql, session, publicId)
    if (!found) throw new Problem(payoutProblems.destination_unknown)
    return work(sql, found, now)
  })
  return renderDestination(row, now, session)
}
