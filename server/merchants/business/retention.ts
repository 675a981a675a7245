// Retention of what merchants gave to go live and then did not: facts, papers and screenings. Those of live merchants stay.
import type { ErasableKind, ScannedRow } from '../../admin/retention/kind.ts'
import { eraseScreenings } from '../../compliance/screening/screening-record.ts'
import { controlStatement } from '../../platform/database/database.ts'
import { ownerSubject } from './screen-owners.ts'

/** A refused merchant may correct its request until then; a draft is kept as long after it was saved last. */
// guard: business-retention
const isDue = `b.saved_at <= $1 and m.environment = 'sandbox'
  and not exists (select from go_live_request g where g.merchant_id = b.merchant_id
                   and (g.state = 'PENDING' or g.decided_at > $1))`

const scan = controlStatement<ScannedRow>(
  'scan_business_papers_for_retention',
  `select b.merchant_id as id, b.saved_at as at, b.erased_at is null and ${isDue} as is_due, b.erased_at is not null as is_erased
     from business b join shared.merchant m on m.id = b.merchant_id where b.merchant_id > $2 order by b.merchant_id limit $3`,
)
const lock = controlStatement<{ id: bigint }>(
  'lock_business_papers_past_retention',
  `select b.merchant_id as id from business b join shared.merchant m on m.id = b.merchant_id
    where b.merchant_id = any($2::bigint[]) and b.erased_at is null and ${isDue} order by b.merchant_id for update of b`,
)
const listOwners = controlStatement<{ owner_id: string }>(
  'list_screened_owners_past_retention',
  'select owner_id from business_screening where merchant_id = any($1::bigint[])',
)
const ofMerchants = 'select id from business_paper where merchant_id = any($1::bigint[])'
/** In an order that leaves nothing without what it refers to. */
const deletions = [
  controlStatement(
    'delete_business_parts_past_retention',
    `delete from business_file_part where file_id in (select id from business_file where paper_id in (${ofMerchants}))`,
  ),
  controlStatement(
    'delete_business_files_past_retention',
    `delete from business_file where paper_id in (${ofMerchants})`,
  ),
  controlStatement(
    'delete_business_papers_past_retention',
    'delete from business_paper where merchant_id = any($1::bigint[])',
  ),
  controlStatement(
    'delete_business_screenings_past_retention',
    'delete from business_screening where merchant_id = any($1::bigint[])',
  ),
]
const eraseFacts = controlStatement(
  'erase_businesses',
  `update business set facts_sealed = '', erased_at = $2 where merchant_id = any($1::bigint[])`,
)

export const businessRetention: ErasableKind = {
  name: 'business_papers',
  place: 'control',
  scan: (sql, { after, before, most }) => sql.rows(scan, [before, after, most]),
  async erase(sql, { ids, before, now }) {
    const erased = (await sql.rows(lock, [before, ids])).map(({ id }) => id)
    if (erased.length === 0) return []
    const owners = await sql.rows(listOwners, [erased])
    const subjects = owners.map(({ owner_id }) => ownerSubject(owner_id))
    if (subjects.length > 0) await eraseScreenings(sql, subjects, before)
    for (const each of deletions) await sql.rows(each, [erased])
    await sql.rows(eraseFacts, [erased, now])
    return erased
  },
}
