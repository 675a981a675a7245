// The review queue: held transfers with both parties and the screening findings.
import { sentKeys, toSentKeys } from '../../platform/database/batch-rows.ts'
import type { Database } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Page } from '../http/list-parameters.ts'
import type { TravelRule } from '../operators/operator.ts'
import { amountNumber } from '../transfer/amounts.ts'
import { openParties } from '../transfer/parties.ts'
import type { TransferRow } from '../transfer/queries.ts'
import { stamp } from '../transfer/time.ts'
import { type LimitHitRow, renderLimitHit } from './limit-hits.ts'
import type { ScreeningFinding } from './schemas.ts'

export type HoldQueue = {
  db: Database
  secrets: Secrets
  /** The screening findings of these transfers, by transfer id. */
  screeningsOf: (
    transfers: readonly { id: bigint; parties: TravelRule }[],
  ) => Promise<ReadonlyMap<bigint, ScreeningFinding[]>>
}

type HeldRow = Pick<
  TransferRow,
  | 'id'
  | 'transaction_id'
  | 'reference'
  | 'environment'
  | 'operator'
  | 'customer_number'
  | 'subscriber_name'
  | 'amount_hundredths'
  | 'currency'
  | 'parties_sealed'
  | 'created_at'
> & { merchant_code: string; merchant_name: string }

const listHeld = statement<HeldRow>(
  'list_held_transfers',
  `select t.id, t.transaction_id, t.reference, t.environment, t.operator, t.customer_number, t.subscriber_name,
          t.amount_hundredths, t.currency, t.parties_sealed, t.created_at, m.merchant_code, m.name as merchant_name
     from transfer t join merchant m on m.id = t.merchant_id
    where t.status = 'Hold' order by t.id limit $1 offset $2`,
)
type HitRow = LimitHitRow & { transfer_id: bigint }
const listHits = statement<HitRow>(
  'list_limit_hits_of_holds',
  `with ${sentKeys('bigint')}
   select transfer_id, rule_id, subject, measure, time_window, used, reached, most
     from sent join limit_hit on transfer_id = sent.key where outcome = 'hold' order by id`,
)
const countHeld = statement<{ total: bigint }>(
  'count_held_transfers',
  `select count(*) as total from transfer where status = 'Hold'`,
)

/** Every transfer in the queue is held, so both actions are always allowed. */
const may = { allowed: true, reason: null }

/** One page of held transfers, oldest first, so that the longest waiting are reviewed first. */
export async function listHolds({ db, secrets, screeningsOf }: HoldQueue, { limit, offset }: Page) {
  const rows = await db.rows(listHeld, [limit, offset])
  const [count] = await db.rows(countHeld)
  const held = rows.map((row) => ({ ...row, parties: openParties(secrets, row) }))
  const screenings = await screeningsOf(held)
  const hits = await db.rows(listHits, [toSentKeys(rows.map(({ id }) => id))])
  const items = held.map((row) => ({
    transaction_id: row.transaction_id,
    reference: row.reference,
    merchant_code: row.merchant_code,
    merchant_name: row.merchant_name,
    environment: row.environment,
    amount: amountNumber(row.amount_hundredths),
    currency: row.currency,
    operator: row.operator,
    customer_number: row.customer_number,
    subscriber_name: row.subscriber_name,
    created_at: stamp(row.created_at),
    parties: row.parties,
    screening: screenings.get(row.id) ?? null,
    limits: hits.filter(({ transfer_id }) => transfer_id === row.id).map(renderLimitHit),
    allowed_actions: { release: may, reject: may },
  }))
  return { total: Number(count?.total ?? 0), items }
}
