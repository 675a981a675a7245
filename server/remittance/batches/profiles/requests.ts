// What the routes of saved profiles do, for merchants' servers and for their users alike.
import { type AuditNeeds, audit } from '../../../admin/audit.ts'
import type { BatchOwner } from '../../../batches/queries.ts'
import { Problem } from '../../../kernel/problem.ts'
import { alertOwners } from '../../../merchants/alerts/alert-merchant.ts'
import { merchantActor } from '../../../merchants/identity/merchant.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { check } from '../../../platform/http/body/body.ts'
import { paged, rangeOf, readQuery } from '../../../platform/http/list-query.ts'
import { stamp } from '../../transfer/formats.ts'
import { fieldProblem, remittanceProblems as problems } from '../../transfer/problems.ts'
import { checkedFields, isProfileCode, type ProfileKind, profileCode, profileKinds } from './profile.ts'
import {
  countProfiles,
  deleteOne,
  findNamed,
  listProfiles,
  openProfile,
  type ProfileRow,
  saveOne,
  sealProfile,
} from './queries.ts'
import { profilesQuery, saveSchema } from './schemas.ts'

type Path = { kind: string; code: string }
type Actor = Parameters<typeof merchantActor>[0]
type User = NonNullable<Actor['user']> & { id: bigint }

/** Who acts for the merchant, and from where. */
export type Caller = {
  owner: BatchOwner
  /** The user, unless a server calls with the merchant secret. */
  actor: Actor & { user?: User }
  from: Parameters<typeof merchantActor>[1]
}

export async function profilesPage({ db, secrets }: AuditNeeds, owner: BatchOwner, sent: unknown) {
  const { kind = null, q = '', ...page } = readQuery(profilesQuery, sent)
  const { limit, offset } = rangeOf(page)
  const filter = [owner.merchantId, owner.environment, kind, profileCode(q)]
  const [rows, [count]] = await Promise.all([
    db.rows(listProfiles, [...filter, limit, offset]),
    db.rows(countProfiles, filter),
  ])
  const items = rows.map((row) => summaryOf(row, openProfile(secrets, owner, row)))
  return paged(page, { items, total: Number(count?.total ?? 0) })
}

/** @throws Problem 404 */
export async function readProfile({ db, secrets }: AuditNeeds, owner: BatchOwner, path: Path) {
  const { kind, code } = named(path)
  const [row] = await db.rows(findNamed, [owner.merchantId, owner.environment, [kind], [code]])
  if (!row) throw new Problem(problems.profile_unknown)
  const fields = openProfile(secrets, owner, row)
  return { ...summaryOf(row, fields), fields }
}

/** As many as people can look after. */
const maxProfiles = 500

/** Creates or replaces the profile. @throws InvalidBody, Problem 400, 404, 409 */
export async function saveProfile(needs: AuditNeeds, caller: Caller, path: Path, sent: unknown) {
  const { db, clock, secrets } = needs
  const { owner, actor } = caller
  const { kind, code } = named(path)
  const now = clock.now()
  const { fields: given } = check(saveSchema, sent, 'body')
  const fields = checkedFields(kind, given, now.toZonedDateTimeISO('UTC').toPlainDate())
  const sealed = sealProfile(secrets, owner, { kind, code }, fields)
  const { user } = actor
  await db.transaction(async (sql) => {
    const before = await numberOf(sql, needs, owner, { kind, code })
    const row = [owner.merchantId, owner.environment, kind, code, sealed, user?.email ?? null, now]
    const changers = user ? [{ id: String(user.id), email: user.email }] : []
    const [saved] = await sql.rows(saveOne, [...row, JSON.stringify(changers)])
    const [count] = await sql.rows(countProfiles, [owner.merchantId, owner.environment, null, ''])
    // guard: profile-limit
    if (saved!.is_new && Number(count?.total) > maxProfiles) throw new Problem(problems.profiles_full)
    record(sql, needs, caller, saved!.is_new ? 'profile.create' : 'profile.change', { kind, code })
    await alertOfNumber(sql, caller, { code, before, after: fields.customer_number ?? null }, now)
  })
  return readProfile(needs, owner, path)
}

/** Transfers and rows of batches keep their copies. @throws Problem 404 */
export async function deleteProfile(needs: AuditNeeds, caller: Caller, path: Path) {
  const { kind, code } = named(path)
  const { merchantId, environment } = caller.owner
  await needs.db.transaction(async (sql) => {
    const before = await numberOf(sql, needs, caller.owner, { kind, code })
    const [gone] = await sql.rows(deleteOne, [merchantId, environment, kind, code])
    if (!gone) throw new Problem(problems.profile_unknown)
    record(sql, needs, caller, 'profile.delete', { kind, code })
    await alertOfNumber(sql, caller, { code, before, after: null }, needs.clock.now())
  })
  return {}
}

type Saved = { kind: ProfileKind; code: string }

/** Of a saved beneficiary; null where there is none. */
async function numberOf(sql: Tx, { secrets }: AuditNeeds, owner: BatchOwner, { kind, code }: Saved) {
  const [row] = await sql.rows(findNamed, [owner.merchantId, owner.environment, [kind], [code]])
  return row ? (openProfile(secrets, owner, row).customer_number ?? null) : null
}

type NumberChange = { code: string; before: string | null; after: string | null }

/** Owners learn that files will pay another number, or that somebody may save another under the code. A server may pay anybody anyhow. */
// guard: profile-alert
async function alertOfNumber(sql: Tx, { owner, actor }: Caller, change: NumberChange, now: Temporal.Instant) {
  const { code, before, after } = change
  if (before === null || before === after || !actor.user) return
  const { merchantId, environment } = owner
  const facts = { code, before, after, by: actor.user.email, at: now }
  const fact = `beneficiary_changed:${merchantId}:${environment}:${code}:${now.epochMilliseconds}`
  await alertOwners(sql, { merchantId, environment, kind: 'beneficiary_changed', fact, facts }, now)
}

/** @throws Problem 400, 404 */
function named(path: Path): Saved {
  const kind = profileKinds.find((known) => known === path.kind)
  if (!kind) throw new Problem(problems.profile_unknown)
  const code = profileCode(path.code)
  if (!isProfileCode(code))
    throw fieldProblem(problems.field_missing, 'code', 'Must be 1 to 32 letters, digits, dots and dashes')
  return { kind, code }
}

/** The fields are not in the log: they name a person. */
function record(
  sql: Tx,
  { secrets, clock }: AuditNeeds,
  { actor, from }: Caller,
  action: string,
  detail: Record<string, unknown>,
) {
  const admin = merchantActor(actor, from)
  // guard: profile-audit
  audit(sql, secrets, { admin, action, subject: actor.merchantCode, detail, now: clock.now() })
}

function summaryOf(
  { kind, code, changed_by, changed_at }: ProfileRow,
  fields: Readonly<Record<string, string>>,
) {
  const { sender_first_name: first, sender_last_name: last, customer_number = null } = fields
  const name = kind === 'sender' ? `${first} ${last}` : (fields.expected_receiver_name ?? '')
  const expires = fields.document_expiration_date ?? null
  return {
    ...{ kind, code, name, customer_number, document_expiration_date: expires },
    ...{ changed_by, changed_at: stamp(changed_at) },
  }
}
