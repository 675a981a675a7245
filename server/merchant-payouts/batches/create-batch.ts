// Makes a batch of the payouts to banks that wait in one currency. Two that are made at once share no payout.
import { type Admin, ownerOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalCurrency } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Database, type Sql, statement, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { payoutProblems } from '../problems.ts'
import type { OwnAccount, PayoutRules } from '../rules.ts'
import { type BatchRow, batchByPublicId, lockedForBatch } from './queries.ts'
import { renderBatch } from './responses.ts'

export type BatchNeeds = {
  db: Database
  clock: Clock
  secrets: Secrets
  rules: PayoutRules
  ownMerchantsAmong: OwnMerchants
}

/** Those of the merchants that the admin is or was a user of. */
export type OwnMerchants = (
  sql: Sql,
  admin: Pick<Admin, 'name' | 'owner' | 'aliases'>,
  merchantIds: readonly bigint[],
) => Promise<ReadonlySet<bigint>>
type Wanted = { environment: Environment; currency: LocalCurrency }

const insert = statement<{ id: bigint }>(
  'insert_payout_batch',
  `insert into payout_batch (public_id, environment, currency, state, own_name, own_account, own_bic, created_by, created_owner,
     created_at)
   values ($1, $2, $3, 'WAITING', $4, $5, $6, $7, $8, $9) returning id`,
)
// guard: payout-joins-batch
const join = statement<{ id: bigint }>(
  'add_payouts_to_batch',
  'update merchant_payout set batch_id = $1 where id = any($2) and batch_id is null returning id',
)

/**
 * Makes a batch, which waits for another admin.
 * @throws Problem 409 if no payout waits; 422 without an account of ours in this currency.
 */
export async function createBatch(needs: BatchNeeds, admin: Admin, wanted: Wanted) {
  const from = needs.rules.bankAccounts[wanted.environment][wanted.currency]
  if (!from) throw new Problem(payoutProblems.bank_not_offered)
  const publicId = newId()
  await needs.db.transaction((sql) => createWithin(sql, needs, admin, { ...wanted, from, publicId }))
  return renderBatch(await existing(needs.db, publicId), admin)
}

async function createWithin(
  sql: Tx,
  { clock, secrets }: BatchNeeds,
  admin: Admin,
  { environment, currency, from, publicId }: Wanted & { from: OwnAccount; publicId: string },
): Promise<void> {
  const now = clock.now()
  const waiting = await lockedForBatch(sql, environment, currency)
  if (waiting.length === 0) throw new Problem(payoutProblems.nothing_for_batch)
  const account = [from.name, from.account, from.bic]
  const values = [publicId, environment, currency, ...account, admin.name, ownerOf(admin), now]
  const [batch] = await sql.rows(insert, values)
  const joined = await sql.rows(join, [batch!.id, waiting.map(({ id }) => id)])
  if (joined.length !== waiting.length) throw new Error('a locked payout is in another batch')
  const detail = { batch_id: publicId, currency, environment, payouts: String(joined.length) }
  audit(sql, secrets, { admin, action: 'payout_batch.created', subject: publicId, detail, now })
}

async function existing(sql: Sql, publicId: string): Promise<BatchRow> {
  const batch = await batchByPublicId(sql, publicId)
  if (!batch) throw new Error('there is no such batch')
  return batch
}
