// Top-ups of a merchant's wallet booked by an admin, with an audit entry. One person can book up to a daily limit per
// wallet, and up to another over all wallets; a top-up beyond either waits for the approval of another person, like an adjustment.
import { type Admin, ownerOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { newIdIn } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { lockForAll } from '../../platform/database/locks.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { formatHundredths } from '../transfer/formats.ts'
import {
  type AdjustmentNeeds,
  type AdjustmentRow,
  adjustmentById,
  requestAdjustmentWithin,
} from './adjustment.ts'
import { addMoneyWithin } from './merchant-reads.ts'
import { ensureWallet, lockWallets, maxToppedUp, maxToppedUpByPerson } from './wallet.ts'

const findBooked = statement<{ amount_minor: bigint }>(
  'find_booked_top_up',
  `select amount_minor from wallet_entry where posting_key = $1 and kind = 'TOPUP'`,
)
const sumOfWallet = statement<{ minor: bigint }>(
  'sum_top_ups_of_wallet',
  `select coalesce(sum(e.amount_minor), 0)::bigint as minor from wallet_entry e join wallet w on w.id = e.wallet_id
    where w.merchant_id = $1 and w.environment = $2 and e.top_up_owner = $3 and e.at > $4`,
)
/** Over the wallets of all cells. */
const sumOfPerson = controlStatement<{ minor: bigint }>(
  'sum_top_ups_of_person',
  `select coalesce(sum(amount_minor), 0)::bigint as minor from admin_top_up
    where environment = $1 and owner = $2 and at > $3`,
)
/** What no sum needs any more is removed with it. */
const addToPerson = controlStatement(
  'add_top_up_of_person',
  `with forgotten as (delete from admin_top_up where environment = $1 and owner = $2 and at <= $5)
   insert into admin_top_up (environment, owner, at, amount_minor) values ($1, $2, $3, $4)`,
)
const findRequested = statement<{ id: string; amount_minor: bigint }>(
  'find_requested_top_up',
  'select id, amount_minor from wallet_adjustment where requested_key = $1',
)

/** The key prefix of top-ups booked by admins, by which they can be compared with the audit log. */
const bookedKey = (key: string) => `admin:${key}`

/** The period over which one person's top-ups are summed. */
const summedHours = 24

type Merchant = { id: bigint; merchantCode: string; environment: Environment }
type Booking = { amount: bigint; reason: string; admin: Admin; key?: string }

/** `waiting`: nothing is booked until another person approves it. A repeat of its key returns the adjustment. */
export type ToppedUp = { isRepeat: boolean } & (
  | { kind: 'booked' }
  | { kind: 'waiting'; adjustment: AdjustmentRow }
)

/**
 * Books a top-up, or requests it if it exceeds the limit of one person.
 * @param booking.amount US cents.
 * @param booking.key the idempotency key; the same key books only once.
 * @param store stores the response for idempotency in the same transaction.
 * @throws Problem 422 for a known key with another amount; 403 if it needs approval but there is no second admin.
 */
export async function bookTopUp(
  needs: AdjustmentNeeds,
  merchant: Merchant,
  booking: Booking,
  store: (sql: Sql, result: ToppedUp) => Promise<void> = async () => {},
): Promise<ToppedUp> {
  return needs.db.transaction(async (sql) => {
    const result = await book(sql, needs, merchant, booking)
    await store(sql, result)
    return result
  })
}

async function book(
  sql: Tx,
  needs: AdjustmentNeeds,
  merchant: Merchant,
  { amount, reason, admin, key: given }: Booking,
): Promise<ToppedUp> {
  const { merchantCode, environment } = merchant
  const owner = { merchantId: merchant.id, environment }
  // The top-ups of one person are sequential over all wallets, so each is in the sum before the next is checked.
  // guard: top-up-lock
  await lockForAll(sql, 'top-ups', ownerOf(admin))
  await ensureWallet(sql, owner)
  await lockWallets(sql, [owner])
  const now = needs.clock.now()
  // guard: top-up-key
  const key = bookedKey(given ? `${merchantCode}:${environment}:${given}` : newIdIn(sql.cell))
  const [booked] = await sql.rows(findBooked, [`topup:${key}`])
  if (booked && booked.amount_minor !== amount) throw new Problem(requestProblems.idempotency_key_reused)
  if (booked) return { kind: 'booked', isRepeat: true }
  const [requested] = await sql.rows(findRequested, [key])
  if (requested && requested.amount_minor !== amount)
    throw new Problem(requestProblems.idempotency_key_reused)
  // guard: pending-top-up-key
  if (requested)
    return { kind: 'waiting', isRepeat: true, adjustment: await adjustmentById(sql, requested.id) }
  const since = now.subtract({ hours: summedHours })
  // guard: top-up-sum-owner
  const person = ownerOf(admin)
  const [ofWallet] = await sql.rows(sumOfWallet, [merchant.id, environment, person, since])
  const [ofPerson] = await sql.rows(sumOfPerson, [environment, person, since])
  // guard: top-up-limit
  const isBeyond = (ofWallet?.minor ?? 0n) + amount > maxToppedUp
  // guard: top-up-limit-of-person
  const isBeyondAll = (ofPerson?.minor ?? 0n) + amount > maxToppedUpByPerson
  if (isBeyond || isBeyondAll) {
    const wanted = { kind: 'TOPUP', amount, reason, admin, key } as const
    const adjustment = await requestAdjustmentWithin(sql, needs, merchant, wanted)
    return { kind: 'waiting', isRepeat: false, adjustment }
  }
  await addMoneyWithin(sql, merchant, { amount, key, topUpOwner: person, now })
  // guard: top-up-of-person-counts
  await sql.rows(addToPerson, [environment, person, now, amount, since])
  const detail = { amount: formatHundredths(amount), currency: 'USD', environment, reason }
  audit(sql, needs.secrets, { admin, action: 'wallet.topped_up', subject: merchantCode, detail, now })
  return { kind: 'booked', isRepeat: false }
}
