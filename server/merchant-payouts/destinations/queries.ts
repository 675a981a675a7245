// Where merchants are paid. A destination can be used once it is confirmed and its delay has passed.

import type { z } from 'zod'
import { actorOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { readPhone } from '../../kernel/phone-number.ts'
import { Problem } from '../../kernel/problem.ts'
import { merchantActor, type RequestOrigin } from '../../merchants/identity/merchant.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import {
  commonStatement,
  type Database,
  type Sql,
  statement,
  type Tx,
} from '../../platform/database/database.ts'
import { placeLock, sharedPlaceLock } from '../../platform/database/locks.ts'
import type { ConfirmedAct } from '../../platform/http/confirmed-act.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type Clock, utcSecond } from '../../platform/time/clock.ts'
import { isPublicId, type PayoutOwner, type PayoutTarget } from '../record/queries.ts'
import { payeeOfTarget, renderTarget } from '../record/responses.ts'
import type { newDestinationSchema } from './schemas.ts'

export type DestinationRow = PayoutTarget & {
  id: bigint
  public_id: string
  merchant_id: bigint
  environment: Environment
  state: 'waiting' | 'active' | 'removed'
  created_at: Temporal.Instant
  usable_from: Temporal.Instant
  confirmed_at: Temporal.Instant | null
  created_session: Buffer
}

export const destinationColumns = `id, public_id, merchant_id, environment, type, operator, number, subscriber_name, account, bic, holder,
  state, created_at, usable_from, confirmed_at, created_session`

export const maxDestinations = 100

const list = statement<DestinationRow>(
  'list_payout_destinations',
  `select ${destinationColumns} from payout_destination
    where merchant_id = $1 and environment = $2 and state <> 'removed' order by id limit ${maxDestinations}`,
)
/**
 * The lock for the destinations of the merchant $1. Whoever requests a payout shares it, whoever confirms, removes or distrusts
 * destinations takes it alone. It is granted in the order of requests, unlike a row lock, which a stream of payouts that share the row
 * would keep from ever being taken alone.
 */
const destinationsOfMerchant = ['payout destinations', '$1::bigint::text'] as const

/** Takes the lock alone until the transaction ends. Must precede the first row lock. */
// guard: fair-destination-lock
export const lockDestinations = statement(
  'lock_payout_destinations',
  `select ${placeLock(...destinationsOfMerchant)}`,
)

/** Locks a merchant while its destinations or look-ups are counted. */
export const lockMerchant = commonStatement(
  'lock_merchant_of_destination',
  'select from shared.merchant where id = $1 for no key update',
)
// guard: payout-destination-owner
const findForPayout = statement<DestinationRow>(
  'find_destination_for_payout',
  `with shared as materialized (select ${sharedPlaceLock(...destinationsOfMerchant)})
   select ${destinationColumns} from payout_destination, shared
    where merchant_id = $1 and environment = $2 and public_id = $3 and state <> 'removed' for share of payout_destination`,
)
// guard: own-payout-destination
const lockOwn = statement<DestinationRow>(
  'lock_payout_destination',
  `select ${destinationColumns} from payout_destination
    where merchant_id = $1 and environment = $2 and public_id = $3 and state <> 'removed' for update`,
)

/** The destinations of a merchant that were not removed, oldest first. */
export function destinationsOf(
  sql: Sql,
  { merchantId, environment }: PayoutOwner,
): Promise<DestinationRow[]> {
  return sql.rows(list, [merchantId, environment])
}

/** The merchant's destination, which cannot be removed before the transaction ends; undefined if it has no such one. */
export async function destinationForPayout(
  sql: Tx,
  owner: PayoutOwner,
  publicId: string,
): Promise<DestinationRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(findForPayout, valuesOf(owner, publicId)))[0] : undefined
}

/** Locks the merchant's destination; undefined if it has no such one. */
export async function lockedDestination(
  sql: Tx,
  owner: PayoutOwner,
  publicId: string,
): Promise<DestinationRow | undefined> {
  return isPublicId(publicId) ? (await sql.rows(lockOwn, valuesOf(owner, publicId)))[0] : undefined
}

const valuesOf = ({ merchantId, environment }: PayoutOwner, publicId: string) => [
  merchantId,
  environment,
  publicId,
]

/** Whether the destination may be paid now. */
export function isUsable(
  { state, usable_from }: Pick<DestinationRow, 'state' | 'usable_from'>,
  now: Temporal.Instant,
): boolean {
  return state === 'active' && Temporal.Instant.compare(usable_from, now) <= 0
}

/** @param reader the sign-in that reads it, which may confirm only what was added at another one */
export function renderDestination(row: DestinationRow, now: Temporal.Instant, reader: { tokenHash: Buffer }) {
  return {
    destination_id: row.public_id,
    ...renderTarget(row),
    // It is active once it was confirmed and its delay has passed.
    state: row.state === 'active' && !isUsable(row, now) ? ('confirmed' as const) : row.state,
    usable: isUsable(row, now),
    confirmable: row.state === 'waiting' && !row.created_session.equals(reader.tokenHash),
    usable_from: utcSecond(row.usable_from),
    confirmed_at: row.confirmed_at && utcSecond(row.confirmed_at),
    created_at: utcSecond(row.created_at),
  }
}

/** The addition of a destination as it is stored; undefined for an invalid number, which is refused and never echoed. */
export function additionOf(wanted: z.output<typeof newDestinationSchema>): ConfirmedAct | undefined {
  const payee =
    wanted.type === 'bank'
      ? `${wanted.holder}, ${wanted.bic}, ${wanted.account}`
      : readPhone(wanted.number)?.digits
  return payee === undefined ? undefined : { act: 'payout_destination.add', payee }
}

/** The confirmation or removal of a destination; undefined if the merchant has no such one. */
export async function changeOf(
  { db }: { db: Sql },
  session: Session,
  id: string,
  change: 'confirm' | 'remove',
): Promise<ConfirmedAct | undefined> {
  const found = (await destinationsOf(db, session)).find(({ public_id }) => public_id === id.toLowerCase())
  if (!found) return undefined
  return { act: `payout_destination.${change}`, subject: found.public_id, payee: payeeOfTarget(found) }
}

// Limits how many wallets a merchant may look up in a day: it must not collect the names of strangers. Each look-up is in the audit
// log, which all processes share and no restart forgets, and which says who asked.

/** How many wallets a merchant may look up in any 24 hours, those that it adds included. */
export const lookUpsPerDay = 50
const action = 'payout_destination.looked_up'

/** The look-up that must be a day old before another may follow. An index has exactly these rows in order. */
const findOldest = commonStatement<{ at: Temporal.Instant }>(
  'find_oldest_wallet_look_up',
  `select at from audit_log where actor = $1 and action = '${action}' order by seq desc offset ${lookUpsPerDay - 1} limit 1`,
)

/** A merchant, and its user where one is signed in. */
type Caller = {
  session: Pick<Session, 'merchantId' | 'merchantCode'> & Partial<Pick<Session, 'user'>>
  from: RequestOrigin
}
type CountNeeds = { db: Database; clock: Clock; secrets: Secrets }

/** Counts a look-up before it is made, whatever the operator replies. @throws Problem 429 with the seconds until the next one */
export async function countLookUp(
  { db, clock, secrets }: CountNeeds,
  { session, from }: Caller,
  wallet: { operator: string; digits: string },
): Promise<void> {
  const admin = merchantActor(session, from)
  await db.transaction(async (sql) => {
    // Look-ups at once wait for each other, so that the limit holds.
    // guard: payout-look-ups-at-once
    await sql.rows(lockMerchant, [session.merchantId])
    const now = clock.now()
    const [oldest] = await sql.rows(findOldest, [actorOf(admin)])
    // guard: payout-look-ups
    refuseUntil(oldest?.at.add({ hours: 24 }), now)
    const detail = { operator: wallet.operator, number_last4: wallet.digits.slice(-4) }
    audit(sql, secrets, { admin, action, subject: session.merchantCode, detail, now })
  })
}

/** @throws Problem 429 before that time */
function refuseUntil(free: Temporal.Instant | undefined, now: Temporal.Instant): void {
  if (!free || Temporal.Instant.compare(free, now) <= 0) return
  const seconds = Math.ceil(now.until(free).total('seconds'))
  throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': String(seconds) })
}
