// Fills the fields of saved profiles into the rows that name them. What was checked and confirmed is what is sent, so a row keeps a copy.
import { setImmediate } from 'node:timers/promises'
import type { AuditNeeds } from '../../../admin/audit.ts'
import { type CopiedProfile, fieldFault, type RowFields, type UploadedRow } from '../../../batches/fields.ts'
import type { BatchOwner } from '../../../batches/queries.ts'
import { type ProfileKind, profileCode, profileColumns, profileFields, profileKinds } from './profile.ts'
import { findNamed, markUsed, openProfile, type ProfileRow } from './queries.ts'

const rowsAtOnce = 250
/** A profile that many files name is written once a day. */
const usedHours = 24

type Profiles = ReadonlyMap<string, { fields: RowFields; copied: CopiedProfile }>
const keyOf = (kind: ProfileKind, code: string) => `${kind} ${code}`

export async function fillRows(
  needs: AuditNeeds,
  owner: BatchOwner,
  rows: readonly UploadedRow[],
): Promise<UploadedRow[]> {
  const profiles = await namedProfiles(needs, owner, rows)
  return rows.map((row) => profileKinds.reduce((filled, kind) => fill(filled, kind, profiles), row))
}

/** Opened a few at a time, so that other requests are served between them. */
async function namedProfiles(
  { db, clock, secrets }: AuditNeeds,
  { merchantId, environment }: BatchOwner,
  rows: readonly UploadedRow[],
): Promise<Profiles> {
  const named = new Map(
    rows.flatMap(({ fields }) =>
      profileKinds.flatMap((kind) => {
        const code = profileCode(fields[profileColumns[kind]] ?? '')
        return code === '' ? [] : [[keyOf(kind, code), { kind, code }] as const]
      }),
    ),
  )
  if (named.size === 0) return new Map()
  const wanted = [...named.values()]
  const codes = [wanted.map(({ kind }) => kind), wanted.map(({ code }) => code)]
  const found = await db.rows(findNamed, [merchantId, environment, ...codes])
  const now = clock.now()
  const since = now.subtract({ hours: usedHours })
  const stale = found.filter(({ used_at }) => Temporal.Instant.compare(used_at, since) < 0)
  if (stale.length > 0) await db.rows(markUsed, [stale.map(({ id }) => id), now])
  const profiles: Map<string, { fields: RowFields; copied: CopiedProfile }> = new Map()
  for (const [at, row] of found.entries()) {
    if (at % rowsAtOnce === 0) await setImmediate()
    const fields = openProfile(secrets, { merchantId, environment }, row)
    profiles.set(keyOf(row.kind, row.code), { fields, copied: copyOf(row) })
  }
  return profiles
}

function copyOf({
  id,
  kind,
  code,
  changed_at,
  changed_by,
  is_confirmed,
  changers,
}: ProfileRow): CopiedProfile {
  return { kind, code, id: String(id), changed_at: changed_at.toString(), changed_by, is_confirmed, changers }
}

/** A row names a person or describes one: fields of both could mix two persons, and would hide that a profile is out of date. */
function fill(row: UploadedRow, kind: ProfileKind, profiles: Profiles): UploadedRow {
  const column = profileColumns[kind]
  const { [column]: sent = '', ...fields } = row.fields
  if (sent === '') return row
  const given = [...profileFields[kind]].filter((name) => fields[name])
  // guard: profile-and-fields
  if (given.length > 0) {
    const faults = given.map((name) => fieldFault(name, `Is given beside ${column}`))
    return { ...row, faults: [...row.faults, ...faults] }
  }
  const profile = profiles.get(keyOf(kind, profileCode(sent)))
  if (!profile) return { ...row, faults: [...row.faults, fieldFault(column, 'No profile has this code')] }
  const { fields: saved, copied } = profile
  return { ...row, fields: { ...fields, ...saved }, profiles: [...(row.profiles ?? []), copied] }
}
