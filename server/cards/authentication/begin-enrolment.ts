// Finds the attempt that a page names and begins its enrolment, in one statement that enrolments which begin together
// share.
import { sentRows, toSentRows } from '../../platform/database/batch-rows.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { PricedTransaction } from '../transaction/queries.ts'
import type { PayerDevice } from './browser/payer-device.ts'
import { type AuthenticationRow, authenticationColumns, authenticationMoves } from './queries.ts'
import { leaseSeconds } from './step.ts'

export type EnrolmentStart = {
  now: Temporal.Instant
  /** Its amount is bound to an attempt that was set up without one. */
  transaction: Pick<PricedTransaction, 'id' | 'amount_minor' | 'currency'>
  referenceId: string
  device: PayerDevice
}

/** `browser` is the number of the device's browser. */
export type NumberedStart = EnrolmentStart & { browser: bigint | undefined }

/** The newest attempt of each reference; in order of transaction, so that two batches cannot deadlock. */
const named = `named as materialized (
     select m.*, a.id from (select * from sent order by transaction_id, n) m cross join lateral (
       select id from card_authentication where transaction_id = m.transaction_id and reference_id = m.reference_id
        order by created_at desc limit 1) a)`

// guard: enrolment-start
const begin = statement<AuthenticationRow & { n: number }>(
  'begin_card_enrolments',
  `with ${sentRows(`now timestamptz, lease_until timestamptz, transaction_id bigint, amount_minor bigint, currency text,
       reference_id text, payer_address inet, payer_browser bigint`)}, ${named}
   update card_authentication a
      set state = '${authenticationMoves.set_up.enrolment_started}', lease_until = m.lease_until,
          amount_minor = coalesce(a.amount_minor, m.amount_minor), currency = coalesce(a.currency, m.currency),
          payer_address = m.payer_address, payer_browser = m.payer_browser
     from named m where a.id = m.id and a.state = 'set_up' and a.expires_at > m.now
   returning m.n, ${authenticationColumns('a')}`,
)

/** Begins each enrolment and returns its attempt, in order; undefined where none could begin. */
export async function beginEnrolments(
  sql: Sql,
  starts: readonly NumberedStart[],
): Promise<(AuthenticationRow | undefined)[]> {
  const begun = new Map((await sql.rows(begin, [toSentRows(starts.map(toRow))])).map((row) => [row.n, row]))
  return starts.map((_start, n) => begun.get(n))
}

function toRow({ now, transaction, referenceId, device, browser }: NumberedStart) {
  return {
    now: now.toString(),
    lease_until: now.add({ seconds: leaseSeconds }).toString(),
    transaction_id: String(transaction.id),
    amount_minor: String(transaction.amount_minor),
    currency: transaction.currency,
    reference_id: referenceId,
    payer_address: device.address,
    payer_browser: browser?.toString(),
  }
}
