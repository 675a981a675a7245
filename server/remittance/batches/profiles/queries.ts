// Database statements of saved profiles, and how their fields are sealed.

import type { CopiedProfile, RowFields } from '../../../batches/fields.ts'
import type { BatchOwner } from '../../../batches/queries.ts'
import { statement } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ProfileKind } from './profile.ts'

export type ProfileRow = {
  id: bigint
  kind: ProfileKind
  code: string
  fields_sealed: Buffer
  changed_by: string | null
  is_confirmed: boolean
  changers: CopiedProfile['changers']
  changed_at: Temporal.Instant
  used_at: Temporal.Instant
}

type Named = { kind: ProfileKind; code: string }

const contextOf = ({ merchantId, environment }: BatchOwner, { kind, code }: Named): string =>
  `profile:${merchantId}:${environment}:${kind}:${code}`

export const sealProfile = (secrets: Secrets, owner: BatchOwner, named: Named, fields: RowFields): Buffer =>
  secrets.seal(JSON.stringify(fields), contextOf(owner, named))

export const openProfile = (secrets: Secrets, owner: BatchOwner, row: ProfileRow): RowFields =>
  JSON.parse(secrets.open(row.fields_sealed, contextOf(owner, row)))

const columns =
  'p.id, p.kind, p.code, p.fields_sealed, p.changed_by, p.is_confirmed, p.changers, p.changed_at, p.used_at'
/** SQL over the profile `p`: whether it is of the merchant's list that was asked for. */
// guard: profile-owner
const isListed = `p.merchant_id = $1 and p.environment = $2 and ($3::text is null or p.kind = $3)
  and starts_with(p.code, $4)`

export const listProfiles = statement<ProfileRow>(
  'list_saved_profiles',
  `select ${columns} from saved_profile p where ${isListed} order by p.kind desc, p.code limit $5 offset $6`,
)
export const countProfiles = statement<{ total: bigint }>(
  'count_saved_profiles',
  `select count(*) as total from saved_profile p where ${isListed}`,
)
// guard: named-profile-owner
export const findNamed = statement<ProfileRow>(
  'find_named_profiles',
  `select ${columns} from unnest($3::text[], $4::text[]) as n (kind, code)
     join saved_profile p on p.merchant_id = $1 and p.environment = $2 and p.kind = n.kind and p.code = n.code`,
)
export const markUsed = statement(
  'mark_profiles_used',
  'update saved_profile set used_at = $2 where id = any($1::bigint[]) and used_at < $2',
)
/** Adds the user $8, if it is one, to those who have changed it since a batch with it was confirmed. */
// guard: profile-changer-recorded
export const saveOne = statement<{ is_new: boolean }>(
  'save_profile',
  `insert into saved_profile (merchant_id, environment, kind, code, fields_sealed, changed_by, created_at, changed_at, used_at, changers)
   values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8)
   on conflict (merchant_id, environment, kind, code) do update
     set fields_sealed = excluded.fields_sealed, changed_by = excluded.changed_by, changed_at = excluded.changed_at,
         used_at = excluded.used_at, is_confirmed = false,
         changers = case when saved_profile.changers @> excluded.changers then saved_profile.changers
                         else saved_profile.changers || excluded.changers end
   returning created_at = $7 as is_new`,
)
/** Of the batch $1 those whose copies are as they are now: another user than those who changed them has confirmed them. */
// guard: profile-confirmed-version
export const confirmUsed = statement(
  'confirm_profiles_of_batch',
  `update saved_profile p set is_confirmed = true, changers = '[]'
     from (select distinct (copy->>'id')::bigint as id, (copy->>'changed_at')::timestamptz as changed_at
             from batch_row r cross join jsonb_array_elements(r.profiles) as copy where r.batch = $1 and r.state = 'READY') used
    where p.merchant_id = $2 and p.environment = $3 and p.id = used.id and p.changed_at = used.changed_at and not p.is_confirmed`,
)
export const deleteOne = statement<{ id: bigint }>(
  'delete_profile',
  'delete from saved_profile where merchant_id = $1 and environment = $2 and kind = $3 and code = $4 returning id',
)
