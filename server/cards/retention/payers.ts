// Retention of who paid by card. Amounts, states, the card's last four digits and postings stay.

import { erasableKind, type ScannedRow } from '../../admin/retention/kind.ts'
import { statement } from '../../platform/database/database.ts'

/** Nothing may be on its way, and no dispute open. */
// guard: retention-payment-needed
const isDue = `t.payer_erased_at is null and t.finalised_at <= $1 and t.running_operation is null
  and t.open_disputes = 0 and t.refund_reserved_minor = 0`
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
       from due where a.transaction_id = due.id)
   select id from gone order by id`,
)

export const payerRetention = erasableKind('card_payers', scanPayments, erasePayers)
