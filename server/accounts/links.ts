// One-time links of accounts, found by the hashes of their tokens. A token is in the URL fragment, which browsers never send, so it cannot
// end up in a log or in a referrer. A link that a stranger asks for in the name of a user replaces none that is still good, so that it does
// not end the user's own: at most two are good at once, until one is used.
import { randomSecret } from '../kernel/id.ts'
import {
  type ControlSql,
  type ControlTx,
  controlStatement,
  type Statement,
} from '../platform/database/database.ts'
import { jsonBody } from '../platform/http/http.ts'
import { type PlaceOf, refuseUnopened } from '../platform/http/place.ts'
import { type AccountKind, hashOf } from './account.ts'

/** A stranger who knows the email of a user can have no more messages sent than one in this time, and two while both are good. */
const pauseMinutes = 10

const save = controlStatement(
  'save_account_link',
  `insert into account_link (account_id, token_hash, created_at, expires_at, is_waiting) values ($1, $2, $3, $4, $5)
   on conflict (account_id) do update
     set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at,
         is_waiting = excluded.is_waiting, earlier_hash = null, earlier_expires_at = null`,
)
/** Keeps a link that is still good beside the new one. Nothing, if the user has one that was created after $5, or two that are good. */
// guard: reset-link-pause
const saveUnlessRecent = controlStatement<{ account_id: bigint }>(
  'save_account_link_unless_recent',
  `insert into account_link as l (account_id, token_hash, created_at, expires_at) values ($1, $2, $3, $4)
   on conflict (account_id) do update
     set token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at,
         earlier_hash = case when l.expires_at > $3 then l.token_hash end,
         earlier_expires_at = case when l.expires_at > $3 then l.expires_at end
     where l.created_at <= $5 and coalesce(l.earlier_expires_at <= $3, true)
   returning account_id`,
)
// guard: good-link
const isGood = '(token_hash = $1 and expires_at > $2 or earlier_hash = $1 and earlier_expires_at > $2)'
const find = controlStatement<{ id: bigint; is_waiting: boolean }>(
  'find_account_link',
  `select a.id, l.is_waiting from account_link l join account a on a.id = l.account_id where ${isGood} and a.kind = $3`,
)
/** Deletes the links of the account as one is used, so that the second of two requests with one token finds nothing. */
// guard: link-use
const use = controlStatement<{ id: bigint }>(
  'use_account_link',
  `delete from account_link l using account a
    where a.id = l.account_id and ${isGood} and a.kind = $3 and not l.is_waiting returning a.id`,
)
/** Only the link that was requested: a later one may be another person's. */
// guard: approved-staff-link
const approve = controlStatement<{ account_id: bigint }>(
  'approve_account_link',
  `update account_link set is_waiting = false
    where account_id = $1 and is_waiting and expires_at > $2 and encode(token_hash, 'hex') = $3 returning account_id`,
)
const remove = controlStatement('delete_account_link', 'delete from account_link where account_id = $1')

/** `token` is not stored; `fingerprint` names this link, and no later one. */
type Link = { token: string; endsAt: Temporal.Instant; fingerprint: string }
type Wanted = { accountId: bigint; minutes: number; now: Temporal.Instant }

function newLink({ accountId, minutes, now }: Wanted) {
  const token = randomSecret()
  const [hash, endsAt] = [hashOf(token), now.add({ minutes })]
  const link: Link = { token, endsAt, fingerprint: hash.toString('hex') }
  return { link, values: [accountId, hash, now, endsAt] }
}

/** Stores a new link that replaces all earlier ones. @param wanted.isWaiting whether it works only after it was approved. */
export async function saveLink(
  sql: ControlSql,
  { isWaiting = false, ...wanted }: Wanted & { isWaiting?: boolean },
): Promise<Link> {
  const { link, values } = newLink(wanted)
  await sql.rows(save, [...values, isWaiting])
  return link
}

/** The same beside one that is still good; undefined within minutes of the last one, and while two are good. */
export async function saveRequestedLink(sql: ControlSql, wanted: Wanted): Promise<Link | undefined> {
  const { link, values } = newLink(wanted)
  const before = wanted.now.subtract({ minutes: pauseMinutes })
  return (await sql.rows(saveUnlessRecent, [...values, before])).length === 1 ? link : undefined
}

/** Returns the account of this kind whose link has the token; undefined if it is unknown, used or expired. */
export async function findLink(sql: ControlSql, kind: AccountKind, token: string, now: Temporal.Instant) {
  return (await sql.rows(find, [hashOf(token), now, kind]))[0]
}

/** Uses a link up. @returns the account; undefined if the link is unknown, used or expired, or waits. */
export async function useLink(
  sql: ControlTx,
  kind: AccountKind,
  token: string,
  now: Temporal.Instant,
): Promise<bigint | undefined> {
  return (await sql.rows(use, [hashOf(token), now, kind]))[0]?.id
}

/** Makes the link with this fingerprint work, which waited for its approval. @returns false if it is there no more. */
export async function approveLink(
  sql: ControlTx,
  accountId: bigint,
  fingerprint: string,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await sql.rows(approve, [accountId, now, fingerprint])).length === 1
}

/** Ends the links of an account. */
export async function removeLinks(sql: ControlSql, accountId: bigint): Promise<void> {
  await sql.rows(remove, [accountId])
}

/** The cell that is found for the token in the body, by its hash. */
export const placeOfToken =
  (find: Statement<{ cell: number }, 'control'>): PlaceOf =>
  async (request, { cells: { control, all } }) => {
    const { token } = (jsonBody(request) ?? {}) as { token?: unknown }
    const [row] = typeof token === 'string' ? await control.rows(find, [hashOf(token)]) : []
    refuseUnopened(row?.cell ?? 0, all.length)
    return row?.cell
  }
