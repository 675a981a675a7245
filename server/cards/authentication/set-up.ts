// Stores the set-ups of authentications, each with its card token in a row of its own. Set-ups that arrive together share
// one statement.
import { sentRows, toSentRows } from '../../platform/database/batch-rows.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { TransientToken } from '../gateway/gateway.ts'
import type { TransactionRow } from '../transaction/queries.ts'
import { consumeTokens } from './queries.ts'

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

const insert = statement<{ id: string }>(
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
  const stored = new Set((await sql.rows(insert, [toSentRows(setUps.map(toRow))])).map(({ id }) => id))
  return setUps.map(({ id }) => stored.has(id))
}

function toRow({ id, transaction, referenceId, token, tokenSealed, now, expiresAt }: SetUp) {
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
