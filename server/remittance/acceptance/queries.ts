// Database statements for accepting transfers: used references, merchant versions, and the insert.
import { sentKeys } from '../../platform/database/coalescing-batch.ts'
import { commonStatement, statement } from '../../platform/database/database.ts'
import { countCreatedTransfers } from '../transfer/transfer.ts'
import type { AcceptedText } from './schemas.ts'

type UsedReference = {
  merchant_id: bigint
  environment: string
  reference: string
  fingerprint: Buffer
  first_response: AcceptedText
}

export const findReferences = statement<UsedReference>(
  'find_transfer_references',
  `select t.merchant_id, t.environment, t.reference, t.fingerprint, t.first_response
     from json_to_recordset($1) as k (merchant_id bigint, environment text, reference text)
    cross join lateral (
          -- One by one through the index: a plan made while there were few transfers would read all of them ever after.
          select * from transfer t
           where t.merchant_id = k.merchant_id and t.environment = k.environment and t.reference = k.reference
           limit 1) t`,
)

export const findPartiesByReference = statement<{ transaction_id: string; parties_sealed: Buffer }>(
  'find_parties_by_reference',
  `select transaction_id, parties_sealed from transfer where merchant_id = $1 and environment = $2 and reference = $3`,
)

/** A merchant's version changes with its profile, credentials or status, so it shows a change since authentication. */
export const findVersions = commonStatement<{ id: bigint; version: number }>(
  'find_merchant_versions',
  `with ${sentKeys('bigint')} select m.id, m.version from sent join merchant m on m.id = sent.key`,
)

/** Ids for transfers that are about to be written, so that everything that names them can be sent with them. */
export const drawTransferIds = statement<{ id: bigint }>(
  'draw_transfer_ids',
  `select nextval('transfer_id_seq') as id from generate_series(1, $1::integer)`,
)

export const insertTransfers = statement(
  'insert_transfers',
  `with made as (
   insert into transfer (
     id, transaction_id, merchant_id, environment, reference, status, fingerprint, first_response, operator, customer_number,
     subscriber_name, name_source, name_confirmed_at, amount_hundredths, currency, receiver_minor, receiver_currency, fee_minor, rate_micros,
     rate_as_of, rate_source, callback_url, parties_sealed, limit_subjects, limit_minor, created_at)
   overriding system value
   select id, transaction_id, merchant_id, environment, reference, status, decode(fingerprint, 'hex'), first_response, operator,
          customer_number, subscriber_name, name_source, name_confirmed_at, amount_hundredths, currency, receiver_minor, 'USD', fee_minor, rate_micros,
          rate_as_of, rate_source, callback_url, decode(parties_sealed, 'base64'), limit_subjects, limit_minor, $2
     from json_to_recordset($1) as t (
       position integer, id bigint, transaction_id text, merchant_id bigint, environment text, reference text, status text,
       fingerprint text, first_response text, operator text, customer_number text, subscriber_name text,
       name_source text, name_confirmed_at timestamptz,
       amount_hundredths bigint, currency text, receiver_minor bigint, fee_minor bigint, rate_micros bigint,
       rate_as_of timestamptz, rate_source text, callback_url text, parties_sealed text, limit_subjects bigint[],
       limit_minor bigint)
    order by position
   returning id, merchant_id, environment, created_at, status, operator, receiver_minor
   ), counted as (${countCreatedTransfers('made')})
   select from made`,
)
