// What happens before a charge and is written at once: keys of capture contexts, set-ups and begun enrolments. Those that
// arrive together share one statement and one commit.

import { coalescingBatch, sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { type Database, retryConflicts, type Sql, statement } from '../../platform/database/database.ts'
import type { TransientToken } from '../gateway/gateway.ts'
import type { PricedTransaction, TransactionRow } from '../transaction/queries.ts'
import { leaseSeconds } from './move-authentication.ts'
import { openBrowserNumbers, type PayerDevice } from './payer-device.ts'
import {
  type AuthenticationRow,
  authenticationColumns,
  authenticationMoves,
  consumeTokens,
} from './queries.ts'
import { addTokenKeys, type NewTokenKey } from './token-keys.ts'

export type AuthenticationStore = {
  /** Stores the key of a capture context with the next batch. Await it before the context is handed out. */
  addTokenKey(key: NewTokenKey): Promise<void>
  /** Stores a set-up with the next batch. Resolves to false when its card token belongs to another transaction. */
  setUp(setUp: SetUp): Promise<boolean>
  /**
   * Begins with the next batch. Resolves to undefined when there is no such attempt, or it has begun or expired.
   * @throws on a unique violation while another attempt of the transaction is active.
   */
  begin(start: EnrolmentStart): Promise<AuthenticationRow | undefined>
}

/** A larger batch would keep its first members waiting. */
const limits = { maxMembers: 64 }

/** A process needs one, so that its payments share their batches. */
export function openAuthenticationStore(db: Database): AuthenticationStore {
  const browserNumber = openBrowserNumbers(db)
  const begin = coalescingBatch<NumberedStart, AuthenticationRow | undefined>(
    (starts) => beginEnrolments(db, starts),
    limits,
  )
  return {
    addTokenKey: coalescingBatch<NewTokenKey, void>(
      (keys) => retryConflicts(() => addTokenKeys(db, keys)),
      limits,
    ),
    setUp: coalescingBatch<SetUp, boolean>(
      (setUps) => retryConflicts(() => insertSetUps(db, setUps)),
      limits,
    ),
    begin: async (start) => begin({ ...start, browser: await browserNumber(start.device) }),
  }
}

export type SetUp = {
  id: string
  transaction: Pick<TransactionRow, 'id' | 'amount_minor' | 'currency'>
  referenceId: string
  token: Pick<TransientToken, 'id' | 'card'>
  tokenSealed: Buffer
  now: Temporal.Instant
  expiresAt: Temporal.Instant
}

/** Of several transactions that present one card token at the same moment, the first in the batch gets it. */
const firstOfToken = `select distinct on (token_id) token_id, transaction_id, now from sent order by token_id, n`

const insertRows = statement<{ id: string }>(
  'insert_card_authentications',
  `with ${sentRows(`id uuid, transaction_id bigint, reference_id text, token_id text, token_sealed text, card jsonb,
       amount_minor bigint, currency text, now timestamptz, expires_at timestamptz`)}
   , owned as (${consumeTokens(firstOfToken)}
   ), made as (
     insert into card_authentication (id, transaction_id, state, reference_id, token_id, card, amount_minor, currency,
                                      created_at, expires_at)
     select m.id, m.transaction_id, 'set_up', m.reference_id, m.token_id, m.card, m.amount_minor, m.currency, m.now,
            m.expires_at
       from sent m join owned o on o.token_id = m.token_id and o.transaction_id = m.transaction_id order by m.n
     returning id
   )
   insert into authentication_token (id, token_sealed, expires_at)
   select made.id, decode(m.token_sealed, 'base64'), m.expires_at from made join sent m on m.id = made.id
   returning id`,
)

/** Stores each set-up, and returns whether it did: false where the card token belongs to another transaction. */
export async function insertSetUps(sql: Sql, setUps: readonly SetUp[]): Promise<boolean[]> {
  const stored = new Set((await sql.rows(insertRows, [toSentRows(setUps.map(setUpRow))])).map(({ id }) => id))
  return setUps.map(({ id }) => stored.has(id))
}

function setUpRow({ id, transaction, referenceId, token, tokenSealed, now, expiresAt }: SetUp) {
  return {
    id,
    transaction_id: String(transaction.id),
    reference_id: referenceId,
    token_id: token.id,
    token_sealed: tokenSealed.toString('base64'),
    card: token.card,
    amount_minor: transaction.amount_minor === null ? null : String(transaction.amount_minor),
    currency: transaction.currency,
    now: now.toString(),
    expires_at: expiresAt.toString(),
  }
}

export type EnrolmentStart = {
  now: Temporal.Instant
  /** Its amount is bound to an attempt that was set up without one. */
  transaction: Pick<PricedTransaction, 'id' | 'amount_minor' | 'currency'>
  referenceId: string
  device: PayerDevice
}

/** `browser` is the number of the device's browser. */
type NumberedStart = EnrolmentStart & { browser: bigint | undefined }

/** The newest attempt of each reference; in order of transaction, so that two batches cannot deadlock. */
const named = `named as materialized (
     select m.*, a.id from (select * from sent order by transaction_id, n) m cross join lateral (
       select id from card_authentication where transaction_id = m.transaction_id and reference_id = m.reference_id
        order by created_at desc limit 1) a)`

// guard: enrolment-start
const beginRows = statement<AuthenticationRow & { n: number }>(
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
  const begun = new Map(
    (await sql.rows(beginRows, [toSentRows(starts.map(startRow))])).map((row) => [row.n, row]),
  )
  return starts.map((_start, n) => begun.get(n))
}

function startRow({ now, transaction, referenceId, device, browser }: NumberedStart) {
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
