// Retention of who paid, and of what merchants sent as evidence in disputes. Amounts, states, times, the card's last four
// digits and postings stay.
import { erasableKind, type ScannedRow } from '../../admin/retention/kind.ts'
import { statement } from '../../platform/database/database.ts'

/** Nothing may be on its way, neither to the payer nor from there, and no dispute open. */
// guard: retention-payment-needed
const isDue = `t.payer_erased_at is null and t.finalised_at <= $1 and t.running_operation is null
  and t.open_disputes = 0 and t.refund_reserved_minor = 0
  and not exists (select from operation o where o.card_transaction_id = t.id and o.state in ('intent', 'sent', 'unknown'))
  and not exists (select from other_number n where n.card_transaction_id = t.id and n.created_at > $1)`
const scanPayments = statement<ScannedRow>(
  'scan_payments_for_retention',
  `select t.id, t.created_at as at, coalesce(${isDue}, false) as is_due, t.payer_erased_at is not null as is_erased
     from card_transaction t where t.id > $2 order by t.id limit $3`,
)
const erasePayers = statement<{ id: bigint }>(
  'erase_payers',
  `with due as (
     select t.id from card_transaction t where t.id = any($2::bigint[]) and ${isDue} order by t.id for update of t
   ), gone as (
     update card_transaction t
        set bill_to_forename = '', bill_to_surname = '', bill_to_email = '', bill_to_phone = '', bill_to_address_line1 = '',
            bill_to_address_city = '', bill_to_address_country = '', bill_to_address_state = '',
            bill_to_address_postal_code = '', link_form = null, payer_erased_at = $3
       from due where t.id = due.id returning t.id
   ), devices as (
     update card_authentication a set payer_address = null, payer_browser = null
       from due where a.transaction_id = due.id
   ), numbers as (
     update collection k set number_sealed = null from due where k.card_transaction_id = due.id
   ), others as (
     update other_number n set number_sealed = null, wallet_name = null, payer_name = null
       from due where n.card_transaction_id = due.id)
   select id from gone order by id`,
)

export const payerRetention = erasableKind('card_payers', scanPayments, erasePayers)

/** An open line of the report may still need what the merchant sent. */
// guard: retention-closed-disputes
const isDisputeDue = `d.evidence_erased_at is null and d.state in ('WON', 'LOST', 'ACCEPTED') and d.closed_at <= $1
  and not exists (select from card_dispute_exception e
                   where (e.environment, e.case_number) = (d.environment, d.case_number) and e.closed_at is null)`
const scanDisputes = statement<ScannedRow>(
  'scan_disputes_for_retention',
  `select d.id, d.created_at as at, coalesce(${isDisputeDue}, false) as is_due, d.evidence_erased_at is not null as is_erased
     from card_dispute d where d.id > $2 order by d.id limit $3`,
)
const eraseEvidence = statement<{ id: bigint }>(
  'erase_dispute_evidence',
  `with due as (
     select d.id from card_dispute d where d.id = any($2::bigint[]) and ${isDisputeDue} order by d.id for update of d
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
