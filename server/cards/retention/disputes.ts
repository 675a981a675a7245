// Retention of disputes: the texts and files that merchants sent as evidence, and lines of the gateway's report that an admin closed.
// Amounts, states, times and postings of a dispute stay.

import { erasableKind, type ScannedRow } from '../../admin/retention/kind.ts'
import { statement } from '../../platform/database/database.ts'

/** An open line of the report may still need what the merchant sent. */
// guard: retention-closed-disputes
const isDue = `d.evidence_erased_at is null and d.state in ('WON', 'LOST', 'ACCEPTED') and d.closed_at <= $1
  and not exists (select from card_dispute_exception e
                   where (e.environment, e.case_number) = (d.environment, d.case_number) and e.closed_at is null)`
const scanDisputes = statement<ScannedRow>(
  'scan_disputes_for_retention',
  `select d.id, d.created_at as at, coalesce(${isDue}, false) as is_due, d.evidence_erased_at is not null as is_erased
     from card_dispute d where d.id > $2 order by d.id limit $3`,
)
const eraseEvidence = statement<{ id: bigint }>(
  'erase_dispute_evidence',
  `with due as (
     select d.id from card_dispute d where d.id = any($2::bigint[]) and ${isDue} order by d.id for update of d
   ), files as (
     delete from card_dispute_file f using due where f.dispute_id = due.id
   ), gone as (
     update card_dispute d set evidence = '{}', evidence_erased_at = $3 from due where d.id = due.id returning d.id)
   select id from gone order by id`,
)

export const disputeFileRetention = erasableKind('dispute_files', scanDisputes, eraseEvidence)

// guard: retention-closed-exceptions
const isClosed = 'e.closed_at is not null and e.closed_at <= $1'
const scanExceptions = statement<ScannedRow>(
  'scan_dispute_exceptions_for_retention',
  `select e.id, e.opened_at as at, ${isClosed} as is_due, false as is_erased
     from card_dispute_exception e where e.id > $2 order by e.id limit $3`,
)
const deleteExceptions = statement<{ id: bigint }>(
  'delete_dispute_exceptions_past_retention',
  `with gone as (delete from card_dispute_exception e where e.id = any($2::bigint[]) and ${isClosed} returning e.id)
   select id from gone order by id`,
)

export const disputeExceptionRetention = erasableKind(
  'dispute_exceptions',
  scanExceptions,
  deleteExceptions,
  { recordsTime: false },
)
