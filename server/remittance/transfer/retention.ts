// Retention of transfers: who sent and received them. Amounts, states and postings stay.
import { type ErasableKind, erasableKind, type ScannedRow } from '../../admin/retention/kind.ts'
import { eraseScreenings } from '../../compliance/screening/screening-record.ts'
import { eraseExceptionReasons } from '../../operator-calls/exceptions.ts'
import type { TravelRule } from '../../operator-calls/operator.ts'
import { commonStatement, controlStatement, type Sql, statement } from '../../platform/database/database.ts'
import { eraseWebhookBodies } from '../../webhooks/erase-bodies.ts'
import { limitSubjects } from '../limits/rule.ts'
import { sealParties } from './parties.ts'
import { transferSubject } from './timeline.ts'

/** Belongs to nobody. */
const nobodysNumber = '243000000000'

/** Where a transfer stores the keys of its persons, made of names and birth date. SQL counts from one. */
const [sender, beneficiary] = (['sender', 'beneficiary'] as const).map(
  (person) => limitSubjects.indexOf(person) + 1,
)

/** SQL over the transfers `t`, as far as their cell knows. */
const isEnded = `t.erased_at is null and t.status in ('Successful', 'Failed', 'Reversed')
  and greatest(t.completed_at, t.reversed_at) <= $1
  and not exists (select from operation o where o.transfer_id = t.id and o.state in ('intent', 'sent', 'unknown'))
  and not exists (select from transfer_exception e where e.transfer_id = t.id and e.state = 'open')`
const persons = `array[t.limit_subjects[${sender}], t.limit_subjects[${beneficiary}]]::text[] as persons`

/** `persons`: the keys of those that have one. */
type EndedTransfer = { id: bigint; persons: (string | null)[] }

const scanTransfers = statement<ScannedRow & EndedTransfer>(
  'scan_transfers_for_retention',
  `select t.id, t.created_at as at, ${isEnded} as is_due, t.erased_at is not null as is_erased, ${persons}
     from transfer t where t.id > $2 order by t.id limit $3`,
)
const lockEnded = statement<EndedTransfer & { transaction_id: string }>(
  'lock_transfers_past_retention',
  `select t.id, t.transaction_id, ${persons} from transfer t
    where t.id = any($2::bigint[]) and ${isEnded} order by t.id for update of t`,
)
/**
 * The relationship with a person ends with the last transfer, so transfers of a person who came back later are kept: recognized by all
 * that was screened, or by names and birth date, since a document is renewed within ten years. A transfer that is in a case that is
 * kept, or has an open alert, is kept, too.
 */
// guard: retention-transfer-needed
const findNeeded = controlStatement<{ id: bigint }>(
  'find_transfers_that_persons_need',
  `select t.id from json_to_recordset($2) as t (id bigint, persons bigint[])
    where exists (
            select from compliance_case_item i left join compliance_case c on c.id = i.case_id
             where i.transfer_id = t.id and c.erased_at is null)
       or exists (
            select from screened_party p join screening_alert a on a.screened_party_id = p.id
             where p.subject = 'transfer:' || t.id and a.closed_at is null)
       or exists (
            select from screened_party p left join screened_person s on s.id = p.screened_person_id
             where p.subject = 'transfer:' || t.id and (p.screened_person_id is null or s.last_seen_at > $1))
       or exists (select from limit_share s where s.key = any(t.persons) and s.at > $1)`,
)

/** The ended transfers that a case, an alert or a person keeps. */
async function neededTransfers(
  sql: Sql,
  ended: readonly EndedTransfer[],
  before: Temporal.Instant,
): Promise<ReadonlySet<bigint>> {
  if (ended.length === 0) return new Set()
  const rows = JSON.stringify(ended.map(({ id, persons }) => ({ id: String(id), persons })))
  return new Set((await sql.rows(findNeeded, [before, rows])).map(({ id }) => id))
}

/** The stored response is that of a repeated request, and the fingerprint compares the request: no request equals it any more. */
const eraseTransfers = statement(
  'erase_transfers',
  `update transfer t
      set parties_sealed = e.sealed, customer_number = $3, subscriber_name = null, fingerprint = '\\x00', erased_at = $4,
          first_response = jsonb_set(jsonb_set(t.first_response::jsonb, '{data,customer_number}', to_jsonb($3::text), false),
                                   '{data,subscriber_name}', 'null', false)::text
     from unnest($1::bigint[], $2::bytea[]) as e (id, sealed) where t.id = e.id`,
)
/** The timeline names the number, and may name the wallet's owner. Its trigger refuses every other change. */
const allowErasing = commonStatement(
  'allow_erasing_of_timelines',
  `select set_config('likuta.retention', $1, true)`,
)
const eraseTimelines = statement(
  'erase_timelines',
  `update transfer_event e
      set detail = replace(replace(e.detail, t.customer_number, $2), coalesce(nullif(t.subscriber_name, ''), t.customer_number), $2)
     from transfer t
    where e.transfer_id = any($1::bigint[]) and t.id = e.transfer_id
      and (position(t.customer_number in e.detail) > 0
           or position(coalesce(nullif(t.subscriber_name, ''), t.customer_number) in e.detail) > 0)`,
)
/** Reasons are free text, which may name somebody. */
const eraseReviews = statement(
  'erase_transfer_reviews',
  `update transfer_review set reason = 'Erased' where transfer_id = any($1::bigint[])`,
)
const eraseHits = statement(
  'erase_limit_hit_subjects',
  'update limit_hit set subjects = null where transfer_id = any($1::bigint[])',
)

export const transferRetention: ErasableKind = {
  name: 'transfer_identities',
  place: 'cell',
  async scan(sql, { after, before, most }) {
    const rows = await sql.rows(scanTransfers, [before, after, most])
    const needed = await neededTransfers(
      sql,
      rows.filter(({ is_due }) => is_due),
      before,
    )
    return rows.map(({ persons: _, ...row }) => ({ ...row, is_due: row.is_due && !needed.has(row.id) }))
  },
  async erase(sql, { ids, before, now, secrets }) {
    const ended = await sql.rows(lockEnded, [before, ids])
    const needed = await neededTransfers(sql, ended, before)
    const rows = ended.filter(({ id }) => !needed.has(id))
    if (rows.length === 0) return []
    const erased = rows.map(({ id }) => id)
    const sealed = rows.map((row) => sealParties(secrets, row.transaction_id, nobody))
    await sql.rows(allowErasing, ['on'])
    await sql.rows(eraseTimelines, [erased, nobodysNumber])
    await sql.rows(allowErasing, ['off'])
    await sql.rows(eraseTransfers, [erased, sealed, nobodysNumber, now])
    await sql.rows(eraseReviews, [erased])
    await sql.rows(eraseExceptionReasons, [erased])
    await sql.rows(eraseHits, [erased])
    const subjects = erased.map(transferSubject)
    await eraseScreenings(sql, subjects, before)
    await eraseWebhookBodies(sql, subjects)
    return erased
  },
}

const nobody: TravelRule = {
  sender: {
    firstName: '',
    middleName: '',
    lastName: '',
    birthDate: '',
    birthPlace: '',
    country: '',
    city: '',
    address: '',
    msisdn: '',
    profession: '',
    document: { type: 'OTHER', number: '', issued: '', expires: '' },
  },
  receiver: {
    name: '',
    firstName: '',
    middleName: '',
    lastName: '',
    birthDate: '',
    birthPlace: '',
    address: '',
    document: { type: 'OTHER', number: '' },
  },
  purpose: '',
  sourceOfFunds: '',
}

// guard: retention-applied-callbacks
const isCallbackDue = `b.state <> 'new' and b.received_at <= $1`
const scanCallbacks = statement<ScannedRow>(
  'scan_callbacks_for_retention',
  `select b.id, b.received_at as at, ${isCallbackDue} as is_due, false as is_erased
     from operator_callback b where b.id > $2 order by b.id limit $3`,
)
const deleteCallbacks = statement<{ id: bigint }>(
  'delete_callbacks_past_retention',
  `with gone as (delete from operator_callback b where b.id = any($2::bigint[]) and ${isCallbackDue} returning b.id)
   select id from gone order by id`,
)

export const callbackRetention = erasableKind('operator_callbacks', scanCallbacks, deleteCallbacks, {
  recordsTime: false,
})
